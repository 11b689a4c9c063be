// A page with a layout of its own begins here (`ubik-chat/parts`). Registers the elements that a chat needs, the
// parts that it loads later, and those that only such a layout uses.
import './widget.js';
import './elements/ubik-conversation/ubik-conversation.define.js';
import './elements/ubik-items/ubik-items.define.js';
import './elements/ubik-request/ubik-request.define.js';
import './elements/ubik-sessions/ubik-sessions.define.js';

export * from './exports.js';
