import type {Item} from '../../model/item.js';
import type {Frame} from '../../sse/frame.js';

/**
 * Whether the events are of another protocol: none was understood, or at most half of them and nothing is displayed.
 * Protocols share some events, such as those with a `usage`.
 */
export function isOtherProtocol(
  unreadable: number,
  events: number,
  shown: Item | undefined,
): boolean {
  if (unreadable === 0) return false;
  const isEmpty = (shown?.children.length ?? 0) === 0;
  return unreadable >= events || (isEmpty && unreadable >= events / 2);
}

/** Whether the last frame of a stream is empty, or JSON without its end: the stream ended within it. */
export function isCutOff(last: Frame | undefined): boolean {
  if (!last) return false;
  const text = last.data;
  const count = (brackets: RegExp): number => text.match(brackets)?.length ?? 0;
  return text.trim() === '' || (/^\s*[{[]/.test(text) && count(/[{[]/g) > count(/[}\]]/g));
}
