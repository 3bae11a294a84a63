/** Puts a text into SillyTavern's input; nothing is sent, and what the player has typed stays. */
export function fillInput(text: string): void {
  const input = document.getElementById('send_textarea');
  if (!(input instanceof HTMLTextAreaElement)) return;
  const typed = input.value.trimEnd();
  input.value = typed === '' ? text : `${typed}\n${text}`;
  // SillyTavern grows the field and saves the draft on this event.
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}
