import {litElementHydrateSupport, tellConversations} from './hydration.js';

// For pages without a bundler: a script of its own, before the one that brings Lit and the elements.
Object.assign(globalThis, {litElementHydrateSupport});
tellConversations();
