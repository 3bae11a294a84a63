/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/agents/planning/render-guide.ts
var words = {
  zh: {
    direction: "叙事方向：",
    scene: "场景设置：",
    points: "要点：",
    tone: "基调：",
    pacing: "节奏：",
    continuity: "延续细节：",
    between: "；",
    comma: "，",
    natural: "顺着玩家的输入自然发展",
    same: "与前文一致",
    none: "无",
    speeds: { slow: "慢", medium: "中", fast: "快" }
  },
  en: {
    direction: "Direction: ",
    scene: "Scene: ",
    points: "Points: ",
    tone: "Tone: ",
    pacing: "pacing: ",
    continuity: "Continuity: ",
    between: "; ",
    comma: ", ",
    natural: "follow naturally from the player's input",
    same: "as before",
    none: "none",
    speeds: { slow: "slow", medium: "medium", fast: "fast" }
  }
};
function renderGuide(plan, language) {
  const w = words[language];
  const list = (items) => items.length === 0 ? w.none : items.join(w.between);
  return [
    w.direction + (plan.narrativeDirection || w.natural),
    w.scene + (plan.sceneSetting || w.same),
    w.points + list(plan.keyPoints),
    `${w.tone}${plan.tone || w.same}${w.comma}${w.pacing}${w.speeds[plan.pacing]}`,
    w.continuity + list(plan.continuityNotes)
  ].join("\n");
}

export {
  renderGuide
};
