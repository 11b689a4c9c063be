import {BlockStack} from './block-stack.js';
import {JsonPart} from './json-part.js';
import {RawBlock, readAnswer, readError, readErrorJson} from './raw-block.js';
import type {LiveTools} from '../tools/live-tools.js';
import type {Restore} from '../../types.js';
import type {RunWriter} from '../run-writer.js';
import {TagScanner} from './tag-scanner.js';
import type {TextTag} from './tags.js';
import {TextWriter} from './text-writer.js';

/** How often raw content without an end is cut at the end of a step. The rest is then read again. */
const MAX_CUTS = 50;

/**
 * Parses message text with its tags (message structure guide) while it streams, and writes its items. Tolerant of
 * malformed text: stray end tags are dropped with a diagnostic, unknown tags are text, and unclosed blocks are
 * interrupted. Never throws, and never loses text.
 */
export class ContentReader {
  readonly #writer: RunWriter;
  readonly #scanner = new TagScanner();
  readonly #blocks: BlockStack;
  #text: TextWriter | undefined;
  #raw: RawBlock | undefined;
  #part: JsonPart | undefined;

  /** `top` is the item that contains the text: the message, or a step that was opened outside of the text. */
  constructor(writer: RunWriter, tools: LiveTools, top: string) {
    this.#writer = writer;
    this.#blocks = new BlockStack(writer, tools, top);
  }

