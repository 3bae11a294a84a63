/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  cutText
} from "./chunk-chunk-4LYTCLHK.js";
import {
  callAgent,
  callDeps,
  callRoom,
  cancelled,
  fitPrompt,
  smallerPrompt
} from "./chunk-chunk-MFHU7CZ7.js";
import {
  untilAborted
} from "./chunk-chunk-IHGEZULJ.js";
import {
  sentParts
} from "./chunk-chunk-OMIXSY6H.js";
import {
  NarrativeError
} from "./chunk-chunk-QRHHLME7.js";
import {
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/pipeline/tool-model.ts
function toolModelDeps(deps, state) {
  const { chatId } = state.session.timeline();
  return {
    calls: callDeps(deps, state),
    tokens: deps.tokens,
    room: state.request,
    onCut: (cut) => deps.notifier.once(`prompt-cut:tool:${chatId}`, cutText(cut, deps.screenLanguage()))
  };
}
function fitToolPrompt({ tokens, room, onCut }) {
  return async (segments, wanted, signal) => {
    const { context, maxTokens, promptLimit } = callRoom(room, wanted);
    const prompt = await untilAborted(fitPrompt(tokens, segments, promptLimit), signal, () => cancelled(signal));
    if (prompt.cut.length > 0) onCut(prompt.cut);
    return {
      messages: prompt.messages,
      promptTokens: prompt.tokens,
      cut: prompt.cut,
      parts: sentParts(prompt.segments, (text) => tokens.estimate(text)),
      maxTokens,
      context,
      trim: (limit) => smallerPrompt(tokens, { segments, refused: prompt, limit })
    };
  };
}
function makeToolModel(deps) {
  const { calls, tokens } = deps;
  const fit = fitToolPrompt(deps);
  return {
    describe: (settings) => calls.model.describe(settings),
    async complete({ slot, settings, messages, composed, maxTokens }, signal, onText) {
      const promptTokens = messages.reduce((sum, { content }) => sum + tokens.estimate(textOf(content)), 0);
      const prompt = composed ? await fit(composed, maxTokens, signal) : { messages, maxTokens, promptTokens, cut: [] };
      const read = (text) => ok(text);
      const answer = await callAgent(
        calls,
        { ...prompt, slot, settings, read, repair: (problem) => problem, ...onText ? { onText } : {} },
        signal
      );
      if (!answer.ok) throw answer.error;
      if (signal.aborted) throw new NarrativeError("run.cancelled");
      const usage = { promptTokens: null, completionTokens: null, cachedTokens: null };
      return { text: answer.value, reasoning: "", finish: "stop", usage, model: calls.model.describe(settings).model };
    }
  };
}
var textOf = (content) => typeof content === "string" ? content : JSON.stringify(content);

export {
  toolModelDeps,
  fitToolPrompt,
  makeToolModel
};
