/** The records of tool calls in the open chat, as their runs keep them. */
import { type ExecutionRecord, type ExecutionStatus } from '../domain/run/execution.ts';

/** What is absent is not asked for. */
export interface RecordFilter {
  readonly runId?: string;
  readonly floorId?: string;
  readonly pageId?: string;
  readonly tool?: string;
  readonly status?: ExecutionStatus;
  /** The newest so many; 200 when absent, 2,000 at most. */
  readonly limit?: number;
}

/** Contract: only runs that are still kept are read, the newest 100 when neither run nor page is named; never throws for a chat without runs. */
export interface ToolRecords {
  /** Oldest first. */
  find(filter?: RecordFilter): Promise<readonly ExecutionRecord[]>;
}
