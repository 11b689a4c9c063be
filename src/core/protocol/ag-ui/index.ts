import {agUiOf} from './ag-ui.js';
import {appOperations} from './app-operations.js';
import type {AgUiOptions, TargetOf} from './operations.js';
import {requiredId} from '../operations/ids.js';
import type {AttachOperation, Protocol} from '../types.js';

export {agUi} from './ag-ui.js';
export type {AgUiOptions} from './operations.js';
export type {AgMessage, Interrupt, TurnRecord} from './record.js';

/** Names a run for a route of TanStack AI with durable streams. */
const durableRun: TargetOf = ({newRun}) => ({
  path: '',
  ...(newRun !== undefined && {headers: {'x-run-id': newRun}}),
});

/** Joins a run of a route of TanStack AI with durable streams. */
const durable: AttachOperation = {
  request: ({run = ''}) => ({
    method: 'GET',
    path: '',
    query: {runId: requiredId(run), offset: '-1'},
    accept: 'stream',
  }),
  read: () => ({}),
};

/** Creates the protocol of an AG-UI server with options of its own. */
export function createAgUi(options: AgUiOptions = {}): Protocol {
  const protocol = agUiOf(options, options.durable ? durableRun : undefined);
  return {
    ...protocol,
    operations: {
      ...protocol.operations,
      ...(options.durable && {attach: durable}),
      ...(options.apps && appOperations(options)),
    },
  };
}
