import {accumulate, reduce} from './accumulator.js';
import {AishuDecoder} from './decoder.js';
import {readServerError} from './events.js';
import {chatOperations} from './operations.js';
import {AishuRequests, type AishuOptions} from './requests.js';
import {sessionOperations} from './session-operations.js';
import type {Protocol} from '../types.js';

export type {AccumulateOptions, AssistantMessage} from './accumulator.js';
export type {EventInput, EventMessage} from './accumulator.js';
export type {AishuOptions} from './requests.js';

export interface AishuProtocol extends Protocol {
  readonly accumulate: typeof accumulate;
  readonly reduce: typeof reduce;
}

/** Creates the protocol of the AISHU Data Agent API with options of its own. */
export function createAishu(options: AishuOptions = {}): AishuProtocol {
  const requests = new AishuRequests(options);
  return {
    name: 'aishu',
    finalEvents: ['a patch with the action `end`'],
    createDecoder: context => new AishuDecoder(context),
    readError: readServerError,
    operations: {...sessionOperations(requests), ...chatOperations(requests)},
    accumulate,
    reduce,
  };
}

/**
 * The protocol of the AISHU Data Agent API. The endpoint ends with the run prefix (`…/api/agent-factory/v1`), and the
 * agent is identified by its key.
 */
export const aishu = createAishu();
