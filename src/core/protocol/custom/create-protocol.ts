import {type AnswerWriter, WriterDecoder} from './answer-writer.js';
import type {Opened, Operations, Protocol, RequestShape, SendInput} from '../types.js';
import type {Frame} from '../../sse/frame.js';

/** The minimal description of a protocol. What it declares beyond `read` and `send` is described at `Protocol`. */
export interface ProtocolDescription<State = undefined> extends Partial<
  Pick<
    Protocol,
    'framing' | 'finalEvents' | 'readError' | 'asset' | 'clientIds' | 'inlineFiles' | 'keyedHosts'
  >
> {
  readonly name: string;
  /** Creates the state of a stream, which `read` gets with each frame. */
  readonly start?: () => State;
  /**
   * Writes the content of a frame. With the framing `text`, the regular end of the body ends the answer. An exception is
   * a mistake of this function: the run fails with the code `protocol_failed`, and the console has the frame and the
   * stack. Call `answer.fail` for an error of the server.
   */
  readonly read: (frame: Frame, answer: AnswerWriter, state: State) => void;
  /** Creates the request that sends a message. */
  readonly send: (input: SendInput) => RequestShape;
  /** Further operations; each one enables its button in the view. */
  readonly operations?: Partial<Operations>;
}

/**
 * Creates a protocol from a minimal description. With `operations.continue`, an answer can be continued, also one that
 * was loaded from a history. For anything beyond it, implement `Protocol`: a decoder and operations.
 */
export function createProtocol<State = undefined>({
  start,
  read,
  send,
  operations,
  ...declared
}: ProtocolDescription<State>): Protocol {
  return {
    finalEvents: ['a call of `answer.end` or `answer.fail`'],
    ...declared,
    ...(operations?.continue && {continuesMessages: true}),
    createDecoder: context => {
      const {name, framing} = declared;
      return new WriterDecoder(name, context, {start, read, framing});
    },
    operations: {send: {request: send, read: nothing}, ...operations},
  };
}

const nothing = (): Opened => ({});
