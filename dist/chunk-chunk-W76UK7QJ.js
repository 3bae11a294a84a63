/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  extractUpdates,
  parseData
} from "./chunk-chunk-UCUWRUCS.js";
import {
  applyMvu,
  booksOf
} from "./chunk-chunk-27EIXC5I.js";
import {
  buildSchema,
  checkValue,
  mergeObjects,
  readOperation,
  sameJson
} from "./chunk-chunk-HLIDK6WY.js";
import {
  childNode,
  isDescribedValue,
  nodeAt
} from "./chunk-chunk-NOXGUHJZ.js";
import {
  ZOD_SCHEMA_MARK,
  dialectOf,
  isMvuRecord,
  recordKeys,
  statDataOf
} from "./chunk-chunk-YTK4B242.js";
import {
  isPlainObject,
  toPointer
} from "./chunk-chunk-QVWJH3VZ.js";
import {
  textHash
} from "./chunk-chunk-CJOOAXHJ.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/mvu/diff.ts
function diffTrees(before, after) {
  const changes = [];
  const visit = (a, b, path) => {
    if (a === b) return;
    if (isPlainObject(a) && isPlainObject(b)) {
      const keys = /* @__PURE__ */ new Set([...Object.keys(a), ...Object.keys(b)]);
      for (const key of keys) if (!key.startsWith("$")) visit(own(a, key), own(b, key), [...path, key]);
      return;
    }
    const isPair = isDescribedValue(a) && isDescribedValue(b) && a[1] === b[1];
    const [was, is] = isPair ? [a[0], b[0]] : [a, b];
    if (!sameJson(was, is)) changes.push({ path, before: was, after: is });
  };
  visit(before, after, []);
  return changes;
}
function differenceOf(before, after) {
  const operations = [];
  const visit = (a, b, path) => {
    for (const key of Object.keys(a)) {
      if (!Object.hasOwn(b, key)) operations.push({ op: "remove", path: toPointer([...path, key]) });
    }
    for (const key of Object.keys(b)) {
      const here = [...path, key];
      const [was, is] = [own(a, key), own(b, key)];
      if (is === void 0 || was === is) continue;
      if (was === void 0) operations.push({ op: "add", path: toPointer(here), value: is });
      else if (isPlainObject(was) && isPlainObject(is)) visit(was, is, here);
      else if (!sameJson(was, is)) operations.push({ op: "replace", path: toPointer(here), value: is });
    }
  };
  visit(before, after, []);
  return operations;
}
var own = (value, key) => Object.hasOwn(value, key) ? value[key] : void 0;

// src/mvu/adopt-difference.ts
var stateKeys = ["stat_data", "schema", "initialized_lorebooks"];
function adoptDifference(folded, found, source) {
  if (!isMvuRecord(found)) return null;
  if (folded === null) return { kind: "mvu-init", record: ownKeysOf(found) };
  const operations = differenceOf(pick(folded, stateKeys), pick(found, stateKeys));
  if (operations.length === 0) return null;
  return { kind: "mvu", exact: true, source, operations: operations.map((operation) => ({ ...operation })) };
}
var ownKeysOf = (record) => pick(record, recordKeys);
function pick(record, keys) {
  return Object.fromEntries(keys.flatMap((key) => record[key] === void 0 ? [] : [[key, record[key]]]));
}
var stateTextOf = (record) => JSON.stringify(pick(record, stateKeys));

// src/mvu/find-entries.ts
var has = (entry, marker) => entry.comment.toLowerCase().includes(marker);
var isInitialEntry = (entry) => has(entry, "[initvar]");
var isUpdateRule = (entry) => has(entry, "[mvu_update]") && !isInitialEntry(entry);
var isPlotEntry = (entry) => has(entry, "[mvu_plot]") && !isInitialEntry(entry);
function findMvuEntries(entries) {
  return {
    initial: entries.filter(isInitialEntry),
    updateRules: entries.filter((entry) => entry.enabled && isUpdateRule(entry)),
    plot: entries.filter((entry) => entry.enabled && isPlotEntry(entry))
  };
}
function usesMvu(entries, greetings) {
  return entries.some((entry) => isInitialEntry(entry) || entry.enabled && isUpdateRule(entry)) || greetings.some((greeting) => /<initvar>/i.test(greeting));
}

