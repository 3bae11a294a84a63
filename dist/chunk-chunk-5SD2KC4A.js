/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  splitThinking
} from "./chunk-chunk-RN45VB7U.js";
import {
  opensList,
  opensObject,
  readLeniently
} from "./chunk-chunk-YRI47BRS.js";
import {
  isRefusedName,
  parseJson
} from "./chunk-chunk-UJV7JAAV.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/shared/well-formed.ts
var halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
function wellFormed(text) {
  const { isWellFormed } = text;
  return isWellFormed?.call(text) === true ? text : text.replace(halves, "�");
}

// src/domain/prompt/prompt-tags.ts
var promptTags = [
  "worldinfo1",
  "worldinfo2",
  "worldinfo3",
  "card",
  "card_instructions",
  "examples",
  "story_summary",
  "user_persona",
  "recent_turns",
  "authors_note",
  "character_note",
  "injected",
  "text_recall",
  "writing_guide",
  "tool_results",
  "tool_history",
  "state_summary",
  "guidance",
  "user_input",
  "user_preset",
  "greeting",
  "earlier_rounds",
  "turn_text",
  "world_full",
  "narrative_text",
  "dice_results",
  "known_context"
];

// src/domain/prompt/neutralise-tags.ts
var BREAK = "​";
var names = [...promptTags].sort((a, b) => b.length - a.length).join("|");
var ownTag = new RegExp(`<(?=\\s{0,8}/?\\s{0,8}(?:${names})(?![\\w-]))`, "gi");
function neutraliseTags(text) {
  return text.includes("<") ? text.replace(ownTag, `<${BREAK}`) : text;
}

// src/domain/prompt/render-prompt.ts
var BLANK_LINE = "\n\n";
function renderPrompt(segments, inputParts = []) {
  const system = renderRole(segments, "system");
  const user = renderRole(segments, "user");
  const messages = [];
  if (system !== "") messages.push({ role: "system", content: system });
  if (inputParts.length > 0) messages.push({ role: "user", content: [{ type: "text", text: user }, ...inputParts] });
  else if (user !== "") messages.push({ role: "user", content: user });
  return messages;
}
function renderLayout(segments, layout, inputParts = []) {
  return layout === "cache" ? renderThread(segments, inputParts) : renderPrompt(segments, inputParts);
}
function renderThread(segments, inputParts) {
  const isRound = ({ key, role }) => key === "recent_turns" && role === "user";
  const present = segments.filter(({ text }) => text.trim() !== "");
  const first = present.findIndex(isRound);
  if (first === -1) return renderPrompt(segments, inputParts);
  const others = present.map((segment, index) => ({ segment, index })).filter(({ segment }) => !isRound(segment));
  const before = others.filter(({ index }) => index < first).map(({ segment }) => segment);
  const after = others.filter(({ index }) => index > first).map(({ segment }) => segment);
  const tag = present[first]?.tag ?? null;
  const spoken = present.filter(isRound).flatMap((segment) => (segment.pieces ?? [segment]).flatMap(turnsOf));
  const said = [
    {
      role: "user",
      text: [renderRole(before, "user"), tag === null ? "" : `<${tag}>`].filter(Boolean).join(BLANK_LINE)
    }
  ];
  const add = (role, text) => {
    const last2 = said.at(-1);
    if (last2?.role === role) last2.text = [last2.text, text].filter(Boolean).join("\n");
    else said.push({ role, text });
  };
  for (const { role, text } of spoken) add(role, text);
  add("user", [tag === null ? "" : `</${tag}>`, renderRole(after, "user")].filter(Boolean).join(BLANK_LINE));
  const system = renderRole(present, "system");
  const last = said.length - 1;
  return [
    ...system === "" ? [] : [{ role: "system", content: system }],
    ...said.map(({ role, text: written }, index) => {
      const text = wellFormed(written);
      if (index < last || inputParts.length === 0) return { role, content: text };
      return { role, content: [{ type: "text", text }, ...inputParts] };
    })
  ];
}
function turnsOf({ text, turns }) {
  return turns ?? [{ role: "user", text }];
}
function renderRole(segments, role) {
  const blocks = [];
  for (const segment of segments) {
    if (segment.role !== role || segment.text.trim() === "") continue;
    const last = blocks.at(-1);
    if (last && segment.tag !== null && last.tag === segment.tag) {
      last.text += (segment.separator ?? BLANK_LINE) + segment.text;
    } else {
      blocks.push({ tag: segment.tag, text: segment.text });
    }
  }
  return wellFormed(
    blocks.map(({ tag, text }) => tag === null ? text : `<${tag}>
${text}
</${tag}>`).join(BLANK_LINE)
  );
}
function joinPieces(segment, pieces) {
  return pieces.map((piece) => piece.text).join(segment.separator ?? BLANK_LINE);
}

