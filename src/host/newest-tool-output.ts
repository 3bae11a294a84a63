/** Reads what tools showed with the newest reply of the open chat, from the mirror that rides with its shown swipe. */
import { EXTENSION_KEY } from '../config/identity.ts';
import { parsePageMirror } from '../domain/timeline/parse-mirror.ts';
import { type ToolOutput } from '../domain/tools/tool-output.ts';
import { type StContext } from './st-context.ts';

/** Empty when the newest message is no reply, or a new swipe of it is being written. */
export function newestToolOutput({ chat }: Pick<StContext, 'chat'>): readonly ToolOutput[] {
  const last = chat.at(-1);
  if (!last || last.is_user || last.is_system) return [];
  const pending = last.swipes !== undefined && (last.swipe_id ?? 0) >= last.swipes.length;
  return pending ? [] : (parsePageMirror(last.extra?.[EXTENSION_KEY])?.toolOutput ?? []);
}
