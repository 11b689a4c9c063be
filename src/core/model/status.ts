import type {Status} from './item.js';

const STATUSES: ReadonlySet<unknown> = new Set<Status>([
  'streaming',
  'waiting',
  'done',
  'failed',
  'stopped',
  'interrupted',
]);

export function isStatus(value: unknown): value is Status {
  return STATUSES.has(value);
}

/** Whether an item is not complete yet. */
export function isOpen(status: Status | undefined): boolean {
  return status === 'streaming' || status === 'waiting';
}
