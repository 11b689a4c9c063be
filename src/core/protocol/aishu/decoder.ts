import {AssistantDocument} from './accumulate.js';
import {readEvent, type Patch, type AishuEvent} from './events.js';
import {growthOf} from './growth.js';
import {Projector} from './project.js';
import {finalText, hasAnswerStep, stepsOf} from './steps.js';
import {remember, type Turn} from './turn.js';
import type {JsonRecord} from '../values.js';
import type {Decoder, DecoderContext} from '../types.js';
import {diffItems} from '../../model/difference.js';
import type {MessageItem} from '../../model/item.js';
import type {AppendOp, Op} from '../../model/op.js';
import type {Frame} from '../../sse/frame.js';

/**
 * Turns the patches of an answer into ops: each is applied to the document, the document is shown as a
 * message, and the ops are what makes the message that was shown before into this one.
 */
export class AishuDecoder implements Decoder {
  readonly #document: AssistantDocument;
  readonly #projector: Projector;
  #turn: Turn = {};
  #shown: MessageItem | undefined;

  constructor({run = 'message', report = () => undefined}: Partial<DecoderContext> = {}) {
    this.#document = new AssistantDocument(report);
    this.#projector = new Projector(run);
  }

  decode(frame: Frame): readonly Op[] {
    if (this.#turn.over) return [];
    const before = this.#document.root;
    const event = readEvent(frame);
    this.#document.accept(event);
    const {root, ended} = this.#document;
    if (root === before && !ended) return [];
    this.#turn = {
      ...remember(this.#turn, root),
      ...(ended && {over: 'ended' as const}),
      ...(tellsFinalText(event) && isUntold(this.#turn.message) && {untold: true}),
    };
    return this.#show(event.type === 'patch' ? this.#grow(event) : undefined);
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    // The platform's own word for the end does not say that it came of a stop.
    const {over} = this.#turn;
    if (over && (reason === 'lost' || over === 'stopped')) return [];
    this.#turn = {...this.#turn, over: reason};
    return this.#show(undefined);
  }

  #show(grown: AppendOp | undefined): readonly Op[] {
    const before = this.#shown;
    this.#shown = this.#projector.project(this.#document.root, this.#turn);
    return grown ? [grown] : diffItems(before ? [before] : [], [this.#shown]);
  }

  /** The addition to the text of one item, if that is all that a patch changes. */
  #grow(patch: Patch): AppendOp | undefined {
    const growth = growthOf(patch, this.#turn.message ?? {});
    const grown = growth && this.#projector.steps.grow(growth);
    const shown = this.#shown?.children.find(({id}) => id === grown?.id);
    if (!grown || shown?.status !== 'streaming') return undefined;
    return {op: 'append', field: 'text', ...grown};
  }
}

function tellsFinalText(event: AishuEvent): boolean {
  const field = event.type === 'patch' && event.key[2];
  return event.type === 'snapshot' || field === 'final_answer';
}

/** Whether a message has a final answer that none of its steps tells. */
function isUntold(message: JsonRecord = {}): boolean {
  return finalText(message) !== '' && !hasAnswerStep(stepsOf(message));
}
