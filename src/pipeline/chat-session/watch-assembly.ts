/** What SillyTavern's macros do to the chat's variables while a prompt is built: it can be taken back when the turn fails. */
import { type Assembly } from '../../ports/session-variables.ts';
import { sameJson } from '../../shared/json-pointer.ts';
import { type SessionCore } from './session-core.ts';

export function watchAssembly(core: Pick<SessionCore, 'deps' | 'isOpen'>): Assembly {
  const { hostChat } = core.deps;
  const before = hostChat.readVariables();
  let after: typeof before | null = null;
  const end = (): void => {
    if (core.isOpen()) after ??= hostChat.readVariables();
  };
  return {
    end,
    putBack() {
      end();
      if (!after || !core.isOpen()) return;
      const made = after;
      const now = hostChat.readVariables();
      const changed = [...new Set([...Object.keys(before), ...Object.keys(made)])].filter(
        (key) => !sameJson(before[key], made[key]) && sameJson(made[key], now[key]),
      );
      if (changed.length > 0) hostChat.writeVariables(Object.fromEntries(changed.map((key) => [key, before[key]])));
    },
  };
}
