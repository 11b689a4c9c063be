import {defined, numericOf, asText} from '../../values.js';
import type {MarkedText} from './rebuild/call-marks.js';
import {ContentReader} from './text/content-reader.js';
import type {UbikEvent} from './events.js';
import {layOut} from './rebuild/layout.js';
import type {LiveTools, FindParent} from './tools/live-tools.js';
import type {Outline, StepSegment} from './rebuild/outline.js';
import type {Restore} from '../types.js';
import type {RunWriter} from './run-writer.js';

interface Times {
  startedAt?: string;
  endedAt?: string;
}

interface OpenStep {
  readonly id: string;
  readonly reader: ContentReader;
}

/**
 * Writes the content of a run. The `Outline` determines where a chunk belongs; a `ContentReader` for each step and one
 * for the message parse the text. A snapshot or a differing final text replaces the streamed text: all content is then
 * cleared and read again.
 */
export class ContentWriter {
  readonly #outline: Outline;
  readonly #writer: RunWriter;
  readonly #tools: LiveTools;
  #times = new Map<string, Times>();
  #top: ContentReader;
  #steps = new Map<StepSegment, OpenStep>();

  constructor(outline: Outline, writer: RunWriter, tools: LiveTools) {
    this.#outline = outline;
    this.#writer = writer;
    this.#tools = tools;
    this.#top = this.#read(writer.run);
  }

