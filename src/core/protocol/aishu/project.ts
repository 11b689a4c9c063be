import {readServerError} from './events.js';
import {readInterrupt} from './interrupt.js';
import {messageStatus, type AishuTurn} from './turn.js';
import {StepProjector} from './step-projector.js';
import {defined, asArray, asNumber, asRecord, asText, type JsonRecord} from '../../values.js';
import type {MessageItem} from '../../model/item.js';
import type {Fields} from '../../model/op.js';

/** Projects the document of an answer to a message. */
export class Projector {
  readonly steps: StepProjector;
  readonly #run: string;

  constructor(run: string) {
    this.#run = run;
    this.steps = new StepProjector(run);
  }

  project(root: JsonRecord, turn: AishuTurn): MessageItem {
    const message = turn.message ?? {};
    const ext = asRecord(message['ext']);
    const error = readServerError(root['error']) ?? readServerError(ext['error']);
    const interrupt = readInterrupt(message, turn);
    const turnState = {over: turn.over, failed: !!error, asking: !!interrupt};
    const status = messageStatus(turnState);
    const children = [...this.steps.project(message, turnState, turn.onlyFinalAnswer ?? false)];
    if (interrupt) {
      const lost = status === 'stopped' || status === 'failed';
      const state = {status: lost ? 'interrupted' : 'waiting', children: []} as const;
      const id = `${this.#run}.request ${interrupt.key}`;
      const {toolName} = interrupt.question;
      const call = children.findLast(
        item => item.kind === 'tool' && item.status === 'waiting' && item.name === toolName,
      );
      const asked = call && {callId: call.id};
      children.push({id, kind: 'request', ...state, ...interrupt.question, ...asked});
    }
    if (error) {
      const state = {status: 'failed', children: []} as const;
      children.push({id: `${this.#run}.error`, kind: 'error', ...state, ...error});
    }
    return {
      id: this.#run,
      kind: 'message',
      role: 'assistant',
      status,
      children,
      ...idsOf(turn),
      ...figuresOf(ext),
      ...suggestionsOf(root, ext),
    };
  }
}

function idsOf(turn: AishuTurn): Fields<'message'> {
  return defined({
    messageId: turn.messageId,
    parentId: turn.userMessageId,
    sessionId: turn.conversationId,
    runId: turn.runId,
  });
}

function figuresOf(ext: JsonRecord): Fields<'message'> {
  const tokens = ext['total_tokens'];
  const totalTokens = asNumber(tokens) ?? asNumber(asRecord(tokens)['total_tokens']);
  return {
    ...(totalTokens !== undefined && {usage: {totalTokens}}),
    ...defined({duration: asNumber(ext['total_time'])}),
  };
}

/** Suggested questions are in one of two fields. */
function suggestionsOf(root: JsonRecord, ext: JsonRecord): Fields<'message'> {
  const queries = ext['related_queries'] ?? root['related_queries'];
  const suggestions = asArray(queries)
    .map(query => asText(query)?.trim() ?? '')
    .filter(query => query !== '');
  return suggestions.length > 0 ? {suggestions} : {};
}
