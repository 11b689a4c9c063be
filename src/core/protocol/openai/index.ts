import {protocolOf} from './openai.js';
import {inBackground, newInput, ofConversations, withWholeInput} from './server-state.js';
import type {OpenaiOptions} from './operations.js';
import type {Protocol} from '../types.js';

export {openai} from './openai.js';
export type {OpenaiOptions} from './operations.js';
export type {ResponseRecord} from './response.js';

/** Creates the protocol of a server for the Responses format with options of its own. */
export function createOpenai(given: OpenaiOptions = {}): Protocol {
  const {state, background, body} = given;
  const options = background ? {...given, body: {...body, background}} : given;
  const protocol = protocolOf(options, state && newInput(state));
  // Servers with conversations have ids of their own, and answer only the last message.
  if (state === 'conversation') {
    const {send, continue: again} = protocol.operations;
    const operations = {send, continue: again, ...ofConversations};
    return {
      ...protocol,
      clientIds: [],
      operations: {...operations, ...(background && inBackground)},
    };
  }
  return {
    ...protocol,
    clientIds: background ? ['session', 'message'] : ['message'],
    operations: {
      ...(state === undefined ? protocol.operations : withWholeInput(options)),
      ...(background && inBackground),
    },
  };
}
