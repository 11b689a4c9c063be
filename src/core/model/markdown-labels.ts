import type {Status} from './item.js';

/** The labels in a Markdown export of a conversation. */
export interface MarkdownLabels extends Readonly<Record<Status, string>> {
  readonly step: string;
  readonly checkpoint: string;
  readonly question: string;
  readonly answer: string;
  readonly error: string;
  readonly sources: string;
  /** A tool call that the user or a rule refused. */
  readonly denied: string;
}

/** The English labels. */
export const englishLabels: MarkdownLabels = {
  step: 'Step',
  checkpoint: 'Checkpoint',
  question: 'Question',
  answer: 'Answer',
  error: 'Error',
  sources: 'Sources',
  denied: 'denied',
  streaming: 'running',
  waiting: 'waiting',
  done: 'done',
  failed: 'failed',
  stopped: 'stopped',
  interrupted: 'interrupted',
};
