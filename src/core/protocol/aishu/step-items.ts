import type {Scanned} from './markers.js';
import type {Citable, Skill} from './skills.js';
import {isoOf} from './time.js';
import {defined, textOf, type WireRecord} from '../values.js';
import type {
  Item,
  Mark,
  SourceItem,
  Status,
  TextItem,
  ThinkingItem,
  ToolItem,
} from '../../model/item.js';

const childless: readonly Item[] = [];

/** A skill as a tool call. The wire counts seconds since the epoch. */
export function toolItem(id: string, step: WireRecord, status: Status, skill: Skill): ToolItem {
  const {name, title, input, output, phases} = skill;
  const running = status === 'streaming' || status === 'waiting';
  return {
    id,
    kind: 'tool',
    status,
    children: childless,
    name,
    executionId: textOf(step['id']) ?? id,
    input,
    output,
    log: '',
    ...defined({
      title,
      phases,
      error: status === 'failed' ? textOf(step['answer']) : undefined,
      startedAt: isoOf(step['start_time']),
      endedAt: running ? undefined : isoOf(step['end_time']),
    }),
  };
}

/** What the model thought; it has thought enough when it begins to answer. */
export function thinkingItem(
  id: string,
  text: string,
  status: Status,
  answers: boolean,
): ThinkingItem {
  const thinks = status === 'streaming' && !answers;
  return {
    id,
    kind: 'thinking',
    status: thinks || status !== 'streaming' ? status : 'done',
    children: childless,
    text,
  };
}

/** What the model said, with marks where it cited. */
export function textItem(
  id: string,
  {text, markers}: Scanned,
  status: Status,
  sourceId: (number: number) => string,
): TextItem {
  const marks = markers.map(({offset, number}): Mark => ({
    offset,
    source: sourceId(number),
    label: String(number),
  }));
  return {
    id,
    kind: 'text',
    status,
    children: childless,
    text,
    ...(marks.length > 0 && {marks}),
  };
}

/** Something that was cited by the number given. */
export function sourceItem(id: string, number: number, citable: Citable): SourceItem {
  return {id, kind: 'source', status: 'done', children: childless, number, ...citable};
}
