import type {Turn} from './turn.js';
import {defined, isRecord, recordOf, recordsOf, textOf, type WireRecord} from '../values.js';
import type {ItemBase, RequestItem} from '../../model/item.js';

type Question = Omit<RequestItem, keyof ItemBase<'request'>>;

/** What must go back with the answer to a question: the server's own state, and whose it is. */
export interface InterruptHandle {
  readonly agentRunId?: string;
  readonly messageId?: string;
  /** The fields of the answering request that repeat the question. */
  readonly echo: WireRecord;
}

/** The question that a message ends with, if it does: by `interrupt_info`, or by the older `ask`. */
export function readInterrupt(message: WireRecord, turn: Turn): Question | undefined {
  const {interrupt_info: info, ask} = recordOf(message['ext']);
  const ids = defined({agentRunId: turn.runId, messageId: turn.messageId});
  if (isRecord(info)) {
    const {handle, data} = info;
    const handleFor: InterruptHandle = {
      ...ids,
      echo: {resume_interrupt_info: {resume_handle: handle, data}},
    };
    return question(recordOf(data), handleFor);
  }
  if (!isRecord(ask)) return undefined;
  const query = recordOf(recordOf(message['content'])['final_answer'])['query'];
  return question(ask, {...ids, echo: {tool: ask, ...defined({query: textOf(query)})}});
}

function question(data: WireRecord, handle: InterruptHandle): Question {
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
