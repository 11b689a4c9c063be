import {numericOf, asText} from '../../../values.js';
import type {Restore} from '../../types.js';
import {saveFields} from '../saved-fields.js';
import type {UbikEvent} from '../events.js';
import {moveMarks, sliceMarked, type CallMark, type MarkedText} from './call-marks.js';
import {layOutMarked} from './layout.js';
import {snapshotOf} from './snapshot.js';

/** Consecutive text as received, with the tool calls that events reported meanwhile. */
export interface TextSegment {
  readonly type: 'text';
  readonly parts: MarkedText[];
}

export interface StepSegment {
  readonly type: 'step';
  readonly number: number;
  title: string;
  single: boolean;
  completed: boolean;
  /** Whether it ended without being completed: the next one began, or the server reported that it failed. */
  left: boolean;
  readonly body: Segment[];
}

/** A checkpoint, or a question of the agent. */
export interface BlockSegment {
  readonly type: 'checkpoint' | 'input';
  readonly event: UbikEvent;
}

export type Segment = TextSegment | BlockSegment;

/** A snapshot of the server's text, divided into the finished part and the open step at its end. */
export interface Snapshot {
  readonly base: readonly MarkedText[];
  readonly step: StepSegment | undefined;
  readonly text: readonly MarkedText[];
}

const ENDS_WITH_TAG = /<<(?:[A-Z_]+_END(?:\/[^<>\n]*)?|\/thinking)>>$/;

/**
 * Builds the content of a message from events by the published rules ("Rebuilding the message content" of the events
 * guide): segments in order, with each chunk in the step of its number. Events must be passed in their true order.
 */
export class Outline {
  top: (Segment | StepSegment)[] = [];
  current: StepSegment | undefined;
  error: UbikEvent | undefined;
  ended = false;
  /** Length of all received text, to detect a snapshot that would remove some of it. */
  #length = 0;
  #steps = new Map<number, StepSegment>();
  #hasMarks = false;

  save(): Restore {
    const {top, current, error, ended} = this;
    const [length, hasMarks, steps] = [this.#length, this.#hasMarks, new Map(this.#steps)];
    const restores = [saveList(top)];
    for (const segment of top) {
      if (segment.type === 'step') restores.push(saveFields(segment), saveList(segment.body));
    }
    return () => {
      this.top = top;
      this.current = current;
      this.error = error;
      this.ended = ended;
      this.#length = length;
      this.#hasMarks = hasMarks;
      this.#steps = new Map(steps);
      for (const restore of restores) restore();
    };
  }

  /** Starts or continues a step; `undefined` for a step without a number. */
  started(event: UbikEvent): StepSegment | undefined {
    const number = numericOf(event['step']);
    if (number === undefined) return undefined;
    const known = this.#steps.get(number);
    const step = known && !known.completed ? known : this.#newStep(number);
    step.title = asText(event['description']) ?? step.title;
    step.single = event['single_step_agent'] === true;
    step.left = false;
    if (this.current && this.current !== step) this.current.left = true;
    this.current = step;
    return step;
  }

  /** Completes a step and returns it. */
  completed(event: UbikEvent): StepSegment | undefined {
    const number = numericOf(event['step']);
    if (number === undefined) return undefined;
    const step = this.#steps.get(number) ?? this.#newStep(number);
    if (event['completed'] !== false) step.completed = true;
    else step.left = true;
    if (this.current === step) this.current = undefined;
    return step;
  }

  /**
   * Adds a chunk and returns its step. A chunk without a number belongs to the message, or to the only step of a
   * single-step agent.
   */
  chunk(event: UbikEvent, text: string): StepSegment | undefined {
    this.#length += text.length;
    const number = numericOf(event['step']);
    const single = this.current?.single === true ? this.current : undefined;
    const step = number === undefined ? single : (this.#steps.get(number) ?? this.#newStep(number));
    add(step?.body ?? this.top, text);
    return step;
  }

  /** Adds a tool call that an event reports before the text does. Returns the open step, which contains it. */
  call(mark: CallMark): StepSegment | undefined {
    this.#hasMarks = true;
    add(this.current?.body ?? this.top, mark);
    return this.current;
  }

  /** A text that the server wrote for the same events, with the calls that events reported first at their positions. */
  withMarks(content: string): readonly MarkedText[] {
    return this.#hasMarks ? moveMarks(layOutMarked(this), content) : [content];
  }

  /** Adds a checkpoint or a question. Returns the open step, which contains it, if there is one. */
  block(type: BlockSegment['type'], event: UbikEvent): StepSegment | undefined {
    (this.current?.body ?? this.top).push({type, event});
    return this.current;
  }

  /**
   * Applies a snapshot of the complete text, which replaces all earlier text. Returns `undefined` if it is ignored
   * because it contains less than what was received (it is shorter and has no tags).
   */
  snapshot(event: UbikEvent): Snapshot | undefined {
    const content = asText(event['content']);
    if (content === undefined) return undefined;
    if (content.length < this.#length && !content.includes('<<')) return undefined;
    const entries = this.withMarks(content);
    const {base, step, text} = snapshotOf(content);
    const baseEntries = step ? sliceMarked(entries, 0, base.length) : entries;
    const body = step ? bodyOf(entries, base.length, content.length - text.length) : [];
    if (step && body.length > 0) step.body.push({type: 'text', parts: [...body]});
    this.#length = content.length;
    this.top = baseEntries.length === 0 ? [] : [{type: 'text', parts: [...baseEntries]}];
    // A tag at the end ends the segment; after text, the next chunk may continue a word.
    if (ENDS_WITH_TAG.test(base)) this.top.push({type: 'text', parts: []});
    if (step) this.top.push(step);
    this.current = step;
    this.#steps = new Map(step ? [[step.number, step]] : []);
    return {base: baseEntries, step, text: body};
  }

  /** The newest step of this number. */
  find(step: unknown): StepSegment | undefined {
    const number = numericOf(step);
    return number === undefined ? undefined : this.#steps.get(number);
  }

  #newStep(number: number): StepSegment {
    const step: StepSegment = {
      type: 'step',
      number,
      title: '',
      single: false,
      completed: false,
      left: false,
      body: [],
    };
    this.top.push(step);
    this.#steps.set(number, step);
    return step;
  }
}

/** Saves a list of segments. A list only grows at its end, and so does the text that it ends with. */
function saveList(list: (Segment | StepSegment)[]): Restore {
  const {length} = list;
  const last = list.at(-1);
  const parts = last?.type === 'text' ? last.parts : [];
  const count = parts.length;
  return () => {
    list.length = length;
    parts.length = count;
  };
}

function add(segments: (Segment | StepSegment)[], entry: MarkedText): void {
  const last = segments.at(-1);
  if (last?.type === 'text') last.parts.push(entry);
  else segments.push({type: 'text', parts: [entry]});
}

/** The text of the open step, and the calls after the text before it. */
function bodyOf(entries: readonly MarkedText[], end: number, start: number): readonly MarkedText[] {
  const head = sliceMarked(entries, end + 1, start - 1).filter(entry => typeof entry !== 'string');
  return [...head, ...sliceMarked(entries, start, Infinity)];
}
