import type {Phase} from '../../../model/item.js';
import type {Fields} from '../../../model/op.js';
import type {UbikEvent} from '../events.js';
import {saveFields} from '../saved-fields.js';
import type {Restore} from '../../types.js';

/**
 * The events of a tool execution, and what the tool does then. The decoders of a run and of a single execution pass exactly
 * these to `LiveTools`.
 */
export const toolEvents = {
  tool_update: 'runs',
  tool_partial_update: 'runs',
  tool_input_required: 'asks',
  tool_end: 'ends',
  final_result: 'ends',
  error: 'ends',
} as const;

export type ToolEvent = UbikEvent & {readonly type: keyof typeof toolEvents};

export const isToolEvent = (event: UbikEvent): event is ToolEvent =>
  Object.hasOwn(toolEvents, event.type);

/** The item of a tool call. */
export interface ToolCallItem {
  readonly id: string;
  name: string;
  /** Its parent item. */
  readonly parent: string;
  /** The execution id in the text; `undefined` as long as only events report the call. */
  execution: string | undefined;
  running: boolean;
  events?: ToolExecution;
}

/**
 * The state that live events report of one execution. It is kept, because the text may contain the call later, or
 * again.
 */
export interface ToolExecution {
  readonly execution: string;
  name: string;
  logs: Map<string, string>;
  phases: readonly Phase[];
  startedAt?: string;
  endedAt?: string;
  ended: boolean;
  output?: string;
  error?: string;
  question?: ToolQuestion;
  call?: ToolCallItem;
}

/** A question of a tool. */
export interface ToolQuestion {
  readonly id: string;
  readonly fields: Fields<'request'>;
  answered: boolean;
}

/** Whether only events report a call: no text contains it. */
export const isEventOnly = ({execution}: ToolCallItem): boolean => execution === undefined;

/** Saves the fields of an execution, with its question and its logs. */
export function saveExecution(live: ToolExecution): Restore {
  const restore = saveFields(live);
  const question = live.question && saveFields(live.question);
  const logs = new Map(live.logs);
  return () => {
    restore();
    question?.();
    live.logs = new Map(logs);
  };
}
