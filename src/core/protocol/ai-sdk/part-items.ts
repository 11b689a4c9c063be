import type {Change} from './accumulator.js';
import {isTool, type UiPart} from './record.js';
import {Sources} from './sources.js';
import {
  isSuspended,
  isSuspension,
  questionOfSuspension,
  suspendedCall,
  withoutPassword,
} from './suspensions.js';
import {isAsked, isDenied, needOf, questionOf, toolFields, toolStatus} from './tool-items.js';
import {asRecords, asText, defined, webUrl} from '../../values.js';
import type {Items} from '../decoder/items.js';
import {appendText, joinedTexts, type JoinedTexts} from '../decoder/join-texts.js';
import type {Mark} from '../../model/item.js';

/** The parts of a message, which change while its items are written. */
export interface Parts {
  readonly parts: readonly UiPart[];
}

/**
 * Writes the parts of a message as items. The id of an item is the index of its part, so that a replay, a stored message
 * and a continued one have the same ids. Some providers cut a text at each citation, so texts of one step are joined
 * when nothing visible is between them.
 */
export class PartItems {
  readonly #run: string;
  readonly #items: Items;
  readonly #message: Parts;
  readonly #tools: readonly string[] | undefined;
  #sources: Sources;
  /** The texts that can be continued by the next part. */
  #open: JoinedTexts | undefined;
  /** The text of each text part. */
  readonly #runs = new Map<number, JoinedTexts>();
  /** The displayed inputs of calls. */
  readonly #inputs = new Map<number, string>();

  /** `tools`: the names of the tools that the page offers. */
  constructor(run: string, items: Items, message: Parts, tools?: readonly string[]) {
    this.#run = run;
    this.#items = items;
    this.#message = message;
    this.#tools = tools;
    this.#sources = new Sources(run, items);
  }

  /** Writes all parts, after all items were removed. */
  rewrite(): void {
    this.#open = undefined;
    this.#runs.clear();
    this.#inputs.clear();
    this.#sources = new Sources(this.#run, this.#items);
    this.#message.parts.forEach((part, index) => this.#add(index, part));
  }

