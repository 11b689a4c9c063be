import {defined, isRecord, recordOf, recordsOf, textOf, type WireRecord} from '../values.js';
import {parseJson} from '../../json.js';
import type {RequestAnswer, RequestItem} from '../../model/item.js';

/**
 * The fields of a request that answers a question: what the server gave goes back untouched, and of the
 * arguments only those that the user changed.
 */
export function replyFields({handle}: RequestItem, answer: RequestAnswer): WireRecord {
  const {agentRunId, messageId, echo} = recordOf(handle);
  const ids = defined({
    agent_run_id: textOf(agentRunId),
    interrupted_assistant_message_id: textOf(messageId),
  });
  const {resume_interrupt_info: resume, ...older} = recordOf(echo);
  const confirms = isConfirmed(answer.input);
  if (!isRecord(resume)) return {...ids, ...older, confirm_plan: confirms};
  return {
    ...ids,
    resume_interrupt_info: {
      ...resume,
      action: confirms ? 'confirm' : 'skip',
      modified_args: confirms ? changedArgs(recordOf(resume['data']), answer.input) : [],
    },
  };
}

/** An edited object confirms; a refusal is said in one of a few words. */
function isConfirmed(input: unknown): boolean {
  const word = textOf(input)?.trim().toLowerCase() ?? '';
  return input !== false && !['no', 'false', 'skip'].includes(word);
}

/** Arguments come edited as one object, or as its JSON text; those that are as the server sent them are left out. */
function changedArgs(data: WireRecord, input: unknown): readonly WireRecord[] {
  const before = new Map(
    recordsOf(data['tool_args']).map(({key, value}) => [String(key), JSON.stringify(value)]),
  );
  return Object.entries(edited(input))
    .filter(([key, value]) => before.has(key) && before.get(key) !== JSON.stringify(value))
    .map(([key, value]) => ({key, value}));
}

function edited(input: unknown): WireRecord {
  return recordOf(typeof input === 'string' ? parseJson(input) : input);
}
