/** Reads what rides in the chat file under our key; anything unknown, foreign or malformed is null, and nothing throws. */
import { sameJson } from '../../shared/json-pointer.ts';
import { type TextHash } from '../../shared/text-hash.ts';
import { type JsonObject } from '../../shared/json-value.ts';
import { isForbiddenKey, isRecord, own, safeJson } from '../../shared/safe-json.ts';
import { type BranchId, type ChatId, type FloorId, type HandEditId, type PageId } from '../ids.ts';
import { type Effect } from './effect.ts';
import { type HandEdit } from './hand-edit.ts';
import { MIRROR_VERSION, STANDS_FOR_LIMIT, type ChatMirror, type InputMirror, type PageMirror } from './mirror.ts';
import { type AnalysisStatus, type PageKind } from './page.ts';
import { parseEffects } from './parse-effect.ts';

const kinds: readonly PageKind[] = ['greeting', 'generated', 'native', 'imported', 'continued', 'reanalysed'];
const analyses: readonly AnalysisStatus[] = ['none', 'pending', 'done', 'failed'];
const ops: readonly string[] = ['set', 'unset', 'lock', 'unlock'];

const isId = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 128;
const isOneOf = <T>(list: readonly T[], value: unknown): value is T => (list as readonly unknown[]).includes(value);
const isRound = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function parseToolOutput(raw: unknown): NonNullable<PageMirror['toolOutput']> {
  if (!Array.isArray(raw)) return [];
  return raw.filter(isRecord).flatMap((item) => {
    const tool = own(item, 'tool');
    const text = own(item, 'text');
    if (typeof tool !== 'string' || typeof text !== 'string') return [];
    const panel = own(item, 'panel');
    return [
      {
        tool,
        text,
        ...(own(item, 'keepInHistory') === true ? { keepInHistory: true as const } : {}),
        ...(typeof panel === 'string' ? { panel } : {}),
      },
    ];
  });
}

const flag = <K extends string>(raw: object, key: K): { [P in K]?: true } =>
  (own(raw, key) === true ? { [key]: true } : {}) as { [P in K]?: true };

function count<K extends string>(raw: object, key: K): { [P in K]?: number } {
  const value = own(raw, key);
  return (isRound(value) && value > 0 ? { [key]: value } : {}) as { [P in K]?: number };
}

/** Mirrors are replaced, never changed in place, so each object is read once however often a long chat is. */
const alreadyRead = new WeakMap<object, PageMirror | null>();

/** `extra.narrative_agent` of a reply or of one of its swipes. */
export function parsePageMirror(raw: unknown): PageMirror | null {
  if (!isRecord(raw)) return null;
  let mirror = alreadyRead.get(raw);
  if (mirror === undefined) {
    mirror = readPageMirror(raw);
    alreadyRead.set(raw, mirror);
  }
  return mirror;
}

/** Two raw objects that say the same become one mirror, read once. */
export function sharePageMirror(raw: unknown, copy: unknown): void {
  if (!isRecord(raw) || !isRecord(copy) || raw === copy || alreadyRead.has(copy)) return;
  if (!sameJson(raw as JsonObject, copy as JsonObject)) return;
  alreadyRead.set(copy, parsePageMirror(raw));
}

function readPageMirror(raw: Record<string, unknown>): PageMirror | null {
  if (own(raw, 'v') !== MIRROR_VERSION) return null;
  const floorId = own(raw, 'floorId');
  const pageId = own(raw, 'pageId');
  const basePageId = own(raw, 'basePageId') ?? null;
  const kind = own(raw, 'kind');
  const hash = own(raw, 'hash');
  const round = own(raw, 'round');
  const analysis = own(raw, 'analysis');
  const effects = parseEffects(own(raw, 'effects'));
  if (!isId(floorId) || !isId(pageId) || !(basePageId === null || isId(basePageId)) || !isRound(round)) return null;
  if (!isOneOf(kinds, kind) || !isOneOf(analyses, analysis) || typeof hash !== 'string' || !effects) return null;
  const adjustments = parseEffects(own(raw, 'adjustments')) ?? [];
  const toolOutput = parseToolOutput(own(raw, 'toolOutput'));
  const standsFor = parseIds(own(raw, 'standsFor'));
  return {
    v: MIRROR_VERSION,
    floorId: floorId as FloorId,
    pageId: pageId as PageId,
    basePageId: basePageId as PageId | null,
    kind,
    hash: hash as TextHash,
    round,
    analysis,
    effects,
    ...flag(raw, 'partial'),
    ...flag(raw, 'truncated'),
    ...count(raw, 'adjusted'),
    ...(adjustments.length > 0 ? { adjustments } : {}),
    ...(toolOutput.length > 0 ? { toolOutput } : {}),
    ...(standsFor.length > 0 ? { standsFor } : {}),
  };
}

