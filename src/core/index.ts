export type * from './model/item.js';
export {emptyConversation} from './model/item.js';
export type * from './model/op.js';
export type * from './protocol/facts.js';
export type * from './protocol/types.js';
export {Registry} from './registry.js';
export type {Frame} from './sse/frame.js';
