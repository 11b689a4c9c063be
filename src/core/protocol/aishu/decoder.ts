import {withDefaults} from '../decoder/context.js';
import {AssistantDocument} from './accumulator.js';
import {readEvent, type Patch, type AishuEvent, type PatchKey} from './events.js';
import {Projector} from './project.js';
import {finalText, hasAnswerStep, stepsOf, FINAL} from './steps.js';
import {remember, type AishuTurn} from './turn.js';
import {valueAt} from './document.js';
import {type JsonRecord, asText} from '../../values.js';
import type {Decoder, DecoderContext} from '../types.js';
import {diffItems} from '../../model/difference.js';
import type {MessageItem} from '../../model/item.js';
import type {AppendOp, Op} from '../../model/op.js';
import type {Frame} from '../../sse/frame.js';

/**
 * Decodes the patches of an answer into ops. A patch is applied to the document, the document is projected to a
 * message, and the ops are the difference between this message and the previous one. A patch that only appends to a
 * text, the most frequent case, becomes an `append` op without computing a difference.
 */
export class AishuDecoder implements Decoder {
  readonly #document: AssistantDocument;
  readonly #projector: Projector;
  #turn: AishuTurn = {};
  #shown: MessageItem | undefined;

  constructor(context: Partial<DecoderContext> = {}) {
    const {run, report} = withDefaults(context);
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
      ...(appendsFinalText(event) &&
        hasOnlyFinalAnswer(this.#turn.message) && {onlyFinalAnswer: true}),
    };
    return this.#show(event.type === 'patch' ? this.#grow(event) : undefined);
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    // The end event of the platform does not report that the run was stopped.
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

  /** The `append` op of a patch, if the patch only appends to the text of one item. */
  #grow(patch: Patch): AppendOp | undefined {
    const growth = growthOf(patch, this.#turn.message ?? {});
    const grown = growth && this.#projector.steps.grow(growth);
    const shown = this.#shown?.children.find(({id}) => id === grown?.id);
    if (!grown || shown?.status !== 'streaming') return undefined;
    return {op: 'append', field: 'text', ...grown};
  }
}

function appendsFinalText(event: AishuEvent): boolean {
  const field = event.type === 'patch' && event.key[2];
  return event.type === 'snapshot' || field === 'final_answer';
}

/** Whether a message has a final answer that no step contains. */
function hasOnlyFinalAnswer(message: JsonRecord = {}): boolean {
  const final = finalText(message);
  return final !== '' && !hasAnswerStep(stepsOf(message), final);
}

/** An addition to the end of a non-empty text. */
export interface Growth {
  readonly step: string;
  readonly part: 'text' | 'thinking';
  readonly added: string;
  readonly whole: string;
}

const PROGRESS: PatchKey = ['message', 'content', 'middle_answer', 'progress'];
const FINAL_TEXT: PatchKey = ['message', 'content', 'final_answer', 'answer', 'text'];

/** The addition, if a patch appends to a displayed text of the model. */
export function growthOf(patch: Patch, message: JsonRecord): Growth | undefined {
  const {action, key, content: added} = patch;
  if (action !== 'append' || typeof added !== 'string' || added === '') return undefined;
  const growth = ofStep(key, added, message) ?? ofFinalText(key, added, message);
  return growth && growth.whole.length > added.length ? growth : undefined;
}

function ofStep(key: PatchKey, added: string, message: JsonRecord): Growth | undefined {
  const [, , , , , field] = key;
  if (key.length !== PROGRESS.length + 2 || !startsWith(key, PROGRESS)) return undefined;
  if (field !== 'answer' && field !== 'think') return undefined;
  const changed = valueAt({message}, key.slice(0, PROGRESS.length + 1));
  const step = stepsOf(message).find(({fields}) => fields === changed);
  const whole = asText(step?.fields[field]);
  if (step?.fields['stage'] !== 'llm' || whole === undefined) return undefined;
  return {step: step.id, part: field === 'answer' ? 'text' : 'thinking', added, whole};
}

function ofFinalText(key: PatchKey, added: string, message: JsonRecord): Growth | undefined {
  if (key.length !== FINAL_TEXT.length || !startsWith(key, FINAL_TEXT)) return undefined;
  const whole = finalText(message);
  if (hasAnswerStep(stepsOf(message), whole)) return undefined;
  return {step: FINAL, part: 'text', added, whole};
}

function startsWith(key: PatchKey, start: PatchKey): boolean {
  return start.every((part, depth) => key[depth] === part);
}