// src/shared/answer-shape.ts
var MAX_WRAPPINGS = 3;
var MAX_WRAPPING_MEMBERS = 6;
var plainName = (name) => name.toLowerCase().replace(/[\s_-]/g, "");
function makeShaper(shape) {
  const ready = { list: shape.list, wanted: wantedNames(shape) };
  return (value) => shapeValue(value, ready, 0);
}
function makeKeyFinder(shape) {
  const wanted = wantedNames(shape);
  return (name) => wanted.get(plainName(name));
}
function wantedNames(shape) {
  const wanted = new Map(shape.keys.map((key) => [plainName(key), key]));
  for (const [alias, key] of Object.entries(shape.aliases ?? {})) wanted.set(plainName(alias), key);
  return wanted;
}
function shapeValue(value, ready, wrappings) {
  if (typeof value === "string") return shapeText(value, ready, wrappings);
  if (typeof value !== "object" || value === null) return null;
  if (isList(value)) return shapeList(value, ready);
  const own = renameKeys(value, ready);
  if (own) return own;
  const { list } = ready;
  if (list && isItem(value, list.itemKeys)) return { value: { [list.key]: [value] }, keys: [list.key], item: true };
  return unwrap(value, ready, wrappings);
}
function shapeText(text, ready, wrappings) {
  if (wrappings > MAX_WRAPPINGS || !/^\s*[{[]/.test(text)) return null;
  const parsed = parseJson(text);
  return parsed.ok ? shapeValue(parsed.value, ready, wrappings + 1) : null;
}
function shapeList(items, ready) {
  const { list } = ready;
  if (!list || items.length === 0) return null;
  const fitting = items.filter((item) => isItem(item, list.itemKeys));
  if (fitting.length * 2 > items.length) return { value: { [list.key]: items }, keys: [list.key], item: false };
  const only = items.length === 1 ? items[0] : void 0;
  return only !== void 0 && !isList(only) ? shapeValue(only, ready, MAX_WRAPPINGS) : null;
}
function isItem(value, itemKeys) {
  if (typeof value !== "object" || value === null || isList(value)) return false;
  return isNoSchema(value) && itemKeys.every((key) => Object.hasOwn(value, key));
}
function renameKeys(value, { wanted }) {
  const names2 = Object.keys(value);
  const keys = /* @__PURE__ */ new Set();
  for (const name of names2) {
    const key = wanted.get(plainName(name));
    if (key !== void 0) keys.add(key);
  }
  if (keys.size === 0) return null;
  const renamed = {};
  for (const name of names2) {
    const key = wanted.get(plainName(name)) ?? name;
    if (key === name || !Object.hasOwn(value, key)) renamed[key] = value[name] ?? null;
  }
  return { value: renamed, keys: [...keys], item: false };
}
function unwrap(value, ready, wrappings) {
  const members = Object.values(value);
  if (wrappings >= MAX_WRAPPINGS || members.length > MAX_WRAPPING_MEMBERS || !isNoSchema(value)) return null;
  for (const member of members) {
    const inner = shapeValue(member, ready, wrappings + 1);
    if (inner && !inner.item) return inner;
  }
  return null;
}
function isNoSchema(value) {
  return !Object.hasOwn(value, "properties");
}
function isList(value) {
  return Array.isArray(value);
}

// node_modules/jsonrepair/lib/esm/utils/JSONRepairError.js
var JSONRepairError = class extends Error {
  constructor(message, position) {
    super(`${message} at position ${position}`);
    this.position = position;
  }
};

// node_modules/jsonrepair/lib/esm/utils/stringUtils.js
var codeSpace = 32;
var codeNewline = 10;
var codeTab = 9;
var codeReturn = 13;
var codeNonBreakingSpace = 160;
var codeMongolianVowelSeparator = 6158;
var codeEnQuad = 8192;
var codeZeroWidthSpace = 8203;
var codeNarrowNoBreakSpace = 8239;
var codeMediumMathematicalSpace = 8287;
var codeIdeographicSpace = 12288;
var codeZeroWidthNoBreakSpace = 65279;
function isHex(char) {
  return /^[0-9A-Fa-f]$/.test(char);
}
function isDigit(char) {
  return char >= "0" && char <= "9";
}
function isValidStringCharacter(char) {
  return char >= " ";
}
function isDelimiter(char) {
  return ",:[]/{}()\n+".includes(char);
}
function isFunctionNameCharStart(char) {
  return char >= "a" && char <= "z" || char >= "A" && char <= "Z" || char === "_" || char === "$";
}
function isFunctionNameChar(char) {
  return char >= "a" && char <= "z" || char >= "A" && char <= "Z" || char === "_" || char === "$" || char >= "0" && char <= "9";
}
var regexUrlStart = /^(http|https|ftp|mailto|file|data|irc):\/\/$/;
var regexUrlChar = /^[A-Za-z0-9-._~:/?#@!$&'()*+;=]$/;
function isUnquotedStringDelimiter(char) {
  return ",[]/{}\n+".includes(char);
}
function isStartOfValue(char) {
  return isQuote(char) || regexStartOfValue.test(char);
}
var regexStartOfValue = /^[[{\w-]$/;
function isControlCharacter(char) {
  return char === "\n" || char === "\r" || char === "	" || char === "\b" || char === "\f";
}
function isWhitespace(text, index) {
  const code = text.charCodeAt(index);
  return code === codeSpace || code === codeNewline || code === codeTab || code === codeReturn;
}
function isWhitespaceExceptNewline(text, index) {
  const code = text.charCodeAt(index);
  return code === codeSpace || code === codeTab || code === codeReturn;
}
function isSpecialWhitespace(text, index) {
  const code = text.charCodeAt(index);
  return code === codeNonBreakingSpace || code === codeMongolianVowelSeparator || code >= codeEnQuad && code <= codeZeroWidthSpace || code === codeNarrowNoBreakSpace || code === codeMediumMathematicalSpace || code === codeIdeographicSpace || code === codeZeroWidthNoBreakSpace;
}
function isQuote(char) {
  return isDoubleQuoteLike(char) || isSingleQuoteLike(char);
}
function isDoubleQuoteLike(char) {
  return char === '"' || char === "“" || char === "”";
}
function isDoubleQuote(char) {
  return char === '"';
}
function isSingleQuoteLike(char) {
  return char === "'" || char === "‘" || char === "’" || char === "`" || char === "´";
}
function isSingleQuote(char) {
  return char === "'";
}
function stripLastOccurrence(text, textToStrip) {
  let stripRemainingText = arguments.length > 2 && arguments[2] !== void 0 ? arguments[2] : false;
  const index = text.lastIndexOf(textToStrip);
  return index !== -1 ? text.substring(0, index) + (stripRemainingText ? "" : text.substring(index + 1)) : text;
}
function insertBeforeLastWhitespace(text, textToInsert) {
  let index = text.length;
  if (!isWhitespace(text, index - 1)) {
    return text + textToInsert;
  }
  while (isWhitespace(text, index - 1)) {
    index--;
  }
  return text.substring(0, index) + textToInsert + text.substring(index);
}
function removeAtIndex(text, start, count) {
  return text.substring(0, start) + text.substring(start + count);
}
function endsWithCommaOrNewline(text) {
  return /[,\n][ \t\r]*$/.test(text);
}
var namedHtmlEntities = {
  "&quot;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&apos;": "'"
};
var maxHtmlEntityLength = 12;
function matchHtmlEntity(fragment) {
  if (fragment.charAt(0) !== "&") {
    return null;
  }
  const semicolon = fragment.indexOf(";");
  if (semicolon === -1) {
    return null;
  }
  const entity = fragment.substring(0, semicolon + 1);
  const named = namedHtmlEntities[entity];
  if (named !== void 0) {
    return {
      char: named,
      length: entity.length
    };
  }
  if (fragment.charAt(1) === "#") {
    const body = fragment.substring(2, semicolon);
    const hex = body.charAt(0) === "x" || body.charAt(0) === "X";
    const digits = hex ? body.substring(1) : body;
    if (digits.length > 0) {
      const code = Number.parseInt(digits, hex ? 16 : 10);
      if (!Number.isNaN(code) && code >= 0 && code <= 1114111) {
        return {
          char: String.fromCodePoint(code),
          length: entity.length
        };
      }
    }
  }
  return null;
}
function isDoubleQuoteEntity(match) {
  return match !== null && match.char === '"';
}
function isSingleQuoteEntity(match) {
  return match !== null && match.char === "'";
}
function countOccurrences(text, char) {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charAt(i) === char) {
      count++;
    }
  }
  return count;
}
function isInsideUnclosedBracket(text, closeChar) {
  switch (closeChar) {
    case ")":
      return countOccurrences(text, "(") > countOccurrences(text, ")");
    case "]":
      return countOccurrences(text, "[") > countOccurrences(text, "]");
    case "}":
      return countOccurrences(text, "{") > countOccurrences(text, "}");
    default:
      return false;
  }
}

// node_modules/jsonrepair/lib/esm/regular/jsonrepair.js
var controlCharacters = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "	": "\\t"
};
var escapeCharacters = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "	"
  // note that \u is handled separately in parseString()
};
function jsonrepair(text) {
  let i = 0;
  let output = "";
  parseMarkdownCodeBlock(["```", "[```", "{```"]);
  const processed = parseValue();
  if (!processed) {
    throwUnexpectedEnd();
  }
  parseMarkdownCodeBlock(["```", "```]", "```}"]);
  const processedComma = parseCharacter(",");
  if (processedComma) {
    parseWhitespaceAndSkipComments();
  }
  if (isStartOfValue(text[i]) && endsWithCommaOrNewline(output)) {
    if (!processedComma) {
      output = insertBeforeLastWhitespace(output, ",");
    }
    parseNewlineDelimitedJSON();
  } else if (processedComma) {
    output = stripLastOccurrence(output, ",");
  }
  while (text[i] === "}" || text[i] === "]") {
    i++;
    parseWhitespaceAndSkipComments();
  }
  if (i >= text.length) {
    return output;
  }
  throwUnexpectedCharacter();
  function parseValue() {
    parseWhitespaceAndSkipComments();
    const processed2 = parseObject() || parseArray() || parseString() || parseNumber() || parseKeywords() || parseUnquotedString(false) || parseRegex();
    parseWhitespaceAndSkipComments();
    return processed2;
  }
  function parseWhitespaceAndSkipComments() {
    let skipNewline = arguments.length > 0 && arguments[0] !== void 0 ? arguments[0] : true;
    const start = i;
    let changed = parseWhitespace(skipNewline);
    do {
      changed = parseComment();
      if (changed) {
        changed = parseWhitespace(skipNewline);
      }
    } while (changed);
    return i > start;
  }
  function parseWhitespace(skipNewline) {
    const _isWhiteSpace = skipNewline ? isWhitespace : isWhitespaceExceptNewline;
    let whitespace = "";
    while (true) {
      if (_isWhiteSpace(text, i)) {
        whitespace += text[i];
        i++;
      } else if (isSpecialWhitespace(text, i)) {
        whitespace += " ";
        i++;
      } else {
        break;
      }
    }
    if (whitespace.length > 0) {
      output += whitespace;
      return true;
    }
    return false;
  }
  function parseComment() {
    if (text[i] === "/" && text[i + 1] === "*") {
      while (i < text.length && !atEndOfBlockComment(text, i)) {
        i++;
      }
      i += 2;
      return true;
    }
    if (text[i] === "/" && text[i + 1] === "/") {
      while (i < text.length && text[i] !== "\n") {
        i++;
      }
      return true;
    }
    return false;
  }
  function parseMarkdownCodeBlock(blocks) {
    if (skipMarkdownCodeBlock(blocks)) {
      if (isFunctionNameCharStart(text[i])) {
        while (i < text.length && isFunctionNameChar(text[i])) {
          i++;
        }
      }
      parseWhitespaceAndSkipComments();
      return true;
    }
    return false;
  }
  function skipMarkdownCodeBlock(blocks) {
    parseWhitespace(true);
    for (const block of blocks) {
      const end = i + block.length;
      if (text.slice(i, end) === block) {
        i = end;
        return true;
      }
    }
    return false;
  }
  function parseCharacter(char) {
    if (text[i] === char) {
      output += text[i];
      i++;
      return true;
    }
    return false;
  }
  function skipCharacter(char) {
    if (text[i] === char) {
      i++;
      return true;
    }
    return false;
  }
  function skipEscapeCharacter() {
    return skipCharacter("\\");
  }
  function skipEllipsis() {
    parseWhitespaceAndSkipComments();
    if (text[i] === "." && text[i + 1] === "." && text[i + 2] === ".") {
      i += 3;
      parseWhitespaceAndSkipComments();
      skipCharacter(",");
      return true;
    }
    return false;
  }
  function parseObject() {
    if (text[i] === "{") {
      output += "{";
      i++;
      parseWhitespaceAndSkipComments();
      if (skipCharacter(",")) {
        parseWhitespaceAndSkipComments();
      }
      let initial = true;
      while (i < text.length && text[i] !== "}") {
        let processedComma2;
        if (!initial) {
          processedComma2 = parseCharacter(",");
          if (!processedComma2) {
            output = insertBeforeLastWhitespace(output, ",");
          }
          parseWhitespaceAndSkipComments();
        } else {
          processedComma2 = true;
        }
        skipEllipsis();
        const processedKey = parseString() || parseUnquotedString(true);
        if (!processedKey) {
          if (text[i] === "}" || text[i] === "{" || text[i] === "]" || text[i] === "[" || text[i] === void 0) {
            if (!initial) {
              output = stripLastOccurrence(output, ",");
            }
          } else {
            throwObjectKeyExpected();
          }
          break;
        }
        parseWhitespaceAndSkipComments();
        const processedColon = parseCharacter(":");
        const truncatedText = i >= text.length;
        if (!processedColon) {
          if (isStartOfValue(text[i]) || truncatedText) {
            output = insertBeforeLastWhitespace(output, ":");
          } else {
            throwColonExpected();
          }
        }
        const processedValue = parseValue();
        if (!processedValue) {
          if (processedColon || truncatedText) {
            output += "null";
          } else {
            throwColonExpected();
          }
        }
        initial = false;
      }
      if (text[i] === "}") {
        output += "}";
        i++;
      } else {
        output = insertBeforeLastWhitespace(output, "}");
      }
      return true;
    }
    return false;
  }
  function parseArray() {
    if (text[i] === "[") {
      output += "[";
      i++;
      parseWhitespaceAndSkipComments();
      if (skipCharacter(",")) {
        parseWhitespaceAndSkipComments();
      }
      let initial = true;
      while (i < text.length && text[i] !== "]") {
        if (!initial) {
          const processedComma2 = parseCharacter(",");
          if (!processedComma2) {
            output = insertBeforeLastWhitespace(output, ",");
          }
        }
        skipEllipsis();
        const processedValue = parseValue();
        if (!processedValue) {
          if (!initial) {
            output = stripLastOccurrence(output, ",");
          }
          break;
        }
        initial = false;
      }
      if (text[i] === "]") {
        output += "]";
        i++;
      } else {
        output = insertBeforeLastWhitespace(output, "]");
      }
      return true;
    }
    return false;
  }
  function parseNewlineDelimitedJSON() {
    let initial = true;
    let processedValue = true;
    while (processedValue) {
      if (!initial) {
        const processedComma2 = parseCharacter(",");
        if (!processedComma2) {
          output = insertBeforeLastWhitespace(output, ",");
        }
      } else {
        initial = false;
      }
      processedValue = parseValue();
    }
    if (!processedValue) {
      output = stripLastOccurrence(output, ",");
    }
    output = `[
${output}
]`;
  }
  function parseString() {
    let stopAtDelimiter = arguments.length > 0 && arguments[0] !== void 0 ? arguments[0] : false;
    let stopAtIndex = arguments.length > 1 && arguments[1] !== void 0 ? arguments[1] : -1;
    const skipEscapeChars = text[i] === "\\";
    if (skipEscapeChars) {
      i++;
      if (!isQuote(text[i])) {
        throwUnexpectedCharacter();
      }
    }
    const openEntity = text[i] === "&" ? matchHtmlEntity(text.slice(i, i + maxHtmlEntityLength)) : null;
    const openedByEntity = isDoubleQuoteEntity(openEntity) || isSingleQuoteEntity(openEntity);
    if (isQuote(text[i]) || openedByEntity) {
      const isEndQuote = isDoubleQuote(text[i]) ? isDoubleQuote : isSingleQuote(text[i]) ? isSingleQuote : isSingleQuoteLike(text[i]) ? isSingleQuoteLike : isDoubleQuoteLike;
      const iBefore = i;
      const oBefore = output.length;
      let str = '"';
      i += openedByEntity && openEntity ? openEntity.length : 1;
      while (true) {
        if (i >= text.length) {
          const iPrev = prevNonWhitespaceIndex(i - 1);
          if (!stopAtDelimiter && isDelimiter(text.charAt(iPrev))) {
            i = iBefore;
            output = output.substring(0, oBefore);
            return parseString(true);
          }
          str = insertBeforeLastWhitespace(str, '"');
          output += str;
          return true;
        }
        if (i === stopAtIndex) {
          str = insertBeforeLastWhitespace(str, '"');
          output += str;
          return true;
        }
        const entity = openedByEntity && text[i] === "&" ? matchHtmlEntity(text.slice(i, i + maxHtmlEntityLength)) : null;
        const isEnd = entity && openEntity ? entity.char === openEntity.char : isEndQuote(text[i]);
        if (isEnd) {
          const iQuote = i;
          const oQuote = str.length;
          str += '"';
          i += entity ? entity.length : 1;
          output += str;
          parseWhitespaceAndSkipComments(false);
          if (stopAtDelimiter || i >= text.length || isDelimiter(text[i]) && // only count the brackets inside the string when actually needed,
          // i.e. when the quote is directly followed by a closing bracket
          !isInsideUnclosedBracket(str, text[i]) || isQuote(text[i]) && !nextQuoteIsEndQuote(i) || isDigit(text[i])) {
            parseConcatenatedString();
            return true;
          }
          if (text[i] === "\\") {
            throwUnexpectedCharacter();
          }
          const iPrevChar = prevNonWhitespaceIndex(iQuote - 1);
          const prevChar = text.charAt(iPrevChar);
          if (prevChar === ",") {
            i = iBefore;
            output = output.substring(0, oBefore);
            return parseString(false, iPrevChar);
          }
          if (isDelimiter(prevChar)) {
            i = iBefore;
            output = output.substring(0, oBefore);
            return parseString(true);
          }
          output = output.substring(0, oBefore);
          i = iQuote + (entity ? entity.length : 1);
          str = `${str.substring(0, oQuote)}\\${str.substring(oQuote)}`;
        } else if (stopAtDelimiter && isUnquotedStringDelimiter(text[i])) {
          if (text[i - 1] === ":" && regexUrlStart.test(text.substring(iBefore + 1, i + 2))) {
            while (i < text.length && regexUrlChar.test(text[i])) {
              str += text[i];
              i++;
            }
          }
          str = insertBeforeLastWhitespace(str, '"');
          output += str;
          parseConcatenatedString();
          return true;
        } else if (entity) {
          const char = entity.char;
          if (char === '"') {
            str += '\\"';
          } else if (isControlCharacter(char)) {
            str += controlCharacters[char];
          } else {
            str += char;
          }
          i += entity.length;
        } else if (text[i] === "\\") {
          const char = text.charAt(i + 1);
          const escapeChar = escapeCharacters[char];
          if (escapeChar !== void 0) {
            str += text.slice(i, i + 2);
            i += 2;
          } else if (char === "u") {
            let j = 2;
            while (j < 6 && isHex(text[i + j])) {
              j++;
            }
            if (j === 6) {
              str += text.slice(i, i + 6);
              i += 6;
            } else if (i + j >= text.length) {
              i = text.length;
            } else {
              throwInvalidUnicodeCharacter();
            }
          } else if (char === "\n") {
            str += "\\n";
            i += 2;
          } else {
            str += char;
            i += 2;
          }
        } else {
          const char = text.charAt(i);
          if (char === '"' && text[i - 1] !== "\\") {
            str += `\\${char}`;
            i++;
          } else if (isControlCharacter(char)) {
            str += controlCharacters[char];
            i++;
          } else {
            if (!isValidStringCharacter(char)) {
              throwInvalidCharacter(char);
            }
            str += char;
            i++;
          }
        }
        if (skipEscapeChars) {
          skipEscapeCharacter();
        }
      }
    }
    return false;
  }
  function parseConcatenatedString() {
    let processed2 = false;
    parseWhitespaceAndSkipComments();
    while (text[i] === "+") {
      processed2 = true;
      i++;
      parseWhitespaceAndSkipComments();
      output = stripLastOccurrence(output, '"', true);
      const start = output.length;
      const parsedStr = parseString();
      if (parsedStr) {
        output = removeAtIndex(output, start, 1);
      } else {
        output = insertBeforeLastWhitespace(output, '"');
      }
    }
    return processed2;
  }
  function parseNumber() {
    const start = i;
    let num = "";
    let invalid = false;
    if (text[i] === "-") {
      num += text[i];
      i++;
      if (!isDigit(text[i]) && atEndOfNumber()) {
        num += "0";
      }
    }
    if (text[i] === "0" && isDigit(text[i + 1])) {
      invalid = true;
    }
    while (isDigit(text[i])) {
      num += text[i];
      i++;
    }
    if (text[i] === ".") {
      if (num === "" || num === "-") {
        num += "0";
      }
      num += text[i];
      i++;
      if (!isDigit(text[i])) {
        num += "0";
      }
      while (isDigit(text[i])) {
        num += text[i];
        i++;
      }
    }
    if (i > start) {
      if (text[i] === "e" || text[i] === "E") {
        if (num === "-") {
          invalid = true;
        }
        num += text[i];
        i++;
        if (text[i] === "-" || text[i] === "+") {
          num += text[i];
          i++;
        }
        if (!isDigit(text[i])) {
          num += "0";
        }
        while (isDigit(text[i])) {
          num += text[i];
          i++;
        }
      }
      if (!atEndOfNumber()) {
        i = start;
        return false;
      }
      output += invalid ? `"${text.substring(start, i)}"` : num;
      return true;
    }
    return false;
  }
  function parseKeywords() {
    return parseKeyword("true", "true") || parseKeyword("false", "false") || parseKeyword("null", "null") || // repair Python keywords True, False, None
    parseKeyword("True", "true") || parseKeyword("False", "false") || parseKeyword("None", "null");
  }
  function parseKeyword(name, value) {
    if (text.slice(i, i + name.length) === name && !isFunctionNameChar(text[i + name.length])) {
      output += value;
      i += name.length;
      return true;
    }
    return false;
  }
  function parseUnquotedString(isKey) {
    const start = i;
    if (isFunctionNameCharStart(text[i])) {
      while (i < text.length && isFunctionNameChar(text[i])) {
        i++;
      }
      let j = i;
      while (isWhitespace(text, j)) {
        j++;
      }
      if (text[j] === "(") {
        i = j + 1;
        parseValue();
        if (text[i] === ")") {
          i++;
          if (text[i] === ";") {
            i++;
          }
        }
        return true;
      }
    }
    while (i < text.length && !isUnquotedStringDelimiter(text[i]) && !isQuote(text[i]) && (!isKey || text[i] !== ":")) {
      i++;
    }
    if (text[i - 1] === ":" && regexUrlStart.test(text.substring(start, i + 2))) {
      while (i < text.length && regexUrlChar.test(text[i])) {
        i++;
      }
    }
    if (i > start) {
      while (isWhitespace(text, i - 1) && i > 0) {
        i--;
      }
      const symbol = text.slice(start, i);
      output += symbol === "undefined" ? "null" : JSON.stringify(symbol);
      if (text[i] === '"') {
        i++;
      }
      return true;
    }
  }
  function parseRegex() {
    if (text[i] === "/") {
      const start = i;
      i++;
      while (i < text.length && (text[i] !== "/" || text[i - 1] === "\\")) {
        i++;
      }
      i++;
      output += JSON.stringify(text.substring(start, i));
      return true;
    }
  }
  function prevNonWhitespaceIndex(start) {
    let prev = start;
    while (prev > 0 && isWhitespace(text, prev)) {
      prev--;
    }
    return prev;
  }
  function nextQuoteIsEndQuote(index) {
    let next = index + 1;
    while (next < text.length && isWhitespace(text, next)) {
      next++;
    }
    return next >= text.length || isDelimiter(text[next]);
  }
  function atEndOfNumber() {
    return i >= text.length || isDelimiter(text[i]) || isWhitespace(text, i);
  }
  function throwInvalidCharacter(char) {
    throw new JSONRepairError(`Invalid character ${JSON.stringify(char)}`, i);
  }
  function throwUnexpectedCharacter() {
    throw new JSONRepairError(`Unexpected character ${JSON.stringify(text[i])}`, i);
  }
  function throwUnexpectedEnd() {
    throw new JSONRepairError("Unexpected end of json string", text.length);
  }
  function throwObjectKeyExpected() {
    throw new JSONRepairError("Object key expected", i);
  }
  function throwColonExpected() {
    throw new JSONRepairError("Colon expected", i);
  }
  function throwInvalidUnicodeCharacter() {
    const chars = text.slice(i, i + 6);
    throw new JSONRepairError(`Invalid unicode character "${chars}"`, i);
  }
}
function atEndOfBlockComment(text, i) {
  return text[i] === "*" && text[i + 1] === "/";
}

// src/shared/line-label.ts
var MAX_LABEL = 80;
var bullet = /^(?:[-*+•·]|\d{1,3}[.)、．])[ \t\u3000]+/;
var hashes = /^#{1,6}[ \t]*/;
var bracketed = /^【([^【】]{1,40})】[:：]?/;
var cells = /^\|([^|]{1,80})\|/;
var openMark = /^[*`"'“「]+/;
var closeMark = /[*`"'”」\s]+$/;
var numbering = /^(?:\d{1,2}|[一二三四五六七八九十]{1,2})[.)、．][ \t]*/;
var colon = /[:：=]/;
function lineLabel(line) {
  const start = bullet.exec(line)?.[0] ?? "";
  const marks = hashes.exec(line.slice(start.length, start.length + 10))?.[0] ?? "";
  const at = start.length + marks.length;
  const head = line.slice(at, at + MAX_LABEL);
  const label = (name, length, heading) => {
    const behind = at + length;
    const plain = name.replace(openMark, "").replace(closeMark, "").replace(numbering, "").trim();
    if (plain === "") return null;
    const opened = openMark.exec(name)?.[0] ?? "";
    const closing = opened !== "" && !closeMark.test(name.trimEnd()) && line.startsWith(opened, behind) ? opened.length : 0;
    const blanks = /^\s*/.exec(line.slice(behind + closing))?.[0].length ?? 0;
    const restAt = behind + closing + blanks;
    const mark2 = marks.trim() || opened || (heading ? line.charAt(at) : "");
    return { name: plain, rest: line.slice(restAt).trimEnd(), restAt, bullet: start !== "", heading, mark: mark2 };
  };
  const inBrackets = bracketed.exec(head);
  if (inBrackets) return label(inBrackets[1] ?? "", inBrackets[0].length, true);
  const cell = cells.exec(head);
  if (cell) return withoutBar(label(cell[1] ?? "", cell[0].length, false));
  const mark = colon.exec(head);
  if (mark) return label(head.slice(0, mark.index), mark.index + (head.startsWith("=>", mark.index) ? 2 : 1), false);
  const whole = line.slice(at).trim();
  const decorated = marks !== "" || whole.length > 4 && /^(\*\*|__).+\1$/.test(whole);
  return decorated && whole.length <= MAX_LABEL ? label(whole, line.length - at, true) : null;
}
function withoutBar(label) {
  return label && { ...label, rest: label.rest.replace(/\s*\|$/, "") };
}

