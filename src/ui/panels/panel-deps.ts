/** What the panels need from outside; a part that is not there hides its tab. */
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { type Page } from '../../domain/timeline/page.ts';
import { type ChatSession } from '../../ports/chat-session.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { type Undo } from '../../shared/undo-list.ts';
import { type ScreenLanguage } from '../text.ts';

export type PanelTab = 'state' | 'timeline' | 'run' | 'tools' | 'mvu';

/** One `[TOOL:]` entry or built-in tool as its author sees it. */
export interface BenchTool {
  readonly name: string;
  readonly description: string;
  readonly kind: 'code' | 'llm' | 'builtin';
  readonly stage: 'planning' | 'post_pipeline';
  /** As the turn's catalogue says; `broken` for an entry that gave no usable tool. */
  readonly state:
    'ready' | 'disabled' | 'not_active' | 'approval_required' | 'approval_denied' | 'sandbox_unavailable' | 'broken';
  /** Where it stands, e.g. `Harbour #3`. */
  readonly source: string;
  /** Findings, each a sentence with its place. */
  readonly lint: readonly string[];
  /** Parameters to start a trial with. */
  readonly example: JsonValue;
}

export interface BenchRoll {
  readonly round: number;
  readonly tool: string;
  /** Expression, single dice, total and outcome, in words. */
  readonly text: string;
}

export interface BenchDeps {
  tools(): Promise<readonly BenchTool[]>;
  /** Runs it with made-up parameters on a copy of the current state; nothing is kept. Resolves to what it gave or why not. */
  tryTool(name: string, parameters: JsonValue): Promise<string>;
  /** The prompt a model tool would get now. */
  previewPrompt(name: string, parameters: JsonValue): Promise<string>;
  rolls(): Promise<readonly BenchRoll[]>;
}

export interface MvuDeps {
  /** true: the MVU extension is there and applies; false: this extension does. */
  ruledByMvu(): boolean;
  /** Initial variables the author added since the chat began. */
  newInitialKeys(): Promise<readonly string[]>;
  mergeNewInitialKeys(): Promise<void>;
}

export interface PanelDeps {
  readonly language: ScreenLanguage;
  /** null when no chat is open. */
  session(): ChatSession | null;
  /** Another chat, a commit, an edit, a swipe: whatever may change what is shown. */
  onChanged(handler: () => void): Undo;
  analyseAgain(pageId: PageId): void;
  /** Pages of a floor that are no longer in the chat. */
  detachedPages(floorId: FloorId): Promise<readonly Page[]>;
  /** A refused edit or a failed action, for the player. */
  onError(error: unknown): void;
  readonly bench?: BenchDeps;
  readonly mvu?: MvuDeps;
}
