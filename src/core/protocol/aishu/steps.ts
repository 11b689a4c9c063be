import {isRecord, asArray, asRecord, asText, type JsonRecord, numericOf} from '../../values.js';
import {parseJson} from '../../json.js';

export interface AishuStep {
  /** Unique in the message. The index is not, because steps move. */
  readonly id: string;
  readonly fields: JsonRecord;
}

/** Replaces a step's id for the final answer. */
export const FINAL = 'final-answer';

/** The displayed steps of a message, one for each id. The list may have empty slots. */
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

/** Whether the patch that created a step was lost: it has only what later patches have written. */
const isRest = ({id, stage}: JsonRecord): boolean => id == null && stage == null;

/** The stage of a step. The rest of a step is displayed by its form. */
export function stageOf(fields: JsonRecord): unknown {
  if (!isRest(fields)) return fields['stage'];
  return isRecord(fields['skill_info']) || isRecord(fields['answer']) ? 'skill' : 'llm';
}

/**
 * Whether a step contains the text of the model. The final answer, which repeats it, is then not displayed. The rest of a
 * step may be text of a skill, or lack its beginning.
 */
export function hasAnswerStep(steps: readonly AishuStep[], final: string): boolean {
  return steps.some(({fields}) => {
    const answer = asText(fields['answer']);
    return fields['stage'] === 'llm' ? answer : isRest(fields) && answer?.startsWith(final);
  });
}

/** The text of the final answer, which may be in a variable chosen by the agent. */
export function finalText(message: JsonRecord): string {
  const final = asRecord(asRecord(message['content'])['final_answer']);
  return (
    asText(asRecord(final['answer'])['text']) ??
    (message['content_type'] === 'other' ? textIn(final['answer_type_other'], 0) : '')
  );
}

/** Extracts text from a string, a list of strings, or a wrapper around one or several steps. */
function textIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > 3) return '';
  if (Array.isArray(value)) {
    return value
      .map(entry => textIn(entry, depth + 1))
      .filter(text => text !== '')
      .join('\n\n');
  }
  const {value: inner, answer, text} = asRecord(value);
  return textIn(inner ?? answer ?? text ?? '', depth + 1);
}

function isDebug(flags: unknown): boolean {
  if (typeof flags !== 'string') return asRecord(flags)['debug'] === true;
  return flags !== '' && asRecord(parseJson(flags))['debug'] === true;
}

/**
 * Converts a time since the epoch in seconds, milliseconds or nanoseconds (determined by its magnitude) to ISO 8601.
 */
export function isoOf(time: unknown): string | undefined {
  // Nanoseconds are text, because they have too many digits for a number.
  const value = typeof time === 'string' && time.length < 16 ? undefined : numericOf(time);
  if (value === undefined || value <= 0) return undefined;
  const milliseconds = value >= 1e17 ? value / 1e6 : value >= 1e11 ? value : value * 1000;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
