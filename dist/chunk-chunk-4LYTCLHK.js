/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/pipeline/cut-text.ts
var NAMED = 3;
function cutText(cut, language) {
  const tokens = cut.reduce((sum, record) => sum + record.tokens, 0);
  const sources = [...new Set(cut.map(({ key, source }) => source === key ? key : `${key} ${source}`))];
  const names = sources.slice(0, NAMED).join(language === "zh" ? "、" : ", ");
  const more = sources.length > NAMED;
  if (language === "zh") {
    return `上下文放不下全部内容：本回合有 ${cut.length} 段（约 ${tokens} 个词元）没有发送：${names}${more ? " 等" : ""}。完整清单见“运行”面板。`;
  }
  return `The context is too small for everything: ${cut.length} pieces (about ${tokens} tokens) were left out of this turn: ${names}${more ? " and more" : ""}. The Run panel lists them all.`;
}

export {
  cutText
};
