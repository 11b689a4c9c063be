import {segmentsOf, type InputSegment} from './history.js';
import {asRecord, asText, defined, type JsonRecord} from '../../values.js';
import {SentCallIds, withMessage} from '../operations/sent-conversation.js';
import type {
  Opened,
  Operations,
  RequestShape,
  ResponseData,
  SendInput,
  AgentInput,
  WithTools,
} from '../types.js';
import {emptyConversation} from '../../model/item.js';
import {jsonText} from '../../json.js';

/** What the endpoint supports of the Responses format. */
export interface OpenaiOptions {
  /**
   * Where the conversation is kept. By default each request contains all of it. `previous_response_id`: a request
   * contains what is new, and the id of the last response. `conversation`: it contains what is new, and the id of a
   * conversation, which is created with the first message and loaded after a reload.
   */
  readonly state?: 'previous_response_id' | 'conversation';
  /** Whether responses run in the background: their streams can be resumed, and they can be stopped. */
  readonly background?: boolean;
  /** Whether the user can attach files, which go as data URLs in the message. The default is true. */
  readonly files?: boolean;
  /** Further fields of each request. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The fields of a request that contain the conversation. */
export type InputOf = (
  segments: readonly InputSegment[],
  session: string | undefined,
) => Readonly<Record<string, unknown>>;

/** The whole conversation. Only here the server has no calls of its own, so that ids can be changed. */
export const wholeInput: InputOf = segments => {
  const ids = new SentCallIds();
  const sent = (item: JsonRecord): JsonRecord => {
    const [type, id] = [asText(item['type']) ?? '', asText(item['call_id'])];
    if (id === undefined) return item;
    if (type.endsWith('_output')) return {...item, call_id: ids.ofResult(id)};
    return type.endsWith('_call') ? {...item, call_id: ids.ofCall(id)} : item;
  };
  return {input: segments.flatMap(({items}) => items).map(sent)};
};

type Turn = AgentInput & WithTools & {readonly session?: string};
type InConversation = Pick<SendInput, 'conversation'>;
/** A new message of the user, or an edited one. */
type NewTurn = Turn & Partial<InConversation> & Pick<SendInput, 'text'>;

/**
 * The operations of the Responses format. The endpoint accepts the same requests as `/v1` of the API, and adds the key,
 * the model, the instructions and the limits.
 */
export function operationsOf(
  options: OpenaiOptions,
  input: InputOf,
): Required<Pick<Operations, 'send' | 'continue' | 'regenerate' | 'edit'>> {
  const post = (turn: Turn, segments: readonly InputSegment[]): RequestShape => ({
    method: 'POST',
    path: 'responses',
    body: {json: {...bodyOf(turn, options), ...input(segments, turn.session)}},
    accept: 'stream',
  });
  const send = {
    request: (turn: NewTurn) => post(turn, segmentsOf(withMessage(turn), turn.tools)),
    read,
  };
  const again = {
    request: ({conversation = emptyConversation, ...turn}: Turn & Partial<InConversation>) =>
      post(turn, segmentsOf(conversation, turn.tools)),
    read,
  };
  return {send, continue: again, regenerate: again, edit: {...send, keepsFiles: true}};
}

/** The response of a server that does not stream, as the event that contains all of it. */
export function read({body}: ResponseData): Opened {
  const {object, status, output, id} = asRecord(body);
  if (object !== 'response' && !Array.isArray(output)) return {};
  const type = `response.${asText(status) ?? 'completed'}`;
  const frame = {data: jsonText({type, response: body}) ?? ''};
  return {frames: [frame], ...defined({run: asText(id)})};
}

function bodyOf(
  {agent, tools = []}: Turn,
  {body}: OpenaiOptions,
): Readonly<Record<string, unknown>> {
  const offered = tools.map(({name, description, schema = {type: 'object'}}) => ({
    type: 'function',
    name,
    ...defined({description}),
    parameters: schema,
    strict: false,
  }));
  return {
    ...body,
    ...defined({model: asText(agent)}),
    ...(offered.length > 0 && {tools: offered}),
    stream: true,
  };
}
