/** The fourteen events other extensions may listen to, with what they carry. */
import { type JsonValue } from '../../shared/json-value.ts';
import { type VariableScope } from '../timeline/effect.ts';
import { type Page } from '../timeline/page.ts';
import { type AgentSlot } from './agent-slot.ts';
import { type Usage } from './run.ts';
import { type RegexUse } from './turn-request.ts';

export interface NarrativeEvents {
  'session.created': { readonly chatId: string; readonly branchId: string };
  'floor.created': { readonly floorId: string; readonly round: number; readonly runId: string };
  'floor.committed': {
    readonly floorId: string;
    readonly pageId: string;
    readonly round: number;
    readonly analysis: Page['analysis'];
    readonly effects: Page['effects'];
    /** What the page did to each variable it wrote; absent in sessions that know none. */
    readonly changes: readonly {
      readonly scope: VariableScope;
      readonly key: string;
      readonly before: JsonValue | undefined;
      readonly after: JsonValue | undefined;
      readonly pageId: string;
    }[];
    readonly rejected: readonly { readonly code: string; readonly reason: string }[];
  };
  'floor.failed': { readonly floorId: string; readonly stage: string; readonly code: string; readonly message: string };
  'page.activated': { readonly floorId: string; readonly pageId: string; readonly reason: string };
  'message.appended': {
    readonly floorId: string;
    readonly pageId: string;
    readonly role: string;
    readonly text: string;
  };
  'generation.started': {
    readonly slot: AgentSlot;
    readonly runId: string;
    readonly model: string;
    readonly promptTokens: number;
  };
  'generation.chunk': { readonly slot: AgentSlot; readonly runId: string; readonly text: string };
  'generation.completed': {
    readonly slot: AgentSlot;
    readonly runId: string;
    readonly text: string;
    readonly usage: Usage;
  };
  'generation.failed': {
    readonly slot: AgentSlot;
    readonly runId: string;
    readonly code: string;
    readonly message: string;
    readonly attempt: number;
  };
  'memory.extracted': { readonly round: number; readonly text: string; readonly source: string };
  'memory.committed': {
    readonly operations: readonly { readonly op: 'create'; readonly round: number; readonly text: string }[];
  };
  'worldbook.matched': {
    readonly entries: readonly { readonly book: string; readonly uid: string; readonly reason: string }[];
  };
  'regex.applied': RegexUse;
}

export type NarrativeEventName = keyof NarrativeEvents;

export const narrativeEventNames: readonly NarrativeEventName[] = [
  'session.created',
  'floor.created',
  'floor.committed',
  'floor.failed',
  'page.activated',
  'message.appended',
  'generation.started',
  'generation.chunk',
  'generation.completed',
  'generation.failed',
  'memory.extracted',
  'memory.committed',
  'worldbook.matched',
  'regex.applied',
];
