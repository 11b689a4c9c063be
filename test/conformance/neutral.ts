import {aiSdk, EventLog, FrameParser} from '../../src/core/index.js';
import {parseJson} from '../../src/core/json.js';
import type {Item, MessageItem, Protocol} from '../../src/core/index.js';

/** The neutral form of an answer, in which the conformance corpus compares all protocols. */

interface Neutral {
  readonly messages: readonly {readonly role: string; readonly parts: readonly object[]}[];
  readonly finish: string;
  readonly usage?: object;
}

const protocols: Readonly<Record<string, Protocol>> = {'ai-sdk': aiSdk};

/** The protocols of the corpus that the product has. */
export const wires = Object.keys(protocols);

/** Folds a body that arrives in chunks. */
export function fold(wire: string, _: string, chunks: readonly Uint8Array[]): Neutral {
  const protocol = protocols[wire];
  if (!protocol) throw new Error(`There is no protocol ${wire}.`);
  const log = new EventLog(protocol, {run: 'run', report: () => undefined});
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
  return {
    messages: [{role: 'assistant', parts}],
    finish: finishOf(message),
    ...(message.usage && {usage: message.usage}),
  };
}

/** The reasons of all protocols that have a name of their own in the neutral form. */
const reasons: Readonly<Record<string, string>> = {
  length: 'length',
  'content-filter': 'content-filter',
  'tool-calls': 'tool-calls',
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
          output: parseJson(item.output) ?? item.output,
          state: states[item.status] ?? 'open',
        },
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
