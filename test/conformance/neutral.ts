import {
  agUi,
  aiSdk,
  EventLog,
  FrameParser,
  openai,
  type Item,
  type MessageItem,
  type Protocol,
} from '../../src/core/index.js';
import {openaiChat} from '../../src/core/protocol/openai-chat/index.js';
import {parseJson} from '../../src/core/json.js';

/** The neutral form of an answer, in which the conformance corpus compares all protocols. */

interface Neutral {
  readonly messages: readonly {readonly role: string; readonly parts: readonly object[]}[];
  readonly finish: string;
  readonly usage?: object;
  /** The state that the agent shares with the page. */
  readonly state?: unknown;
}

const protocols: Readonly<Record<string, Protocol>> = {
  'ai-sdk': aiSdk,
  openai,
  'openai-chat': openaiChat,
  'ag-ui': agUi,
};

/** The protocols of the corpus that the product has. */
export const wires = Object.keys(protocols);

/** Folds a body that arrives in chunks. */
export function fold(wire: string, _: string, chunks: readonly Uint8Array[]): Neutral {
  const protocol = protocols[wire];
  if (!protocol) throw new Error(`There is no protocol ${wire}.`);
  const reported = new Set<string>();
  const log = new EventLog(protocol, {
    run: 'run',
    report: ({code}) => void reported.add(code),
  });
  const text = new TextDecoder();
  const parser = new FrameParser();
  for (const chunk of chunks) {
    for (const frame of parser.feed(text.decode(chunk, {stream: true}))) log.accept(frame);
  }
  for (const frame of parser.flush()) log.accept(frame);
  log.end('lost');
  const [message] = log.flush(log.start).children;
  if (message?.kind !== 'message') return {messages: [], finish: 'none'};
  const parts = message.children.flatMap(partsOf);
  const finish = finishOf(message);
  return {
    messages: [{role: 'assistant', parts}],
    // A cut answer whose question can still be answered is no success either.
    finish: finish === 'stop' && reported.has('message-stop-missing') ? 'none' : finish,
    ...(message.usage && {usage: message.usage}),
    ...stateOf(message),
  };
}

function stateOf({children}: MessageItem): Pick<Neutral, 'state'> {
  const found = children.find(
    item => item.kind === 'data' && item.name === 'state' && item.transient,
  );
  return found?.kind === 'data' ? {state: found.data} : {};
}

/** The reasons of all protocols that have a name of their own in the neutral form. */
const reasons: Readonly<Record<string, string>> = {
  length: 'length',
  model_length: 'length',
  max_tokens: 'length',
  'content-filter': 'content-filter',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  'tool-calls': 'tool-calls',
  max_output_tokens: 'length',
};

function finishOf({status, stopReason = ''}: MessageItem): string {
  if (status === 'failed') return 'error';
  if (status === 'stopped') return 'aborted';
  if (status === 'interrupted') return 'none';
  return reasons[stopReason] ?? 'stop';
}

const states: Readonly<Partial<Record<Item['status'], string>>> = {
  done: 'done',
  failed: 'failed',
  stopped: 'denied',
};

function partsOf(item: Item): readonly object[] {
  switch (item.kind) {
    case 'text':
      return [{type: 'text', text: item.text}];
    case 'thinking':
      return [{type: 'reasoning', text: item.text}];
    case 'tool':
      return [
        {
          type: 'tool',
          name: item.name,
          input: parseJson(item.input) ?? item.input,
          // A preliminary result does not count.
          ...(item.status === 'done' && {output: parseJson(item.output) ?? item.output}),
          state: states[item.status] ?? 'open',
        },
        ...item.children.flatMap(partsOf),
      ];
    case 'source':
      return [{type: 'source', url: item.url, title: item.title}];
    case 'file':
      return [{type: 'file', mediaType: item.mediaType, url: item.url}];
    case 'data':
      return item.transient ? [] : [{type: 'data', name: item.name, data: item.data}];
    case 'request':
      return item.status === 'waiting'
        ? [{type: 'request', name: item.toolName, text: item.prompt}]
        : [];
    case 'error':
      return [{type: 'error', text: item.text}];
    default:
      return item.children.flatMap(partsOf);
  }
}
