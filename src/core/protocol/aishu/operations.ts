import {withContext, type AishuRequests} from './requests.js';
import {Projector} from './project.js';
import {replyFields} from './interrupt.js';
import {remember} from './turn.js';
import {requiredId} from '../operations/ids.js';
import {defined, isRecord, asRecord, asText, type JsonRecord} from '../../values.js';
import {textOfItems} from '../operations/sent-conversation.js';
import {fileIdsOf} from '../../model/select.js';
import {emptyConversation, type Conversation, type MessageItem} from '../../model/item.js';
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

type Question = Pick<SendInput, 'text' | 'context' | 'files'>;

/** The operations that start or stop a run. */
export function chatOperations(requests: AishuRequests): ChatOperations {
  const completion = (agent: AgentInput, fields: JsonRecord): RequestShape =>
    requests.app('POST', agent, '/chat/completion', requests.chat(agent, fields));
  const stream = <In>(request: (input: In) => RequestShape): StreamOperation<In> => ({
    request,
    read: readOpened,
  });

  /** What the user asks, also when it is asked again. */
  const question = ({text, context, files}: Question): JsonRecord => ({
    query: withContext(text, context),
    ...(context && {custom_querys: variablesOf(context)}),
    ...requests.filesOf(files),
  });

  return {
    send: {
      carriesContext: true,
      ...stream((input: SendInput) =>
        completion(input, {
          ...defined({conversation_id: asText(input.session)}),
          ...question(input),
        }),
      ),
    },
    reply: stream(input =>
      completion(input, {
        conversation_id: requiredId(input.session),
        ...replyFields(input.request, input.answer),
      }),
    ),
    edit: {
      keepsFiles: true,
      ...stream((input: Rewrite & Pick<SendInput, 'text'>) =>
        completion(input, {
          conversation_id: requiredId(input.session),
          ...question({...input, files: fileIdsOf(lastQuestion(input.conversation))}),
          regenerate_user_message_id: requiredId(input.message),
        }),
      ),
    },
    regenerate: stream(({message, conversation, ...input}) => {
      const asked = lastQuestion(conversation, message);
      const isQuestion = asked?.messageId === message;
      return completion(input, {
        conversation_id: requiredId(input.session),
        ...question({
          ...input,
          text: asked ? textOfItems(asked) : '',
          files: fileIdsOf(asked),
        }),
        [isQuestion ? 'regenerate_user_message_id' : 'regenerate_assistant_message_id']:
          requiredId(message),
      });
    }),
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

/** The message of the user that a message is or answers; the last one without a message that is in the conversation. */
function lastQuestion(
  {children}: Conversation = emptyConversation,
  message?: string,
): MessageItem | undefined {
  const messages = children.filter(item => item.kind === 'message');
  const at =
    message === undefined ? -1 : messages.findIndex(({messageId}) => messageId === message);
  return (at < 0 ? messages : messages.slice(0, at + 1)).findLast(({role}) => role === 'user');
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
