import {readFunctionCall, readToolCall, type CallFragment} from './calls.js';
import {asArray, asRecord, asRecords, asText, isRecord, type JsonRecord} from '../../values.js';
import {jsonText} from '../../json.js';

/** One change of the answer. */
export type DeltaPart =
  | {readonly type: 'text'; readonly text: string}
  | {readonly type: 'refusal'; readonly text: string}
  /** Reasoning. `field` is the field of the message that it belongs to; without one, it is a part of the content. */
  | {readonly type: 'thinking'; readonly text: string; readonly field?: string}
  /** A list of the details of OpenRouter; it is displayed only where the delta has no plain reasoning. */
  | {readonly type: 'details'; readonly details: readonly JsonRecord[]; readonly text: string}
  | {readonly type: 'call'; readonly fragment: CallFragment}
  /** The result of a call that the server has run. */
  | {readonly type: 'result'; readonly call: string; readonly name: string; readonly output: string}
  /** A call that the server runs by itself, as known so far. */
  | {readonly type: 'executed'; readonly key: number; readonly tool: JsonRecord}
  | {readonly type: 'annotation'; readonly annotation: JsonRecord}
  | {readonly type: 'image'; readonly url: string}
  /** A field that is only sent back. */
  | {readonly type: 'kept'; readonly fields: JsonRecord};

/** The fields of reasoning, by server. Only the first that has text counts: some servers send it twice. */
const REASONING = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

/** Reads a delta. Reasoning comes first, then text, then calls, because a delta has no order of its own. */
export function readDelta(delta: JsonRecord): readonly DeltaPart[] {
  if (delta['role'] === 'tool') return resultOf(delta);
  return [
    ...reasoningOf(delta),
    ...contentOf(delta['content']),
    ...textParts('refusal', delta['refusal']),
    // A spoken answer is its transcript: its id expires, and services then refuse every request that contains it.
    ...textParts('text', asRecord(delta['audio'])['transcript']),
    ...asRecords(delta['executed_tools']).map((tool, place): DeltaPart => {
      const index = tool['index'];
      return {type: 'executed', key: typeof index === 'number' ? index : place, tool};
    }),
    ...asRecords(delta['tool_calls']).map((call): DeltaPart => ({
      type: 'call',
      fragment: readToolCall(call),
    })),
    ...(isRecord(delta['function_call'])
      ? [{type: 'call', fragment: readFunctionCall(delta['function_call'])} as const]
      : []),
    ...asRecords(delta['annotations']).map((annotation): DeltaPart => ({
      type: 'annotation',
      annotation,
    })),
    ...asRecords(delta['images']).flatMap(imageOf),
    ...(isRecord(delta['extra_content'])
      ? [{type: 'kept', fields: {extra_content: delta['extra_content']}} as const]
      : []),
  ];
}

/** Whether a delta has something of an answer, not only a role or nothing. */
export const hasContent = (parts: readonly DeltaPart[]): boolean =>
  parts.some(({type}) => type !== 'annotation' && type !== 'kept');

function textParts(type: 'text' | 'refusal', value: unknown): readonly DeltaPart[] {
  const text = asText(value);
  return text === undefined ? [] : [{type, text}];
}

function reasoningOf(delta: JsonRecord): readonly DeltaPart[] {
  const field = REASONING.find(name => asText(delta[name]) !== undefined);
  const details = asRecords(delta['reasoning_details']);
  const text = field === undefined ? details.map(detailText).join('') : '';
  return [
    ...(field === undefined
      ? []
      : [{type: 'thinking', text: String(delta[field]), field} as const]),
    ...(details.length > 0 ? [{type: 'details', details, text} as const] : []),
  ];
}

const detailText = ({text, summary}: JsonRecord): string => asText(text) ?? asText(summary) ?? '';

/** Content is text, or a list of parts (Mistral). */
function contentOf(content: unknown): readonly DeltaPart[] {
  if (!Array.isArray(content)) return textParts('text', content);
  return asArray(content).flatMap((given): readonly DeltaPart[] => {
    if (typeof given === 'string') return textParts('text', given);
    const part = asRecord(given);
    if (part['type'] === 'image_url') return imageOf(part);
    if (part['type'] !== 'thinking') return textParts('text', part['text']);
    const thinking = part['thinking'];
    const text =
      asText(thinking) ??
      asRecords(thinking)
        .map(one => asText(one['text']) ?? '')
        .join('');
    return text === '' ? [] : [{type: 'thinking', text}];
  });
}

function imageOf({image_url: image}: JsonRecord): readonly DeltaPart[] {
  const url = asText(image) ?? asText(asRecord(image)['url']);
  return url === undefined ? [] : [{type: 'image', url}];
}

function resultOf({tool_call_id: call, name, content}: JsonRecord): readonly DeltaPart[] {
  const output =
    typeof content === 'string' ? content : content == null ? '' : (jsonText(content) ?? '');
  return [{type: 'result', call: asText(call) ?? '', name: asText(name) ?? 'tool', output}];
}
