import {defined, isRecord, asRecord, asRecords, asText, type JsonRecord} from '../values.js';
import {parseJson} from '../../json.js';
import type {RequestAnswer, RequestItem} from '../../model/item.js';

/**
 * The fields of a request that answers a question: what the server gave goes back untouched, and of the
 * arguments only those that the user changed.
 */
export function replyFields({handle}: RequestItem, answer: RequestAnswer): JsonRecord {
  const {agentRunId, messageId, echo} = asRecord(handle);
  const ids = defined({
    agent_run_id: asText(agentRunId),
    interrupted_assistant_message_id: asText(messageId),
  });
  const {resume_interrupt_info: resume, ...older} = asRecord(echo);
  const confirms = isConfirmed(answer.input);
  if (!isRecord(resume)) return {...ids, ...older, confirm_plan: confirms};
  return {
    ...ids,
    resume_interrupt_info: {
      ...resume,
      action: confirms ? 'confirm' : 'skip',
      modified_args: confirms ? changedArgs(asRecord(resume['data']), answer.input) : [],
    },
  };
}

/** An edited object confirms; a refusal is said in one of a few words. */
function isConfirmed(input: unknown): boolean {
  const word = asText(input)?.trim().toLowerCase() ?? '';
  return input !== false && !['no', 'false', 'skip'].includes(word);
}

/** Arguments come edited as one object, or as its JSON text; those that are as the server sent them are left out. */
function changedArgs(data: JsonRecord, input: unknown): readonly JsonRecord[] {
  const before = new Map(
    asRecords(data['tool_args']).map(({key, value}) => [String(key), JSON.stringify(value)]),
  );
  return Object.entries(edited(input))
    .filter(([key, value]) => before.has(key) && before.get(key) !== JSON.stringify(value))
    .map(([key, value]) => ({key, value}));
}

function edited(input: unknown): JsonRecord {
  return asRecord(typeof input === 'string' ? parseJson(input) : input);
}
