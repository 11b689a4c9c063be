import type {StepSegment} from './outline.js';
import {readHeadLine} from '../text/step-head.js';
import {tagAt} from '../text/tags.js';

const START = '<<STEP_START>>';
const END = '<<STEP_END>>';
const FLAG = '<<SINGLE_STEP_FLAG>>';

/** The server's text, divided into the finished part and the open step at its end. */
export interface OpenEnd {
  readonly base: string;
  readonly step?: StepSegment;
  /** The text of the open step so far. */
  readonly text: string;
}

export function snapshotOf(content: string): OpenEnd {
  const start = content.lastIndexOf(START);
  const open = start !== -1 && !content.includes(END, start) && tagAt(content, start);
  if (!open) return {base: content, text: ''};
  let rest = content.slice(start + START.length).replace(/^\r?\n/, '');
  const single = rest.startsWith(FLAG);
  if (single) rest = rest.slice(FLAG.length).replace(/^\r?\n/, '');
  const line = rest.split('\n', 1)[0] ?? '';
  const head = readHeadLine(line);
  if (!head) return {base: content, text: ''}; // chunks cannot refer to this step
  const text = rest.slice(line.length).replace(/^\n/, '');
  const step: StepSegment = {
    type: 'step',
    number: head.number,
    title: head.title,
    single,
    completed: head.completed,
    left: false,
    body: [],
  };
  return {base: content.slice(0, start).replace(/\n$/, ''), step, text};
}
