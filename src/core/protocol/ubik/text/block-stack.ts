import {parseJson} from '../../../json.js';
import type {RequestAnswer} from '../../../model/item.js';
import {isRecord, asText} from '../../../values.js';
import type {JsonPart} from './json-part.js';
import type {Restore} from '../../types.js';
import {saveFields} from '../saved-fields.js';
import {readPrompt} from './prompt.js';
import type {LiveTools} from '../tools/live-tools.js';
import type {RunWriter} from '../run-writer.js';
import {readHead, StepHead} from './step-head.js';
import type {TextTag} from './tags.js';

interface OpenStepBlock {
  readonly type: 'step';
  readonly id: string;
  readonly head: StepHead;
}

interface OpenToolBlock {
  readonly type: 'tool';
  readonly id: string;
  readonly execution: string;
  parts: Set<'input' | 'output'>;
  error?: string;
}

/** A checkpoint or a question. Its text is collected and read at its end. */
interface Note {
  readonly type: 'checkpoint' | 'request';
  readonly id: string;
  text: string;
  answer?: RequestAnswer;
}

type OpenBlock = OpenStepBlock | OpenToolBlock | Note;

/** Maximum depth of nested tools. Deeper ones become siblings, so that hostile text cannot nest without limit. */
const MAX_NESTED_TOOLS = 16;

/** Maximum number of open blocks; beyond it the oldest call is closed, so that the cost of a tag is bounded. */
const MAX_OPEN = 1_000;

function saveBlock(block: OpenBlock): Restore {
  if (block.type === 'step') return block.head.save();
  const restore = saveFields(block);
  if (block.type !== 'tool') return restore;
  const parts = [...block.parts];
  return () => {
    restore();
    block.parts = new Set(parts);
  };
}

/** The stack of open blocks of a text: which blocks each may contain, and how each is closed. */
export class BlockStack {
  readonly #writer: RunWriter;
  readonly #tools: LiveTools;
  readonly #top: string;
  readonly #isMessage: boolean;
  #blocks: OpenBlock[] = [];
  /** Blocks that ended without a mark of success. The end of the run determines their status. */
  #left: OpenBlock[] = [];
  #error: {readonly id: string; readonly text: string} | undefined;

  constructor(writer: RunWriter, tools: LiveTools, top: string) {
    this.#writer = writer;
    this.#tools = tools;
    this.#top = top;
    this.#isMessage = top === writer.run;
  }

