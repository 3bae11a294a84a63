/** Plays SillyTavern as a person does: everything a test may do in the page, from one place. */
export { openPage, openCharacter, reloadPage, waitIdle, closePopups } from './player/page.mjs';
export {
  send,
  sendByEnter,
  type,
  stop,
  stopReply,
  swipeRight,
  swipeLeft,
  regenerate,
  continueReply,
  impersonate,
} from './player/turn.mjs';
export {
  editMessage,
  deleteLast,
  deleteMessage,
  deleteSwipe,
  moveMessage,
  copyMessage,
  deleteFrom,
  deleteSwipeOf,
  jumpToSwipe,
} from './player/message.mjs';
export {
  branchFrom,
  renameChat,
  newChat,
  openChat,
  importChat,
  deleteChat,
  convertToGroup,
  renameCharacter,
} from './player/chat-file.mjs';
export { slash, quietPrompt, rawPrompt } from './player/script.mjs';
export { readChat, readChatFile, chatFiles, chatName, shownText } from './player/read.mjs';
export { recordEvents } from './player/events.mjs';
export { screenshot } from './player/screenshot.mjs';
