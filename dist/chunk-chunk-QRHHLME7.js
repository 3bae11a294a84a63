/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/errors.ts
var retryOf = {
  "model.timeout": "auto",
  "model.rate-limited": "auto",
  "model.network": "auto",
  "model.server": "auto",
  "model.cut-stream": "auto",
  "model.empty": "auto",
  "model.budget-eaten": "auto",
  "model.auth": "user",
  "model.not-found": "user",
  "model.overflow": "user",
  "model.refused": "user",
  "model.rejected": "user",
  "answer.cut-off": "auto",
  "answer.not-json": "auto",
  "answer.invalid": "auto",
  "tool.unknown": "never",
  "tool.invalid-input": "never",
  "tool.failed": "user",
  "tool.timeout": "user",
  "tool.memory": "user",
  "tool.output-too-large": "never",
  "tool.denied": "user",
  "tool.no-consent": "user",
  "tool.unavailable": "user",
  "author.tool-invalid": "never",
  "author.initvar-invalid": "never",
  "state.rejected": "never",
  "floor.immutable": "never",
  "floor.conflict": "user",
  "storage.blocked": "user",
  "storage.missing": "user",
  "storage.quota": "user",
  "storage.too-new": "never",
  "storage.corrupt": "never",
  "host.missing": "never",
  "host.chat-changed": "user",
  "host.not-owner": "user",
  "run.cancelled": "never",
  "input.invalid": "never"
};
var NarrativeError = class extends Error {
  code;
  retry;
  details;
  constructor(code, facts = {}) {
    super(facts.message ?? code, facts.cause === void 0 ? void 0 : { cause: facts.cause });
    this.name = "NarrativeError";
    this.code = code;
    this.retry = facts.retry ?? retryOf[code];
    this.details = facts.details ?? {};
  }
};
var errorCodes = Object.keys(retryOf);
function isCancelled(error) {
  return error instanceof NarrativeError && error.code === "run.cancelled";
}

export {
  NarrativeError,
  errorCodes,
  isCancelled
};
