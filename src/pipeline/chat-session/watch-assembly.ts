/** What SillyTavern's macros do to the chat's variables while a prompt is built: it can be taken back when the turn fails. */
import { type HostChat } from '../../ports/host-chat.ts';
import { type Assembly } from '../../ports/session-variables.ts';
import { sameJson } from '../../shared/json-pointer.ts';

export function watchAssembly(hostChat: Pick<HostChat, 'readVariables' | 'writeVariables'>): Assembly {
  const before = structuredClone(hostChat.readVariables());
  let after: typeof before | null = null;
  const end = (): void => {
    after ??= structuredClone(hostChat.readVariables());
  };
  return {
    end,
    putBack() {
      end();
      const made = after ?? {};
      const now = hostChat.readVariables();
      const changed = [...new Set([...Object.keys(before), ...Object.keys(made)])].filter(
        (key) => !sameJson(before[key], made[key]) && sameJson(made[key], now[key]),
      );
      if (changed.length > 0) hostChat.writeVariables(Object.fromEntries(changed.map((key) => [key, before[key]])));
    },
  };
}
