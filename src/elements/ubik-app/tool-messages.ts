import {parseJson} from '../../core/json.js';
import type {ToolApp, ToolItem} from '../../core/model/item.js';
import {toolInput, toolOutput} from '../../core/model/select.js';
import {isAppUri, readToolApp} from '../../core/protocol/operations/apps.js';
import {asRecord, asRecords, asText, isRecord, type JsonRecord} from '../../core/values.js';
import type {AppServices} from '../base/services.js';

/**
 * The app of a call: as the protocol or the page declares it, or as the result names it (`_meta.ui`) on protocols that
 * carry only results.
 */
export function appOf(item: ToolItem, services: AppServices | undefined): ToolApp | undefined {
  if (item.app) return isAppUri(item.app.resourceUri) ? item.app : undefined;
  const tools = services?.tools ?? {};
  const declared = Object.hasOwn(tools, item.name) ? tools[item.name] : undefined;
  if (declared) return readToolApp(declared, declared.server);
  if (!item.output.includes('ui://')) return undefined;
  const {ui, 'ui/resourceUri': resourceUri, server} = asRecord(asRecord(toolOutput(item))['_meta']);
  // Older servers write a flat name.
  return readToolApp(ui, server) ?? readToolApp({resourceUri}, server);
}

const outputOf = (item: ToolItem): unknown => item.app?.result ?? toolOutput(item);

/** Whether an output has the shape of a `CallToolResult`. Other outputs may have a text that is named `content`. */
const isResult = (output: unknown): output is JsonRecord =>
  isRecord(output) && (Array.isArray(output['content']) || 'structuredContent' in output);

/** The official app rejects a result without content, and structured content that is not an object. */
export function acceptableResult(result: JsonRecord): JsonRecord {
  const {structuredContent: data, content} = result;
  const isObject = data === undefined || isRecord(data);
  return {
    ...result,
    content: Array.isArray(content) ? content : [],
    ...(!isObject && {structuredContent: {value: data}}),
  };
}

/** The result of a call as a `CallToolResult`; `undefined` as long as there is none. */
function resultOf(item: ToolItem): JsonRecord | undefined {
  const {status, error} = item;
  if (status !== 'done' && status !== 'failed') return undefined;
  const output = outputOf(item);
  if (isResult(output)) return acceptableResult(output);
  if (status === 'failed') {
    return {isError: true, content: [{type: 'text', text: error ?? item.output}]};
  }
  if (isRecord(output)) return {content: [], structuredContent: output};
  return {content: [{type: 'text', text: item.output}]};
}

/** The text of a result, which is displayed instead of the app. A call that failed without a result displays its error. */
export function textOf(item: ToolItem): string | undefined {
  if (item.status === 'failed' && !isResult(outputOf(item))) return undefined;
  const texts = asRecords(resultOf(item)?.['content']).flatMap(({text}) => asText(text) ?? []);
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

interface Message {
  readonly method: string;
  readonly params: JsonRecord;
}

/**
 * The data of a call as messages to its app, in order: incomplete inputs, the complete input once, and then one result or
 * one cancellation. The result of a lost call may follow its cancellation, because the run may be tried again.
 */
export class ToolMessages {
  #partial = '';
  #isComplete = false;
  #isLost = false;
  #isOver = false;

  /** The messages about everything that is new in the item. */
  take(item: ToolItem): readonly Message[] {
    if (this.#isOver) return [];
    const {status, input} = item;
    const isLost = status === 'interrupted';
    const isOpen = isLost || status === 'streaming' || status === 'waiting';
    const complete = parseJson(input);
    const messages: Message[] = [];
    if (!this.#isComplete) {
      const isPartial = isOpen && !isRecord(complete);
      this.#isComplete = !isPartial;
      if (!isPartial) messages.push(messageOf('tool-input', {arguments: argumentsOf(item)}));
      else if (input !== this.#partial) {
        const given = toolInput(item);
        if (isRecord(given)) messages.push(messageOf('tool-input-partial', {arguments: given}));
      }
      this.#partial = input;
    }
    if (isOpen && (!isLost || this.#isLost)) return messages;
    this.#isLost = isLost;
    this.#isOver = !isLost;
    // The output of a denied call is what the model is told.
    const result = item.denied ? undefined : resultOf(item);
    const reason = item.denied ? 'denied' : status === 'stopped' ? 'user action' : 'lost';
    return [
      ...messages,
      result ? messageOf('tool-result', result) : messageOf('tool-cancelled', {reason}),
    ];
  }
}

const messageOf = (name: string, params: JsonRecord): Message => ({
  method: `ui/notifications/${name}`,
  params,
});

/** The input of a call. An input that is text, as of custom tools, is the only argument. */
function argumentsOf({input, status}: ToolItem): JsonRecord {
  const value = parseJson(input);
  if (isRecord(value)) return value;
  return status === 'done' && input !== '' ? {input} : {};
}
