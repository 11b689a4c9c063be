import type {RequestAnswer} from '../../../model/item.js';
import {asText, textsOf} from '../../../values.js';
import type {UbikEvent} from '../events.js';
import type {MarkedText} from './call-marks.js';
import type {Outline, Segment, StepSegment, TextSegment} from './outline.js';

/** An answer to a question of the agent, identified by the checkpoint of the question. */
export interface GivenAnswer extends RequestAnswer {
  readonly checkpoint_name: string;
}

/** Writes the outline as a message string. Where the samples of the guide are ambiguous, this defines the layout. */
export function layOut(outline: Outline, answers: readonly GivenAnswer[] = []): string {
  return layOutMarked(outline, answers).filter(isText).join('');
}

/** The texts of the message string, with the calls that events reported first at their positions. */
export function layOutMarked(
  outline: Outline,
  answers: readonly GivenAnswer[] = [],
): readonly MarkedText[] {
  const waiting = [...answers];
  const {top} = outline;
  const last = top.findLastIndex(segment => segment.type !== 'text' || isWritten(segment));
  const segments = top.map((segment, at) =>
    segment.type === 'step'
      ? markedStep(segment, outline.ended || at < last, waiting)
      : markedSegment(segment, waiting),
  );
  return join([...segments, [errorText(outline.error)]]);
}

/** Whether a text contains more than calls. */
const isWritten = ({parts}: TextSegment): boolean => parts.length === 0 || parts.some(isText);

const isText = (entry: MarkedText): entry is string => typeof entry === 'string';

/** Joins segments with exactly one line end, omitted if a segment already ends with one. */
function join(segments: readonly (readonly MarkedText[])[]): readonly MarkedText[] {
  const all: MarkedText[] = [];
  let before = '';
  for (const segment of segments) {
    if (isEmpty(segment)) all.push(...segment.filter(entry => !isText(entry)));
    else {
      if (before !== '' && !before.endsWith('\n')) all.push('\n');
      for (const entry of segment) all.push(entry);
      before = lastText(segment);
    }
  }
  return all;
}

const isEmpty = (entries: readonly MarkedText[]): boolean => lastText(entries) === '';

/** The last non-empty text. */
const lastText = (entries: readonly MarkedText[]): string =>
  entries.filter(isText).findLast(text => text !== '') ?? '';

function markedStep(
  step: StepSegment,
  closed: boolean,
  answers: GivenAnswer[],
): readonly MarkedText[] {
  const flag = step.single ? '<<SINGLE_STEP_FLAG>>\n' : '';
  const mark = step.completed ? ' ✓' : '';
  const head = `<<STEP_START>>\n${flag}Step ${step.number}: ${step.title}${mark}\n`;
  const body = join(step.body.map(segment => markedSegment(segment, answers)));
  if (!closed && !step.completed && !step.left) return [head, ...body];
  const end = isEmpty(body) || lastText(body).endsWith('\n') ? '' : '\n';
  return [head, ...body, `${end}<<STEP_END>>`];
}

function markedSegment(segment: Segment, answers: GivenAnswer[]): readonly MarkedText[] {
  switch (segment.type) {
    case 'text':
      return segment.parts;
    case 'checkpoint':
      return [`<<CHECKPOINT_START>>\nCheckpoint: ${nameOf(segment.event)}\n<<CHECKPOINT_END>>`];
    case 'input':
      return [inputText(segment.event, answers)];
  }
}

const nameOf = (event: UbikEvent): string => asText(event['checkpoint_name']) ?? '';

function inputText(event: UbikEvent, answers: GivenAnswer[]): string {
  const name = nameOf(event);
  const types = textsOf(event['input_types']).join(', ');
  const asked = `${asText(event['prompt']) ?? ''}\nExpected input types: ${types}\n`;
  const at = answers.findIndex(({checkpoint_name: asked}) => asked === name);
  const [answer] = at === -1 ? [] : answers.splice(at, 1);
  const rest = answer
    ? `\n<<USER_INPUT_PROVIDED_START>>\n${spaced({input: answer.input, type: answer.type})}\n<<USER_INPUT_PROVIDED_END>>\n`
    : `checkpoint_name: ${name}\n`;
  return `<<INPUT_REQUIRED_START>>\n${asked}${rest}<<INPUT_REQUIRED_END>>`;
}

function errorText(event: UbikEvent | undefined): string {
  if (!event) return '';
  const error = asText(event['error']) ?? '';
  const facts = {
    error,
    traceback: asText(event['traceback']),
    timestamp: asText(event['timestamp']),
  };
  const details = JSON.stringify(facts, undefined, 2);
  return (
    `<<ERROR_START>>\nError: ${error}\n<<ERROR_END>>\n\n` +
    `<<ERROR_JSON_START>>\n${details}\n<<ERROR_JSON_END>>`
  );
}

/** JSON on one line with the separators `", "` and `": "`. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(
    ([key, entry]) => `${JSON.stringify(key)}: ${spaced(entry)}`,
  );
  return `{${fields.join(', ')}}`;
}
