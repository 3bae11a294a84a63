/** Wires who plays the open chat: this tab, or another one that can be taken over from. */
import { openChat, reloadOpenChat } from '../host/st-context.ts';
import { type ChatClaims, makeChatClaims } from '../pipeline/chat-claims.ts';
import { openOwnership } from '../storage/ownership/open-ownership.ts';
import { makeClosedComposer } from '../ui/closed-composer.ts';
import { uiText } from '../ui/text.ts';
import { type Base } from './base.ts';

/** @param onLost another tab took the open chat over */
export function wireTabs(base: Base, onLost: () => void): ChatClaims {
  const { host, leases, changes, undos } = base;
  const { st, platform } = host;
  const { clock, ids, log } = platform;
  const claims = makeChatClaims({
    ownership: openOwnership({ table: leases, clock, tab: ids.next(), log }),
    place: () => openChat(st()),
    reload: () => reloadOpenChat(st()),
    onLost,
    onChanged: () => changes.tell(),
    clock,
    log,
  });
  const composer = makeClosedComposer({
    page: document,
    text: () => uiText(host.language()),
    takeOver: () => claims.takeOver(),
    onError: base.showError,
  });
  const show = (): void => {
    const { enabled, promptMode } = base.settings();
    composer.set(claims.elsewhere() && enabled && promptMode !== 'compat_strict');
  };
  undos.add(changes.on(show));
  undos.add(() => composer.remove());
  undos.add(() => claims.release());
  // A lease outlives its tab; a page that is only put aside comes back with it.
  const leave = (event: PageTransitionEvent): void => {
    if (!event.persisted) claims.release();
  };
  globalThis.addEventListener('pagehide', leave);
  undos.add(() => globalThis.removeEventListener('pagehide', leave));
  base.claim(claims);
  return claims;
}
