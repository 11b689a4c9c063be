export * from './events/chat.js';
export * from './events/elements.js';
export * from './events/requests.js';
export * from './events/sessions.js';
