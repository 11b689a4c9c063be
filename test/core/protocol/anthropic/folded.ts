import {anthropic} from '../../../../src/core/protocol/anthropic/index.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import {emptyConversation, type Item} from '../../../../src/core/model/item.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {foldedMessage, type FoldedMessage} from '../folded-message.js';

/** The message after these frames; `end` is how the stream has just ended. */
export function folded(frames: readonly Frame[], end?: 'lost' | 'stopped'): FoldedMessage {
  const reports: Diagnostic[] = [];
  const decoder = anthropic.createDecoder({run: 'run', report: found => reports.push(found)});
  const ops = frames.flatMap(frame => decoder.decode(frame));
  return foldedMessage(
    reduce(emptyConversation, [...ops, ...(end ? decoder.end(end) : [])]),
    reports,
  );
}

/** The items of a message, without common fields except `kind` and `status`. */
export function shown(
  frames: readonly Frame[],
  end?: 'lost' | 'stopped',
): readonly Readonly<Record<string, unknown>>[] {
  return folded(frames, end).message.children.map(bare);
}

export function bare(item: Item): Record<string, unknown> {
  const common = ['id', 'children'];
  return Object.fromEntries(Object.entries(item).filter(([field]) => !common.includes(field)));
}
