/** Where the status line stands: below the newest reply, or above the send bar while there is none. */
export interface StatusPlace {
  readonly parent: Element;
  /** null = at the end of the parent. */
  readonly before: Element | null;
}

/** `besideReply`: the turn has a reply to stand beside. null when the page has neither a chat nor a send bar. */
export function statusPlace(page: Document, besideReply: boolean): StatusPlace | null {
  const reply = besideReply ? newestReply(page) : null;
  if (reply !== null) return { parent: reply.querySelector('.mes_block') ?? reply, before: null };
  const sendBar = page.getElementById('send_form');
  const parent = sendBar?.parentElement;
  return sendBar !== null && parent ? { parent, before: sendBar } : null;
}

/** The last message of the chat if it is a reply; a user's message there means that no reply has come yet. */
export function newestReply(page: Document): Element | null {
  let last = page.getElementById('chat')?.lastElementChild ?? null;
  while (last !== null && !last.classList.contains('mes')) last = last.previousElementSibling;
  return last !== null && last.getAttribute('is_user') !== 'true' ? last : null;
}