  save(): Restore {
    const [scanner, blocks] = [this.#scanner.save(), this.#blocks.save()];
    const [text, raw, part] = [this.#text, this.#raw, this.#part];
    const restores = [text?.save(), raw?.save(), part?.save()];
    return () => {
      scanner();
      blocks();
      this.#text = text;
      this.#raw = raw;
      this.#part = part;
      for (const restore of restores) restore?.();
    };
  }

  /** The innermost open item. */
  get container(): string {
    return this.#blocks.container;
  }

  /** Whether it reads raw content, in which only the end tag counts. */
  get isRaw(): boolean {
    return this.#scanner.isRaw || this.#part !== undefined;
  }

  feed(text: string): void {
    this.#scanner.push(text);
    this.#read();
  }

  /** Ends the current text item, because another item begins here. */
  interrupt(): void {
    if (this.isRaw) return;
    this.#write(this.#scanner.flush());
    this.#endText();
  }

  /**
   * Places a tool call that only events report. Returns its parent item. Parsing is not affected, and no sentence is
   * split: the text continues after the call at the next position where it can be divided.
   */
  placeCall(): string {
    const {section} = this.#blocks;
    if (this.#text?.parent === section && this.#text.endSoon()) this.#closeText();
    return section;
  }

  /** Whether all blocks are closed and no error was read, so that the text reports a successful run. */
  get isWhole(): boolean {
    return !this.isRaw && this.#blocks.isWhole;
  }

  /** The item of this text has ended. More text may follow nevertheless. */
  seal(): void {
    this.#raw?.seal();
    this.#blocks.seal();
  }

  /** Ends the text. Open blocks are interrupted. */
  finish(): void {
    let cuts = 0;
    for (let rest = this.#leftOver(cuts); rest !== undefined; rest = this.#leftOver(++cuts)) {
      this.#scanner.unread(rest);
      this.#read();
    }
    this.#raw?.abandon();
    this.#endText();
    this.#blocks.finish();
  }

  /** At the end of the text: the text to read again, because a raw block in it did not end. */
  #leftOver(cuts: number): string | undefined {
    if (this.#part?.inDoubt) {
      const rest = this.#part.settle();
      this.#endPart();
      return rest;
    }
    const contents = this.#raw ?? this.#part;
    const held = this.#scanner.flush();
    if (contents) contents.push(held);
    else this.#write(held);
    // Raw content without an end tag extends to the end of its step.
    const until = this.#blocks.inStep ? '<<STEP_END>>' : undefined;
    const rest = cuts < MAX_CUTS ? contents?.cut(until) : undefined;
    if (rest === undefined) return undefined;
    this.#raw?.abandon();
    this.#raw = undefined;
    this.#endPart();
    this.#scanner.endRaw();
    return rest;
  }

  #read(): void {
    for (let token = this.#scanner.next(); token; token = this.#scanner.next()) {
      if (this.#part?.inDoubt) {
        const again = this.#part.doubt(token);
        if (again === undefined) continue;
        this.#endPart();
        this.#scanner.unread(again);
      } else if ('text' in token) {
        if (this.#raw) this.#raw.push(token.text);
        else if (this.#part) this.#part.push(token.text);
        else this.#write(token.text);
      } else if (this.#raw) {
        this.#raw.end();
        this.#raw = undefined;
      } else if (this.#part) {
        if (this.#part.end()) this.#endPart();
      } else {
        this.#tag(token);
      }
    }
  }

  #write(text: string): void {
    const rest = text === '' ? '' : this.#blocks.take(text);
    if (rest === '') return;
    for (let more: string | undefined = rest; more;) {
      this.#text ??= new TextWriter(this.#writer, this.#blocks.container);
      more = this.#text.push(more);
      if (more !== undefined) this.#closeText();
    }
  }

  #endText(): void {
    this.#write(this.#blocks.endHead());
    this.#closeText();
  }

  #closeText(): void {
    this.#text?.end();
    this.#text = undefined;
  }

  #endPart(): void {
    if (this.#part) this.#blocks.hasPart(this.#part);
    this.#part = undefined;
  }

  #tag(tag: TextTag): void {
    const blocks = this.#blocks;
    if (!blocks.allows(tag.tag)) {
      this.#stray(tag);
      return;
    }
    switch (tag.tag) {
      case '<<STEP_START>>':
        this.#endText();
        blocks.openStep();
        return;
      case '<<STEP_END>>':
        this.#endText();
        blocks.closeStep();
        return;
      case '<<SINGLE_STEP_FLAG>>':
        blocks.flagStep();
        return;
      case '<<TOOL_STEP_START/':
        this.#endText();
        blocks.openTool(tag.name, tag.execution);
        return;
      case '<<TOOL_STEP_END/':
        this.#endText();
        blocks.closeTool(tag.execution);
        return;
      case '<<TOOL_STEP_INPUT_START>>':
        this.#openPart(tag, 'input', '<<TOOL_STEP_INPUT_END>>');
        return;
      case '<<TOOL_STEP_RESULT_START>>':
        this.#openPart(tag, 'output', '<<TOOL_STEP_RESULT_END>>');
        return;
      case '<<CHECKPOINT_START>>':
        this.#endText();
        blocks.openCheckpoint();
        return;
      case '<<CHECKPOINT_END>>':
        blocks.closeCheckpoint();
        return;
      case '<<INPUT_REQUIRED_START>>':
        this.#endText();
        blocks.openRequest();
        return;
      case '<<INPUT_REQUIRED_END>>':
        blocks.closeRequest();
        return;
      case '<<USER_INPUT_PROVIDED_START>>':
        this.#openRaw('<<USER_INPUT_PROVIDED_END>>', raw => readAnswer(raw, blocks));
        return;
      case '<<thinking>>': {
        this.#endText();
        const id = this.#writer.open('thinking', blocks.container, {text: ''});
        this.#scanner.raw('<</thinking>>');
        this.#raw = RawBlock.shown(this.#writer, id, 'text');
        return;
      }
      case '<<ERROR_START>>':
        this.#endText();
        this.#openRaw('<<ERROR_END>>', raw => readError(raw, this.#writer, blocks));
        return;
      case '<<ERROR_JSON_START>>':
        this.#endText();
        this.#openRaw('<<ERROR_JSON_END>>', raw => readErrorJson(raw, this.#writer, blocks));
        return;
      case '<<TOOL_EVENT_START>>':
        this.#scanner.raw('<<TOOL_EVENT_END>>');
        this.#raw = RawBlock.dropped();
        return;
      default:
        this.#stray(tag);
    }
  }

  #openRaw(until: Parameters<TagScanner['raw']>[0], end: (raw: string) => void): void {
    this.#scanner.raw(until);
    this.#raw = RawBlock.kept(end);
  }

  #openPart(tag: TextTag, field: 'input' | 'output', endTag: JsonPart['endTag']): void {
    const tool = this.#blocks.toolWithout(field);
    if (tool === undefined) {
      this.#stray(tag);
      return;
    }
    this.#endText();
    this.#scanner.raw(endTag);
    this.#part = new JsonPart(this.#writer, tool, field, endTag);
  }

  #stray(tag: TextTag): void {
    this.#writer.warn('tag-stray', `${tag.source} is not allowed here.`);
  }
}
