/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  callAgent
} from "./chunk-chunk-4UV57P6T.js";
import {
  NarrativeError
} from "./chunk-chunk-QRHHLME7.js";
import {
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/pipeline/tool-model.ts
var textOf = (content) => typeof content === "string" ? content : JSON.stringify(content);
function makeToolModel(deps, tokens) {
  return {
    describe: (settings) => deps.model.describe(settings),
    async complete({ slot, messages, settings, maxTokens }, signal, onText) {
      const answer = await callAgent(
        deps,
        {
          slot,
          messages,
          settings,
          maxTokens,
          promptTokens: tokens.estimate(messages.map(({ content }) => textOf(content)).join("\n")),
          cut: [],
          read: (text) => ok(text),
          repair: (problem) => problem,
          ...onText ? { onText } : {}
        },
        signal
      );
      if (!answer.ok) throw answer.error;
      if (signal.aborted) throw new NarrativeError("run.cancelled");
      const usage = { promptTokens: null, completionTokens: null, cachedTokens: null };
      return { text: answer.value, reasoning: "", finish: "stop", usage, model: deps.model.describe(settings).model };
    }
  };
}

export {
  makeToolModel
};
