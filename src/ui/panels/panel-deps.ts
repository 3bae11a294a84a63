/** What the panels need from outside; a part that is not there hides its tab. */
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { type Page } from '../../domain/timeline/page.ts';
import { type ChatSession } from '../../ports/chat-session.ts';
import { type BenchTool, type ToolBench } from '../../ports/tool-bench.ts';
import { type Undo } from '../../shared/undo-list.ts';
import { type ScreenLanguage } from '../text.ts';
import { type SourcesDeps } from './sources-tab.tsx';

export type PanelTab = 'state' | 'timeline' | 'run' | 'sources' | 'tools' | 'mvu';

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
  /** Offers to analyse the rounds nobody analysed. */
  catchUp(): void;
  /** Pages of a floor that are no longer in the chat. */
  detachedPages(floorId: FloorId): Promise<readonly Page[]>;
  /** A refused edit or a failed action, for the player. */
  onError(error: unknown): void;
  readonly sources?: SourcesDeps;
  readonly bench?: ToolBench;
  /** Asks again whether the code of one tool may run; resolves when it is decided. */
  readonly decideConsent?: (tool: BenchTool) => Promise<void>;
  readonly mvu?: MvuDeps;
}