  save(): Restore {
    const [times, top, steps] = [new Map(this.#times), this.#top, new Map(this.#steps)];
    const restores = [top, ...Array.from(steps.values(), ({reader}) => reader)].map(reader =>
      reader.save(),
    );
    return () => {
      this.#times = new Map(times);
      this.#top = top;
      this.#steps = new Map(steps);
      for (const restore of restores) restore();
    };
  }

  startStep(event: UbikEvent): void {
    const before = this.#outline.current;
    const step = this.#outline.started(event);
    if (!step) {
      this.#writer.warn('step-unnumbered', 'A step without a number was ignored.', event);
      return;
    }
    if (before && before !== step) this.#endStep(before);
    const {id} = this.#stepOf(step);
    const {title, single} = step;
    const startedAt = asText(event['timestamp']);
    this.#time(id, defined({startedAt}));
    const fields = {title, single: single ? true : undefined, ...defined({startedAt})};
    this.#writer.assign(id, fields, 'streaming');
  }

  stepProgress(event: UbikEvent): void {
    const step = this.#outline.find(event['step']);
    const open = step && this.#steps.get(step);
    const {progress, message} = event;
    if (open) {
      this.#writer.assign(open.id, defined({progress: numericOf(progress), note: asText(message)}));
    }
  }

  completeStep(event: UbikEvent): void {
    const step = this.#outline.completed(event);
    if (!step) return;
    const {id} = this.#stepOf(step);
    const endedAt = asText(event['timestamp']);
    this.#time(id, defined({endedAt}));
    this.#writer.assign(id, defined({progress: numericOf(event['progress']), endedAt}));
    this.#endStep(step);
  }

  chunk(event: UbikEvent): void {
    const text = asText(event['content']);
    if (text === undefined) return;
    const step = this.#outline.chunk(event, text);
    const reader = this.#readerOf(step);
    reader.feed(text);
    if (step && (step.completed || step.left)) reader.seal();
  }

  /** Places a tool call that no text contains. Returns its parent item. */
  readonly placeCall: FindParent = execution =>
    this.#readerOf(this.#outline.call({execution})).placeCall();

  checkpoint(event: UbikEvent): void {
    const parent = this.#place(this.#outline.block('checkpoint', event));
    const name = asText(event['checkpoint_name']) ?? '';
    const createdAt = asText(event['created_at']) ?? asText(event['timestamp']);
    this.#writer.open('checkpoint', parent, defined({name, createdAt}), 'done');
  }

  question(event: UbikEvent, inputTypes: readonly string[]): void {
    const parent = this.#place(this.#outline.block('input', event));
    const fields = defined({
      prompt: asText(event['prompt']) ?? '',
      inputTypes,
      checkpoint: asText(event['checkpoint_name']),
      timeout: numericOf(event['timeout']),
      createdAt: asText(event['timestamp']),
    });
    this.#writer.ask(this.#writer.open('request', parent, fields, 'waiting'));
  }

  snapshot(event: UbikEvent): void {
    const snapshot = this.#outline.snapshot(event);
    if (!snapshot) {
      this.#writer.warn(
        'snapshot-ignored',
        'A snapshot with less content than the stream was ignored.',
      );
      return;
    }
    this.#restart(snapshot.base);
    if (snapshot.step) {
      const {id, reader} = this.#stepOf(snapshot.step);
      const {title, single} = snapshot.step;
      this.#writer.assign(id, defined({title, single: single ? true : undefined}));
      this.#feed(reader, snapshot.text);
    }
    this.#restored(this.placeCall);
  }

  /** Replaces the content by the server's final text if they differ, unless the final text has lost its tags. */
  settle(content: string | undefined): void {
    if (content === undefined) return;
    this.#outline.ended = true;
    const built = layOut(this.#outline);
    if (withoutSpace(built) === withoutSpace(content)) return;
    this.#writer.warn('content-differs', 'The final text differs from the streamed text.');
    if (built.includes('<<') && !content.includes('<<')) return;
    this.#restart(this.#outline.withMarks(content));
    this.#restored(() => this.#top.placeCall());
  }

  fail(text: string): void {
    this.#top.interrupt();
    const parent = this.#top.isRaw ? this.#writer.run : this.#top.container;
    this.#writer.open('error', parent, {code: 'agent', text}, 'failed');
  }

  /** Ends the content: open items get the status of the run. */
  finish(): void {
    this.#top.finish();
    for (const [step, {id, reader}] of this.#steps) {
      reader.finish();
      if (!step.completed) this.#writer.assign(id, {}, this.#writer.ending);
    }
  }

  #read(item: string): ContentReader {
    return new ContentReader(this.#writer, this.#tools, item);
  }

  #stepOf(step: StepSegment): OpenStep {
    const known = this.#steps.get(step);
    if (known) return known;
    this.#top.interrupt();
    const {number, title} = step;
    const id = this.#writer.open('step', this.#writer.run, {number, title});
    const open = {id, reader: this.#read(id)};
    this.#steps.set(step, open);
    return open;
  }

  #endStep(step: StepSegment): void {
    const {id, reader} = this.#stepOf(step);
    reader.seal();
    const status = step.completed ? 'done' : 'interrupted';
    this.#writer.assign(id, {}, status);
    this.#tools.endStep(id, status);
  }

  /** The reader of the step, or of the message. */
  #readerOf(step: StepSegment | undefined): ContentReader {
    return step ? this.#stepOf(step).reader : this.#top;
  }

  /** The parent item of a checkpoint or a question. */
  #place(step: StepSegment | undefined): string {
    const reader = this.#readerOf(step);
    reader.interrupt();
    return reader.container;
  }

  #restart(content: readonly MarkedText[]): void {
    this.#writer.restart();
    this.#tools.restart();
    this.#steps = new Map();
    this.#top = this.#read(this.#writer.run);
    this.#feed(this.#top, content);
  }

  #time(id: string, times: Times): void {
    this.#times.set(id, {...this.#times.get(id), ...times});
  }

  #feed(reader: ContentReader, entries: readonly MarkedText[]): void {
    for (const entry of entries) {
      if (typeof entry === 'string') reader.feed(entry);
      else this.#tools.place(entry.execution, () => reader.placeCall());
    }
  }

  /** Restores what only events report: calls that the new text does not contain, and the times of steps. */
  #restored(place: FindParent): void {
    this.#tools.placeRemaining(place);
    for (const [id, times] of this.#times) this.#writer.assign(id, {...times});
  }
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');
