/** The ids of the trade; each is a random string made by ports/id-source, never a file name or an index. */
import { type Brand } from '../shared/brand.ts';

export type ChatId = Brand<string, 'ChatId'>;
export type BranchId = Brand<string, 'BranchId'>;
export type FloorId = Brand<string, 'FloorId'>;
export type PageId = Brand<string, 'PageId'>;
export type MessageId = Brand<string, 'MessageId'>;
export type RunId = Brand<string, 'RunId'>;
export type HandEditId = Brand<string, 'HandEditId'>;
export type ExecutionId = Brand<string, 'ExecutionId'>;
