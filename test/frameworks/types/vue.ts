// Only compiled: valid and invalid code of a Vue template.
import type {GlobalComponents} from 'vue';
import type {ChatController} from '../../../src/controller/index.js';
import type {EventOf} from '../../../src/frameworks/vue.js';

type VueChat = InstanceType<GlobalComponents['ubik-chat']>;
type VueChatProps = VueChat['$props'];

export const right: VueChatProps = {
  class: 'chat',
  layout: 'float',
  'session-id': 's',
  tokenEndpoint: '/token',
  storage: null,
};

export const part: InstanceType<GlobalComponents['ubik-step']>['$props'] = {for: 'chat', step: 2};

type VueComposerProps = InstanceType<GlobalComponents['ubik-composer']>['$props'];

export const composerOf = (controller: ChatController): VueComposerProps => ({controller});

// @ts-expect-error It is not the id of a controller.
export const wrongComposer: VueComposerProps = {controller: 'chat'};

export const wrong: readonly VueChatProps[] = [
  // @ts-expect-error There is no such layout.
  {layout: 'wide'},
  // @ts-expect-error There is no such property.
  {endpiont: '/api/v1'},
  // @ts-expect-error An attribute has no room for an object.
  {'session-id': {}},
];

type TurnEnd = EventOf<'ubik-chat', 'ubik-turn-end'>;

export function tell(chat: VueChat, event: TurnEnd): void {
  chat.$emit('ubik-turn-end', event);
  // @ts-expect-error There is no such event.
  chat.$emit('ubik-turn', event);
}