  save(): Restore {
    const [blocks, left, error] = [[...this.#blocks], [...this.#left], this.#error];
    const restores = blocks.map(saveBlock);
    return () => {
      this.#blocks = [...blocks];
      this.#left = [...left];
      this.#error = error;
      for (const restore of restores) restore();
    };
  }

  get container(): string {
    return this.#blocks.at(-1)?.id ?? this.#top;
  }

  /** The open step, or else the item that contains the text. */
  get section(): string {
    const [outermost] = this.#blocks;
    return outermost?.type === 'step' ? outermost.id : this.#top;
  }

  /** Whether all blocks are closed and no error was read. */
  get isWhole(): boolean {
    return this.#blocks.length === 0 && this.#error === undefined;
  }

  /** The last error, for details that may follow it. */
  get error(): {readonly id: string; readonly text: string} | undefined {
    return this.#error;
  }

  /**
   * Whether the current block may contain a tag (section "Building your own parser" of the guide; otherwise tolerant).
   */
  allows(tag: TextTag['tag']): boolean {
    const inner = this.#blocks.at(-1)?.type;
    if (tag === '<<STEP_START>>') return this.#isMessage;
    if (inner === 'request') {
      return /^<<(?:USER_INPUT_PROVIDED_START|INPUT_REQUIRED_END|STEP_END|TOOL_STEP_END)/.test(tag);
    }
    if (inner === 'checkpoint') {
      return /^<<(?:ERROR|CHECKPOINT_END|STEP_END|TOOL_STEP_END)/.test(tag);
    }
    return tag !== '<<USER_INPUT_PROVIDED_START>>';
  }

  /** Ends the first line of a step, because a tag follows. Returns the part of it that is text. */
  endHead(): string {
    const block = this.#blocks.at(-1);
    return block?.type === 'step' ? block.head.end() : '';
  }

  /** Removes the text that belongs to the block itself. Returns the rest. */
  take(text: string): string {
    const block = this.#blocks.at(-1);
    if (block?.type === 'step') return block.head.take(text);
    if (block?.type !== 'checkpoint' && block?.type !== 'request') return text;
    block.text += text;
    return '';
  }

  openStep(): void {
    this.#closeDownTo(0);
    const id = this.#writer.open('step', this.#top, {title: ''});
    const show = (head: Parameters<typeof readHead>[2]): void => readHead(this.#writer, id, head);
    this.#blocks.push({type: 'step', id, head: new StepHead(show)});
  }

  flagStep(): void {
    const step = this.#blocks.find(({type}) => type === 'step');
    if (step?.type === 'step') step.head.flag();
  }

  closeStep(): void {
    const at = this.#blocks.findIndex(({type}) => type === 'step');
    if (at === -1) this.#stray('<<STEP_END>>');
    else this.#closeDownTo(at);
  }

  /** Whether a step was opened in this text. */
  get inStep(): boolean {
    return this.#blocks[0]?.type === 'step';
  }

  openTool(name: string, execution: string): void {
    if (this.#blocks.length > MAX_OPEN) {
      const oldest = this.#blocks.findIndex(({type}) => type === 'tool');
      this.#close(this.#blocks.splice(oldest, 1)[0]);
    }
    const depth = this.#blocks.filter(({type}) => type === 'tool').length;
    const parent = depth < MAX_NESTED_TOOLS ? this.container : (this.#blocks[0]?.id ?? this.#top);
    const id = this.#tools.open(parent, name, execution);
    this.#blocks.push({type: 'tool', id, execution, parts: new Set()});
  }

  closeTool(execution: string): void {
    const at = this.#blocks.findLastIndex(
      block => block.type === 'tool' && block.execution === execution,
    );
    const tool = this.#blocks[at];
    if (tool?.type !== 'tool') {
      this.#stray(`<<TOOL_STEP_END/…:${execution}>>`);
      return;
    }
    // Parallel calls may end in any order: the calls above it stay open.
    this.#blocks.splice(at, 1);
    this.#tools.close(tool.id, tool.parts.has('output'), tool.error);
  }

  /** The last open tool without this part. The tags of parts do not name a tool. */
  toolWithout(part: 'input' | 'output'): string | undefined {
    const tool = this.#blocks.findLast(block => block.type === 'tool' && !block.parts.has(part));
    if (tool?.type !== 'tool') return undefined;
    tool.parts.add(part);
    return tool.id;
  }

  hasPart({payload, endTag, tool: id}: JsonPart): void {
    if (endTag !== '<<TOOL_STEP_RESULT_END>>') return;
    const tool = this.#blocks.find(block => block.id === id);
    const result = parseJson(payload);
    const error = isRecord(result) ? result['error'] : undefined;
    const text = asText(error) ?? (isRecord(error) ? asText(error['message']) : undefined);
    if (tool?.type === 'tool' && text !== undefined) tool.error = text;
  }

  openCheckpoint(): void {
    const id = this.#writer.open('checkpoint', this.container, {name: ''});
    this.#blocks.push({type: 'checkpoint', id, text: ''});
  }

  closeCheckpoint(): void {
    this.#closeNote('checkpoint', '<<CHECKPOINT_END>>');
  }

  openRequest(): void {
    const fields = {prompt: '', inputTypes: []};
    const id = this.#writer.open('request', this.container, fields, 'waiting');
    this.#blocks.push({type: 'request', id, text: ''});
  }

  closeRequest(): void {
    this.#closeNote('request', '<<INPUT_REQUIRED_END>>');
  }

  answer(answer: RequestAnswer): void {
    const block = this.#blocks.at(-1);
    if (block?.type === 'request') block.answer = answer;
  }

  failed(id: string, text: string): void {
    this.#error = {id, text};
  }

  /** Marks open blocks as interrupted for now. A later end tag still closes them. */
  seal(): void {
    for (const {type, id} of this.#blocks) {
      if (type !== 'request') this.#writer.close(id, 'interrupted');
    }
  }

  /** Closes all blocks without their end tags. */
  finish(): void {
    this.#closeDownTo(0);
    const left = this.#left;
    this.#left = [];
    if (this.#writer.ending === 'done') for (const block of left) this.#close(block);
  }

  #closeNote(type: Note['type'], tag: string): void {
    const at = this.#blocks.findLastIndex(block => block.type === type);
    if (at === -1) this.#stray(tag);
    else this.#closeDownTo(at);
  }

  #closeDownTo(length: number): void {
    while (this.#blocks.length > length) this.#close(this.#blocks.pop());
  }

  #close(block: OpenBlock | undefined): void {
    switch (block?.type) {
      case 'step':
        // Closes only the step, because a question in it stays open.
        this.#writer.assign(block.id, {}, block.head.completed ? 'done' : this.#writer.ending);
        if (!block.head.completed) this.#left.push(block);
        return;
      case 'tool':
        this.#tools.closeUnended(block.id, this.#writer.ending);
        this.#left.push(block);
        return;
      case 'checkpoint':
        this.#writer.assign(block.id, {name: block.text.trim().replace(/^Checkpoint:\s*/, '')});
        this.#writer.close(block.id, 'done');
        return;
      case 'request':
        this.#writer.assign(block.id, {
          ...readPrompt(block.text),
          ...(block.answer ? {answer: block.answer} : {}),
        });
        if (block.answer) this.#writer.close(block.id, 'done');
        else this.#writer.ask(block.id);
        return;
      case undefined:
    }
  }

  #stray(source: string): void {
    this.#writer.warn('tag-stray', `${source} has no start tag.`);
  }
}
