/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  childNode,
  isDescribedValue,
  isExtensible,
  isRequired,
  mayHold,
  nodeAt,
  rootFlags
} from "./chunk-chunk-NOXGUHJZ.js";
import {
  dialectOf,
  statDataOf
} from "./chunk-chunk-YTK4B242.js";
import {
  findPlace,
  findTarget,
  refuse
} from "./chunk-chunk-WCZGWCNY.js";
import {
  MAX_PATH_DEPTH,
  arrayIndex,
  childOf,
  isContainer,
  isPlainObject,
  parsePointer,
  toPointer,
  valueAt
} from "./chunk-chunk-QVWJH3VZ.js";
import {
  isForbiddenKey
} from "./chunk-chunk-K5CV7OZR.js";
import {
  __export
} from "./chunk-chunk-E2BWGAIM.js";

// src/mvu/schema/fill-template.ts
function fillTemplate(value, template, flags) {
  if (template === void 0 || template === null) return value;
  if (isPlainObject(template)) return isPlainObject(value) ? mergeObjects(template, value) : value;
  if (!Array.isArray(template)) return value;
  const items = template;
  if (Array.isArray(value)) {
    const mine = value;
    return flags.concatTemplateArray ? [...mine, ...items] : [...mine, ...items.slice(mine.length)];
  }
  return flags.strictTemplate || isPlainObject(value) ? value : [value, ...items];
}
function mergeObjects(under, over) {
  if (!isPlainObject(under) || !isPlainObject(over)) return over;
  const merged = { ...under };
  for (const key of Object.keys(over)) {
    const [mine, theirs] = [Object.hasOwn(under, key) ? under[key] : void 0, over[key]];
    if (theirs === void 0) continue;
    const value = mine === void 0 ? theirs : mergeObjects(mine, theirs);
    Object.defineProperty(merged, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}

// src/mvu/patch/list-place.ts
function placeInList(length, key, negativeToo) {
  if (key === "-") return "-";
  const index = arrayIndex(key);
  if (index !== null) return index >= length ? "-" : String(index);
  return negativeToo && /^-[1-9]\d{0,8}$/.test(key) ? String(Math.max(0, length + Number(key))) : null;
}

// src/mvu/patch/decimal.ts
var MAX_SCALE = 40;
function addDecimals(a, b) {
  const left = readDecimal(a);
  const right = readDecimal(b);
  const scale = Math.max(left.scale, right.scale);
  if (scale > MAX_SCALE) return a + b;
  const sum = left.digits * 10n ** BigInt(scale - left.scale) + right.digits * 10n ** BigInt(scale - right.scale);
  const exact = Number(`${sum}e-${scale}`);
  return Number.isInteger(exact) ? exact : Number(exact.toPrecision(15));
}
function readDecimal(value) {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

// src/mvu/patch/shift-date.ts
var DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;
function shiftDate(text, milliseconds) {
  const found = DATE.exec(text.trim());
  if (!found) return null;
  const part = (i) => Number(found[i] ?? 0);
  const fraction = Number((found[7] ?? "0").padEnd(3, "0"));
  const zone = (found[9] === "-" ? -1 : 1) * (part(10) * 60 + part(11)) * 6e4;
  const at = Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6), fraction) - zone;
  if (part(2) < 1 || part(2) > 12 || part(3) < 1 || part(3) > 31 || part(4) > 24 || part(5) > 59) return null;
  const moved = new Date(at + milliseconds);
  return Number.isNaN(moved.getTime()) ? null : moved.toISOString();
}

// src/mvu/patch/numeric.ts
function keepNumber(before, after) {
  if (typeof before !== "number" || typeof after !== "string") return { value: after };
  const value = readNumber(after);
  return value === null ? refuse("not-a-number", after.slice(0, 40)) : { value };
}
function readNumber(text) {
  const value = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
function addDelta(before, by) {
  if (typeof before === "number") {
    const sum = addDecimals(before, by);
    return Number.isFinite(sum) ? { value: sum } : refuse("not-a-number");
  }
  const moved = typeof before === "string" ? shiftDate(before, by) : null;
  return moved === null ? refuse("not-a-date") : { value: moved };
}

// src/mvu/patch/safe-value.ts
var MAX_VALUE_DEPTH = 64;
var MAX_VALUE_SIZE = 65536;
function checkValue(value, maxSize = MAX_VALUE_SIZE) {
  let size = 0;
  const visit = (part, depth) => {
    if (depth > MAX_VALUE_DEPTH || size > maxSize) return refuse("bad-value");
    size += typeof part === "string" ? part.length : 4;
    if (typeof part === "number") return Number.isFinite(part) ? null : refuse("bad-value", String(part));
    if (typeof part === "string" || typeof part === "boolean" || part === null) return null;
    if (Array.isArray(part)) return firstRefusal(part, (item) => visit(item, depth + 1));
    if (!isRecord(part)) return refuse("bad-value");
    return firstRefusal(Object.keys(part), (key) => {
      size += key.length;
      return isForbiddenKey(key) ? refuse("forbidden", key) : visit(part[key], depth + 1);
    });
  };
  return visit(value, 0) ?? (size > maxSize ? refuse("bad-value") : null);
}
function isRecord(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
function firstRefusal(items, check) {
  for (const item of items) {
    const refusal = check(item);
    if (refusal) return refusal;
  }
  return null;
}

// src/mvu/patch/operation.ts
function readOperation(raw) {
  if (!isPlainObject(raw)) return refuse("not-an-operation");
  const item = raw;
  return typeof item["command"] === "string" ? readCommand(item) : readPatchItem(item);
}
var pointer = (text) => ({ text, style: "pointer" });
var dotted = (text) => ({ text, style: "dotted" });
function readPatchItem(item) {
  const { op, path, from, to, value } = item;
  if (typeof op !== "string") return refuse("not-an-operation");
  if (op === "move") {
    const source = from ?? (to === void 0 ? void 0 : path);
    const goal = to ?? path;
    if (typeof source !== "string" || typeof goal !== "string") return refuse("bad-path", "from");
    return { kind: "move", from: pointer(source), to: pointer(goal) };
  }
  if (typeof path !== "string") return refuse("bad-path");
  if (op === "remove") return { kind: "remove", path: pointer(path) };
  const kind = op === "add" ? "insert" : op;
  if (kind !== "replace" && kind !== "delta" && kind !== "insert") return refuse("unknown-op", op.slice(0, 40));
  if (value === void 0) return refuse("no-value", path);
  return checkValue(value) ?? { kind, path: pointer(path), value };
}
function readCommand(item) {
  const args = Array.isArray(item["args"]) ? item["args"] : [];
  const [first, ...rest] = args;
  const refusal = checkValue(args);
  if (refusal) return refusal;
  if (typeof first !== "string") return refuse("bad-path");
  if (typeof item["unreadable"] === "string") return refuse("bad-value", item["unreadable"]);
  const read = typeof item["command"] === "string" ? commands.get(item["command"]) : void 0;
  return read ? read(dotted(first), rest) : refuse("unknown-op");
}
var commands = /* @__PURE__ */ new Map([
  // The last argument is the new value; an old value before it is never compared.
  ["set", (path, rest) => withValue(path, rest.at(-1), (value) => ({ kind: "replace", path, value }))],
  [
    "add",
    (path, rest) => withValue(path, rest.length === 1 ? rest[0] : void 0, (value) => ({ kind: "delta", path, value }))
  ],
  ["insert", (path, [second, third]) => withValue(path, second, (value) => insertion(path, value, third))],
  ["remove", (path, [item]) => item === void 0 ? { kind: "remove", path } : { kind: "take", path, item }]
]);
function withValue(path, value, then) {
  return value === void 0 ? refuse("no-value", path.text) : then(value);
}
function insertion(path, second, third) {
  if (third === void 0) return { kind: "merge", path, value: second };
  if (typeof second !== "string" && typeof second !== "number") return refuse("bad-path", path.text);
  return { kind: "put", path, key: String(second), value: third };
}

// src/mvu/patch/same-json.ts
function sameJson(a, b) {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    const [left, right] = [a, b];
    return left.length === right.length && left.every((item, i) => sameJson(item, right[i]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

// src/mvu/patch/taken-place.ts
function takenPlace(tree, path, item) {
  const container = valueAt(tree, path);
  if (isPlainObject(container)) {
    const key = typeof item === "string" ? item : JSON.stringify(item);
    return Object.hasOwn(container, key) ? [...path, key] : refuse("missing", toPointer([...path, key]));
  }
  if (!Array.isArray(container)) return refuse("not-a-container", toPointer(path));
  const list = container;
  const isIndex = typeof item === "number" && Number.isInteger(item) && item >= 0 && item < list.length;
  const index = isIndex ? item : list.findIndex((value) => sameJson(value, item));
  return index < 0 ? refuse("missing", toPointer(path)) : [...path, String(index)];
}

// src/mvu/patch/draft.ts
function makeDraft(start) {
  let root = start;
  let owned = /* @__PURE__ */ new WeakSet();
  const copy = (value) => {
    if (!isContainer(value) || owned.has(value)) return value;
    const mine = isPlainObject(value) ? { ...value } : value.slice();
    owned.add(mine);
    return mine;
  };
  return {
    root: () => root,
    own(segments) {
      root = copy(root);
      let here = root;
      for (const segment of segments) {
        const child = childOf(here, segment);
        if (child === void 0 || !isContainer(child)) return;
        const mine = copy(child);
        if (mine !== child) here[segment] = mine;
        here = mine;
      }
    },
    setRoot(next) {
      root = next;
    },
    keep() {
      owned = /* @__PURE__ */ new WeakSet();
      return root;
    }
  };
}

// node_modules/fast-json-patch/module/core.mjs
var core_exports = {};
__export(core_exports, {
  JsonPatchError: () => JsonPatchError,
  _areEquals: () => _areEquals,
  applyOperation: () => applyOperation,
  applyPatch: () => applyPatch,
  applyReducer: () => applyReducer,
  deepClone: () => deepClone,
  getValueByPointer: () => getValueByPointer,
  validate: () => validate,
  validator: () => validator
});

// node_modules/fast-json-patch/module/helpers.mjs
var __extends = /* @__PURE__ */ (function() {
  var extendStatics = function(d, b) {
    extendStatics = Object.setPrototypeOf || { __proto__: [] } instanceof Array && function(d2, b2) {
      d2.__proto__ = b2;
    } || function(d2, b2) {
      for (var p in b2) if (b2.hasOwnProperty(p)) d2[p] = b2[p];
    };
    return extendStatics(d, b);
  };
  return function(d, b) {
    extendStatics(d, b);
    function __() {
      this.constructor = d;
    }
    d.prototype = b === null ? Object.create(b) : (__.prototype = b.prototype, new __());
  };
})();
var _hasOwnProperty = Object.prototype.hasOwnProperty;
function hasOwnProperty(obj, key) {
  return _hasOwnProperty.call(obj, key);
}
function _objectKeys(obj) {
  if (Array.isArray(obj)) {
    var keys_1 = new Array(obj.length);
    for (var k = 0; k < keys_1.length; k++) {
      keys_1[k] = "" + k;
    }
    return keys_1;
  }
  if (Object.keys) {
    return Object.keys(obj);
  }
  var keys = [];
  for (var i in obj) {
    if (hasOwnProperty(obj, i)) {
      keys.push(i);
    }
  }
  return keys;
}
function _deepClone(obj) {
  switch (typeof obj) {
    case "object":
      return JSON.parse(JSON.stringify(obj));
    //Faster than ES5 clone - http://jsperf.com/deep-cloning-of-objects/5
    case "undefined":
      return null;
    //this is how JSON.stringify behaves for array items
    default:
      return obj;
  }
}
function isInteger(str) {
  var i = 0;
  var len = str.length;
  var charCode;
  while (i < len) {
    charCode = str.charCodeAt(i);
    if (charCode >= 48 && charCode <= 57) {
      i++;
      continue;
    }
    return false;
  }
  return true;
}
function escapePathComponent(path) {
  if (path.indexOf("/") === -1 && path.indexOf("~") === -1)
    return path;
  return path.replace(/~/g, "~0").replace(/\//g, "~1");
}
function unescapePathComponent(path) {
  return path.replace(/~1/g, "/").replace(/~0/g, "~");
}
function hasUndefined(obj) {
  if (obj === void 0) {
    return true;
  }
  if (obj) {
    if (Array.isArray(obj)) {
      for (var i_1 = 0, len = obj.length; i_1 < len; i_1++) {
        if (hasUndefined(obj[i_1])) {
          return true;
        }
      }
    } else if (typeof obj === "object") {
      var objKeys = _objectKeys(obj);
      var objKeysLength = objKeys.length;
      for (var i = 0; i < objKeysLength; i++) {
        if (hasUndefined(obj[objKeys[i]])) {
          return true;
        }
      }
    }
  }
  return false;
}
function patchErrorMessageFormatter(message, args) {
  var messageParts = [message];
  for (var key in args) {
    var value = typeof args[key] === "object" ? JSON.stringify(args[key], null, 2) : args[key];
    if (typeof value !== "undefined") {
      messageParts.push(key + ": " + value);
    }
  }
  return messageParts.join("\n");
}
var PatchError = (
  /** @class */
  (function(_super) {
    __extends(PatchError2, _super);
    function PatchError2(message, name, index, operation, tree) {
      var _newTarget = this.constructor;
      var _this = _super.call(this, patchErrorMessageFormatter(message, { name, index, operation, tree })) || this;
      _this.name = name;
      _this.index = index;
      _this.operation = operation;
      _this.tree = tree;
      Object.setPrototypeOf(_this, _newTarget.prototype);
      _this.message = patchErrorMessageFormatter(message, { name, index, operation, tree });
      return _this;
    }
    return PatchError2;
  })(Error)
);

// node_modules/fast-json-patch/module/core.mjs
var JsonPatchError = PatchError;
var deepClone = _deepClone;
var objOps = {
  add: function(obj, key, document) {
    obj[key] = this.value;
    return { newDocument: document };
  },
  remove: function(obj, key, document) {
    var removed = obj[key];
    delete obj[key];
    return { newDocument: document, removed };
  },
  replace: function(obj, key, document) {
    var removed = obj[key];
    obj[key] = this.value;
    return { newDocument: document, removed };
  },
  move: function(obj, key, document) {
    var removed = getValueByPointer(document, this.path);
    if (removed) {
      removed = _deepClone(removed);
    }
    var originalValue = applyOperation(document, { op: "remove", path: this.from }).removed;
    applyOperation(document, { op: "add", path: this.path, value: originalValue });
    return { newDocument: document, removed };
  },
  copy: function(obj, key, document) {
    var valueToCopy = getValueByPointer(document, this.from);
    applyOperation(document, { op: "add", path: this.path, value: _deepClone(valueToCopy) });
    return { newDocument: document };
  },
  test: function(obj, key, document) {
    return { newDocument: document, test: _areEquals(obj[key], this.value) };
  },
  _get: function(obj, key, document) {
    this.value = obj[key];
    return { newDocument: document };
  }
};
var arrOps = {
  add: function(arr, i, document) {
    if (isInteger(i)) {
      arr.splice(i, 0, this.value);
    } else {
      arr[i] = this.value;
    }
    return { newDocument: document, index: i };
  },
  remove: function(arr, i, document) {
    var removedList = arr.splice(i, 1);
    return { newDocument: document, removed: removedList[0] };
  },
  replace: function(arr, i, document) {
    var removed = arr[i];
    arr[i] = this.value;
    return { newDocument: document, removed };
  },
  move: objOps.move,
  copy: objOps.copy,
  test: objOps.test,
  _get: objOps._get
};
function getValueByPointer(document, pointer2) {
  if (pointer2 == "") {
    return document;
  }
  var getOriginalDestination = { op: "_get", path: pointer2 };
  applyOperation(document, getOriginalDestination);
  return getOriginalDestination.value;
}
function applyOperation(document, operation, validateOperation, mutateDocument, banPrototypeModifications, index) {
  if (validateOperation === void 0) {
    validateOperation = false;
  }
  if (mutateDocument === void 0) {
    mutateDocument = true;
  }
  if (banPrototypeModifications === void 0) {
    banPrototypeModifications = true;
  }
  if (index === void 0) {
    index = 0;
  }
  if (validateOperation) {
    if (typeof validateOperation == "function") {
      validateOperation(operation, 0, document, operation.path);
    } else {
      validator(operation, 0);
    }
  }
  if (operation.path === "") {
    var returnValue = { newDocument: document };
    if (operation.op === "add") {
      returnValue.newDocument = operation.value;
      return returnValue;
    } else if (operation.op === "replace") {
      returnValue.newDocument = operation.value;
      returnValue.removed = document;
      return returnValue;
    } else if (operation.op === "move" || operation.op === "copy") {
      returnValue.newDocument = getValueByPointer(document, operation.from);
      if (operation.op === "move") {
        returnValue.removed = document;
      }
      return returnValue;
    } else if (operation.op === "test") {
      returnValue.test = _areEquals(document, operation.value);
      if (returnValue.test === false) {
        throw new JsonPatchError("Test operation failed", "TEST_OPERATION_FAILED", index, operation, document);
      }
      returnValue.newDocument = document;
      return returnValue;
    } else if (operation.op === "remove") {
      returnValue.removed = document;
      returnValue.newDocument = null;
      return returnValue;
    } else if (operation.op === "_get") {
      operation.value = document;
      return returnValue;
    } else {
      if (validateOperation) {
        throw new JsonPatchError("Operation `op` property is not one of operations defined in RFC-6902", "OPERATION_OP_INVALID", index, operation, document);
      } else {
        return returnValue;
      }
    }
  } else {
    if (!mutateDocument) {
      document = _deepClone(document);
    }
    var path = operation.path || "";
    var keys = path.split("/");
    var obj = document;
    var t = 1;
    var len = keys.length;
    var existingPathFragment = void 0;
    var key = void 0;
    var validateFunction = void 0;
    if (typeof validateOperation == "function") {
      validateFunction = validateOperation;
    } else {
      validateFunction = validator;
    }
    while (true) {
      key = keys[t];
      if (key && key.indexOf("~") != -1) {
        key = unescapePathComponent(key);
      }
      if (banPrototypeModifications && (key == "__proto__" || key == "prototype" && t > 0 && keys[t - 1] == "constructor")) {
        throw new TypeError("JSON-Patch: modifying `__proto__` or `constructor/prototype` prop is banned for security reasons, if this was on purpose, please set `banPrototypeModifications` flag false and pass it to this function. More info in fast-json-patch README");
      }
      if (validateOperation) {
        if (existingPathFragment === void 0) {
          if (obj[key] === void 0) {
            existingPathFragment = keys.slice(0, t).join("/");
          } else if (t == len - 1) {
            existingPathFragment = operation.path;
          }
          if (existingPathFragment !== void 0) {
            validateFunction(operation, 0, document, existingPathFragment);
          }
        }
      }
      t++;
      if (Array.isArray(obj)) {
        if (key === "-") {
          key = obj.length;
        } else {
          if (validateOperation && !isInteger(key)) {
            throw new JsonPatchError("Expected an unsigned base-10 integer value, making the new referenced value the array element with the zero-based index", "OPERATION_PATH_ILLEGAL_ARRAY_INDEX", index, operation, document);
          } else if (isInteger(key)) {
            key = ~~key;
          }
        }
        if (t >= len) {
          if (validateOperation && operation.op === "add" && key > obj.length) {
            throw new JsonPatchError("The specified index MUST NOT be greater than the number of elements in the array", "OPERATION_VALUE_OUT_OF_BOUNDS", index, operation, document);
          }
          var returnValue = arrOps[operation.op].call(operation, obj, key, document);
          if (returnValue.test === false) {
            throw new JsonPatchError("Test operation failed", "TEST_OPERATION_FAILED", index, operation, document);
          }
          return returnValue;
        }
      } else {
        if (t >= len) {
          var returnValue = objOps[operation.op].call(operation, obj, key, document);
          if (returnValue.test === false) {
            throw new JsonPatchError("Test operation failed", "TEST_OPERATION_FAILED", index, operation, document);
          }
          return returnValue;
        }
      }
      obj = obj[key];
      if (validateOperation && t < len && (!obj || typeof obj !== "object")) {
        throw new JsonPatchError("Cannot perform operation at the desired path", "OPERATION_PATH_UNRESOLVABLE", index, operation, document);
      }
    }
  }
}
function applyPatch(document, patch, validateOperation, mutateDocument, banPrototypeModifications) {
  if (mutateDocument === void 0) {
    mutateDocument = true;
  }
  if (banPrototypeModifications === void 0) {
    banPrototypeModifications = true;
  }
  if (validateOperation) {
    if (!Array.isArray(patch)) {
      throw new JsonPatchError("Patch sequence must be an array", "SEQUENCE_NOT_AN_ARRAY");
    }
  }
  if (!mutateDocument) {
    document = _deepClone(document);
  }
  var results = new Array(patch.length);
  for (var i = 0, length_1 = patch.length; i < length_1; i++) {
    results[i] = applyOperation(document, patch[i], validateOperation, true, banPrototypeModifications, i);
    document = results[i].newDocument;
  }
  results.newDocument = document;
  return results;
}
function applyReducer(document, operation, index) {
  var operationResult = applyOperation(document, operation);
  if (operationResult.test === false) {
    throw new JsonPatchError("Test operation failed", "TEST_OPERATION_FAILED", index, operation, document);
  }
  return operationResult.newDocument;
}
function validator(operation, index, document, existingPathFragment) {
  if (typeof operation !== "object" || operation === null || Array.isArray(operation)) {
    throw new JsonPatchError("Operation is not an object", "OPERATION_NOT_AN_OBJECT", index, operation, document);
  } else if (!objOps[operation.op]) {
    throw new JsonPatchError("Operation `op` property is not one of operations defined in RFC-6902", "OPERATION_OP_INVALID", index, operation, document);
  } else if (typeof operation.path !== "string") {
    throw new JsonPatchError("Operation `path` property is not a string", "OPERATION_PATH_INVALID", index, operation, document);
  } else if (operation.path.indexOf("/") !== 0 && operation.path.length > 0) {
    throw new JsonPatchError('Operation `path` property must start with "/"', "OPERATION_PATH_INVALID", index, operation, document);
  } else if ((operation.op === "move" || operation.op === "copy") && typeof operation.from !== "string") {
    throw new JsonPatchError("Operation `from` property is not present (applicable in `move` and `copy` operations)", "OPERATION_FROM_REQUIRED", index, operation, document);
  } else if ((operation.op === "add" || operation.op === "replace" || operation.op === "test") && operation.value === void 0) {
    throw new JsonPatchError("Operation `value` property is not present (applicable in `add`, `replace` and `test` operations)", "OPERATION_VALUE_REQUIRED", index, operation, document);
  } else if ((operation.op === "add" || operation.op === "replace" || operation.op === "test") && hasUndefined(operation.value)) {
    throw new JsonPatchError("Operation `value` property is not present (applicable in `add`, `replace` and `test` operations)", "OPERATION_VALUE_CANNOT_CONTAIN_UNDEFINED", index, operation, document);
  } else if (document) {
    if (operation.op == "add") {
      var pathLen = operation.path.split("/").length;
      var existingPathLen = existingPathFragment.split("/").length;
      if (pathLen !== existingPathLen + 1 && pathLen !== existingPathLen) {
        throw new JsonPatchError("Cannot perform an `add` operation at the desired path", "OPERATION_PATH_CANNOT_ADD", index, operation, document);
      }
    } else if (operation.op === "replace" || operation.op === "remove" || operation.op === "_get") {
      if (operation.path !== existingPathFragment) {
        throw new JsonPatchError("Cannot perform the operation at a path that does not exist", "OPERATION_PATH_UNRESOLVABLE", index, operation, document);
      }
    } else if (operation.op === "move" || operation.op === "copy") {
      var existingValue = { op: "_get", path: operation.from, value: void 0 };
      var error = validate([existingValue], document);
      if (error && error.name === "OPERATION_PATH_UNRESOLVABLE") {
        throw new JsonPatchError("Cannot perform the operation from a path that does not exist", "OPERATION_FROM_UNRESOLVABLE", index, operation, document);
      }
    }
  }
}
function validate(sequence, document, externalValidator) {
  try {
    if (!Array.isArray(sequence)) {
      throw new JsonPatchError("Patch sequence must be an array", "SEQUENCE_NOT_AN_ARRAY");
    }
    if (document) {
      applyPatch(_deepClone(document), _deepClone(sequence), externalValidator || true);
    } else {
      externalValidator = externalValidator || validator;
      for (var i = 0; i < sequence.length; i++) {
        externalValidator(sequence[i], i, document, void 0);
      }
    }
  } catch (e) {
    if (e instanceof JsonPatchError) {
      return e;
    } else {
      throw e;
    }
  }
}
function _areEquals(a, b) {
  if (a === b)
    return true;
  if (a && b && typeof a == "object" && typeof b == "object") {
    var arrA = Array.isArray(a), arrB = Array.isArray(b), i, length, key;
    if (arrA && arrB) {
      length = a.length;
      if (length != b.length)
        return false;
      for (i = length; i-- !== 0; )
        if (!_areEquals(a[i], b[i]))
          return false;
      return true;
    }
    if (arrA != arrB)
      return false;
    var keys = Object.keys(a);
    length = keys.length;
    if (length !== Object.keys(b).length)
      return false;
    for (i = length; i-- !== 0; )
      if (!b.hasOwnProperty(keys[i]))
        return false;
    for (i = length; i-- !== 0; ) {
      key = keys[i];
      if (!_areEquals(a[key], b[key]))
        return false;
    }
    return true;
  }
  return a !== a && b !== b;
}

// node_modules/fast-json-patch/module/duplex.mjs
var duplex_exports = {};
__export(duplex_exports, {
  compare: () => compare,
  generate: () => generate,
  observe: () => observe,
  unobserve: () => unobserve
});
var beforeDict = /* @__PURE__ */ new WeakMap();
var Mirror = (
  /** @class */
  /* @__PURE__ */ (function() {
    function Mirror2(obj) {
      this.observers = /* @__PURE__ */ new Map();
      this.obj = obj;
    }
    return Mirror2;
  })()
);
var ObserverInfo = (
  /** @class */
  /* @__PURE__ */ (function() {
    function ObserverInfo2(callback, observer) {
      this.callback = callback;
      this.observer = observer;
    }
    return ObserverInfo2;
  })()
);
function getMirror(obj) {
  return beforeDict.get(obj);
}
function getObserverFromMirror(mirror, callback) {
  return mirror.observers.get(callback);
}
function removeObserverFromMirror(mirror, observer) {
  mirror.observers.delete(observer.callback);
}
function unobserve(root, observer) {
  observer.unobserve();
}
function observe(obj, callback) {
  var patches = [];
  var observer;
  var mirror = getMirror(obj);
  if (!mirror) {
    mirror = new Mirror(obj);
    beforeDict.set(obj, mirror);
  } else {
    var observerInfo = getObserverFromMirror(mirror, callback);
    observer = observerInfo && observerInfo.observer;
  }
  if (observer) {
    return observer;
  }
  observer = {};
  mirror.value = _deepClone(obj);
  if (callback) {
    observer.callback = callback;
    observer.next = null;
    var dirtyCheck = function() {
      generate(observer);
    };
    var fastCheck = function() {
      clearTimeout(observer.next);
      observer.next = setTimeout(dirtyCheck);
    };
    if (typeof window !== "undefined") {
      window.addEventListener("mouseup", fastCheck);
      window.addEventListener("keyup", fastCheck);
      window.addEventListener("mousedown", fastCheck);
      window.addEventListener("keydown", fastCheck);
      window.addEventListener("change", fastCheck);
    }
  }
  observer.patches = patches;
  observer.object = obj;
  observer.unobserve = function() {
    generate(observer);
    clearTimeout(observer.next);
    removeObserverFromMirror(mirror, observer);
    if (typeof window !== "undefined") {
      window.removeEventListener("mouseup", fastCheck);
      window.removeEventListener("keyup", fastCheck);
      window.removeEventListener("mousedown", fastCheck);
      window.removeEventListener("keydown", fastCheck);
      window.removeEventListener("change", fastCheck);
    }
  };
  mirror.observers.set(callback, new ObserverInfo(callback, observer));
  return observer;
}
function generate(observer, invertible) {
  if (invertible === void 0) {
    invertible = false;
  }
  var mirror = beforeDict.get(observer.object);
  _generate(mirror.value, observer.object, observer.patches, "", invertible);
  if (observer.patches.length) {
    applyPatch(mirror.value, observer.patches);
  }
  var temp = observer.patches;
  if (temp.length > 0) {
    observer.patches = [];
    if (observer.callback) {
      observer.callback(temp);
    }
  }
  return temp;
}
function _generate(mirror, obj, patches, path, invertible) {
  if (obj === mirror) {
    return;
  }
  if (typeof obj.toJSON === "function") {
    obj = obj.toJSON();
  }
  var newKeys = _objectKeys(obj);
  var oldKeys = _objectKeys(mirror);
  var changed = false;
  var deleted = false;
  for (var t = oldKeys.length - 1; t >= 0; t--) {
    var key = oldKeys[t];
    var oldVal = mirror[key];
    if (hasOwnProperty(obj, key) && !(obj[key] === void 0 && oldVal !== void 0 && Array.isArray(obj) === false)) {
      var newVal = obj[key];
      if (typeof oldVal == "object" && oldVal != null && typeof newVal == "object" && newVal != null && Array.isArray(oldVal) === Array.isArray(newVal)) {
        _generate(oldVal, newVal, patches, path + "/" + escapePathComponent(key), invertible);
      } else {
        if (oldVal !== newVal) {
          changed = true;
          if (invertible) {
            patches.push({ op: "test", path: path + "/" + escapePathComponent(key), value: _deepClone(oldVal) });
          }
          patches.push({ op: "replace", path: path + "/" + escapePathComponent(key), value: _deepClone(newVal) });
        }
      }
    } else if (Array.isArray(mirror) === Array.isArray(obj)) {
      if (invertible) {
        patches.push({ op: "test", path: path + "/" + escapePathComponent(key), value: _deepClone(oldVal) });
      }
      patches.push({ op: "remove", path: path + "/" + escapePathComponent(key) });
      deleted = true;
    } else {
      if (invertible) {
        patches.push({ op: "test", path, value: mirror });
      }
      patches.push({ op: "replace", path, value: obj });
      changed = true;
    }
  }
  if (!deleted && newKeys.length == oldKeys.length) {
    return;
  }
  for (var t = 0; t < newKeys.length; t++) {
    var key = newKeys[t];
    if (!hasOwnProperty(mirror, key) && obj[key] !== void 0) {
      patches.push({ op: "add", path: path + "/" + escapePathComponent(key), value: _deepClone(obj[key]) });
    }
  }
}
function compare(tree1, tree2, invertible) {
  if (invertible === void 0) {
    invertible = false;
  }
  var patches = [];
  _generate(tree1, tree2, patches, "", invertible);
  return patches;
}

// node_modules/fast-json-patch/index.mjs
var fast_json_patch_default = Object.assign({}, core_exports, duplex_exports, {
  JsonPatchError: PatchError,
  deepClone: _deepClone,
  escapePathComponent,
  unescapePathComponent
});

// src/mvu/patch/rfc-patch.ts
var withValue2 = /* @__PURE__ */ new Set(["add", "replace", "test"]);
var withFrom = /* @__PURE__ */ new Set(["move", "copy"]);
function readRfcOperation(raw) {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return refuse("not-an-operation");
  const { op, path, from, value } = raw;
  if (typeof op !== "string") return refuse("not-an-operation");
  if (typeof path !== "string") return refuse("bad-path");
  if (op === "remove") return { op, path };
  if (withFrom.has(op)) {
    return typeof from === "string" ? { op, from, path } : refuse("bad-path", "from");
  }
  if (!withValue2.has(op)) return refuse("unknown-op", op);
  if (value === void 0) return refuse("no-value", path);
  return checkValue(value) ?? { op, path, value };
}
function applyRfcOperation(draft, operation) {
  const guarded2 = guard(draft.root(), operation);
  if ("ok" in guarded2) return guarded2;
  const before = "from" in operation ? draft.keep() : draft.root();
  draft.own(guarded2.path.slice(0, -1));
  if (guarded2.from) draft.own(guarded2.from.slice(0, -1));
  try {
    draft.setRoot(fast_json_patch_default.applyOperation(draft.root(), operation, true, true).newDocument);
    return null;
  } catch {
    draft.setRoot(before);
    return refuse(operation.op === "test" ? "test-failed" : "internal", operation.path);
  }
}
function guard(root, operation) {
  const path = checkedPointer(operation.path);
  if ("ok" in path) return path;
  if (operation.op === "add") return mayAdd(root, path) ?? { path, from: null };
  if (!("from" in operation)) return exists(root, path) ?? { path, from: null };
  const from = checkedPointer(operation.from);
  if ("ok" in from) return from;
  const inside = from.length < path.length && from.every((segment, i) => segment === path[i]);
  if (operation.op === "move" && inside) return refuse("into-itself", operation.path);
  return exists(root, from) ?? mayAdd(root, path) ?? { path, from };
}
function checkedPointer(pointer2) {
  const segments = parsePointer(pointer2);
  if (!segments || segments.length > MAX_PATH_DEPTH) return refuse("bad-path", pointer2);
  return segments.some(isForbiddenKey) ? refuse("forbidden", pointer2) : segments;
}
function exists(root, segments) {
  let here = root;
  for (const segment of segments) {
    if (Array.isArray(here) && arrayIndex(segment) === null) return refuse("not-an-index", toPointer(segments));
    here = childOf(here, segment);
    if (here === void 0) return refuse("missing", toPointer(segments));
  }
  return null;
}
function mayAdd(root, segments) {
  const last = segments.at(-1);
  if (last === void 0) return null;
  let parent = root;
  for (const segment of segments.slice(0, -1)) parent = childOf(parent, segment);
  if (parent === void 0) return refuse("missing-parent", toPointer(segments));
  if (!isContainer(parent)) return refuse("not-a-container", toPointer(segments));
  if (!Array.isArray(parent) || last === "-") return null;
  const index = arrayIndex(last);
  return index === null || index > parent.length ? refuse("not-an-index", toPointer(segments)) : null;
}

// src/mvu/patch/translation.ts
function settingOf(path, before, after, at = path) {
  const step = { op: "replace", path: toPointer(at), value: after };
  return { ok: true, steps: [step], change: { kind: "set", path, before, after } };
}
function insertionOf(container, key, after, shown = key) {
  const step = { op: "add", path: toPointer([...container, key]), value: after };
  return { ok: true, steps: [step], change: { kind: "inserted", container, key: shown, after } };
}
function removalOf(path, before, fromList) {
  const step = { op: "remove", path: toPointer(path) };
  return { ok: true, steps: [step], change: { kind: "removed", path, fromList, before } };
}

// src/mvu/patch/translate-move.ts
function translateMove(operation, tree, rules) {
  const from = findTarget(tree, operation.from);
  if ("ok" in from) return from;
  const wanted = findPlace(tree, operation.to);
  if ("ok" in wanted) return wanted;
  if (from.every((segment, i) => segment === wanted[i])) return refuse("into-itself", operation.to.text);
  const value = valueAt(tree, from);
  const removal = rules.remove(from);
  if (!removal.ok || value === void 0) return removal.ok ? refuse("missing", operation.from.text) : removal;
  const draft = makeDraft(tree);
  for (const step of removal.steps) applyRfcOperation(draft, step);
  const to = findPlace(draft.root(), operation.to);
  if ("ok" in to) return to;
  const insertion2 = rules.insert(to, value, draft.root());
  if (!insertion2.ok) return insertion2;
  const reached = parsePointer(insertion2.steps[0]?.path ?? "") ?? to;
  return {
    ok: true,
    steps: [...removal.steps, ...insertion2.steps],
    change: { kind: "moved", from, to: reached, value }
  };
}

// src/mvu/patch/classic-dialect.ts
function translateClassic(operation, scene) {
  if (operation.kind === "move") return move(operation, scene);
  const path = operation.kind === "insert" ? findPlace(scene.tree, operation.path) : findTarget(scene.tree, operation.path);
  if ("ok" in path) return path;
  switch (operation.kind) {
    case "replace":
      return replace(scene, path, operation.value);
    case "delta":
      return delta(scene, path, operation.value);
    case "insert":
      return insert(scene, path, operation.value, { negative: false, fill: true });
    case "put":
      return insert(scene, [...path, operation.key], operation.value, { negative: true, fill: true });
    case "merge":
      return merge(scene, path, operation.value);
    case "remove":
      return remove(scene, path);
    case "take": {
      const place = takenPlace(scene.tree, path, operation.item);
      return "ok" in place ? place : remove(scene, place);
    }
  }
}
function replace({ tree, schema }, path, value) {
  const before = valueAt(tree, path);
  if (before === void 0) return refuse("missing", toPointer(path));
  if (path.length === 0) return isPlainObject(value) ? settingOf(path, before, value) : refuse("bad-value");
  const writesThrough = isDescribedValue(before) && !Array.isArray(before[0]) && !rootFlags(schema).strictSet;
  if (!writesThrough) return set(path, before, value, path);
  const meant = typeof before[0] === "number" && isDescribedValue(value) ? value[0] : value;
  if (typeof before[0] === "number" && isContainer(meant)) return refuse("not-a-number", toPointer(path));
  return set(path, before[0], meant, [...path, "0"]);
}
function set(path, before, value, at) {
  const kept = keepNumber(before, value);
  return "ok" in kept ? kept : settingOf(path, before, kept.value, at);
}
function delta({ tree }, path, by) {
  if (typeof by !== "number") return refuse("not-a-number", toPointer(path));
  const found = valueAt(tree, path) ?? null;
  const described = isDescribedValue(found) && !isContainer(found[0]);
  const before = described ? found[0] : found;
  const sum = addDelta(before, by);
  return "ok" in sum ? refuse(sum.code, toPointer(path)) : settingOf(path, before, sum.value, described ? [...path, "0"] : path);
}
function insert(scene, path, value, how) {
  const key = path.at(-1);
  if (key === void 0) return refuse("bad-path");
  const at = path.slice(0, -1);
  const container = valueAt(scene.tree, at);
  const node = nodeAt(scene.schema, at);
  const whole = how.fill ? fillTemplate(value, node?.["template"], rootFlags(scene.schema)) : value;
  if (container === void 0) return refuse("missing-parent", toPointer(path));
  if (!isContainer(container)) return refuse("not-a-container", toPointer(path));
  if (isPlainObject(container)) {
    if (isMarker(key)) return refuse("forbidden", key);
    if (!mayHold(node, key)) return refuse("locked", toPointer(path));
    return insertionOf(at, key, whole);
  }
  const place = placeInList(container.length, key, how.negative);
  if (place === null) return refuse("not-an-index", toPointer(path));
  if (!isExtensible(node)) return refuse("locked", toPointer(path));
  return insertionOf(at, place, whole, place === "-" ? null : place);
}
var isMarker = (key) => key === "$meta" || key === "$arrayMeta";
function merge(scene, path, value) {
  const container = valueAt(scene.tree, path);
  if (Array.isArray(container)) return insert(scene, [...path, "-"], value, { negative: true, fill: true });
  if (!isPlainObject(container)) return refuse("not-a-container", toPointer(path));
  if (!isPlainObject(value)) return refuse("bad-value", toPointer(path));
  const locked = firstLocked(scene.schema, path, value);
  if (locked) return refuse("locked", toPointer(locked));
  const translation = settingOf(path, container, mergeObjects(container, value));
  return { ...translation, change: { kind: "inserted", container: path, key: null, after: value } };
}
function firstLocked(schema, at, value) {
  if (!isPlainObject(value)) return null;
  const node = nodeAt(schema, at);
  for (const [key, child] of Object.entries(value)) {
    const path = [...at, key];
    if (isMarker(key) || !mayHold(node, key)) return path;
    const deeper = nodeAt(schema, path)?.["type"] === "object" ? firstLocked(schema, path, child) : null;
    if (deeper) return deeper;
  }
  return null;
}
function remove(scene, path) {
  const key = path.at(-1);
  const before = valueAt(scene.tree, path);
  if (key === void 0) return refuse("bad-path");
  if (before === void 0) return refuse("missing", toPointer(path));
  const at = path.slice(0, -1);
  const fromList = Array.isArray(valueAt(scene.tree, at));
  if (fromList && arrayIndex(key) === null) return refuse("not-an-index", toPointer(path));
  if (!fromList && isRequired(nodeAt(scene.schema, at), key)) return refuse("required", toPointer(path));
  return removalOf(path, before, fromList);
}
function move(operation, scene) {
  return translateMove(operation, scene.tree, {
    remove: (path) => remove(scene, path),
    // A moved child is not a new one: the template has nothing to add.
    insert: (path, value, tree) => insert({ ...scene, tree }, path, value, { negative: false, fill: false })
  });
}

// src/mvu/patch/zod-dialect.ts
function translateZod(operation, tree) {
  switch (operation.kind) {
    case "move":
      return translateMove(operation, tree, {
        remove: (path) => readOnly(path) ?? remove2(tree, path),
        insert: (path, value, without) => readOnly(path) ?? insert2(without, path, value, false)
      });
    case "replace":
    case "insert":
      return guarded(
        findPlaceOrTarget(tree, operation),
        (path) => operation.kind === "replace" && valueAt(tree, path) !== void 0 ? replace2(tree, path, operation.value) : insert2(tree, path, operation.value, false)
      );
    case "delta":
      return guarded(findTarget(tree, operation.path), (path) => delta2(tree, path, operation.value));
    case "remove":
      return guarded(findTarget(tree, operation.path), (path) => remove2(tree, path));
    case "put":
      return guarded(
        findPlace(tree, operation.path),
        (path) => insert2(tree, [...path, operation.key], operation.value, true)
      );
    case "merge":
      return guarded(findPlace(tree, operation.path), (path) => merge2(tree, path, operation.value));
    case "take":
      return guarded(findTarget(tree, operation.path), (path) => {
        const place = takenPlace(tree, path, operation.item);
        return "ok" in place ? place : readOnly(place) ?? remove2(tree, place);
      });
  }
}
function findPlaceOrTarget(tree, { kind, path }) {
  const target = kind === "replace" ? findTarget(tree, path) : null;
  return target && !("ok" in target) ? target : findPlace(tree, path);
}
function guarded(path, then) {
  return "ok" in path ? path : readOnly(path) ?? then(path);
}
function readOnly(path) {
  return path.some((segment) => segment.startsWith("_") || segment.startsWith("$")) ? refuse("read-only", toPointer(path)) : null;
}
function replace2(tree, path, value) {
  const before = valueAt(tree, path) ?? null;
  if (path.length === 0) return isPlainObject(value) ? settingOf(path, before, value) : refuse("bad-value");
  const kept = keepNumber(before, value);
  return "ok" in kept ? refuse(kept.code, toPointer(path)) : settingOf(path, before, kept.value);
}
function delta2(tree, path, by) {
  const amount = typeof by === "string" ? readNumber(by) : by;
  const before = valueAt(tree, path) ?? null;
  if (typeof amount !== "number" || typeof before !== "number") return refuse("not-a-number", toPointer(path));
  const sum = addDelta(before, amount);
  return "ok" in sum ? refuse(sum.code, toPointer(path)) : settingOf(path, before, sum.value);
}
function insert2(tree, path, value, negative) {
  const key = path.at(-1);
  if (key === void 0) return refuse("bad-path");
  if (key.startsWith("_") || key.startsWith("$")) return refuse("read-only", toPointer(path));
  const at = path.slice(0, -1);
  if (at.length === 0 && valueAt(tree, path) === void 0) return refuse("new-category", toPointer(path));
  const container = valueAt(tree, at);
  if (container === void 0) return insertWithParents(tree, path, value);
  if (!isContainer(container)) return refuse("not-a-container", toPointer(path));
  if (isPlainObject(container)) return insertionOf(at, key, value);
  const place = placeInList(container.length, key, negative);
  return place === null ? refuse("not-an-index", toPointer(path)) : insertionOf(at, place, value, place === "-" ? null : place);
}
function insertWithParents(tree, path, value) {
  const steps = [];
  for (let depth = 1; depth < path.length; depth += 1) {
    const at = path.slice(0, depth);
    const present = valueAt(tree, at);
    if (present === void 0) {
      if (depth === 1) return refuse("new-category", toPointer(path));
      if (Array.isArray(valueAt(tree, at.slice(0, -1)))) return refuse("missing-parent", toPointer(path));
      steps.push({ op: "add", path: toPointer(at), value: path[depth] === "-" ? [] : {} });
    } else if (!isContainer(present)) return refuse("not-a-container", toPointer(path));
  }
  const container = path.slice(0, -1);
  const insertion2 = insertionOf(
    container,
    path.at(-1) ?? "",
    value,
    path.at(-1) === "-" ? null : path.at(-1) ?? null
  );
  return { ...insertion2, steps: [...steps, ...insertion2.steps] };
}
function merge2(tree, path, value) {
  const container = valueAt(tree, path);
  if (container === void 0) return insert2(tree, path, value, false);
  if (Array.isArray(container)) return insert2(tree, [...path, "-"], value, false);
  if (!isPlainObject(container)) return refuse("not-a-container", toPointer(path));
  if (!isPlainObject(value)) return refuse("bad-value", toPointer(path));
  const secret = Object.keys(value).find((key) => key.startsWith("_") || key.startsWith("$"));
  if (secret !== void 0) return refuse("read-only", toPointer([...path, secret]));
  const fresh = path.length === 0 ? Object.keys(value).find((key) => !Object.hasOwn(container, key)) : void 0;
  if (fresh !== void 0) return refuse("new-category", fresh);
  const translation = settingOf(path, container, mergeObjects(container, value));
  return { ...translation, change: { kind: "inserted", container: path, key: null, after: value } };
}
function remove2(tree, path) {
  const key = path.at(-1);
  const before = valueAt(tree, path);
  if (key === void 0) return refuse("bad-path");
  if (before === void 0) return refuse("missing", toPointer(path));
  const fromList = Array.isArray(valueAt(tree, path.slice(0, -1)));
  if (fromList && arrayIndex(key) === null) return refuse("not-an-index", toPointer(path));
  return removalOf(path, before, fromList);
}

// src/mvu/patch/apply-operations.ts
var MAX_OPERATIONS = 200;
function applyOperations(tree, operations, options) {
  const draft = makeDraft(tree);
  const results = operations.map((raw, index) => {
    const operation = raw;
    if (index >= MAX_OPERATIONS) return { index, operation, ...refuse("too-many") };
    const before = draft.root();
    try {
      const done = applyOne(draft, raw, options);
      return done.ok ? { index, operation, ok: true, change: done.change } : { index, operation, ...done };
    } catch {
      draft.keep();
      draft.setRoot(before);
      return { index, operation, ...refuse("internal") };
    }
  });
  const root = draft.root();
  return { tree: isPlainObject(root) ? root : tree, results };
}
function applyOne(draft, raw, options) {
  const operation = readOperation(raw);
  if ("ok" in operation) return operation;
  const tree = draft.root();
  const translation = options.dialect === "zod" ? translateZod(operation, tree) : translateClassic(operation, { tree, schema: options.schema });
  if (!translation.ok) return translation;
  const needsReturn = translation.steps.length > 1 || options.settle !== void 0;
  const before = needsReturn ? draft.keep() : tree;
  for (const step of translation.steps) {
    const refusal = applyRfcOperation(draft, step);
    if (refusal) {
      draft.setRoot(before);
      return refusal;
    }
  }
  return settled(draft, before, options) ?? translation;
}
function settled(draft, before, { settle }) {
  const root = draft.root();
  if (!settle || !isPlainObject(root)) return null;
  const accepted = settle(root);
  draft.setRoot(accepted ?? before);
  return accepted ? null : refuse("schema");
}

// src/mvu/display-data.ts
function makeDisplayData(tree, results) {
  const display = makeDraft(tree);
  const delta3 = {};
  for (const result of results) {
    if (!result.ok) continue;
    for (const note of notesOf(result.change, reasonOf(result.operation))) {
      if (note.path.length === 0) continue;
      if (valueAt(tree, note.path.slice(0, -1)) !== void 0) {
        display.own(note.path.slice(0, -1));
        put(display.root(), note.path, note.text);
      }
      put(delta3, note.path, note.text);
    }
  }
  const shown = display.root();
  return { display_data: isPlainObject(shown) ? shown : tree, delta_data: delta3 };
}
function notesOf(change, reason) {
  const note = (path, text) => ({ path, text: `${text} ${reason}`.trimEnd() });
  const assigned = (container, key, value) => note(container, `ASSIGNED ${show(value, true)} into ${[...container, ...key === null ? [] : [key]].join(".")}`);
  switch (change.kind) {
    case "set":
      return [note(change.path, `${show(change.before)}->${show(change.after)}`)];
    case "inserted":
      return [assigned(change.container, change.key, change.after)];
    case "removed":
      return change.fromList ? [] : [note(change.path, `REMOVED ${change.path.join(".")}`)];
    case "moved":
      return [
        ...arrayIndex(change.from.at(-1) ?? "") === null ? [note(change.from, `REMOVED ${change.from.join(".")}`)] : [],
        assigned(change.to.slice(0, -1), change.to.at(-1) ?? null, change.value)
      ];
  }
}
var show = (value, quoted = false) => typeof value === "string" && !quoted ? value : JSON.stringify(value);
function reasonOf(operation) {
  if (!isPlainObject(operation) || operation["command"] === void 0) return "(json_patch)";
  const reason = operation["reason"];
  return typeof reason === "string" && reason !== "" ? `(${reason})` : "";
}
function put(root, path, text) {
  let here = root;
  path.slice(0, -1).forEach((segment, i) => {
    const child = Object.hasOwn(here, segment) ? here[segment] : void 0;
    const next = isContainer(child) ? child : arrayIndex(path[i + 1] ?? "") === null ? {} : [];
    here[segment] = next;
    here = next;
  });
  here[path.at(-1) ?? ""] = text;
}

// src/mvu/schema/build-schema.ts
var EXTENSIBLE_MARK = "$__META_EXTENSIBLE__$";
function buildSchema(tree, former) {
  const known = former && isPlainObject(former.schema) ? { value: former.tree, node: former.schema } : null;
  const built = buildObject(tree, known, false);
  return { tree: built.value, schema: built.node };
}
function build(value, known, recursive) {
  if (known?.value === value) return { value, node: known.node };
  if (Array.isArray(value)) return buildList(value, known, recursive);
  if (isPlainObject(value)) return buildObject(value, known, recursive);
  const type = value === null ? "any" : typeof value;
  return { value, node: known?.node["type"] === type ? known.node : { type } };
}
function buildObject(value, known, recursive) {
  const former = known?.node["type"] === "object" ? known : null;
  const meta = former ? former.node : metaOf(value["$meta"]);
  const isRecursive = recursive || meta["recursiveExtensible"] === true;
  const isOpen = isRecursive || meta["extensible"] === true;
  const required = Array.isArray(meta["required"]) ? meta["required"] : [];
  const properties = {};
  let clean = null;
  for (const key of Object.keys(value)) {
    if (isObjectMark(key)) {
      clean ??= { ...value };
      delete clean[key];
      continue;
    }
    const child = value[key] ?? null;
    const childKnown = knownChild(former, key);
    const built = build(child, childKnown, isRecursive);
    if (built.value !== child) (clean ??= { ...value })[key] = built.value;
    properties[key] = withNeed(built.node, childKnown, !isOpen || required.includes(key));
  }
  return { value: clean ?? value, node: { ...flagsOf(meta, isOpen, isRecursive), type: "object", properties } };
}
function withNeed(node, known, asNew) {
  const required = known ? known.node["required"] !== false : asNew;
  return node["required"] === required ? node : { ...node, required };
}
var isObjectMark = (key) => key === "$meta" || key === "$arrayMeta";
function buildList(value, known, recursive) {
  const former = known?.node["type"] === "array" ? known : null;
  const marks = value.filter(isListMark);
  const items = marks.length > 0 ? value.filter((item) => !isListMark(item)) : value;
  const said = marks.map((mark) => isPlainObject(mark) ? metaOf(mark["$meta"]) : { extensible: true });
  const meta = former ? former.node : said.reduce((all, one) => ({ ...all, ...one }), {});
  const isRecursive = recursive || meta["recursiveExtensible"] === true;
  const isOpen = isRecursive || meta["extensible"] === true;
  const knownItem = former ? childNode(former.node, "0") : null;
  const built = items.map(
    (item, i) => build(item, knownItem && { value: childOf(former?.value, String(i)), node: knownItem }, isRecursive)
  );
  const isSame = marks.length === 0 && built.every((item, i) => item.value === value[i]);
  const elementType = built[0]?.node ?? knownItem ?? { type: "any" };
  return {
    value: isSame ? value : built.map((item) => item.value),
    node: { ...flagsOf(meta, isOpen, isRecursive), type: "array", elementType }
  };
}
var metaOf = (value) => isPlainObject(value) ? value : {};
var isListMark = (item) => item === EXTENSIBLE_MARK || isPlainObject(item) && item["$arrayMeta"] === true;
function knownChild(known, key) {
  const node = known && childNode(known.node, key);
  return known && node ? { value: childOf(known.value, key), node } : null;
}
function flagsOf(meta, isOpen, isRecursive) {
  const flags = { extensible: isOpen };
  if (isRecursive) flags["recursiveExtensible"] = true;
  for (const name of ["template", "strictTemplate", "concatTemplateArray", "strictSet", "required"]) {
    const flag = meta[name];
    if (flag !== void 0) flags[name] = flag;
  }
  return flags;
}

// src/mvu/update-record.ts
function updateRecord(record, operations, settle) {
  const dialect = dialectOf(record);
  const before = statDataOf(record);
  const schema = record["schema"];
  const { tree, results } = applyOperations(before, operations, { dialect, schema, ...settle ? { settle } : {} });
  if (dialect === "zod") {
    const kept = Object.entries(record).filter(([key]) => key !== "display_data" && key !== "delta_data");
    return { record: { ...Object.fromEntries(kept), stat_data: tree }, results };
  }
  const built = tree === before && schema !== void 0 ? null : buildSchema(tree, { tree: before, schema: schema ?? null });
  const after = built?.tree ?? tree;
  const display = makeDisplayData(after, results);
  return { record: { ...record, stat_data: after, ...built ? { schema: built.schema } : {}, ...display }, results };
}

export {
  buildSchema,
  mergeObjects,
  checkValue,
  readOperation,
  sameJson,
  makeDraft,
  readRfcOperation,
  applyRfcOperation,
  updateRecord
};
