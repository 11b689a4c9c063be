// The types of all tags, whoever registers them.
export type * from './ubik-chat.define.js';
export type * from './ubik-checkpoint.define.js';
export type * from './ubik-composer.define.js';
export type * from './ubik-file.define.js';
export type * from './ubik-json.define.js';
export type * from './ubik-launcher.define.js';
export type * from './ubik-markdown.define.js';
export type * from './ubik-message.define.js';
export type * from './ubik-notice.define.js';
export type * from './ubik-request.define.js';
export type * from './ubik-sessions.define.js';
export type * from './ubik-sources.define.js';
export type * from './ubik-step.define.js';
export type * from './ubik-thinking.define.js';
export type * from './ubik-tool.define.js';
export type * from './ubik-transcript.define.js';
