import {Stopped} from '../agent/agent.js';
import {now} from '../clock.js';
import type {Store} from '../store/store.js';
import type {TaskAnswer, TaskRecord, TaskStatus} from '../store/tasks.js';
import type {UntimedEvent, StoredEvent} from '../ubik/events.js';
import {Feed} from './feed.js';

/** The pending promise of an open question. */
interface PendingQuestion {
  readonly resolve: (answer: TaskAnswer) => void;
  readonly reject: (reason: Stopped) => void;
}

/** A task in memory: its events, status and pending question. */
export class LiveTask {
  readonly record: TaskRecord;
  readonly feed: Feed<StoredEvent>;
  readonly #store: Store;
  readonly #stop = new AbortController();
  #status: TaskStatus;
  #pending: PendingQuestion | undefined;

  constructor(store: Store, record: TaskRecord) {
    this.#store = store;
    this.record = record;
    this.#status = record.status;
    this.feed = new Feed(store.tasks.events(record.id));
  }

  get status(): TaskStatus {
    return this.#status;
  }

  /** Aborted when the user stops the run. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Emits an event with the current time. */
  emit(event: UntimedEvent): void {
    const time = now();
    this.emitRecorded(
      event.type === 'checkpoint_created'
        ? {...event, created_at: time}
        : {...event, timestamp: time},
    );
  }

  /** Emits an event unchanged. */
  emitRecorded(event: StoredEvent): void {
    this.#store.tasks.addEvent(this.record.id, this.feed.entries.length, event);
    this.feed.push(event);
  }

  setStatus(status: TaskStatus): void {
    this.#status = status;
    this.#store.tasks.setStatus(this.record.id, status);
  }

  /** Waits for `answer`. */
  waitForAnswer(): Promise<TaskAnswer> {
    this.setStatus('waiting');
    return new Promise((resolve, reject) => {
      this.#pending = {resolve, reject};
      if (this.stop.aborted) reject(new Stopped());
    });
  }

  /** Whether a script of this process runs or waits; false for a task that waited during a restart. */
  get isActive(): boolean {
    return this.#status === 'running' || this.#pending !== undefined;
  }

  answer(answer: TaskAnswer): void {
    this.setStatus('running');
    this.#pending?.resolve(answer);
    this.#pending = undefined;
  }

  requestStop(): void {
    if (this.stop.aborted) return;
    this.emit({type: 'agent_stop_requested', task_id: this.record.id});
    this.#stop.abort();
    this.#pending?.reject(new Stopped());
  }

  /** Closes the feed. */
  end(status: TaskStatus): void {
    this.setStatus(status);
    this.feed.close();
  }
}
