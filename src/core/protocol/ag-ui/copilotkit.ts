import {agUiOf} from './ag-ui.js';
import {appOperations} from './app-operations.js';
import {requestOf, type AgUiOptions, type TargetOf} from './operations.js';
import {readMessages} from './record.js';
import {readStored, readThreads} from './stored.js';
import {pathPart} from '../operations/ids.js';
import {asRecord, isRecord} from '../../values.js';
import {listIn} from '../operations/lists.js';
import type {InSession, Operations, Protocol, AgentInput} from '../types.js';

export interface CopilotKitOptions extends Omit<AgUiOptions, 'durable'> {
  /** Whether threads can be renamed and deleted, which depends on the runner of the runtime. */
  readonly editable?: boolean;
}

/** The name of the agent of a runtime that has only one. */
const DEFAULT_AGENT = 'default';

/**
 * Creates the protocol of CopilotKit's runtime, which speaks AG-UI. The endpoint is the base address of the runtime. It
 * also joins and stops runs, and has the threads and their messages.
 */
export function createCopilotKit(options: CopilotKitOptions = {}): Protocol {
  const protocol = agUiOf(options, targetOf('run'), {namelessIsStop: true});
  return {
    ...protocol,
    name: 'copilotkit',
    // A joined stream contains all turns of the thread; the last one is the run.
    begins: (_, json) => beginsTurn(json),
    operations: {
      ...protocol.operations,
      ...threadOperations,
      ...(options.editable && editOperations),
      ...(options.apps && appOperations(options, targetOf('run'))),
      attach: {
        request: input => requestOf(input, options, targetOf('connect')),
        read: () => ({}),
      },
    },
  };
}

const targetOf =
  (operation: string): TargetOf =>
  ({agent = DEFAULT_AGENT}) => ({path: `agent/${pathPart(agent)}/${operation}`});

/**
 * Whether an event starts the answer to a new message of the user. The input of a run has only the messages that are new in
 * the thread. A new message may come with `resume`, which then cancels the questions before it.
 */
function beginsTurn(json: unknown): boolean {
  if (!isRecord(json) || json['type'] !== 'RUN_STARTED') return false;
  return readMessages(asRecord(json['input'])['messages']).at(-1)?.role === 'user';
}

const threadPath = ({session}: InSession): string => `threads/${pathPart(session)}`;

const agentOf = ({agent = DEFAULT_AGENT}: AgentInput): {readonly agentId: string} => ({
  agentId: agent,
});

const threadOperations: Pick<Operations, 'stop' | 'history' | 'sessions'> = {
  stop: {
    request: input => ({
      ...targetOf(`stop/${pathPart(input.session)}`)(input),
      method: 'POST',
      body: {json: {}},
    }),
    read: () => undefined,
  },
  history: {
    request: input => ({
      method: 'GET',
      path: `${threadPath(input)}/messages`,
      query: agentOf(input),
    }),
    read: (response, report) => {
      const list = listIn(response, ['messages'], '`messages`, a list of messages');
      return {messages: readStored(list, report)};
    },
  },
  sessions: {
    request: ({limit, ...input}) => ({
      method: 'GET',
      path: 'threads',
      query: {...agentOf(input), limit},
    }),
    read: (response, report) =>
      readThreads(listIn(response, ['threads'], '`threads`, a list of threads'), report),
  },
};

const editOperations: Pick<Operations, 'rename' | 'remove'> = {
  rename: {
    request: ({title, ...input}) => ({
      method: 'PATCH',
      path: threadPath(input),
      body: {json: {...agentOf(input), name: title}},
    }),
    read: () => undefined,
  },
  remove: {
    request: input => ({
      method: 'DELETE',
      path: threadPath(input),
      body: {json: agentOf(input)},
    }),
    read: () => undefined,
  },
};

/** CopilotKit's runtime with the default options. */
export const copilotKit = createCopilotKit();
