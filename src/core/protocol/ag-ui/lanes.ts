import {asText, defined, idOf, keyOf} from '../../values.js';
import type {AgEvent} from './events.js';

interface OpenChunk {
  readonly kind: string;
  readonly id: string;
}

/** Events during which a chunk stays open. */
const keeping = /^(RAW|CUSTOM|STATE_|ACTIVITY_|REASONING_ENC|SUBAGENT_STARTED)/;

/** Events of the whole run, which close the chunks of all lanes. */
const closing = /^(RUN_|MESSAGES_SNAPSHOT)/;

const nameOf = (kind: string): string => (kind === 'TOOL_CALL' ? 'toolCallId' : 'messageId');

/**
 * Turns chunk events into start, content and end. A chunk opens what it names and leaves it open, so that later chunks
 * may omit the id, until something else begins in the same lane. A lane is a sub-agent, or the run itself.
 */
export class Lanes {
  readonly #open = new Map<string, OpenChunk>();

  /** The events that an event stands for; `undefined` if it is a chunk of no call. */
  expand(event: AgEvent): readonly AgEvent[] | undefined {
    const {type, fields} = event;
    const lane = keyOf(fields['subagentRunId']);
    const kind = /^(TEXT_MESSAGE|TOOL_CALL|REASONING_MESSAGE)_CHUNK$/.exec(type)?.[1];
    if (kind === undefined) {
      const ending = closing.test(type) ? [...this.#open.keys()] : keeping.test(type) ? [] : [lane];
      return [...ending.flatMap(name => this.#close(name)), event];
    }
    const open = this.#open.get(lane);
    const id = idOf(fields[nameOf(kind)]) ?? (open?.kind === kind ? open.id : undefined);
    // Text of no message is text, too.
    if (id === undefined)
      return kind === 'TOOL_CALL' ? undefined : [{type: `${kind}_CONTENT`, fields}];
    const isNew = open?.kind !== kind || open.id !== id;
    const own = {...fields, [nameOf(kind)]: id, delta: asText(fields['delta']) ?? ''};
    const events = isNew ? [...this.#close(lane), {type: `${kind}_START`, fields: own}] : [];
    this.#open.set(lane, {kind, id});
    const content = kind === 'TOOL_CALL' ? 'TOOL_CALL_ARGS' : `${kind}_CONTENT`;
    // A chunk without text opens, or adds metadata.
    return [...events, ...(isNew && own.delta === '' ? [] : [{type: content, fields: own}])];
  }

  #close(lane: string): readonly AgEvent[] {
    const open = this.#open.get(lane);
    if (!open) return [];
    this.#open.delete(lane);
    const {kind, id} = open;
    const fields = defined({[nameOf(kind)]: id, subagentRunId: asText(lane)});
    return [{type: `${kind}_END`, fields}];
  }
}
