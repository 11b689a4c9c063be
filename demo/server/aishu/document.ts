import {randomUUID} from 'node:crypto';
import {isObject, type JsonObject} from '../json.js';

export const agentId = '01K0SCRIPTEDAGENT0000000000';

/** The document of an answer without content. */
export function emptyDocument({
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

/** A copy of the document with the value at a path replaced by `change(value)`. */
export function updateAt(
  document: JsonObject,
  [name, ...path]: readonly string[],
  change: (value: unknown) => unknown,
): JsonObject {
  if (name === undefined) return document;
  const inner = document[name];
  const value =
    path.length === 0 ? change(inner) : updateAt(isObject(inner) ? inner : {}, path, change);
  return {...document, [name]: value};
}
