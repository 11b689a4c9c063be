import type {Store} from '../store/store.js';
import type {TaskStatus} from '../store/tasks.js';
import {messageContent} from '../ubik/content.js';
import type {LiveTask} from './live-task.js';

/** The content of the task's message so far. */
export function contentSoFar(store: Store, task: LiveTask, ended: boolean): string {
  const answers = store.tasks
    .waits(task.record.id)
    .filter(({execution}) => execution === undefined)
    .map(({answer}) => answer);
  return messageContent(task.feed.entries, answers, {ended});
}

/** Ends a run that has completed or was stopped. */
export function complete(
  store: Store,
  task: LiveTask,
  status: 'completed' | 'stopped',
  steps: number,
): void {
  const content = contentSoFar(store, task, true);
  task.emit({
    type: 'agent_processing_complete',
    message_id: task.record.message,
    content,
    result: {status, steps},
  });
  finish(store, task, status === 'stopped' ? 'stopped' : 'done', content);
}

export function fail(store: Store, task: LiveTask, error: Error): void {
  task.emit({
    type: 'agent_processing_error',
    error: error.message,
    traceback: error.stack ?? error.message,
  });
  finish(store, task, 'failed', contentSoFar(store, task, true));
}

/** Ends the task and stores its answer as the head of the active branch. */
export function finish(store: Store, task: LiveTask, status: TaskStatus, content: string): void {
  const {session, question, message, id} = task.record;
  store.transaction(() => {
    store.messages.add({
      id: message,
      session,
      parent: question,
      role: 'assistant',
      content,
      task: id,
    });
    store.messages.setTask(question, undefined);
    store.sessions.update(session, {head: message});
    task.end(status);
  });
}
