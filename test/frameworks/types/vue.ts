// Only compiled: valid and invalid code of a Vue template.
import type {GlobalComponents} from 'vue';
import type {EventOf} from '../../../src/frameworks/vue.js';

type Chat = InstanceType<GlobalComponents['ubik-chat']>;
type Props = Chat['$props'];

export const right: Props = {
  class: 'chat',
  layout: 'float',
  'session-id': 's',
  tokenEndpoint: '/token',
  storage: null,
};

export const wrong: readonly Props[] = [
  // @ts-expect-error There is no such layout.
  {layout: 'wide'},
  // @ts-expect-error There is no such property.
  {endpiont: '/api/v1'},
  // @ts-expect-error An attribute has no room for an object.
  {'session-id': {}},
];

type TurnEnd = EventOf<'ubik-chat', 'ubik-turn-end'>;

export function tell(chat: Chat, event: TurnEnd): void {
  chat.$emit('ubik-turn-end', event);
  // @ts-expect-error There is no such event.
  chat.$emit('ubik-turn', event);
}
