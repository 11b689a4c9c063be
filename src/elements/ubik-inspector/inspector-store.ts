import {type Conversation, emptyConversation} from '../../core/model/item.js';
import {type Op} from '../../core/model/op.js';
import {framesOf} from '../../core/recording/frames.js';
import {type ReadRecording, RecordingReader} from '../../core/recording/read.js';
import type {FrameObserver} from '../../controller/types.js';
import {protocols} from '../../controller/protocols.js';
import {InspectedRun, type Occurrence} from './inspected-run.js';
import {addRows, type Listed, type Row, type RowFilter} from './rows.js';
import {yieldToPage, Slices} from './slices.js';

/** Maximum number of runs, and of frames in all runs. The oldest runs are dropped. */
const MAX_RUNS = 20;
const MAX_FRAMES = 500_000;
/** Number of new rows from which on the list is rendered in a task of its own. */
const SEPARATE_TASK_ROWS = 1000;
/** Characters of a file that are read between two yields. */
const CHUNK_LENGTH = 1 << 16;

/** The errors of an opened file. */
type InspectorError = ReadRecording['errors'][number]['code'] | 'protocol';

const nothingListed: Listed = {frames: 0, occurrences: 0};

/**
 * The state of an inspector: the runs, the selected run, its rows and the position in it.
 *
 * Actions only change the wanted state and call `refresh`. Its loop computes rows, conversation and changes in slices
 * of a few milliseconds, and starts again if the wanted state changed meanwhile.
 */
export class InspectorStore {
  readonly runs: InspectedRun[] = [];
  readonly rows: Row[] = [];
  filter: RowFilter = {kind: '', text: ''};
  /** The index of the selected row; -1 if none is selected. */
  selected = -1;
  /** The conversation at the current position. */
  conversation: Conversation = emptyConversation;
  /** The changes of the selected frame, once they are computed. */
  ops: readonly Op[] | undefined;
  error: InspectorError | undefined;
  reading = false;
  readonly #onChange: () => void;
  readonly #question: () => string | undefined;
  readonly #onSelect: () => void;
  readonly #slices = new Slices();
  #run: InspectedRun | undefined;
  /** The number of frames before the current position; `undefined` follows the end. */
  #wantedPosition: number | undefined;
  #listed = nothingListed;
  #refreshing: Promise<void> | undefined;
  #isStale = false;

  constructor(changed: () => void, question: () => string | undefined, selected: () => void) {
    this.#onChange = changed;
    this.#question = question;
    this.#onSelect = selected;
  }

  /** The selected run. */
  get run(): InspectedRun | undefined {
    return this.#run;
  }

