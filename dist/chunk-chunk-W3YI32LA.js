/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/sha-256.ts
var initial = [
  1779033703,
  3144134277,
  1013904242,
  2773480762,
  1359893119,
  2600822924,
  528734635,
  1541459225
];
var constants = makeConstants();
function makeConstants() {
  const found = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    let isPrime = true;
    for (let d = 2; d * d <= candidate; d += 1) if (candidate % d === 0) isPrime = false;
    if (isPrime) found.push(Math.floor(Math.cbrt(candidate) % 1 * 4294967296));
  }
  return Uint32Array.from(found);
}
var rotateRight = (value, bits) => value >>> bits | value << 32 - bits;
function padded(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const block = new Uint8Array(length);
  block.set(bytes);
  block[bytes.length] = 128;
  const view = new DataView(block.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length * 8 / 4294967296));
  view.setUint32(length - 4, bytes.length * 8 >>> 0);
  return view;
}
function compress(state, view, offset) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + i * 4);
  const at = (list, i) => list[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [at(words, i - 15), at(words, i - 2)];
    const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ x >>> 3;
    const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ y >>> 10;
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = h + s1 + (e & f ^ ~e & g) + at(constants, i) + at(words, i) >>> 0;
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = s0 + (a & b ^ a & c ^ b & c) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, d + first >>> 0, c, b, a, first + second >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] = at(state, i) + value;
  });
}
function sha256(text) {
  const view = padded(new TextEncoder().encode(text));
  const state = Uint32Array.from(initial);
  for (let offset = 0; offset < view.byteLength; offset += 64) compress(state, view, offset);
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

// src/tools/consent.ts
function hashOfCode(code) {
  return sha256(`code:${code}`);
}
function codeHashOf(tool) {
  return hashOfCode(tool.code);
}
function needsConsent(tool) {
  return tool.kind === "code";
}
function consentFor(tool, records) {
  const hash = codeHashOf(tool);
  return records.find((record) => record.codeHash === hash)?.answer ?? null;
}
function mayRunCode(tool, records) {
  const consent = needsConsent(tool) ? consentFor(tool, records) : null;
  return consent !== null && consent !== "never";
}
var names = (tools) => tools.map((tool) => tool.name).join(", ");
function consentQuestion(tools, records, language) {
  const undecided = tools.filter((tool) => needsConsent(tool) && consentFor(tool, records) === null);
  if (undecided.length === 0) return null;
  const asking = tools.filter((tool) => tool.kind === "llm");
  const text = language === "zh" ? [
    `这张卡的世界书带来 ${undecided.length} 个会运行代码的工具：${names(undecided)}。`,
    "代码在隔离的沙盒里运行：只能看到调用参数和游戏状态，看不到聊天、设置、密钥和网络；每次最多 0.1 秒，作者最多可要求 5 秒。",
    asking.length > 0 ? `另有 ${asking.length} 个工具会多调用一次模型：${names(asking)}。` : "",
    "允许运行这些代码吗？代码改变后会再问一次。"
  ] : [
    `The worldbooks of this card bring ${undecided.length} tool(s) that run code: ${names(undecided)}.`,
    "The code runs in a closed sandbox: it sees the call and the game state only, no chat, settings, keys or network; 0.1 seconds a call, 5 at most when its author asks.",
    asking.length > 0 ? `${asking.length} further tool(s) make one more model call each: ${names(asking)}.` : "",
    "May this code run? You are asked again when it changes."
  ];
  return {
    undecided: undecided.map((tool) => ({
      name: tool.name,
      codeHash: codeHashOf(tool),
      code: tool.code,
      about: tool.description
    })),
    text: text.filter((line) => line !== "").join("\n")
  };
}

export {
  hashOfCode,
  codeHashOf,
  needsConsent,
  consentFor,
  mayRunCode,
  consentQuestion
};
