import {Stopped} from '../agent/agent.js';
import {now} from '../clock.js';
import type {Store} from '../store/store.js';
import type {Answer, TaskRecord, TaskStatus} from '../store/tasks.js';
import type {Unsaid, WireEvent} from '../ubik/events.js';
import {Feed} from './feed.js';

/** A question that somebody waits for the answer of. */
interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Stopped) => void;
}

/** A task that is in the memory of this process: what it said, and the ways to reach it. */
export class LiveTask {
  readonly record: TaskRecord;
  readonly feed: Feed<WireEvent>;
  readonly #store: Store;
  readonly #stop = new AbortController();
  #status: TaskStatus;
  #pending: Pending | undefined;

  constructor(store: Store, record: TaskRecord) {
    this.#store = store;
    this.record = record;
    this.#status = record.status;
    this.feed = new Feed(store.tasks.events(record.id));
  }

  get status(): TaskStatus {
    return this.#status;
  }

  /** Aborted when the user wants the run to stop. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Says something, with the time at which it is said. */
  emit(event: Unsaid): void {
    const time = now();
    this.relay(
      event.type === 'checkpoint_created'
        ? {...event, created_at: time}
        : {...event, timestamp: time},
    );
  }

  /** Says something as it is. */
  relay(event: WireEvent): void {
    this.#store.tasks.addEvent(this.record.id, this.feed.entries.length, event);
    this.feed.push(event);
  }

  setStatus(status: TaskStatus): void {
    this.#status = status;
    this.#store.tasks.setStatus(this.record.id, status);
  }

  /** Waits until `answer` is called. */
  wait(): Promise<Answer> {
    this.setStatus('waiting');
    return new Promise((resolve, reject) => {
      this.#pending = {resolve, reject};
      if (this.stop.aborted) reject(new Stopped());
    });
  }

  /** Whether somebody in this process waits; a task that waited over a restart has nobody. */
  get attended(): boolean {
    return this.#status === 'running' || this.#pending !== undefined;
  }

  answer(answer: Answer): void {
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

  /** Nothing will be said any more. */
  end(status: TaskStatus): void {
    this.setStatus(status);
    this.feed.close();
  }
}
