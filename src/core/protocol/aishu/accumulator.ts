import {applyPatch, type Patched} from './document.js';
import {readEvent, type PatchKey, type Patch, type AishuEvent} from './events.js';
import {jsonText} from '../../json.js';
import {type JsonRecord, asRecord} from '../../values.js';
import type {Diagnostic} from '../diagnostics.js';
import type {Frame} from '../../sse/frame.js';

/**
 * The document of an answer as the server stores it. Every field may be missing.
 * Source: the AISHU ChatKitDataAgent note, section 3, and the platform's schema `Message`.
 */
export interface AssistantMessage {
  readonly conversation_id?: unknown;
  readonly agent_run_id?: unknown;
  readonly user_message_id?: unknown;
  readonly assistant_message_id?: unknown;
  readonly message?: unknown;
  readonly error?: unknown;
}

export interface AccumulateOptions {
  /** `document`: only the changes on the allowlist of the note are applied; otherwise all of them. */
  readonly mode?: 'document';
}

/** The document while its events arrive. */
export class AssistantDocument {
  root: JsonRecord = {};
  ended = false;
  readonly #report: (diagnostic: Diagnostic) => void;
  #last: Patch | undefined;

  constructor(report: (diagnostic: Diagnostic) => void) {
    this.#report = report;
  }

  /** Applies an event. Events after the end are ignored. */
  accept(event: AishuEvent): void {
    if (this.ended) return;
    switch (event.type) {
      case 'patch':
        this.#patch(event);
        break;
      case 'end':
        this.ended = true;
        break;
      case 'unreadable':
        this.#report({code: event.code, message: event.why});
        break;
      default:
        this.root = applyEvent(this.root, event).root;
    }
  }

  #patch(patch: Patch): void {
    const last = this.#last;
    this.#last = patch;
    if (last && isReplay(last, patch)) return;
    if (last) this.#checkOrder(last.seq, patch.seq);
    const {root, odd} = applyEvent(this.root, patch);
    if (odd) this.#report({code: odd, message: patch.key.join('.'), data: patch});
    this.root = root;
  }

  /** Sequence numbers only detect lost patches. A repeated number does not mean that a patch is a duplicate. */
  #checkOrder(last: number | undefined, next: number | undefined): void {
    if (last === undefined || next === undefined || (next >= last && next <= last + 1)) return;
    this.#report({
      code: 'sequence-anomaly',
      message: `The sequence number ${next} follows ${last}.`,
    });
  }
}

/** The document after one event. An event that changes nothing returns the same object. */
function applyEvent(root: JsonRecord, event: AishuEvent): Patched {
  switch (event.type) {
    case 'patch':
      return applyPatch(root, event);
    case 'snapshot':
      return {root: event.root};
    case 'failure':
      return {root: {...root, error: event.error}};
    case 'end':
    case 'unreadable':
      return {root};
  }
}

/** Applies the frames of one answer to a document. Never throws. */
export function accumulate(
  frames: Iterable<Frame>,
  {mode}: AccumulateOptions = {},
): AssistantMessage {
  const document = new AssistantDocument(() => undefined);
  for (const frame of frames) {
    const event = readEvent(frame);
    const passed = mode === 'document' && event.type === 'patch' && !isListed(event);
    if (!passed) document.accept(event);
  }
  return document.root;
}

/** Whether a proxy has sent a frame again: an identical addition directly after the first one. */
function isReplay(last: Patch, {action, key, content, seq}: Patch): boolean {
  return (
    action === 'append' &&
    last.action === action &&
    seq !== undefined &&
    last.seq === seq &&
    isSame([last.key, last.content], [key, content])
  );
}

/** Whether two values are equal. Values that are nested too deep to compare are not. */
function isSame(a: unknown, b: unknown): boolean {
  const text = jsonText(a);
  return text !== undefined && text === jsonText(b);
}

/** Whether a change is on the allowlist of the AISHU ChatKitDataAgent note, section 3.2. */
function isListed({action, key}: Patch): boolean {
  const path = pathOf(key);
  if (action === 'upsert') return path === 'error' || path === 'message';
  return (
    action === 'append' &&
    (path === 'message.content.final_answer.answer.text' ||
      /^message\.content\.middle_answer\.progress\[\d+\](\.answer)?$/.test(path))
  );
}

function pathOf(key: PatchKey): string {
  return key
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index > 0 ? `.${part}` : part))
    .join('');
}

/**
 * An Event Message of the AISHU ChatKitDataAgent note, section 3.1: a path, an action and a value. Servers send its
 * sequence number as `seq_id`; the examples of the note as `seq`.
 */
export interface EventMessage {
  readonly seq_id?: number;
  readonly seq?: number;
  readonly key?: readonly (string | number)[];
  readonly action?: string;
  readonly content?: unknown;
}

/** An Event Message as JSON text, as a parsed object, or as a server-sent event whose `data` is its JSON text. */
export type EventInput = string | EventMessage | Frame;

/**
 * Applies one Event Message to an assistant message and returns the next one. Pure: `previous` is not changed, and the
 * parts that the event does not touch are the same objects in both. An event that cannot be read, that does not fit, or
 * that ends the stream returns `previous`. Never throws.
 *
 * Each call applies its event: the function cannot know that a proxy sent the same event twice, which `accumulate` does.
 */
export function reduce(
  previous: AssistantMessage,
  event: EventInput,
  {mode}: AccumulateOptions = {},
): AssistantMessage {
  const read = readEvent(frameOf(event));
  if (mode === 'document' && read.type === 'patch' && !isListed(read)) return previous;
  return applyEvent(asRecord(previous), read).root;
}

function frameOf(event: EventInput): Frame {
  if (typeof event === 'string') return {data: event};
  if ('data' in event && typeof event.data === 'string') return event;
  return {data: jsonText(event) ?? ''};
}
