import type {
  Op,
  DecoderContext,
  Operations,
  Protocol,
  RequestShape,
} from '../../../src/core/index.js';

/** The message of the run, in the ops of a frame. */
export const RUN = '$run';

/** The data of a frame: ops, in which `$run` is the id of the message. `$run.` begins the ids of new items. */
export const framed = (ops: readonly Op[], id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(ops)}\n\n`;

/** Opens the message. */
export const begun = (fields: object = {}): Op => ({
  op: 'open',
  id: RUN,
  kind: 'message',
  fields: {role: 'assistant', ...fields},
});

export const word = (name: string, text: string): Op => ({
  op: 'open',
  id: `${RUN}.${name}`,
  parent: RUN,
  kind: 'text',
  status: 'done',
  fields: {text},
});

export const question = (name: string, fields: object = {}): Op => ({
  op: 'open',
  id: `${RUN}.${name}`,
  parent: RUN,
  kind: 'request',
  status: 'waiting',
  fields: {prompt: name, inputTypes: ['confirm'], ...fields},
});

export const call = (name: string): Op => ({
  op: 'open',
  id: `${RUN}.${name}`,
  parent: RUN,
  kind: 'tool',
  status: 'waiting',
  fields: {name, runsIn: 'page', input: '{}', output: '', log: ''},
});

/** The end of an answer, with open questions or without. */
export const over: Op = {op: 'assign', id: RUN, status: 'done'};

type Rules = Partial<Pick<Protocol, 'clientIds' | 'continuesMessages' | 'sendsConversation'>> & {
  readonly contexts?: Partial<DecoderContext>[];
  readonly operations?: Partial<Operations>;
};

/**
 * A protocol whose frames are ops and whose requests are the input of the operation as JSON. It has no rules of its own,
 * so that a test can combine those that the controller supports. `contexts` receives the context of each decoder.
 */
export function opsProtocol({contexts = [], operations, ...rules}: Rules = {}): Protocol {
  const post = (path: string) => ({
    request: (input: object): RequestShape => ({method: 'POST', path, body: {json: input}}),
    read: () => ({}),
  });
  return {
    name: 'ops',
    ...rules,
    createDecoder(context = {}) {
      contexts.push(context);
      return {
        decode: ({data}) =>
          JSON.parse(data.replaceAll(RUN, context.run ?? 'message')) as readonly Op[],
        end: reason => [
          {
            op: 'close',
            id: context.run ?? 'message',
            status: reason === 'lost' ? 'interrupted' : 'stopped',
          },
        ],
      };
    },
    operations: {send: post('send'), continue: post('continue'), ...operations},
  };
}
