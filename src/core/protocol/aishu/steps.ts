import {isRecord, asArray, asRecord, asText, type JsonRecord, asNumber} from '../decode.js';
import {parseJson} from '../../json.js';

export interface AishuStep {
  /** Unique in its message; the place in the list is not, because steps move in it. */
  readonly id: string;
  readonly fields: JsonRecord;
}

/** Used in place of a step's id where the final answer is displayed. */
export const FINAL = 'final-answer';

/** The steps of a message that are for people, one for each id. Slots may be empty. */
export function stepsOf(message: JsonRecord): readonly AishuStep[] {
  const {progress} = asRecord(asRecord(message['content'])['middle_answer']);
  const steps = new Map<string, AishuStep>();
  asArray(progress).forEach((fields, index) => {
    if (!isRecord(fields) || isDebug(fields['flags'])) return;
    const id = asText(fields['id']) ?? String(index);
    if (!steps.has(id)) steps.set(id, {id, fields});
  });
  return [...steps.values()];
}

/** Whether a step contains text of the model: then the final answer, which repeats it, is not displayed. */
export function hasAnswerStep(steps: readonly AishuStep[]): boolean {
  return steps.some(({fields}) => fields['stage'] === 'llm' && asText(fields['answer']));
}

/** The final answer: as text, or in whatever variable the agent put it. */
export function finalText(message: JsonRecord): string {
  const final = asRecord(asRecord(message['content'])['final_answer']);
  return (
    asText(asRecord(final['answer'])['text']) ??
    (message['content_type'] === 'other' ? wordsIn(final['answer_type_other'], 0) : '')
  );
}

/** A string, a list of strings, or a wrapper around one step or several. */
function wordsIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > 3) return '';
  if (Array.isArray(value)) {
    return value
      .map(entry => wordsIn(entry, depth + 1))
      .filter(words => words !== '')
      .join('\n\n');
  }
  const {value: inner, answer, text} = asRecord(value);
  return wordsIn(inner ?? answer ?? text ?? '', depth + 1);
}

function isDebug(flags: unknown): boolean {
  if (typeof flags !== 'string') return asRecord(flags)['debug'] === true;
  return flags !== '' && asRecord(parseJson(flags))['debug'] === true;
}

/** ISO 8601 of a time since the epoch in seconds, milliseconds or nanoseconds; its magnitude decides which. */
export function isoOf(time: unknown): string | undefined {
  const value = asNumber(time);
  if (value === undefined || value <= 0) return undefined;
  const milliseconds = value >= 1e17 ? value / 1e6 : value >= 1e11 ? value : value * 1000;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
