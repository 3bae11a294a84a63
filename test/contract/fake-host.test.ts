/**
 * The fake chat of the property tests does what a real SillyTavern was recorded doing: the same events at the same
 * moments, the same chat afterwards. Recorded by `node test/host/record-commands.mjs`; the nightly tests record again.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FakeHost, makeFakeHost } from '../support/fake-host-chat.ts';
import { KEY, type RawMessage } from '../support/raw-chat.ts';

interface Message {
  readonly user: boolean;
  readonly hidden: boolean;
  readonly text: string;
  readonly mark: unknown;
  readonly shown?: number;
  readonly swipes?: readonly string[];
  readonly marks?: readonly unknown[];
}

interface Chat {
  readonly file: string;
  readonly integrity: string;
  readonly parent: string | null;
  readonly foreign: unknown;
  readonly messages: readonly Message[];
}

interface Recorded {
  readonly command: string;
  readonly before: Chat;
  readonly events: readonly { readonly name: string; readonly args: readonly unknown[]; readonly at: unknown }[];
  readonly after: Chat;
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../fixtures/host-commands.json'), 'utf8'),
);

const OWNER = 'Marta.png';

type Play = (host: FakeHost, after: Chat) => void;

const last = (chat: Chat): Message => chat.messages.at(-1) ?? expect.fail('an empty chat');
const input = ({ messages }: Chat): string => messages.at(-2)?.text ?? '';

/** What the fake is asked for, for each recorded command. */
const plays: Readonly<Record<string, Play>> = {
  'swipe the greeting': (host) => host.swipeTo(1),
  send: (host, after) => {
    host.sendUser(input(after));
    host.addReply(last(after).text);
  },
  'swipe: new': (host, after) => {
    host.beginSwipe();
    host.finishSwipe(last(after).text);
  },
  'swipe: back': (host) => host.swipeTo(0),
  'swipe: forth': (host) => host.swipeTo(1),
  'swipe: failed': (host) => {
    host.beginSwipe();
    host.abandonSwipe();
  },
  continue: (host, after) => host.continueReply(last(after).text.slice(host.messages.at(-1)?.mes.length)),
  regenerate: (host, after) => {
    host.dropLastReply();
    host.addReply(last(after).text);
  },
  'edit: reply': (host, after) => host.edit(2, after.messages[2]?.text ?? ''),
  'edit: input': (host, after) => host.edit(1, after.messages[1]?.text ?? ''),
  'delete: swipe': (host) => host.removeSwipe(4, 2),
  hide: (host) => host.hide(1, true),
  unhide: (host) => host.hide(1, false),
  // A person copies and moves in the editor, and closes it.
  copy: (host) => {
    host.copy(2);
    host.closeEditor(2);
  },
  move: (host) => {
    host.move(3, 1);
    host.closeEditor(4);
  },
  'delete: middle': (host) => host.remove(2),
  'delete: last': (host) => host.remove(host.messages.length - 1),
  '/cut': (host) => host.remove(1),
  '/del': (host) => host.remove(host.messages.length - 1),
  'delete: from here on': (host) => host.remove(3, host.messages.length - 3),
  checkpoint: (host) => host.checkpoint(2, 'Checkpoint'),
  branch: (host, after) => host.branch(2, after.file),
  rename: (host, after) => host.rename(after.file),
  import: (host) => host.copyFile('imported'),
  'delete: chat': (host, after) => host.deleteOpenFile(after.file),
  'send: failed': (host, after) => {
    host.sendUser(last(after).text);
    host.abandonSend();
  },
};

const ours = (mark: unknown): Record<string, unknown> => (mark === null ? {} : { [KEY]: mark });

const raw = (message: Message): RawMessage => ({
  ...{ name: message.user ? 'Player' : 'Marta', is_user: message.user, is_system: message.hidden, mes: message.text },
  extra: ours(message.mark),
  ...(message.swipes
    ? {
        ...{ swipe_id: message.shown ?? 0, swipes: [...message.swipes] },
        swipe_info: (message.marks ?? []).map((mark) => ({ extra: ours(mark) })),
      }
    : {}),
});

function fill(host: FakeHost, chat: Chat): void {
  host.newChat(OWNER, chat.file);
  host.messages.splice(0, host.messages.length, ...chat.messages.map(raw));
  const parent = chat.parent === null ? {} : { main_chat: chat.parent };
  Object.assign(host.metadata, { integrity: chat.integrity, ...parent, ...ours(chat.foreign) });
}

const seen = (host: FakeHost): Omit<Chat, 'integrity'> => ({
  file: host.place.file,
  parent: (host.metadata['main_chat'] as string | undefined) ?? null,
  foreign: host.metadata[KEY] ?? null,
  messages: host.messages.map((message) => ({
    ...{ user: message.is_user, hidden: message.is_system, text: message.mes, mark: message.extra?.[KEY] ?? null },
    ...(message.swipes
      ? {
          ...{ shown: message.swipe_id ?? 0, swipes: message.swipes },
          marks: (message.swipe_info ?? []).map((info) => info.extra?.[KEY] ?? null),
        }
      : {}),
  })),
});

describe('the fake chat against a recorded SillyTavern', () => {
  it.each(recorded)('$command: the same events at the same moments, the same chat afterwards', async (each) => {
    const host = makeFakeHost();
    if (each.after.file !== each.before.file) fill(host, each.after);
    await host.save();
    fill(host, each.before);
    const events: unknown[] = [];
    host.onEvent = (name, args) => {
      const shown = host.messages.at(-1);
      const at = {
        length: host.messages.length,
        shown: shown?.swipe_id ?? null,
        swipes: shown?.swipes?.length ?? null,
      };
      events.push({ name, args, at });
    };
    plays[each.command]?.(host, each.after);
    const { integrity, ...after } = each.after;
    expect(events).toEqual(each.events);
    expect(seen(host)).toEqual(after);
    if (each.command !== 'delete: chat') {
      expect(host.metadata['integrity'] === each.before.integrity).toBe(integrity === each.before.integrity);
    }
  });

  it('plays every recorded command, and no other', () => {
    expect(Object.keys(plays).sort()).toEqual(recorded.map(({ command }) => command).sort());
  });
});
