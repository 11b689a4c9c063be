import {valueAt} from './document.js';
import type {Key, Patch} from './events.js';
import {FINAL, finalText, hasAnswerStep, stepsOf} from './steps.js';
import {asText, type JsonRecord} from '../values.js';

/** What a patch adds to the end of a text that was there before. */
export interface Growth {
  readonly step: string;
  readonly part: 'text' | 'thinking';
  readonly added: string;
  readonly whole: string;
}

const PROGRESS: Key = ['message', 'content', 'middle_answer', 'progress'];
const FINAL_TEXT: Key = ['message', 'content', 'final_answer', 'answer', 'text'];

/** The addition, if a patch makes one to a text of the model that may be on screen. */
export function growthOf(patch: Patch, message: JsonRecord): Growth | undefined {
  const {action, key, content: added} = patch;
  if (action !== 'append' || typeof added !== 'string' || added === '') return undefined;
  const growth = ofStep(key, added, message) ?? ofFinalText(key, added, message);
  return growth && growth.whole.length > added.length ? growth : undefined;
}

function ofStep(key: Key, added: string, message: JsonRecord): Growth | undefined {
  const [, , , , , field] = key;
  if (key.length !== PROGRESS.length + 2 || !startsWith(key, PROGRESS)) return undefined;
  if (field !== 'answer' && field !== 'think') return undefined;
  const changed = valueAt({message}, key.slice(0, PROGRESS.length + 1));
  const step = stepsOf(message).find(({fields}) => fields === changed);
  const whole = asText(step?.fields[field]);
  if (step?.fields['stage'] !== 'llm' || whole === undefined) return undefined;
  return {step: step.id, part: field === 'answer' ? 'text' : 'thinking', added, whole};
}

function ofFinalText(key: Key, added: string, message: JsonRecord): Growth | undefined {
  if (key.length !== FINAL_TEXT.length || !startsWith(key, FINAL_TEXT)) return undefined;
  if (hasAnswerStep(stepsOf(message))) return undefined;
  return {step: FINAL, part: 'text', added, whole: finalText(message)};
}

function startsWith(key: Key, start: Key): boolean {
  return start.every((part, depth) => key[depth] === part);
}
