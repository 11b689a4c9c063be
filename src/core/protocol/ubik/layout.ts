import type {RequestAnswer} from '../../model/item.js';
import {listOf, textOf} from '../values.js';
import type {UbikEvent} from './events.js';
import type {Outline, Segment, StepSegment} from './outline.js';

/** An answer to a question of the agent, by the checkpoint that the question names. */
export interface GivenAnswer extends RequestAnswer {
  readonly checkpoint_name: string;
}

/** Writes the outline as the message string of the guide: our layout where its samples leave it open. */
export function layOut(outline: Outline, answers: readonly GivenAnswer[] = []): string {
  const waiting = [...answers];
  const {top} = outline;
  const segments = top.map((segment, at) =>
    segment.type === 'step'
      ? stepText(segment, outline.ended || at < top.length - 1, waiting)
      : segmentText(segment, waiting),
  );
  return join([...segments, errorText(outline.error)]);
}

/** Two segments are parted by exactly one line end, left out where the first already ends with one. */
function join(segments: readonly string[]): string {
  return segments
    .filter(segment => segment !== '')
    .reduce((before, segment) => (before === '' ? segment : `${ended(before)}${segment}`), '');
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

function stepText(step: StepSegment, closed: boolean, answers: GivenAnswer[]): string {
  const flag = step.single ? '<<SINGLE_STEP_FLAG>>\n' : '';
  const mark = step.completed ? ' ✓' : '';
  const head = `<<STEP_START>>\n${flag}Step ${step.number}: ${step.title}${mark}\n`;
  const body = join(step.body.map(segment => segmentText(segment, answers)));
  return closed || step.completed || step.left
    ? `${head}${ended(body)}<<STEP_END>>`
    : `${head}${body}`;
}

function segmentText(segment: Segment, answers: GivenAnswer[]): string {
  switch (segment.type) {
    case 'text':
      return segment.parts.join('');
    case 'checkpoint':
      return `<<CHECKPOINT_START>>\nCheckpoint: ${nameOf(segment.event)}\n<<CHECKPOINT_END>>`;
    case 'input':
      return inputText(segment.event, answers);
  }
}

const nameOf = (event: UbikEvent): string => textOf(event['checkpoint_name']) ?? '';

function inputText(event: UbikEvent, answers: GivenAnswer[]): string {
  const name = nameOf(event);
  const types = listOf(event['input_types'])
    .filter(type => typeof type === 'string')
    .join(', ');
  const asked = `${textOf(event['prompt']) ?? ''}\nExpected input types: ${types}\n`;
  const at = answers.findIndex(({checkpoint_name: asked}) => asked === name);
  const [answer] = at === -1 ? [] : answers.splice(at, 1);
  const rest = answer
    ? `\n<<USER_INPUT_PROVIDED_START>>\n${spaced({input: answer.input, type: answer.type})}\n<<USER_INPUT_PROVIDED_END>>\n`
    : `checkpoint_name: ${name}\n`;
  return `<<INPUT_REQUIRED_START>>\n${asked}${rest}<<INPUT_REQUIRED_END>>`;
}

function errorText(event: UbikEvent | undefined): string {
  if (!event) return '';
  const error = textOf(event['error']) ?? '';
  const facts = {
    error,
    traceback: textOf(event['traceback']),
    timestamp: textOf(event['timestamp']),
  };
  const details = JSON.stringify(facts, undefined, 2);
  return (
    `<<ERROR_START>>\nError: ${error}\n<<ERROR_END>>\n\n` +
    `<<ERROR_JSON_START>>\n${details}\n<<ERROR_JSON_END>>`
  );
}

/** JSON on one line with `", "` and `": "` between its parts. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(
    ([key, entry]) => `${JSON.stringify(key)}: ${spaced(entry)}`,
  );
  return `{${fields.join(', ')}}`;
}
