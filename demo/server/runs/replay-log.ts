import type {StoredExecution} from '../store/executions.js';
import type {Store} from '../store/store.js';
import type {TaskAnswer, Origin, TaskRecord} from '../store/tasks.js';

/**
 * The recorded tool results and answers of a run. A run that continues after a restart of the server, or from a checkpoint,
 * runs its script again from the start with these values and without output, until it reaches the former position.
 */
export interface ReplayLog {
  readonly executions: readonly StoredExecution[];
  readonly answers: readonly TaskAnswer[];
  /** Where the replay ends: at the last of `answers`, or at a checkpoint. Absent: no replay. */
  readonly until?: 'answer' | {readonly checkpoint: string};
}

/** For a new task. */
export function replayLogAtStart(store: Store, {origin}: TaskRecord): ReplayLog {
  return origin ? replayLogBefore(store, origin) : {executions: [], answers: []};
}

/** For a task that waited for an answer when the server was restarted. */
export function replayLogOf(store: Store, task: TaskRecord): ReplayLog {
  const start = replayLogAtStart(store, task);
  return {
    executions: [...start.executions, ...store.executions.ofTask(task.id)],
    answers: [...start.answers, ...store.tasks.waits(task.id).flatMap(({answer}) => answer ?? [])],
    until: 'answer',
  };
}

/** For a task that starts at a checkpoint of another task, which may itself have been restored. */
function replayLogBefore(store: Store, {task: id, checkpoint}: Origin): ReplayLog {
  const source = store.tasks.get(id);
  const start = source ? replayLogAtStart(store, source) : {executions: [], answers: []};
  const events = store.tasks.events(id);
  const end = events.findLastIndex(
    event => event['checkpoint_name'] === checkpoint && 'created_at' in event,
  );
  const questions = events.slice(0, end).filter(({type}) => type.endsWith('input_required'));
  const executions = store.executions
    .ofTask(id)
    .filter(({createdAt}) => createdAt < String(events[end]?.['created_at']));
  const answers = store.tasks.waits(id).flatMap(({answer}) => answer ?? []);
  return {
    executions: [...start.executions, ...executions],
    answers: [...start.answers, ...answers.slice(0, questions.length)],
    until: {checkpoint},
  };
}
