import {randomUUID} from 'node:crypto';
import {Stopped, type UserMessage} from '../agent/agent.js';
import type {Planner} from '../agent/planner.js';
import type {Behaviour} from '../settings.js';
import type {Message} from '../store/messages.js';
import type {Store} from '../store/store.js';
import type {Answer, Origin, TaskRecord} from '../store/tasks.js';
import {contentOf} from '../ubik/content.js';
import {complete, fail} from './end.js';
import {journalAtStart, journalOf, type Journal} from './journal.js';
import {LiveTask} from './live-task.js';
import {Narrator} from './narrator.js';
import {play} from './play.js';
import type {Recordings} from './recordings.js';

/** Starts runs of the agent, and reaches those that are going. A run does not care who listens. */
export class Runs {
  readonly #store: Store;
  /** Finds the script for what is asked. */
  readonly planner: Planner;
  readonly #recordings: Recordings;
  readonly #behaviour: Behaviour;
  readonly #live = new Map<string, LiveTask>();

  constructor(store: Store, planner: Planner, recordings: Recordings, behaviour: Behaviour) {
    this.#store = store;
    this.planner = planner;
    this.#recordings = recordings;
    this.#behaviour = behaviour;
  }

  /** Ends what was going when the server went down. What waited for a person goes on waiting. */
  recover(): void {
    for (const record of this.#store.tasks.withStatus('running')) {
      const error = new Error('The server was restarted while the agent was at work.');
      fail(this.#store, new LiveTask(this.#store, record), error);
    }
  }

  /** Answers a question of the user, or answers it again from a checkpoint of an earlier answer. */
  start(question: Message, origin?: Origin): LiveTask {
    const record = this.#store.tasks.create({
      id: randomUUID(),
      session: question.session,
      question: question.id,
      message: randomUUID(),
      origin,
    });
    this.#store.messages.setTask(question.id, record.id);
    this.#store.sessions.update(question.session, {head: question.id});
    const task = this.#keep(new LiveTask(this.#store, record));
    task.emit({type: 'agent_processing_started', task_id: record.id});
    task.emit({type: 'response_stream_start', message_id: 'None', task_id: record.id});
    if (origin) this.#tellSnapshot(task, origin);
    void this.#run(task, journalAtStart(this.#store, record));
    return task;
  }

  /** A task, from memory or from the store. */
  find(id: string): LiveTask | undefined {
    const live = this.#live.get(id);
    if (live) return live;
    const record = this.#store.tasks.get(id);
    if (!record) return undefined;
    const task = new LiveTask(this.#store, record);
    if (record.status === 'waiting') return this.#keep(task);
    task.feed.close();
    return task;
  }

  /** The task of a session that is not over, if there is one. */
  current(session: string): LiveTask | undefined {
    const task = this.latest(session);
    return task?.feed.over ? undefined : task;
  }

  latest(session: string): LiveTask | undefined {
    const record = this.#store.tasks.ofSession(session).at(-1);
    return record && this.find(record.id);
  }

  /** Gives the answer to the question that a task waits with, and lets it go on. */
  answer(task: LiveTask, answer: Answer): void {
    const open = this.#store.tasks.waits(task.record.id).findLast(wait => !wait.answer);
    if (!open) return;
    this.#store.tasks.answerWait(task.record.id, open.n, answer);
    const {attended} = task;
    task.answer(answer);
    if (!attended) void this.#run(task, journalOf(this.#store, task.record));
  }

  stop(task: LiveTask): void {
    const {attended} = task;
    task.requestStop();
    if (!attended) complete(this.#store, task, 'stopped', 0);
  }

  #keep(task: LiveTask): LiveTask {
    const {id} = task.record;
    this.#live.set(id, task);
    void task.feed.closed.then(() => this.#live.delete(id));
    return task;
  }

  async #run(task: LiveTask, journal: Journal): Promise<void> {
    const asked = this.#asked(task.record);
    const narrator = new Narrator(this.#store, task, this.#behaviour, journal);
    try {
      const recording = this.#recordings.wanted(asked.text);
      if (recording) {
        if (await play(recording, this.#store, task, this.#behaviour.pace)) return;
      } else await this.planner.scriptFor(asked.text)(narrator, asked);
      complete(this.#store, task, 'completed', narrator.steps);
    } catch (error) {
      if (error instanceof Stopped) complete(this.#store, task, 'stopped', narrator.steps);
      else fail(this.#store, task, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #asked({session, question}: TaskRecord): UserMessage {
    const message = this.#store.messages.get(session, question);
    const attachments = (message?.attachments ?? []).flatMap(id => {
      const document = this.#store.documents.get(id);
      return document ? [{id, name: document.name, text: document.text}] : [];
    });
    return {text: message?.content ?? '', attachments};
  }

  /** A run that starts at a checkpoint begins with all that was said before it. */
  #tellSnapshot(task: LiveTask, {task: id, checkpoint}: Origin): void {
    const events = this.#store.tasks.events(id);
    const end = events.findLastIndex(
      event => event.type === 'checkpoint_created' && event['checkpoint_name'] === checkpoint,
    );
    const answers = this.#store.tasks.waits(id).filter(({execution}) => execution === undefined);
    const content = contentOf(
      events.slice(0, end + 1),
      answers.map(({answer}) => answer),
      {ended: false},
    );
    task.emit({
      type: 'agent_response_update',
      message_id: task.record.message,
      // With the line end that parts it from whatever comes: text after a snapshot goes on where that ends.
      content: `${content}\n`,
      parent_id: task.record.question,
    });
  }
}
