import {withContext, type AishuRequests} from './requests.js';
import {Projector} from './project.js';
import {replyFields} from './interrupt.js';
import {remember} from './turn.js';
import {requiredId} from '../decode.js';
import {defined, isRecord, asRecord, asText, type JsonRecord} from '../../values.js';
import type {
  ResponseData,
  ApplicationContext,
  Opened,
  Operations,
  RequestShape,
  Rewrite,
  SendInput,
  StreamOperation,
  AgentInput,
} from '../types.js';

type ChatOperations = Pick<Operations, 'attach' | 'stop' | 'reply' | 'edit' | 'regenerate'> &
  Pick<Operations, 'send'>;

/** The operations that start or stop a run. */
export function chatOperations(requests: AishuRequests): ChatOperations {
  const completion = (agent: AgentInput, fields: JsonRecord): RequestShape =>
    requests.app('POST', agent, '/chat/completion', requests.chat(agent, fields));
  const stream = <In>(request: (input: In) => RequestShape): StreamOperation<In> => ({
    request,
    read: readOpened,
  });

  return {
    send: {
      carriesContext: true,
      ...stream((input: SendInput) =>
        completion(input, {
          ...defined({conversation_id: asText(input.session)}),
          query: withContext(input.text, input.context),
          ...(input.context && {custom_querys: variablesOf(input.context)}),
          ...requests.filesOf(input.files),
        }),
      ),
    },
    reply: stream(input =>
      completion(input, {
        conversation_id: requiredId(input.session),
        ...replyFields(input.request, input.answer),
      }),
    ),
    edit: stream(input =>
      completion(input, {
        conversation_id: requiredId(input.session),
        query: input.text,
        regenerate_user_message_id: requiredId(input.message),
      }),
    ),
    regenerate: stream(input =>
      completion(input, {conversation_id: requiredId(input.session), ...regenerateFields(input)}),
    ),
    attach: stream(input =>
      requests.app('POST', input, '/chat/resume', {
        accept: 'stream',
        body: {json: {conversation_id: requiredId(input.session)}},
      }),
    ),
    // Aborting the request does not stop a run: the server continues it, so that a client can join again.
    stop: {
      request: input =>
        requests.app('POST', input, '/chat/termination', {
          body: {
            json: defined({
              conversation_id: requiredId(input.session),
              agent_run_id: asText(input.run),
              interrupted_assistant_message_id: asText(input.message),
            }),
          },
        }),
      read: () => undefined,
    },
  };
}

/** The agent's extra inputs are an object; any other value of the page is sent under a name. */
function variablesOf({data}: ApplicationContext): JsonRecord {
  return isRecord(data) ? data : {context: data};
}

/** Regenerating repeats the question and refers to the given message: the question, or the answer to it. */
function regenerateFields({message, conversation}: Rewrite): JsonRecord {
  const messages = (conversation?.children ?? []).flatMap(item =>
    item.kind === 'message' ? item : [],
  );
  const at = messages.findIndex(({messageId}) => messageId === message);
  const upToMessage = at < 0 ? messages : messages.slice(0, at + 1);
  const question = upToMessage.findLast(({role}) => role === 'user');
  const texts = question?.children.flatMap(item => (item.kind === 'text' ? item.text : [])) ?? [];
  const isQuestion = question?.messageId === message;
  return {
    query: texts.join('\n\n'),
    [isQuestion ? 'regenerate_user_message_id' : 'regenerate_assistant_message_id']:
      requiredId(message),
  };
}

/** A response that is not a stream contains the complete document. */
function readOpened({body}: ResponseData): Opened {
  const root = asRecord(body);
  const turn = remember({}, root);
  const {conversationId: session, runId: run, messageId} = turn;
  if (!isRecord(root['message'])) return defined({session, run});
  const projector = new Projector(messageId ?? 'message');
  return {...defined({session, run}), message: projector.project(root, {...turn, over: 'ended'})};
}