// src/shared/plain-scalar.ts
var number = /^[+-]?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})$/;
var nothing = /^[(（[]?(?:none|nothing|n\/a|no changes?|empty|无|没有|暂无|空|\[\]|\{\})[)）\]]?[.。]?$/i;
var literals = /* @__PURE__ */ new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["~", null]
]);
var pairs = { '"': '"', "'": "'", "“": "”", "「": "」", "`": "`" };
function plainScalar(written) {
  const text = withoutBold(written.trim());
  if (nothing.test(text)) return [];
  if (number.test(text)) return Number(text);
  const literal = literals.get(text.toLowerCase());
  return literal === void 0 ? unquoted(text) : literal;
}
function withoutBold(text) {
  const bold = text.startsWith("**") && text.endsWith("**") && text.length > 4;
  return bold && text.indexOf("**", 2) === text.length - 2 ? text.slice(2, -2) : text;
}
function unquoted(text) {
  const closing = pairs[text.charAt(0)];
  if (closing === void 0) return text;
  const whole = text.replace(/[,，]$/, "");
  if (whole.length < 2 || !whole.endsWith(closing)) return text;
  if (closing === '"') {
    const parsed = parseJson(whole);
    if (parsed.ok && typeof parsed.value === "string") return parsed.value;
  }
  const inside = whole.slice(1, -1);
  return inside.includes(closing) ? text : inside;
}

