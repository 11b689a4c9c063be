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

/** Whether more may come of an item. */
export function isOpen(status: Status | undefined): boolean {
  return status === 'streaming' || status === 'waiting';
}
