import {numericOf, textOf} from '../values.js';
import type {UbikEvent} from './events.js';
import {snapshotOf, type Snapshot} from './snapshot.js';

/** Consecutive text, as it came. */
export interface TextSegment {
  readonly type: 'text';
  readonly parts: string[];
}

export interface StepSegment {
  readonly type: 'step';
  readonly number: number;
  title: string;
  single: boolean;
  completed: boolean;
  /** It ended without being completed: the next one began, or the server says that it did not succeed. */
  left: boolean;
  readonly body: Segment[];
}

/** A checkpoint, or a question of the agent. */
export interface BlockSegment {
  readonly type: 'checkpoint' | 'input';
  readonly event: UbikEvent;
}

export type Segment = TextSegment | BlockSegment;

const ENDS_WITH_TAG = /<<(?:[A-Z_]+_END(?:\/[^<>\n]*)?|\/thinking)>>$/;

/**
 * The content of a message as the published rules build it from the events ("Rebuilding the message content" of the
 * events guide): segments in order, each chunk in the step whose number it carries. Events come in their true order.
 */
export class Outline {
  top: (Segment | StepSegment)[] = [];
  current: StepSegment | undefined;
  error: UbikEvent | undefined;
  ended = false;
  /** Length of all text that came, to tell whether a snapshot would take some away. */
  #length = 0;
  #steps = new Map<number, StepSegment>();

  /** The step that begins, or goes on; `undefined` for one without a number. */
  started(event: UbikEvent): StepSegment | undefined {
    const number = numericOf(event['step']);
    if (number === undefined) return undefined;
    const known = this.#steps.get(number);
    const step = known && !known.completed ? known : this.#newStep(number);
    step.title = textOf(event['description']) ?? step.title;
    step.single = event['single_step_agent'] === true;
    step.left = false;
    if (this.current && this.current !== step) this.current.left = true;
    this.current = step;
    return step;
  }

  /** The step that ends. */
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
   * A piece of text; gives the step that it belongs to. Without a number it belongs to the message, or to the only step
   * of a single-step agent.
   */
  chunk(event: UbikEvent, text: string): StepSegment | undefined {
    this.#length += text.length;
    const number = numericOf(event['step']);
    const single = this.current?.single === true ? this.current : undefined;
    const step = number === undefined ? single : (this.#steps.get(number) ?? this.#newStep(number));
    const segments: Segment[] | (Segment | StepSegment)[] = step?.body ?? this.top;
    const last = segments.at(-1);
    if (last?.type === 'text') last.parts.push(text);
    else segments.push({type: 'text', parts: [text]});
    return step;
  }

  /** A checkpoint or a question; gives the step that it stands in: the one that is open, else none. */
  block(type: BlockSegment['type'], event: UbikEvent): StepSegment | undefined {
    (this.current?.body ?? this.top).push({type, event});
    return this.current;
  }

  /**
   * The whole text so far, from the server: what came before is not used again. Gives `undefined` when the snapshot is
   * ignored, because it knows less than what came (it is shorter and has no tags).
   */
  snapshot(event: UbikEvent): Snapshot | undefined {
    const content = textOf(event['content']);
    if (content === undefined) return undefined;
    if (content.length < this.#length && !content.includes('<<')) return undefined;
    const snapshot = snapshotOf(content);
    const {base, step} = snapshot;
    this.#length = content.length;
    this.top = base === '' ? [] : [{type: 'text', parts: [base]}];
    // Behind a block that ended begins another segment; behind words, the next chunk may be the rest of a word.
    if (ENDS_WITH_TAG.test(base)) this.top.push({type: 'text', parts: []});
    if (step) this.top.push(step);
    this.current = step;
    this.#steps = new Map(step ? [[step.number, step]] : []);
    return snapshot;
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