function parseIds(raw: unknown): readonly PageId[] {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  return list.filter(isId).slice(-STANDS_FOR_LIMIT) as PageId[];
}

const readInputs = new WeakMap<object, InputMirror | null>();

/** `extra.narrative_agent` of a user's or narrator's message. */
export function parseInputMirror(raw: unknown): InputMirror | null {
  if (!isRecord(raw)) return null;
  let mirror = readInputs.get(raw);
  if (mirror === undefined) {
    mirror = readInputMirror(raw);
    readInputs.set(raw, mirror);
  }
  return mirror;
}

function readInputMirror(raw: Record<string, unknown>): InputMirror | null {
  if (own(raw, 'v') !== MIRROR_VERSION || Object.hasOwn(raw, 'pageId')) return null;
  const floorId = own(raw, 'floorId');
  const round = own(raw, 'round');
  if (!isId(floorId)) return null;
  return { v: MIRROR_VERSION, floorId: floorId as FloorId, ...(isRound(round) ? { round } : {}) };
}

/** One hand edit as it is stored; null when it cannot be read. */
export function parseHandEdit(raw: unknown): HandEdit | null {
  if (!isRecord(raw)) return null;
  const id = own(raw, 'id');
  const floorId = own(raw, 'floorId');
  const seq = own(raw, 'seq');
  const at = own(raw, 'at');
  const pointer = own(raw, 'pointer');
  const op = own(raw, 'op');
  if (!isId(id) || !isId(floorId) || typeof pointer !== 'string' || !pointer.startsWith('/')) return null;
  if (!isRound(seq) || typeof at !== 'number' || typeof op !== 'string' || !ops.includes(op)) return null;
  const value = safeJson(own(raw, 'value'));
  return {
    id: id as HandEditId,
    floorId: floorId as FloorId,
    seq,
    at,
    pointer,
    op: op as HandEdit['op'],
    undone: own(raw, 'undone') === true,
    ...(value === undefined ? {} : { value }),
  };
}

function parseKeyframes(raw: unknown): Readonly<Record<string, readonly Effect[]>> | null {
  if (!isRecord(raw)) return null;
  const entries = Object.keys(raw).flatMap((key) => {
    const effects = isForbiddenKey(key) ? null : parseEffects(raw[key]);
    return effects ? [[key, effects] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

const checkedKeys = new Set(['v', 'chatId', 'branchId', 'integrity', 'file', 'owner', 'handEdits', 'keyframes']);
const languages: readonly unknown[] = ['zh', 'en'];

/** `chat_metadata.narrative_agent`; keys this version does not know are kept. */
export function parseChatMirror(raw: unknown): ChatMirror | null {
  if (!isRecord(raw) || own(raw, 'v') !== MIRROR_VERSION) return null;
  const chatId = own(raw, 'chatId');
  const branchId = own(raw, 'branchId');
  const integrity = own(raw, 'integrity');
  const file = own(raw, 'file');
  const owner = own(raw, 'owner');
  const edits = own(raw, 'handEdits');
  if (!isId(chatId) || !isId(branchId) || typeof integrity !== 'string' || typeof file !== 'string') return null;
  const rest: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    if (checkedKeys.has(key) || isForbiddenKey(key) || (key === 'language' && !languages.includes(raw[key]))) continue;
    const value = safeJson(raw[key]);
    if (value !== undefined) rest[key] = value;
  }
  const keyframes = parseKeyframes(own(raw, 'keyframes'));
  return {
    ...rest,
    v: MIRROR_VERSION,
    chatId: chatId as ChatId,
    branchId: branchId as BranchId,
    integrity,
    file,
    ...(typeof owner === 'string' ? { owner } : {}),
    handEdits: Array.isArray(edits) ? edits.flatMap((edit) => parseHandEdit(edit) ?? []) : [],
    ...(keyframes ? { keyframes } : {}),
  };
}
