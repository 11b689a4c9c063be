import {randomUUID} from 'node:crypto';
import {isObject, type JsonObject} from '../json.js';

export const agentId = '01K0SCRIPTEDAGENT0000000000';

/** The document of an answer that has said nothing yet. */
export function documentOf({
  conversation,
  question,
  query,
  index,
}: {
  conversation: string;
  question: string;
  query: string;
  index: number;
}): JsonObject {
  const [run, id] = [randomUUID(), randomUUID()];
  return {
    conversation_id: conversation,
    agent_run_id: run,
    user_message_id: question,
    assistant_message_id: id,
    message: {
      id,
      conversation_id: conversation,
      role: 'assistant',
      content: {final_answer: {query, answer: {text: ''}}, middle_answer: {progress: []}},
      content_type: 'prompt',
      status: '',
      reply_id: question,
      agent_info: {agent_id: agentId, agent_name: 'Demo agent', agent_version: 'v1'},
      index,
      ext: {agent_run_id: run},
    },
    error: null,
  };
}

/** The document with another value at a path; the value is made of the one that is there. */
export function changed(
  document: JsonObject,
  [name, ...path]: readonly string[],
  change: (value: unknown) => unknown,
): JsonObject {
  if (name === undefined) return document;
  const inner = document[name];
  const value =
    path.length === 0 ? change(inner) : changed(isObject(inner) ? inner : {}, path, change);
  return {...document, [name]: value};
}
