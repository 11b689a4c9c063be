import {aishu} from '../../../../src/core/protocol/aishu/index.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import {emptyConversation, type Item} from '../../../../src/core/model/item.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {foldedMessage, type FoldedMessage} from '../folded-message.js';
import {frame} from '../recorded.js';

/** The patches of the AISHU protocol in short form, for streams of tests. */

type Key = readonly (string | number)[];

export function patch(action: string, key: Key, content: unknown, seq_id?: number): Frame {
  return frame({...(seq_id !== undefined && {seq_id}), key, action, content});
}

export function upsert(key: Key, content: unknown): Frame {
  return patch('upsert', key, content);
}

export function append(key: Key, content: unknown): Frame {
  return patch('append', key, content);
}

export function remove(...key: Key): Frame {
  return patch('remove', key, null);
}

export const end: Frame = frame({seq_id: 99, key: [], content: null, action: 'end'});

/** The opening of a stream: ids, and an empty message. */
export const opening: readonly Frame[] = [
  upsert(['conversation_id'], 'c1'),
  upsert(['agent_run_id'], 'r1'),
  upsert(['user_message_id'], 'u1'),
  upsert(['assistant_message_id'], 'm1'),
  upsert(['message'], {
    id: 'm1',
    content: {final_answer: {query: 'Why?', answer: {text: ''}}, middle_answer: {progress: []}},
    content_type: 'other',
    ext: {},
  }),
  upsert(['error'], null),
];

export function progress(...rest: Key): Key {
  return ['message', 'content', 'middle_answer', 'progress', ...rest];
}

export const finalText: Key = ['message', 'content', 'final_answer', 'answer', 'text'];

export function llm(fields: object = {}): object {
  return {id: 'l1', stage: 'llm', answer: '', think: '', status: 'processing', ...fields};
}

export function skill(name: string, fields: object = {}, args: object = {}): object {
  const list = Object.entries(args).map(([arg, value]) => ({
    name: arg,
    type: 'str',
    value: value as unknown,
  }));
  return {
    id: 's1',
    agent_name: name,
    stage: 'skill',
    answer: '',
    status: 'completed',
    skill_info: {type: 'TOOL', name, args: list},
    ...fields,
  };
}

/** The steps of an answer, as they are added one by one. */
export function steps(...list: readonly unknown[]): readonly Frame[] {
  return list.map((step, index) => append(progress(index), step));
}

/** The message after these frames; `over` is how the stream has just ended. */
export function folded(frames: readonly Frame[], over?: 'lost' | 'stopped'): FoldedMessage {
  const reports: Diagnostic[] = [];
  const decoder = aishu.createDecoder({run: 'run', report: found => reports.push(found)});
  const ops = frames.flatMap(one => decoder.decode(one));
  return foldedMessage(
    reduce(emptyConversation, [...ops, ...(over ? decoder.end(over) : [])]),
    reports,
  );
}

/** The items of the message that steps make, without their ids, once the stream has ended. */
export function shown(...frames: readonly Frame[]): readonly Readonly<Record<string, unknown>>[] {
  return folded([...opening, ...frames, end]).message.children.map(bare);
}

export function bare(item: Item): Record<string, unknown> {
  const common = ['id', 'children'];
  return Object.fromEntries(Object.entries(item).filter(([field]) => !common.includes(field)));
}
