/** Watches a plan as it streams and hands out each element of `tool_calls` as soon as it is closed, so that tools start early. */
export interface ToolCallStream {
  /** @param textSoFar everything that came until now; @returns the elements closed since the last call, as JSON text */
  push(textSoFar: string): string[];
}

const KEY = 'tool_calls';

interface Open {
  readonly bracket: '{' | '[';
  /** The list we wait for: directly in the answer's object, under its key. */
  readonly isCalls: boolean;
}

/**
 * Understands the answer only as far as it must: strings, brackets, and the key the brackets stand under. Text before
 * the first brace (thinking, a fence, a greeting) is passed over; a restart of the stream starts over.
 */
export function makeToolCallStream(): ToolCallStream {
  let seen = '';
  let reader = makeReader();
  return {
    push(textSoFar) {
      if (!textSoFar.startsWith(seen)) reader = makeReader();
      const fresh = textSoFar.startsWith(seen) ? textSoFar.slice(seen.length) : textSoFar;
      seen = textSoFar;
      return reader(fresh);
    },
  };
}

function makeReader(): (fresh: string) => string[] {
  const open: Open[] = [];
  let inString = false;
  let escaped = false;
  let word = '';
  let key = '';
  let element = '';

  const inCalls = (): boolean => open.length >= 2 && open[1]?.isCalls === true;

  function close(): string[] {
    open.pop();
    const done = open.length === 2 && inCalls() && element !== '' ? [element] : [];
    if (open.length <= 2) element = '';
    return done;
  }

  function start(bracket: Open['bracket']): void {
    // The answer is an object; a list before it is prose.
    if (open.length === 0 && bracket === '[') return;
    if (open.length === 2 && inCalls()) element = bracket;
    open.push({ bracket, isCalls: bracket === '[' && open.length === 1 && key === KEY });
    key = '';
  }

  function plain(char: string): string[] {
    if (char === '{' || char === '[') start(char);
    else if (char === '}' || char === ']') return open.length > 0 ? close() : [];
    else if (char === '"' && open.length > 0) {
      inString = true;
      word = '';
    } else if (char === ':' && open.length === 1) key = word;
    else if (char === ',') key = '';
    return [];
  }

  function string(char: string): void {
    if (escaped) escaped = false;
    else if (char === '\\') escaped = true;
    else if (char === '"') {
      inString = false;
      return;
    }
    if (word.length < KEY.length + 1) word += char;
  }

  return (fresh) => {
    const done: string[] = [];
    for (const char of fresh) {
      const inside = open.length > 2 && inCalls();
      if (inside) element += char;
      if (inString) string(char);
      else done.push(...plain(char));
    }
    return done;
  };
}
