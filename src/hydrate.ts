import {LitElement} from 'lit';
import {define} from './define.js';
import {litElementHydrateSupport, tellConversations} from './hydration.js';

/*
 * In the place of `ubik-chat`, on pages with chats that a server has drawn. It registers the elements itself, because a
 * bundler that splits its output does not keep the order of two imports.
 */
export * from './exports.js';
export * from './core/index.js';

// A server that draws imports what its pages import.
if (typeof document !== 'undefined') litElementHydrateSupport({LitElement});
tellConversations();
define();
