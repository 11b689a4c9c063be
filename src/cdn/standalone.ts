// A whole chat in one file, which has all that others find in the files beside `ubik-chat.js`.
export * from '../widget.js';
export * from './core.js';