  /** The number of frames before the current position. */
  get position(): number {
    return Math.min(this.#wantedPosition ?? Infinity, this.length);
  }

  /** The number of frames of the run. */
  get length(): number {
    return this.#run?.history.length ?? 0;
  }

  /** Adds a frame of the chat to its run. */
  readonly addFrame: FrameObserver = (frame, source) => {
    const newest = this.runs.at(-1);
    const run = newest?.isOf(source) ? newest : InspectedRun.live(source, this.#question());
    run.addFrame(frame, source);
    if (run !== newest) {
      // Keep the view if the user inspects an older run or an earlier frame.
      const follows = this.#run === newest && this.#wantedPosition === undefined;
      this.#add(run);
      if (follows || !this.#run) this.selectRun(run);
    }
    if (run === this.#run) void this.refresh();
  };

  /** Adds an event or a diagnostic of the chat to the newest run. */
  addOccurrence(kind: Occurrence['kind'], name: string, detail: unknown): void {
    const run = this.runs.at(-1);
    run?.addOccurrence(kind, name, detail);
    if (run && run === this.#run) void this.refresh();
  }

  /** Selects a run, at its end. */
  selectRun(run: InspectedRun | undefined): void {
    this.#onSelect();
    this.#run = run;
    this.#wantedPosition = undefined;
    this.#resetRows();
  }

  /** Filters the rows. */
  setFilter(filter: RowFilter): void {
    this.filter = filter;
    this.#resetRows();
  }

  clear(): void {
    this.runs.length = 0;
    this.selectRun(undefined);
  }

  /** Moves to the position after `count` frames; the end follows new frames. Resolves when the state is computed. */
  seek(count: number): Promise<void> {
    this.#wantedPosition = count >= this.length ? undefined : Math.max(0, count);
    this.selected = this.rows.findLastIndex(
      ({kind, after}) => kind === 'frame' && after <= this.position,
    );
    return this.refresh();
  }

  /** Selects a row and moves to the position after it. */
  selectRow(index: number): Promise<void> {
    const row = this.rows[index];
    if (!row) return Promise.resolve();
    this.#wantedPosition = row.after;
    this.selected = index;
    return this.refresh();
  }

  /** Opens a recording at its end. Resolves when it is read. */
  async open(file: Blob): Promise<void> {
    this.error = undefined;
    this.reading = true;
    this.#onChange();
    try {
      const recording = await this.#read(await file.text());
      const error = recording.errors.at(-1)?.code;
      this.error = error;
      if (error === 'format' || error === 'version') return;
      const protocol = await this.#findProtocol(recording.head.protocol ?? 'ubik');
      if (!protocol) {
        this.error = 'protocol';
        return;
      }
      const run = new InspectedRun(protocol, recording.head, false);
      await this.#slices.run(() => run.load(framesOf(recording)));
      this.#add(run);
      this.selectRun(run);
    } finally {
      this.reading = false;
      this.#onChange();
    }
    await this.refresh();
    await this.seek(this.length);
  }

  /** Runs long work in slices, after the work in progress. */
  inSlices<T>(work: () => Generator<unknown, T, void>): Promise<T> {
    return this.#slices.run(work);
  }

  /** Computes rows, conversation and changes of the wanted state. Concurrent calls share one loop. */
  refresh(): Promise<void> {
    this.#isStale = true;
    this.#onChange();
    this.#refreshing ??= this.#update().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #update(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const {rows, filter} = this;
      const run = this.#run;
      if (!run) {
        this.conversation = emptyConversation;
        continue;
      }
      const {history} = run;
      const {position} = this;
      const conversation = await this.#slices.run(() => history.stateAfter(position));
      const listed = this.#listed;
      const added: Row[] = [];
      const next = await this.#slices.run(() => addRows(added, run, filter, listed));
      if (run !== this.#run || listed !== this.#listed) {
        this.#isStale = true;
        continue;
      }
      for (const row of added) rows.push(row);
      this.#listed = next;
      if (added.length > SEPARATE_TASK_ROWS) {
        // Render a long list and its conversation in separate tasks.
        this.#onChange();
        await yieldToPage();
        if (run !== this.#run) continue;
      }
      this.conversation = conversation;
      const row = rows[this.selected];
      this.ops =
        row?.kind === 'frame'
          ? await this.#slices.run(() => history.changesOf(row.index))
          : undefined;
      this.#onChange();
    }
    this.#onChange();
  }

  #add(run: InspectedRun): void {
    this.runs.push(run);
    const frames = (): number => this.runs.reduce((sum, {history}) => sum + history.length, 0);
    while (this.runs.length > MAX_RUNS || (this.runs.length > 1 && frames() > MAX_FRAMES)) {
      this.runs.shift();
    }
  }

  #resetRows(): void {
    this.rows.length = 0;
    this.#listed = {...nothingListed};
    this.selected = -1;
    this.ops = undefined;
    void this.refresh();
  }

  #read(text: string): Promise<ReadRecording> {
    return this.#slices.run(function* () {
      const reader = new RecordingReader();
      for (let from = 0; from < text.length; from += CHUNK_LENGTH) {
        reader.feed(text.slice(from, from + CHUNK_LENGTH));
        yield;
      }
      return reader.end();
    });
  }

  /** Finds a protocol by name: of a listed run, or a registered one. */
  async #findProtocol(name: string) {
    const inList = this.runs.find(({head}) => head.protocol === name)?.protocol;
    const known = inList ?? protocols.get(name);
    return typeof known === 'function' ? known() : known;
  }
}
