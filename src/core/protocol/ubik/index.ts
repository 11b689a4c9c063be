import type {Protocol} from '../types.js';
import {parse, rebuild} from './content.js';
import {UbikDecoder} from './decoder.js';
import {frameRules} from './events.js';
import {asset, operations} from './operations.js';

export {ubikExecution} from './execution.js';

/** The Ubik Agent API. */
export const ubik: Protocol & {
  readonly operations: typeof operations;
  readonly rebuild: typeof rebuild;
  readonly parse: typeof parse;
} = {
  name: 'ubik',
  finalEvents: ['agent_processing_complete', 'agent_processing_error'],
  createDecoder: context => new UbikDecoder(context),
  ...frameRules,
  asset,
  operations,
  rebuild,
  parse,
};
