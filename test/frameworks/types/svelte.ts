// Only compiled: valid and invalid code of a Svelte template.
import type {SvelteHTMLElements} from 'svelte/elements';
import type {ChatController} from '../../../src/controller/index.js';
import '../../../src/frameworks/svelte.js';

type SvelteChat = SvelteHTMLElements['ubik-chat'];

export const right: SvelteChat = {
  class: 'chat',
  layout: 'float',
  'session-id': 's',
  storage: null,
  'onubik-turn-end': event => console.log(event.message.status, event.currentTarget.status),
};

export const part: SvelteHTMLElements['ubik-step'] = {for: 'chat', step: 2};

type SvelteComposer = SvelteHTMLElements['ubik-composer'];

export const composerOf = (controller: ChatController): SvelteComposer => ({controller});

// @ts-expect-error It is not the id of a controller.
export const wrongComposer: SvelteComposer = {controller: 'chat'};

export const wrong: readonly SvelteChat[] = [
  // @ts-expect-error There is no such layout.
  {layout: 'wide'},
  // @ts-expect-error There is no such property.
  {endpiont: '/api/v1'},
  // @ts-expect-error An attribute has no room for an object.
  {'session-id': {}},
  // @ts-expect-error There is no such event.
  {'onubik-turn': () => undefined},
];
