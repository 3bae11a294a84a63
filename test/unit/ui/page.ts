/** A page shaped like SillyTavern's, as far as the screen parts look at it; for tests that run in jsdom. */
export interface FakePage {
  readonly chat: HTMLElement;
  addMessage(user: boolean): HTMLElement;
}

export function makePage(): FakePage {
  document.body.innerHTML =
    '<div id="sheld"><div id="chat"></div><div id="form_sheld"><div id="send_form"></div></div></div>';
  const chat = document.getElementById('chat')!;
  return {
    chat,
    addMessage(user) {
      const message = document.createElement('div');
      message.className = 'mes';
      message.setAttribute('is_user', String(user));
      message.innerHTML = '<div class="mes_block"><div class="mes_text">story</div></div>';
      chat.append(message);
      return message;
    },
  };
}
