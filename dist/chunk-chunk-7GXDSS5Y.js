/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/prompt/preset-lint.ts
var signs = {
  thinking: /思维链|思考(?:过程|流程|格式|步骤|模板)|先(?:在|于).{0,12}(?:中|内|里)思考|<\/?(?:think|thinking|thought|cot|reasoning)>|chain[- ]of[- ]thought|\bCoT\b|think step[- ]by[- ]step/i,
  wrapping: /(?:包裹|包在|放在|置于|写在|输出(?:在|到)|wrap(?:ped)?|enclosed?|put|inside|within|between).{0,40}<\/?[a-z_][\w-]*>|<(content|context|story|正文|output|response)>\s*(?:\.{3}|…|正文|\{\{)/i,
  length: /(?:不(?:少|低|多|超)(?:于|过)|至少|最少|最多|控制在|大约|约|字数)[^\n]{0,12}\d{2,5}\s*(?:-|~|～|至|到)?\s*\d{0,5}\s*(?:字|词|段|token)|\b(?:at least|at most|no more than|no fewer than|minimum|maximum|between|around|about)\b[^\n]{0,24}\b\d{2,5}\b[^\n]{0,16}\b(?:words?|tokens?|characters?|paragraphs?)\b/i,
  panel: /(?:状态栏|状态面板|小总结|摘要|选项|行动选项)[^\n]{0,24}(?:结尾|末尾|最后|每次(?:回复|输出)|输出)|(?:结尾|末尾|最后|每次(?:回复|输出))[^\n]{0,24}(?:状态栏|状态面板|小总结|摘要|选项)|\b(?:end|append|finish)\b[^\n]{0,40}\b(?:status|summary|options|choices|panel)\b/i
};
var messages = {
  zh: {
    thinking: "要求固定的思维链格式。规划与写作各有自己的步骤，这一条会被写进正文；建议关闭。",
    wrapping: "要求用标签包裹输出。正文的第一个字就是故事，标签会留在消息里；建议关闭。",
    length: "限定了篇幅，可能与「回复长度」设置相抵触。要听预设的，请把「回复长度」设为「由预设决定」。",
    panel: "要求在正文里附状态栏、摘要或选项。这些由分析和后置工具负责；建议关闭。",
    prefill: "角色是助手（预填充）。它不会发送给任何一个 Agent。"
  },
  en: {
    thinking: "Demands a fixed chain of thought. Planning and writing have their own steps, so it would end up in the prose; better off.",
    wrapping: "Demands that the output be wrapped in tags. The first character of a reply is story, and the tags would stay in the message; better off.",
    length: 'Sets a length that may contradict the "reply length" setting. To obey the preset, set reply length to "left to the preset".',
    panel: "Demands a status panel, a summary or options in the prose. Analysis and post tools do that; better off.",
    prefill: "Has the assistant role (a prefill). It is sent to no agent."
  }
};
function lintPreset(prompts, language, replyLength = "auto") {
  const found = [];
  for (const { identifier, name, role, content, enabled, triggered, marker } of prompts) {
    if (!enabled || !triggered || marker || content.trim() === "") continue;
    const add = (fault) => found.push({ identifier, name, fault, message: messages[language][fault] });
    if (role === "assistant") {
      add("prefill");
      continue;
    }
    if (signs.thinking.test(content)) add("thinking");
    if (signs.wrapping.test(content)) add("wrapping");
    if (signs.length.test(content) && replyLength !== "preset") add("length");
    if (signs.panel.test(content)) add("panel");
  }
  return found;
}

export {
  lintPreset
};
