import type {Turn} from './turn.js';
import {defined, isRecord, recordOf, recordsOf, textOf, type WireRecord} from '../values.js';
import type {ItemBase, RequestItem} from '../../model/item.js';

/** A question, under a key of its own: a run may ask more than once, and an answer is remembered by its question. */
export interface Interrupt {
  readonly key: string;
  readonly question: Omit<RequestItem, keyof ItemBase<'request'>>;
}

/** What must go back with the answer to a question: the server's own state, and whose it is. */
interface InterruptHandle {
  readonly agentRunId?: string;
  readonly messageId?: string;
  /** The fields of the answering request that repeat the question. */
  readonly echo: WireRecord;
}

/** The question that a message ends with, if it does: by `interrupt_info`, or by the older `ask`. */
export function readInterrupt(message: WireRecord, turn: Turn): Interrupt | undefined {
  const {interrupt_info: info, ask} = recordOf(message['ext']);
  const ids = defined({agentRunId: turn.runId, messageId: turn.messageId});
  if (isRecord(info)) {
    const {handle, data} = info;
    const {resume_token: token, snapshot_id: snapshot} = recordOf(handle);
    const echo = {resume_interrupt_info: {resume_handle: handle, data}};
    return {
      key: textOf(token) ?? textOf(snapshot) ?? '',
      question: questionOf(recordOf(data), {...ids, echo}),
    };
  }
  if (!isRecord(ask)) return undefined;
  const query = recordOf(recordOf(message['content'])['final_answer'])['query'];
  const echo = {tool: ask, ...defined({query: textOf(query)})};
  return {key: textOf(ask['session_id']) ?? '', question: questionOf(ask, {...ids, echo})};
}

function questionOf(data: WireRecord, handle: InterruptHandle): Interrupt['question'] {
  const toolName = textOf(data['tool_name']);
  const args = recordsOf(data['tool_args']);
  return {
    prompt:
      textOf(recordOf(data['interrupt_config'])['confirmation_message']) ??
      textOf(data['tool_description']) ??
      toolName ??
      '',
    inputTypes: args.length > 0 ? ['confirm', 'json'] : ['confirm'],
    ...(args.length > 0 && {schema: schemaOf(args)}),
    ...defined({toolName}),
    handle,
  };
}

/** The arguments that the tool would be called with, for a person to change. */
function schemaOf(args: readonly WireRecord[]): unknown {
  const properties = Object.fromEntries(
    args.map(({key, value}) => [String(key), defined({type: typeOf(value), default: value})]),
  );
  return {type: 'object', properties};
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return value === undefined ? 'string' : typeof value;
}
