import {accumulate, reduce} from './accumulate.js';
import {AishuDecoder} from './decoder.js';
import {readServerError} from './events.js';
import {chatOperations} from './operations.js';
import {AishuRequests, type AishuOptions} from './requests.js';
import {sessionOperations} from './session-operations.js';
import type {Protocol} from '../types.js';

export type {AccumulateOptions, AssistantMessage} from './accumulate.js';
export type {EventInput, EventMessage} from './accumulate.js';
export type {AishuOptions} from './requests.js';

export interface AishuProtocol extends Protocol {
  readonly accumulate: typeof accumulate;
  readonly reduce: typeof reduce;
}

/** The Data Agent API of the AISHU platform, for a page that needs other than the usual settings. */
export function createAishu(options: AishuOptions = {}): AishuProtocol {
  const requests = new AishuRequests(options);
  return {
    name: 'aishu',
    createDecoder: context => new AishuDecoder(context),
    readError: readServerError,
    operations: {...sessionOperations(requests), ...chatOperations(requests)},
    accumulate,
    reduce,
  };
}

/**
 * The Data Agent API of the AISHU platform. The endpoint ends with the run prefix (`…/api/agent-factory/v1`), and the
 * agent is named by its key.
 */
export const aishu = createAishu();
