import type {Execution} from '../store/executions.js';
import type {Store} from '../store/store.js';
import type {Answer, Origin, TaskRecord} from '../store/tasks.js';

/**
 * What a run already went through. A run that goes on after a restart of the server, or from a checkpoint, follows its
 * script from the start without a sound, with these results and answers, until it comes to where it was.
 */
export interface Journal {
  readonly executions: readonly Execution[];
  readonly answers: readonly Answer[];
  /** Where the silence ends: at the last of `answers`, or at a checkpoint. Absent: there is none. */
  readonly until?: 'answer' | {readonly checkpoint: string};
}

/** For a task that begins. */
export function journalAtStart(store: Store, {origin}: TaskRecord): Journal {
  return origin ? journalBefore(store, origin) : {executions: [], answers: []};
}

/** For a task that waited while the server was restarted, and is now answered. */
export function journalOf(store: Store, task: TaskRecord): Journal {
  const start = journalAtStart(store, task);
  return {
    executions: [...start.executions, ...store.executions.ofTask(task.id)],
    answers: [...start.answers, ...store.tasks.waits(task.id).flatMap(({answer}) => answer ?? [])],
    until: 'answer',
  };
}

/** For a task that starts at a checkpoint of another one, which may itself have started at a checkpoint, and so on. */
function journalBefore(store: Store, {task: id, checkpoint}: Origin): Journal {
  const source = store.tasks.get(id);
  const start = source ? journalAtStart(store, source) : {executions: [], answers: []};
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
