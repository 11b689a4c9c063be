import {randomUUID} from 'node:crypto';
import {Stopped, type UserMessage} from '../agent/agent.js';
import type {Planner} from '../agent/planner.js';
import {BoundedMap} from '../bounded-map.js';
import type {Behaviour} from '../settings.js';
import type {StoredMessage} from '../store/messages.js';
import type {Store} from '../store/store.js';
import type {TaskAnswer, Origin, TaskRecord} from '../store/tasks.js';
import {messageContent} from '../ubik/content.js';
import {complete, fail} from './end.js';
import {replayLogAtStart, replayLogOf, type ReplayLog} from './replay-log.js';
import {LiveTask} from './live-task.js';
import {UbikAgent} from './ubik-agent.js';
import {playRecording} from './play-recording.js';
import type {Recordings} from './recordings.js';

/** Starts, finds, answers and stops runs of the agent. A run does not depend on connected clients. */
export class Runs {
  readonly #store: Store;
  /** Selects the script for a message. */
  readonly planner: Planner;
  readonly #recordings: Recordings;
  readonly #behaviour: Behaviour;
  readonly #live = new Map<string, LiveTask>();
  readonly #timeZones = new BoundedMap<string, string>({maxEntries: 10_000});

  constructor(store: Store, planner: Planner, recordings: Recordings, behaviour: Behaviour) {
    this.#store = store;
    this.planner = planner;
    this.#recordings = recordings;
    this.#behaviour = behaviour;
  }

  /** Sets the time zone of the user of a session, as the page sent it. An unknown one is ignored. */
  setTimeZone(session: string, zone: string | undefined): void {
    if (zone !== undefined && isTimeZone(zone)) this.#timeZones.set(session, zone);
  }

  /** Fails tasks that were running when the server stopped. Tasks that wait for an answer keep waiting. */
  recover(): void {
    for (const record of this.#store.tasks.withStatus('running')) {
      const error = new Error('The server was restarted while the agent was at work.');
      fail(this.#store, new LiveTask(this.#store, record), error);
    }
  }

  /** Starts a run for a message of the user, optionally from a checkpoint of an earlier run. */
  start(question: StoredMessage, origin?: Origin): LiveTask {
    const record = this.#store.tasks.create({
      id: randomUUID(),
      session: question.session,
      question: question.id,
      message: randomUUID(),
      origin,
    });
    this.#store.messages.setTask(question.id, record.id);
    this.#store.sessions.update(question.session, {head: question.id});
    const task = this.#track(new LiveTask(this.#store, record));
    task.emit({type: 'agent_processing_started', task_id: record.id});
    task.emit({type: 'response_stream_start', message_id: 'None', task_id: record.id});
    if (origin) this.#emitSnapshot(task, origin);
    void this.#run(task, replayLogAtStart(this.#store, record));
    return task;
  }

  /** A task, from memory or from the store. */
  find(id: string): LiveTask | undefined {
    const live = this.#live.get(id);
    if (live) return live;
    const record = this.#store.tasks.get(id);
    if (!record) return undefined;
    const task = new LiveTask(this.#store, record);
    if (record.status === 'waiting') return this.#track(task);
    task.feed.close();
    return task;
  }

  /** The running or waiting task of a session. */
  current(session: string): LiveTask | undefined {
    const task = this.latest(session);
    return task?.feed.over ? undefined : task;
  }

  latest(session: string): LiveTask | undefined {
    const record = this.#store.tasks.ofSession(session).at(-1);
    return record && this.find(record.id);
  }

  /** Answers the open question of a task and continues it. */
  answer(task: LiveTask, answer: TaskAnswer): void {
    const open = this.#store.tasks.waits(task.record.id).findLast(wait => !wait.answer);
    if (!open) return;
    this.#store.tasks.answerWait(task.record.id, open.n, answer);
    const {isActive} = task;
    task.answer(answer);
    if (!isActive) void this.#run(task, replayLogOf(this.#store, task.record));
  }

  stop(task: LiveTask): void {
    const {isActive} = task;
    task.requestStop();
    if (!isActive) complete(this.#store, task, 'stopped', 0);
  }

  #track(task: LiveTask): LiveTask {
    const {id} = task.record;
    this.#live.set(id, task);
    void task.feed.closed.then(() => this.#live.delete(id));
    return task;
  }

  async #run(task: LiveTask, log: ReplayLog): Promise<void> {
    const message = this.#userMessage(task.record);
    const agent = new UbikAgent(this.#store, task, this.#behaviour, log);
    try {
      const recording = this.#recordings.requestedBy(message.text);
      if (recording) {
        if (await playRecording(recording, this.#store, task, this.#behaviour.pace)) return;
      } else await this.planner.scriptFor(message.text)(agent, message);
      complete(this.#store, task, 'completed', agent.steps);
    } catch (error) {
      if (error instanceof Stopped) complete(this.#store, task, 'stopped', agent.steps);
      else fail(this.#store, task, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #userMessage({session, question}: TaskRecord): UserMessage {
    const message = this.#store.messages.get(session, question);
    const attachments = (message?.attachments ?? []).flatMap(id => {
      const document = this.#store.documents.get(id);
      return document ? [{id, name: document.name, text: document.text}] : [];
    });
    const timeZone = this.#timeZones.get(session);
    return {text: message?.content ?? '', attachments, ...(timeZone !== undefined && {timeZone})};
  }

  /** A restored run starts with the content before the checkpoint. */
  #emitSnapshot(task: LiveTask, {task: id, checkpoint}: Origin): void {
    const events = this.#store.tasks.events(id);
    const end = events.findLastIndex(
      event => event.type === 'checkpoint_created' && event['checkpoint_name'] === checkpoint,
    );
    const answers = this.#store.tasks.waits(id).filter(({execution}) => execution === undefined);
    const content = messageContent(
      events.slice(0, end + 1),
      answers.map(({answer}) => answer),
      {ended: false},
    );
    task.emit({
      type: 'agent_response_update',
      message_id: task.record.message,
      // With a final line feed: later text is appended directly to a snapshot.
      content: `${content}\n`,
      parent_id: task.record.question,
    });
  }
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', {timeZone: zone}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
