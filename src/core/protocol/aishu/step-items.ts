import type {Skill} from './skills.js';
import {isoOf} from './time.js';
import {defined, asText, type JsonRecord} from '../values.js';
import type {Item, Mark, Status, TextItem, ThinkingItem, ToolItem} from '../../model/item.js';

const childless: readonly Item[] = [];

/** A skill as a tool call. The wire counts seconds since the epoch. */
export function toolItem(id: string, step: JsonRecord, status: Status, skill: Skill): ToolItem {
  const {name, title, input, output, phases} = skill;
  const running = status === 'streaming' || status === 'waiting';
  return {
    id,
    kind: 'tool',
    status,
    children: childless,
    name,
    executionId: asText(step['id']) ?? id,
    input,
    output,
    log: '',
    ...defined({
      title,
      phases,
      error: status === 'failed' ? asText(step['answer']) : undefined,
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
  return {
    id,
    kind: 'thinking',
    status: status === 'streaming' && answers ? 'done' : status,
    children: childless,
    text,
  };
}

/** What the model said, with marks where it cited. */
export function textItem(
  id: string,
  text: string,
  marks: readonly Mark[],
  status: Status,
): TextItem {
  const cited = marks.length > 0 && {marks};
  return {id, kind: 'text', status, children: childless, text, ...cited};
}
