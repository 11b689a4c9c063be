export * from './events/facts.js';
export * from './events/parts.js';
export * from './events/requests.js';
export * from './events/sessions.js';