// src/shared/indented-text.ts
var MAX_DEPTH = 12;
var bulletMark = /^(?:[-*+•·]|\d{1,3}[.)、．])(?:[ \t\u3000]+|$)/;
var plainKey = /^[\p{L}_$][\p{L}\p{N}_$.-]{0,60}$/u;
var furtherPair = /[,，;；]\s*["'“]?[\p{L}_$][\p{L}\p{N}_$]{0,40}["'”]?\s*[:：]/u;
function toLines(source) {
  const lines = [];
  let from = 0;
  while (from <= source.length) {
    const found = source.indexOf("\n", from);
    const end = found < 0 ? source.length : found;
    const raw = source.slice(from, end);
    const text = raw.trim();
    const blanks = raw.length - raw.trimStart().length;
    lines.push({ start: from + blanks, indent: text === "" ? 0 : widthOf(raw.slice(0, blanks)), text });
    from = end + 1;
  }
  return lines;
}
function widthOf(blanks) {
  return blanks.replaceAll("	", "    ").replaceAll("　", "  ").length;
}
function skipEmpty(walk) {
  while (walk.lines[walk.at]?.text === "") walk.at += 1;
  return walk.lines[walk.at] ?? null;
}
var bulletOf = (text) => bulletMark.exec(text)?.[0] ?? "";
function readIndented(walk, end, indent, depth = 0) {
  const line = skipEmpty(walk);
  if (!line || walk.at >= end || line.indent < indent) return null;
  if (opensObject(line.text[0]) || opensList(line.text[0])) {
    const json = readJson(walk, line.start);
    if (json !== void 0) return json;
  }
  if (depth < MAX_DEPTH) {
    if (bulletOf(line.text) !== "") return readItems(walk, end, line.indent, depth);
    if (keyOf(line.text)) return readMembers(walk, { end, indent: line.indent, depth });
  }
  return readWords(walk, end, indent);
}
function readJson(walk, start) {
  const reading = readLeniently(walk.source, start, walk.budget);
  if (reading.kind !== "whole") return void 0;
  while (walk.at < walk.lines.length && (walk.lines[walk.at]?.start ?? 0) < reading.end) walk.at += 1;
  return reading.value;
}
function readItems(walk, end, indent, depth) {
  const items = [];
  for (; ; ) {
    const line = skipEmpty(walk);
    if (!line || walk.at >= end || line.indent !== indent) break;
    const mark = bulletOf(line.text);
    if (mark === "") break;
    items.push(readItem(walk, { end, line, mark, depth }));
  }
  return items;
}
function readItem(walk, { end, line, mark, depth }) {
  const text = line.text.slice(mark.length);
  const inner = line.indent + 1;
  if (text === "") {
    walk.at += 1;
    return readIndented(walk, end, inner, depth + 1);
  }
  const start = line.start + mark.length;
  if (opensObject(text[0]) || opensList(text[0])) {
    const json = readJson(walk, start);
    if (json !== void 0) return json;
  }
  const label = keyOf(text);
  if (label)
    return readMembers(walk, { end, indent: inner, depth, first: { label, start, indent: line.indent + mark.length } });
  walk.at += 1;
  return plainScalar([text, ...furtherWords(walk, end, inner)].join("\n"));
}
function readMembers(walk, { end, indent, depth, first }) {
  const all = [];
  let members = {};
  let level = first ? null : indent;
  let next = first ?? memberAt(walk, end, indent, level);
  while (next) {
    const { label, start } = next;
    if (next !== first) level = next.indent;
    const pairs2 = furtherPair.test(label.rest) ? readFlow(walk, start) : null;
    if (pairs2) {
      Object.assign(members, pairs2);
      walk.at += 1;
    } else {
      if (Object.hasOwn(members, label.name)) {
        all.push(members);
        members = {};
      }
      const value = readMember(walk, end, next, depth);
      if (!isRefusedName(label.name)) members[label.name] = value;
    }
    next = memberAt(walk, end, indent, level);
  }
  return all.length === 0 ? members : [...all, members];
}
function memberAt(walk, end, indent, level) {
  const line = skipEmpty(walk);
  if (!line || walk.at >= end || line.indent < indent || line.indent !== (level ?? line.indent)) return void 0;
  const label = bulletOf(line.text) === "" ? keyOf(line.text) : null;
  return label ? { label, start: line.start, indent: line.indent } : void 0;
}
function readFlow({ lines, at, budget }, start) {
  const line = lines[at];
  if (!line) return null;
  const reading = readLeniently(`{${line.text.slice(start - line.start)}}`, 0, budget);
  const isObject = reading.kind === "whole" && typeof reading.value === "object" && !Array.isArray(reading.value);
  return isObject && reading.dropped === 0 ? reading.value : null;
}
function readMember(walk, end, { label, start, indent }, depth) {
  const { rest } = label;
  if (opensObject(rest[0]) || opensList(rest[0])) {
    const json = readJson(walk, start + label.restAt);
    if (json !== void 0) return json;
  }
  walk.at += 1;
  if (isBlockMark(rest)) return furtherWords(walk, end, indent + 1).join("\n");
  if (rest !== "") return plainScalar([rest, ...furtherWords(walk, end, indent + 1)].join("\n"));
  const next = skipEmpty(walk);
  if (!next || walk.at >= end) return null;
  const from = next.indent === indent && bulletOf(next.text) !== "" ? indent : indent + 1;
  return next.indent >= from ? readIndented(walk, end, from, depth + 1) : null;
}
var isBlockMark = (text) => /^[|>][+-]?$/.test(text);
function readWords(walk, end, indent) {
  return plainScalar(furtherWords(walk, end, indent).join("\n"));
}
function furtherWords(walk, end, indent) {
  const words = [];
  for (; ; ) {
    const line = walk.lines[walk.at];
    if (!line || walk.at >= end || line.text === "" || line.indent < indent) return words;
    words.push(line.text);
    walk.at += 1;
  }
}
function keyOf(text) {
  const label = lineLabel(text);
  return label && !label.heading && plainKey.test(label.name) ? label : null;
}

// src/shared/labelled-text.ts
var MAX_LENGTH = 2e5;
var POLITE = 200;
function readLabelled(text, shape, budget) {
  if (text.length > MAX_LENGTH) return null;
  const source = withoutFences(text);
  const walk = {
    source,
    lines: toLines(source),
    budget,
    at: 0,
    keyOf: makeKeyFinder(shape),
    objects: /* @__PURE__ */ new Set([...shape.objects ?? [], ...shape.list ? [shape.list.key] : []]),
    owned: [],
    cut: false
  };
  const sections = findSections(walk);
  const first = sections.find((section) => section.key !== void 0);
  if (!first) return null;
  const startOf = (line) => walk.lines[line]?.start ?? source.length;
  const value = {};
  let inside = 0;
  for (const section of sections) {
    if (section.key === void 0) continue;
    walk.at = section.end;
    value[section.key] = section.json ?? readSection(walk, section, section.key);
    inside += startOf(walk.at) - startOf(section.first);
  }
  const { owned } = walk;
  const isAnswer = source.length - inside <= inside + POLITE;
  return {
    value,
    cut: walk.cut,
    owns: (start) => owned.some(([from, to]) => from <= start && start < to),
    isAnswer,
    convincing: isAnswer && isConvincing(value, first, walk)
  };
}
function withoutFences(text) {
  return text.replace(
    /^[ \t]*(?:`{3,}[\w-]*|~{3,}[\w-]*|-{3,}|={3,}|\*{3,})[ \t]*\r?$/gm,
    (line) => " ".repeat(line.length)
  );
}
function findSections(walk) {
  const { lines } = walk;
  const marks = [];
  let index = 0;
  while (index < lines.length) {
    const mark = markAt(walk, index, marks[0]);
    if (mark) marks.push(mark);
    index = mark ? mark.end : index + 1;
  }
  return marks.map((mark, nth) => {
    const next = marks[nth + 1];
    const end = mark.json === void 0 ? next?.first ?? lines.length : mark.end;
    return { ...mark, end, isLast: next === void 0 };
  });
}
function markAt(walk, index, outer) {
  const line = walk.lines[index];
  const label = line && line.text !== "" ? lineLabel(line.text) : null;
  if (!line || !label || outer && !isBeside(walk, outer, line, label)) return null;
  const key = walk.keyOf(nameIn(label, walk));
  const looksAlike = label.mark === "" ? /^[a-z_][a-z\d_]*$/.test(label.name) : true;
  if (key === void 0 && (label.mark !== outer?.label.mark || !looksAlike)) return null;
  const json = jsonAt(walk, index, label);
  return { key, label, first: index, end: json?.end ?? index + 1, json: json?.value };
}
function isBeside(walk, outer, line, label) {
  return line.indent <= (walk.lines[outer.first]?.indent ?? 0) && label.bullet === outer.label.bullet;
}
function nameIn({ name }, { keyOf: keyOf2 }) {
  const both = /^([^()（）]{1,60})[(（]([^()（）]{1,60})[)）]$/.exec(name);
  const outer = both?.[1] ?? "";
  return keyOf2(name) === void 0 && both ? keyOf2(outer) === void 0 ? both[2] ?? "" : outer : name;
}
function jsonAt(walk, index, label) {
  const { source, lines } = walk;
  let at = index;
  if (label.rest === "")
    do
      at += 1;
    while (lines[at]?.text === "");
  const line = lines[at];
  if (!line) return null;
  const start = at === index ? line.start + label.restAt : line.start;
  if (!opensObject(source[start]) && !opensList(source[start])) return null;
  const reading = readLeniently(source, start, walk.budget);
  if (reading.kind === "broken") return null;
  const end = reading.kind === "whole" ? reading.end : source.length;
  walk.owned.push([start, end]);
  walk.cut ||= reading.kind === "cut";
  while (at < lines.length && (lines[at]?.start ?? end) < end) at += 1;
  return { value: reading.value, end: at };
}
function readSection(walk, section, key) {
  const { label, first, end, isLast } = section;
  walk.at = first + 1;
  const isBlock = isBlockMark(label.rest);
  const inline = isBlock ? "" : label.rest;
  if (inline !== "") return plainOrNull([inline, ...paragraphs(walk, end, isLast)].join("\n"));
  const line = skipEmpty(walk);
  if (!line || walk.at >= end) return null;
  if (walk.objects.has(key)) return readObjects(walk, section);
  if (!isBlock && bulletOf(line.text) !== "") return texts(walk, end);
  return plainOrNull(paragraphs(walk, end, isLast && !label.heading).join("\n"));
}
function plainOrNull(text) {
  const said = text.trim();
  return said === "" || /[:：]$/.test(said) ? null : plainScalar(said);
}
function readObjects(walk, { label, first, end }) {
  const from = walk.at;
  const value = readIndented(walk, end, label.heading ? 0 : walk.lines[first]?.indent ?? 0);
  for (const { start, text } of walk.lines.slice(from, walk.at)) walk.owned.push([start, start + text.length]);
  return value;
}
function paragraphs(walk, end, untilGap) {
  const words = [];
  for (; walk.at < end; walk.at += 1) {
    const text = walk.lines[walk.at]?.text ?? "";
    if (untilGap && text === "") break;
    words.push(text);
  }
  return words;
}
function texts(walk, end) {
  const items = [];
  const level = walk.lines[walk.at]?.indent ?? 0;
  let afterGap = false;
  for (; walk.at < end; walk.at += 1) {
    const { text, indent } = walk.lines[walk.at] ?? { text: "", indent: 0 };
    const mark = indent <= level ? bulletOf(text) : "";
    if (afterGap && text !== "" && mark === "" && indent <= level) break;
    afterGap = text === "";
    if (mark !== "") items.push(text.slice(mark.length));
    else if (text !== "") items.push(`${items.pop() ?? ""}
${text}`);
  }
  return items.map(plainScalar).filter((item) => !Array.isArray(item));
}
function isConvincing(value, first, { lines, objects, source }) {
  if (/[{[｛［]\s*$/.test(source.slice(0, lines[first.first]?.start))) return false;
  const said = Object.entries(value).filter(([, held]) => held !== null);
  if (said.length === 0) return false;
  if (Object.keys(value).length > 1) return true;
  const isFirst = lines.slice(0, first.first).every((line) => line.text === "");
  return isFirst && said.every(([key, held]) => isStructured(held, objects.has(key)));
}
function isStructured(held, objects) {
  const items = Array.isArray(held) ? held : objects ? [held] : [];
  return items.some((item) => !objects || typeof item === "object" && item !== null && !Array.isArray(item));
}

// src/shared/read-answer.ts
var MAX_LENGTH2 = 1e6;
var workFor = (text) => Math.min(1e5 + text.length * 6, 15e5);
var CANDIDATE_COST = 150;
var BLANK_FORM = 1e3;
var REPAIR_LENGTH = 2e4;
var invisible = /[\s\u200B-\u200D\uFEFF]/;
var refusal = /^(?:i['’]?m (?:very |really )?sorry|sorry|i apologi[sz]e|i (?:can(?:no|['’])t|am (?:unable|not able)|won['’]t)|as an ai\b|unfortunately,? i|抱歉|对不起|很遗憾|非常抱歉|我(?:无法|不能|没办法)|作为(?:一个|一名)?(?:ai|人工智能))/i;
function readAnswer(raw, shape) {
  if (raw.length > MAX_LENGTH2) return err({ kind: "too-long", message: `The answer has ${raw.length} characters.` });
  const wanted = { shape, fit: makeShaper(shape) };
  const strict = readStrictly(raw, wanted);
  if (strict) return ok(strict);
  const split = splitThinking(wellFormed(raw));
  const read = readLoosely(split.answer, wanted);
  if (read.ok || split.thinking === "") return read;
  if (!split.unclosed || read.error.kind !== "empty" && read.error.kind !== "not-json") return read;
  const inside = readLoosely(split.thinking, wanted);
  return inside.ok ? ok({ ...inside.value, repaired: true }) : read;
}
function readStrictly(raw, wanted) {
  const text = raw.trim();
  if (text[0] !== "{" && text[0] !== "[") return null;
  const parsed = parseJson(text);
  const shaped = parsed.ok ? wanted.fit(parsed.value) : null;
  return shaped ? { value: shaped.value, cutOff: false, repaired: false, dropped: 0 } : null;
}
function readLoosely(raw, wanted) {
  const text = unescapeWhole(trimInvisible(raw));
  if (text === "") return err({ kind: "empty", message: "The answer is empty." });
  const read = readText(text, wanted);
  if (read.ok || read.error.kind === "too-long") return read;
  const decoded = decodeOnce(text);
  const again = decoded === null ? read : readText(decoded, wanted);
  return again.ok ? ok({ ...again.value, repaired: true }) : read;
}
function readText(text, wanted) {
  const { shape } = wanted;
  const budget = { left: workFor(text) };
  const found = findCandidates(text, wanted, budget);
  if (budget.left < 0) return err({ kind: "too-long", message: "The answer is too tangled to be read." });
  const best = choose(found, shape);
  const labelled = readLabelled(text, shape, { left: workFor(text) });
  if (labelled?.convincing && isRicher(labelled, best)) {
    return ok({ value: labelled.value, cutOff: labelled.cut || found.cut, repaired: true, dropped: 0 });
  }
  if (best) {
    const { value, cut, repaired, dropped } = labelled ? completed(text, best, found, shape) : best;
    return ok({ value, cutOff: cut, repaired, dropped });
  }
  if (found.cut) return err({ kind: "cut-off", message: "The answer ended before anything in it was complete." });
  if (found.otherJson)
    return err({ kind: "wrong-shape", message: `None of the keys ${shape.keys.join(", ")} was found.` });
  if (!/[{[]/.test(text) && refusal.test(text)) return err({ kind: "refusal", message: text.slice(0, 200) });
  return err({ kind: "not-json", message: "No JSON was found in the answer." });
}
function isRicher(labelled, best) {
  return best === null || labelled.owns(best.from) && Object.keys(labelled.value).length > best.keys.length;
}
function completed(text, best, { candidates }, shape) {
  if (best.keys.length >= shape.keys.length) return best;
  const outside = [];
  let from = 0;
  for (const json of candidates) {
    outside.push(text.slice(from, json.from));
    from = json.end;
  }
  const around = [...outside, text.slice(from)].join("\n");
  const labelled = readLabelled(around, shape, { left: workFor(around) });
  const missing = Object.entries(labelled?.isAnswer ? labelled.value : {}).filter(
    ([key, held]) => held !== null && !Object.hasOwn(best.value, key)
  );
  return missing.length === 0 ? best : { ...best, value: { ...best.value, ...Object.fromEntries(missing) }, repaired: true };
}
function findCandidates(text, wanted, budget) {
  const candidates = [];
  let cut = false;
  let otherJson = false;
  let at = 0;
  while (at < text.length && budget.left >= 0) {
    budget.left -= 1;
    if (!opensObject(text[at]) && !opensList(text[at])) {
      at += 1;
      continue;
    }
    const reading = readLeniently(text, at, budget);
    if (reading.kind === "broken") {
      at += 1;
      continue;
    }
    budget.left -= CANDIDATE_COST;
    const shaped = wanted.fit(reading.value);
    if (reading.kind === "cut") {
      cut ||= shaped !== null || mentions(text.slice(at, at + 400), wanted.shape);
      if (shaped && !shaped.item) {
        candidates.push({ ...shaped, from: at, end: text.length, cut: true, repaired: true, dropped: reading.dropped });
        break;
      }
      at += 1;
      continue;
    }
    otherJson ||= opensObject(text[at]) && !shaped;
    const { end, repaired, dropped } = reading;
    if (shaped) candidates.push({ ...shaped, from: at, end, cut: false, repaired, dropped });
    at = end;
  }
  if (candidates.length === 0 && !cut) candidates.push(...secondOpinion(text, wanted));
  return { candidates, cut, otherJson };
}
function secondOpinion(text, wanted) {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  if (from < 0 || to <= from || to - from > REPAIR_LENGTH) return [];
  const repaired = tryRepair(text.slice(from, to + 1));
  const parsed = repaired === null ? null : parseJson(repaired);
  const shaped = parsed?.ok ? wanted.fit(parsed.value) : null;
  return shaped && !shaped.item ? [{ ...shaped, from, end: to + 1, cut: false, repaired: true, dropped: 0 }] : [];
}
function tryRepair(text) {
  try {
    return jsonrepair(text);
  } catch {
    return null;
  }
}
function choose({ candidates, cut }, shape) {
  const whole = candidates.filter((candidate) => !candidate.item);
  if (whole.length === 0) return gatherItems(candidates, shape, cut);
  const listKey = shape.list?.key;
  const score = (candidate) => candidate.keys.length * 2 - (candidate.cut ? 1 : 0) - (candidate.keys.every((key) => key === listKey) ? 0.5 : 0) - (saysNothing(candidate) ? BLANK_FORM : 0);
  const best = whole.reduce((a, b) => score(b) >= score(a) ? b : a);
  const completing = whole.filter((other2) => other2 !== best && !other2.keys.some((key) => best.keys.includes(key)));
  const other = completing.at(-1);
  if (!other) return best;
  return {
    ...best,
    value: { ...other.value, ...best.value },
    cut: best.cut || other.cut,
    dropped: best.dropped + other.dropped
  };
}
function saysNothing({ keys, value }) {
  return keys.every((key) => {
    const held = value[key];
    return held === null || held === void 0 || held === "" || Array.isArray(held) && held.length === 0;
  });
}
function gatherItems(items, shape, cut) {
  const { list } = shape;
  const [first] = items;
  if (!list || !first) return null;
  const values = items.flatMap((item) => item.value[list.key]);
  return {
    value: { [list.key]: values },
    from: first.from,
    end: items.at(-1)?.end ?? first.end,
    keys: [list.key],
    item: false,
    cut,
    repaired: true,
    dropped: cut ? 1 : 0
  };
}
function mentions(text, shape) {
  return [...shape.keys, ...Object.keys(shape.aliases ?? {})].some((key) => text.includes(key));
}
function trimInvisible(text) {
  let from = 0;
  let to = text.length;
  while (from < to && invisible.test(text.charAt(from))) from += 1;
  while (to > from && invisible.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
function unescapeWhole(text) {
  if (/^["“]?\s*[{[](?:\s|\\[nrt])*\\"/.test(text)) return unquote(text);
  if (!text.includes('"') && text.includes("&quot;")) return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return text;
}
function decodeOnce(text) {
  if (/[{[](?:\s|\\[nrt])*\\"/.test(text)) return unquote(text);
  return !text.includes("\n") && text.includes("\\n") ? text.replaceAll("\\n", "\n") : null;
}
function unquote(text) {
  const body = text.replace(/^["“]/, "").replace(/["”]$/, "");
  const simple = { n: "\n", t: "	", r: "\r" };
  return body.replace(
    /\\(u[0-9a-fA-F]{4}|.)/gs,
    (_, code) => code.length === 5 ? String.fromCharCode(parseInt(code.slice(1), 16)) : simple[code] ?? code
  );
}

export {
  wellFormed,
  promptTags,
  neutraliseTags,
  renderPrompt,
  renderLayout,
  renderRole,
  joinPieces,
  readAnswer
};