// src/mvu/extractor/should-extract.ts
async function shouldExtract({ prose, hasRecord, mvuAsksItself: mvuAsksItself2 }) {
  if (!hasRecord) return { extract: false, because: "no-variables" };
  if (await holdsUpdate(prose)) return { extract: false, because: "reply-has-block" };
  if (mvuAsksItself2) return { extract: false, because: "mvu-extra-model" };
  return prose.trim() === "" ? { extract: false, because: "no-prose" } : { extract: true };
}
async function holdsUpdate(text) {
  const { operations, blocks } = await extractUpdates(text);
  if (operations.length === 0) return blocks > 0;
  return operations.some((operation) => !("ok" in readOperation(operation)));
}
function mvuAsksItself(extraModel, entries, primaryBook) {
  return extraModel && entries.some((entry) => entry.book === primaryBook && (isUpdateRule(entry) || isPlotEntry(entry)));
}

// src/mvu/read-initvar.ts
var fence = /```[^\n`]*\n([\s\S]*?)```/;
var tagged = /<initvar>([\s\S]*?)<\/initvar>/gi;
var MAX_TREE = 5e5;
async function readInitvar(content) {
  const inner = [...content.matchAll(tagged)][0]?.[1] ?? content;
  const body = fence.exec(inner)?.[1] ?? inner;
  const parsed = await parseData(body);
  if (!parsed.ok) return parsed;
  if (!isPlainObject(parsed.value)) return err("The content is not a list of names with values (an object).");
  const refusal = checkValue(parsed.value, MAX_TREE);
  return refusal ? err(`${refusal.code} ${refusal.about}`.trim()) : ok(parsed.value);
}
async function readGreetingInitvars(greeting) {
  const trees = [];
  const problems = [];
  for (const [, inner = ""] of greeting.matchAll(tagged)) {
    const read = await readInitvar(inner);
    if (read.ok) trees.push(read.value);
    else problems.push(read.error);
  }
  return { trees, problems };
}

// src/mvu/init-record.ts
async function readInitial(sources) {
  const problems = [];
  const greeting = await readGreetingInitvars(sources.greeting);
  for (const message of greeting.problems) problems.push({ where: "greeting", book: null, message });
  const hasOwn = greeting.trees.length > 0;
  let tree = greeting.trees.reduce(mergeTrees, {});
  const books = hasOwn && sources.primary !== null ? { [sources.primary]: [] } : {};
  for (const book of sources.books) {
    if (hasOwn && book.name === sources.primary) continue;
    const read = await readBook(book);
    problems.push(...read.problems);
    if (read.tree === null) continue;
    books[book.name] = [];
    tree = { ...read.tree, ...tree };
  }
  if (!hasOwn && Object.keys(books).length === 0) return { effects: [], problems };
  const updates = await extractUpdates(sources.greeting);
  const effects = [{ kind: "mvu-init", record: makeRecord(tree, books, sources.dialect) }];
  if (updates.operations.length > 0) effects.push({ kind: "mvu", operations: updates.operations, source: "card" });
  return { effects, problems };
}
async function readAddedBooks(books, initialised, dialect) {
  const fresh = books.filter((book) => !Object.hasOwn(initialised, book.name));
  return readInitial({ books: fresh, primary: null, greeting: "", dialect });
}
async function readBook(book) {
  const problems = [];
  let tree = null;
  for (const { comment, content } of book.entries) {
    const read = await readInitvar(content);
    if (read.ok) tree = mergeTrees(tree ?? {}, read.value);
    else problems.push({ where: comment, book: book.name, message: read.error });
  }
  return { tree, problems };
}
var mergeTrees = (under, over) => mergeObjects(under, over);
function makeRecord(tree, books, dialect) {
  if (dialect === "zod") return { stat_data: tree, schema: ZOD_SCHEMA_MARK, initialized_lorebooks: books };
  const built = buildSchema(tree, null);
  return {
    stat_data: built.tree,
    schema: built.schema,
    initialized_lorebooks: books,
    display_data: built.tree,
    delta_data: {}
  };
}

// src/mvu/initial-books.ts
var EMBEDDED = "";
function initialBooksOf(entries, order, expand) {
  const primary = order.primary ?? (entries.some((entry) => entry.book === EMBEDDED) ? EMBEDDED : null);
  const names = [.../* @__PURE__ */ new Set([...order.global, ...primary === null ? [] : [primary], ...order.additional])];
  const books = names.flatMap((name) => {
    const mine = entries.filter((entry) => entry.book === name && isInitialEntry(entry));
    if (mine.length === 0) return [];
    return [{ name, entries: mine.map(({ comment, content }) => ({ comment, content: expand(content) })) }];
  });
  return { books, primary };
}

// src/mvu/new-keys.ts
function findNewKeys(record, initial) {
  const added = [];
  const refreshed = [];
  const merge = (mine, theirs, path) => {
    const merged = { ...mine };
    for (const [key, value] of Object.entries(theirs)) {
      const here = [...path, key];
      const present = Object.hasOwn(mine, key) ? mine[key] : void 0;
      if (present === void 0) {
        merged[key] = value;
        added.push(here.join("."));
      } else if (isPlainObject(present) && isPlainObject(value)) merged[key] = merge(present, value, here);
      else if (isDescribedValue(present) && isDescribedValue(value) && present[1] !== value[1]) {
        merged[key] = [present[0], value[1]];
        refreshed.push(here.join("."));
      }
    }
    return merged;
  };
  const before = statDataOf(record);
  const tree = merge(before, withoutOptional(statDataOf(initial), initial["schema"]), []);
  if (added.length + refreshed.length === 0) return { effect: null, added, refreshed };
  const books = { ...booksOf(initial), ...booksOf(record) };
  const after = {
    ...record,
    stat_data: tree,
    initialized_lorebooks: books,
    ...schemaFor(record, initial, tree)
  };
  return {
    effect: { kind: "mvu", exact: true, source: "user", operations: asEffect(record, after) },
    added,
    refreshed
  };
}
var asEffect = (before, after) => differenceOf(before, after).map((operation) => ({ ...operation }));
function schemaFor(record, initial, tree) {
  if (dialectOf(record) === "zod") return {};
  const joined = joinNodes(record["schema"], initial["schema"]);
  return { schema: buildSchema(tree, { tree, schema: joined ?? null }).schema };
}
function joinNodes(mine, theirs) {
  if (!isPlainObject(mine) || !isPlainObject(theirs)) return mine ?? theirs;
  const [a, b] = [mine["properties"], theirs["properties"]];
  if (!isPlainObject(a) || !isPlainObject(b)) return mine;
  const properties = { ...b, ...a };
  for (const key of Object.keys(a)) {
    const joined = joinNodes(a[key], Object.hasOwn(b, key) ? b[key] : void 0);
    if (joined !== void 0) properties[key] = joined;
  }
  return { ...mine, properties };
}
function withoutOptional(tree, schema) {
  const root = nodeAt(schema, []);
  const visit = (value, node) => Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      const deeper = node && childNode(node, key);
      if (deeper && deeper["required"] === false) return [];
      return [[key, isPlainObject(child) ? visit(child, deeper) : child]];
    })
  );
  return visit(tree, root);
}

// src/pipeline/sync-mvu.ts
var RECENT_ROWS = 20;
var STARTING_ROWS = 3;
function makeMvuSync({ session, host, adjust }) {
  const written = /* @__PURE__ */ new Map();
  let projected = [];
  const differenceAt = (row, ordinal) => {
    if (row.pageId === null || row.replyIndex === null) return null;
    const found = host.read(row.replyIndex, row.swipe);
    if (!found || written.get(row.pageId) === fingerprint(found)) return null;
    return adoptDifference(session.worldAfter(ordinal).mvu, found, "external");
  };
  return {
    async adopt() {
      let first = null;
      const count = session.timeline().rows.length;
      for (let ordinal = Math.max(0, count - RECENT_ROWS); ordinal < count; ordinal += 1) {
        const row = session.timeline().rows[ordinal];
        const difference = row && differenceAt(row, ordinal);
        if (!row || !difference || difference.kind === "mvu-init" && ordinal < count - STARTING_ROWS) continue;
        await adjust(row.floorId, [difference]);
        first ??= ordinal;
      }
      return first;
    },
    project(fromOrdinal) {
      const writes = [];
      const pages = session.timeline().rows.map((row) => row.pageId);
      const from = fromOrdinal ?? Math.max(0, Math.min(firstDifference(projected, pages), pages.length - RECENT_ROWS));
      projected = pages;
      session.timeline().rows.forEach((row, ordinal) => {
        if (ordinal < from) return;
        const after = session.worldAfter(ordinal).mvu;
        const before = ordinal === 0 ? null : session.worldAfter(ordinal - 1).mvu;
        if (before) writes.push(...row.inputIndexes.map((index) => ({ index, swipe: 0, record: before })));
        if (!after || row.pageId === null || row.replyIndex === null) return;
        written.set(row.pageId, fingerprint(after));
        writes.push({ index: row.replyIndex, swipe: row.swipe, record: after });
      });
      return host.write(writes);
    }
  };
}
function firstDifference(before, after) {
  const at = after.findIndex((page, i) => page !== before[i]);
  return at < 0 ? after.length : at;
}
var fingerprint = (record) => textHash(stateTextOf(record));

// src/pipeline/mvu-chat.ts
var nothing = { effects: [], problems: [] };
function makeMvuChat(deps) {
  const { session, host, adjust } = deps;
  const sync = makeMvuSync(deps);
  const dialect = () => host.usesZod() ? "zod" : "classic";
  const initial = async (greeting) => {
    const entries = await deps.entries();
    if (!usesMvu(entries, [greeting])) return nothing;
    const sources = initialBooksOf(entries, host.bookNames(), deps.expand);
    return readInitial({ ...sources, greeting: deps.expand(greeting), dialect: dialect() });
  };
  const withScripts = async (effects, swipe) => {
    const record = recordOf(effects);
    const difference = record && adoptDifference(record, await host.initialised(record, swipe), "external");
    return difference ? [...effects, difference] : effects;
  };
  const begin = async (row) => {
    if (row.replyIndex === null || host.presence().kind === "present") return [];
    const texts = deps.swipes(row.replyIndex);
    const found = await initial(texts[row.swipe] ?? "");
    if (found.effects.length > 0) await adjust(row.floorId, await withScripts(found.effects, row.swipe));
    for (const [swipe, text] of texts.entries()) {
      if (swipe === row.swipe || host.read(row.replyIndex, swipe)) continue;
      const record = recordOf((await initial(text)).effects);
      if (record) host.write([{ index: row.replyIndex, swipe, record: await host.initialised(record, swipe) }]);
    }
    return found.problems;
  };
  const addBooks = async (row, record) => {
    if (host.presence().kind === "present") return [];
    const { books } = initialBooksOf(await deps.entries(), host.bookNames(), deps.expand);
    const added = await readAddedBooks(books, booksOf(record), dialectOf(record));
    if (added.effects.length > 0) await adjust(row.floorId, added.effects);
    return added.problems;
  };
  const readOwnBlock = async (row) => {
    const { replyIndex, swipe, analysis } = row;
    if (replyIndex === null || analysis !== "none" || host.presence().kind === "present") return;
    if (host.read(replyIndex, swipe) || session.effectsOf(row.pageId).length > 0) return;
    const { operations } = await extractUpdates(deps.swipes(replyIndex)[swipe] ?? "");
    if (operations.length > 0) await adjust(row.floorId, [{ kind: "mvu", operations, source: "card" }]);
  };
  const newKeys = async (record = session.head().mvu) => {
    const first = session.timeline().rows.find((row) => row.replyIndex !== null);
    if (!record || first?.replyIndex === void 0 || first.replyIndex === null) return null;
    const fresh = recordOf((await initial(deps.swipes(first.replyIndex)[first.swipe] ?? "")).effects.slice(0, 1));
    return fresh && findNewKeys(record, fresh);
  };
  const keep = async () => {
    const { rows } = session.timeline();
    const first = rows.findIndex((row) => row.pageId !== null);
    const firstRow = rows[first];
    const last2 = rows.findLast((row) => row.pageId !== null);
    if (!firstRow || !last2) return { problems: [], changed: false };
    const adopted = await sync.adopt();
    if (firstRow !== last2 && session.head().mvu) await readOwnBlock(last2);
    const head = session.head().mvu;
    const problems = head ? await addBooks(last2, head) : await begin(firstRow);
    const written = session.head().mvu ? sync.project(head ? adopted ?? void 0 : 0) : 0;
    if (written > 0) deps.save();
    return { problems, changed: written > 0 || adopted !== null };
  };
  let last = Promise.resolve();
  return {
    keepInStep() {
      const mine = last.then(keep);
      last = mine.catch(() => void 0);
      return mine;
    },
    initialEffects: async () => host.presence().kind === "present" ? [] : (await initial("")).effects,
    ruledByMvu: () => host.presence().kind === "present",
    async mvuAsksItself() {
      const presence = host.presence();
      if (presence.kind !== "present" || !presence.extraModel) return false;
      return mvuAsksItself(true, await deps.entries(), host.bookNames().primary);
    },
    async reload(record) {
      const effect = (await newKeys(record))?.effect;
      return effect ? applyMvu(record, effect).record : null;
    },
    newInitialKeys: async () => (await newKeys())?.added ?? [],
    async mergeNewInitialKeys() {
      const found = await newKeys();
      const last2 = session.timeline().rows.findLast((row) => row.pageId !== null);
      if (!found?.effect || !last2) return;
      await adjust(last2.floorId, [found.effect]);
      if (sync.project() > 0) deps.save();
    }
  };
}
function recordOf(effects) {
  return effects.reduce((before, effect) => applyMvu(before, effect).record, null);
}

export {
  diffTrees,
  findMvuEntries,
  shouldExtract,
  adoptDifference,
  makeMvuChat
};
