import {parseJson} from '../../../json.js';
import type {RequestAnswer} from '../../../model/item.js';
import {isRecord, asText} from '../../decode.js';
import type {JsonPart} from './json-part.js';
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
  readonly parts: Set<'input' | 'output'>;
  error?: string;
}

/** A checkpoint or a question: its own text is kept and read when it ends. */
interface Note {
  readonly type: 'checkpoint' | 'request';
  readonly id: string;
  text: string;
  answer?: RequestAnswer;
}

type OpenBlock = OpenStepBlock | OpenToolBlock | Note;

/** Tools inside tools; deeper ones stand beside each other, so that hostile text cannot nest without end. */
const MAX_NESTED_TOOLS = 16;

/** Calls that are open at once; the oldest gives way, so that each tag costs the same. */
const MAX_OPEN = 1_000;

/** The stack of open blocks: what each may contain, and how each is closed. */
export class BlockStack {
  readonly #writer: RunWriter;
  readonly #tools: LiveTools;
  readonly #top: string;
  readonly #isMessage: boolean;
  #blocks: OpenBlock[] = [];
  /** What ended without its own mark of success: how, the end of the run decides. */
  #left: OpenBlock[] = [];
  #error: {readonly id: string; readonly text: string} | undefined;

  constructor(writer: RunWriter, tools: LiveTools, top: string) {
    this.#writer = writer;
    this.#tools = tools;
    this.#top = top;
    this.#isMessage = top === writer.run;
  }

  get container(): string {
    return this.#blocks.at(-1)?.id ?? this.#top;
  }

  /** The step that is open, or the item whose text this is. */
  get section(): string {
    const [outermost] = this.#blocks;
    return outermost?.type === 'step' ? outermost.id : this.#top;
  }

  /** Whether nothing is open, and no error was read. */
  get isWhole(): boolean {
    return this.#blocks.length === 0 && this.#error === undefined;
  }

  /** The error that came last, for the details that may follow it. */
  get error(): {readonly id: string; readonly text: string} | undefined {
    return this.#error;
  }

  /** What may stand in what (section "Building your own parser" of the guide shows the nesting; the rest is tolerant). */
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

  /** A step's first line is over, because something else begins. Gives what of it is text. */
  endHead(): string {
    const block = this.#blocks.at(-1);
    return block?.type === 'step' ? block.head.end() : '';
  }

  /** Takes from the text what belongs to the block itself; gives the rest. */
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

  /** Whether a step is open whose end must be in this text. */
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
    // Calls that run side by side may end in any order: the ones above it stay open.
    this.#blocks.splice(at, 1);
    this.#tools.close(tool.id, tool.parts.has('output'), tool.error);
  }

  /** The tool that was opened last and has not had this part yet: the parts' tags name no tool. */
  toolWithout(part: 'input' | 'output'): string | undefined {
    const tool = this.#blocks.findLast(block => block.type === 'tool' && !block.parts.has(part));
    if (tool?.type !== 'tool') return undefined;
    tool.parts.add(part);
    return tool.id;
  }

  hasPart({payload, endTag}: JsonPart): void {
    if (endTag !== '<<TOOL_STEP_RESULT_END>>') return;
    const tool = this.#blocks.findLast(block => block.type === 'tool' && block.parts.has('output'));
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

  /** What is open counts as interrupted for now; an end tag that still comes ends it after all. */
  seal(): void {
    for (const {type, id} of this.#blocks) {
      if (type !== 'request') this.#writer.close(id, 'interrupted');
    }
  }

  /** Closes all that is open, without its end tag. */
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
        // Not what is in it: a question outlasts its step.
        this.#writer.assign(block.id, {}, block.head.completed ? 'done' : this.#writer.ending);
        if (!block.head.completed) this.#left.push(block);
        return;
      case 'tool':
        this.#tools.leave(block.id, this.#writer.ending);
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
    this.#writer.warn('tag-stray', `${source} ends nothing.`);
  }
}