  /** Marks the calls that the user has refused in the answer that a stream continues. Some servers do not confirm it. */
  markRefusals(): void {
    this.#message.parts.forEach((part, index) => {
      if (isTool(part) && isDenied(part))
        this.#items.assign(this.#idOf(index), {denied: true}, toolStatus(part));
    });
  }

  /** Writes the change of a part. */
  apply(change: Extract<Change, {readonly index: number}>): void {
    const {type, index} = change;
    const part = this.#message.parts[index];
    if (!part) return;
    if (type === 'added') this.#add(index, part);
    else if (type === 'grown') this.#grow(index, part, change.text);
    else this.#change(index, part);
  }

  /**
   * Ends the items of the message. Returns whether calls wait for the page or for an answer; those stay open, and all
   * other calls without a result are interrupted.
   */
  finish(): boolean {
    this.break();
    const isWaiting = isSuspended(this.#message.parts);
    let waits = false;
    this.#message.parts.forEach((part, index) => {
      const id = this.#idOf(index);
      if (part.type === 'reasoning') this.#items.close(id);
      if (!isTool(part)) return;
      const need = needOf(part, isWaiting, this.#tools);
      waits ||= need !== 'nothing';
      if (need === 'page') this.#items.assign(id, {runsIn: 'page'}, 'waiting');
      else if (need === 'nothing') this.#items.close(id, 'interrupted');
    });
    return waits;
  }

  /** Ends the current text, because something visible follows. */
  break(): void {
    if (this.#open) this.#items.close(this.#open.id);
    this.#open = undefined;
  }

  /** Ends the current text if it is complete, before the message ends for another reason. */
  breakIfComplete(): void {
    const last = this.#message.parts[this.#open?.indexes.at(-1) ?? -1];
    if (last && last['state'] !== 'streaming') this.break();
  }

  #add(index: number, part: UiPart): void {
    const id = this.#idOf(index);
    switch (part.type) {
      case 'text':
        this.#addText(index, part);
        return;
      case 'step-start':
        this.break();
        return;
      case 'reasoning':
        this.break();
        this.#items.openAs(id, 'thinking', {text: asText(part['text']) ?? ''});
        if (part['state'] !== 'streaming') this.#endReasoning(id, part);
        return;
      case 'source-url':
      case 'source-document':
        this.#sources.add(id, part);
        return;
      case 'file':
        this.break();
        this.#items.openAs(id, 'file', fileFields(part), 'done');
        return;
      case 'steering-message':
        this.break();
        this.#items.openAs(
          id,
          'notice',
          {code: 'steering', text: partsText(part['parts'])},
          'done',
        );
        return;
      default:
        if (isTool(part)) this.#addTool(index, part);
        else if (part.type.startsWith('data-')) {
          const name = part.type.slice('data-'.length);
          this.#items.openAs(id, 'data', {name, data: withoutPassword(part)['data']}, 'done');
          this.#askToResume(index, part);
        }
    }
  }

  #grow(index: number, part: UiPart, text: string): void {
    const run = this.#runs.get(index);
    if (isTool(part)) {
      this.#inputs.set(index, asText(part['rawInput']) ?? '');
      this.#items.append(this.#idOf(index), 'input', text);
    } else if (!run) this.#items.append(this.#idOf(index), 'text', text);
    else if (run.indexes.at(-1) === index) this.#append(run, text);
    else {
      this.#items.assign(run.id, {text: this.#textOf(run)});
      this.#mark(run);
    }
  }

  #change(index: number, part: UiPart): void {
    const id = this.#idOf(index);
    const run = this.#runs.get(index);
    if (run) {
      // A cut text is continued.
      if (part['state'] === 'streaming') this.#items.assign(run.id, {}, 'streaming');
      this.#mark(run);
    } else if (part.type === 'reasoning') this.#endReasoning(id, part);
    else if (isTool(part)) this.#changeTool(index, part);
    else if (part.type.startsWith('data-')) {
      this.#items.assign(id, {data: withoutPassword(part)['data']});
      this.#askToResume(index, part);
    }
  }

  #addText(index: number, part: UiPart): void {
    const known = this.#open;
    const run = known ?? joinedTexts(this.#idOf(index), index);
    if (!known) this.#items.openAs(run.id, 'text', {text: ''});
    run.indexes.push(index);
    this.#runs.set(index, run);
    this.#open = run;
    this.#append(run, asText(part['text']) ?? '');
    this.#mark(run);
  }

  #append(run: JoinedTexts, text: string): void {
    appendText(this.#items, run, text, {
      textAt: index => this.#textAt(index),
      isCited: index => this.#isCited(index),
      wholeText: () => this.#textOf(run),
    });
  }

  #isCited(index: number): boolean {
    const part = this.#message.parts[index];
    return part !== undefined && this.#sources.marksOf(part, 0).length > 0;
  }

  #textAt(index: number): string {
    return asText(this.#message.parts[index]?.['text']) ?? '';
  }

  #mark(run: JoinedTexts): void {
    const marks: Mark[] = [];
    let start = 0;
    for (const index of run.indexes) {
      const part = this.#message.parts[index];
      if (!part) continue;
      start += (run.breaks.get(index) ?? '').length;
      marks.push(...this.#sources.marksOf(part, start));
      start += this.#textAt(index).length;
    }
    if (marks.length > 0) {
      this.#items.assign(run.id, {marks: marks.sort((a, b) => a.offset - b.offset)});
    }
  }

  #textOf({indexes, breaks}: JoinedTexts): string {
    return indexes.map(index => (breaks.get(index) ?? '') + this.#textAt(index)).join('');
  }

  #endReasoning(id: string, part: UiPart): void {
    // A provider that hides the words sends their encrypted form as metadata.
    if (asText(part['text']) === undefined) this.#items.assign(id, {redacted: true});
    this.#items.close(id);
  }

  #addTool(index: number, part: UiPart): void {
    this.break();
    this.#items.openAs(this.#idOf(index), 'tool', this.#toolFields(index, part), toolStatus(part));
    this.#askFor(index, part);
  }

  #changeTool(index: number, part: UiPart): void {
    const fields = this.#toolFields(index, part);
    this.#items.assign(
      this.#idOf(index),
      {error: undefined, denied: undefined, ...fields},
      toolStatus(part),
    );
    this.#askFor(index, part);
    this.#message.parts.forEach((other, at) => {
      if (suspendedCall(other, this.#message.parts) === index) this.#askToResume(at, other);
    });
  }

  #toolFields(index: number, part: UiPart): ReturnType<typeof toolFields> {
    const fields = toolFields(part, this.#inputs.get(index) ?? '');
    this.#inputs.set(index, fields.input ?? '');
    return fields;
  }

  /** Opens the question of a call, or ends it when the call has gone on. */
  #askFor(index: number, part: UiPart): void {
    if (!isAsked(part)) return;
    const callId = this.#idOf(index);
    const id = `${callId}.approval`;
    const question = questionOf(part, this.#inputs.get(index) ?? '');
    const isOpen = part['state'] === 'approval-requested' && question.answer === undefined;
    this.#items.openAs(id, 'request', {...question, callId});
    // A call that is asked for again has no answer.
    this.#items.assign(id, isOpen ? {answer: undefined} : {}, isOpen ? 'waiting' : 'done');
  }

  /** Opens the question of a suspended call, or ends it when the call has gone on. */
  #askToResume(index: number, part: UiPart): void {
    const {parts} = this.#message;
    const at = suspendedCall(part, parts) ?? -1;
    const call = parts[at];
    if (!call || isAsked(call)) return;
    const id = `${this.#idOf(index)}.question`;
    const callId = this.#idOf(at);
    const question = questionOfSuspension(part, call, this.#inputs.get(at) ?? '');
    const isOpen = isSuspension(part, parts);
    this.#items.openAs(id, 'request', {...question, callId});
    this.#items.assign(id, isOpen ? {answer: undefined} : {}, isOpen ? 'waiting' : 'done');
    if (isOpen) this.#items.assign(callId, {}, 'waiting');
  }

  #idOf(index: number): string {
    return `${this.#run}.${index}`;
  }
}

function fileFields({url, mediaType, filename}: UiPart): {name: string} {
  const type = asText(mediaType);
  const address = asText(url);
  return {
    name: asText(filename) ?? `file.${/^[a-z]+\/([a-z\d]+)/i.exec(type ?? '')?.[1] ?? 'bin'}`,
    ...defined({
      mediaType: type,
      url: address?.startsWith('data:') ? address : webUrl(address),
    }),
  };
}

/** The text of the parts of a message. */
function partsText(parts: unknown): string {
  return asRecords(parts)
    .flatMap(({type, text}) => (type === 'text' ? (asText(text) ?? []) : []))
    .join('\n\n');
}
