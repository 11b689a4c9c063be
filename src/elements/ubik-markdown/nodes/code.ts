import type {Block, CodeBlock} from '../../../core/markdown/block.js';
import {createButton, createCopyButton} from './button.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {extend} from '../extend.js';
import {OutputView} from './output.js';
import {Companions} from '../companions.js';
import {MarksView} from './marks.js';
import {changeText} from '../morph.js';
import {showControls} from '../../shared/html/safe-url.js';

/** The number of lines in a layout container. */
const LINES_PER_CHUNK = 64;

/** The language of a code block, as it is displayed. */
export const languageOf = ({fence}: CodeBlock): string =>
  showControls(/^\S*/.exec(fence?.info ?? '')?.[0] ?? '');

/** A code block. Each line is a text node, so that only a growing line is laid out again. */
export class CodeView implements BlockView {
  readonly node = document.createElement('div');
  readonly #rendering: MarkdownRendering;
  readonly #bar = document.createElement('div');
  readonly #scroller = document.createElement('pre');
  readonly #code = document.createElement('code');
  readonly #marks: MarksView;
  readonly #companions: Companions;
  readonly #lines: {readonly node: Text; text: string}[] = [];
  readonly #chunks: Element[] = [];
  #block: CodeBlock | undefined;
  #language: string | undefined;
  /** The code that was rendered by an extension. */
  #extended: string | undefined;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#marks = new MarksView(this.node, rendering);
    this.node.className = 'code';
    this.node.dir = 'ltr';
    this.node.translate = false;
    this.node.setAttribute('part', 'code-block');
    this.#bar.className = 'bar';
    this.#bar.setAttribute('part', 'code-header');
    const code = (): string => this.#block?.lines.join('\n') ?? '';
    this.#bar.append(
      createWrapButton(this.#scroller, rendering),
      createCopyButton(code, rendering, rendering.labels.copyCode),
    );
    this.#scroller.tabIndex = 0;
    this.#scroller.setAttribute('role', 'group');
    this.#scroller.append(this.#code);
    this.node.append(this.#bar, this.#scroller);
    const place = {block: this.node, header: this.#bar, source: this.#scroller};
    this.#companions = new Companions(rendering, {...place, lines: this.#lines});
  }

  show(block: Block): boolean {
    if (block.kind !== 'code') return false;
    if (block.done && this.#extended === block.lines.join('\n')) return true;
    if (this.#extended !== undefined) return false;
    if (!this.#isIntact()) this.#reset();
    // In the same block, only the last line can have been a preview.
    const from = block === this.#block ? Math.max(0, this.#lines.length - 1) : 0;
    if (from === 0) this.#companions.detach();
    this.#block = block;
    this.#showLanguage(languageOf(block));
    for (let at = from; at < block.lines.length; at++) {
      const ended = !block.open || at < block.lines.length - 1;
      this.#showLine(at, `${showControls(block.lines[at] ?? '')}${ended ? '\n' : ''}`);
    }
    for (const {node} of this.#lines.splice(block.lines.length)) node.remove();
    const chunks = Math.max(0, Math.ceil(block.lines.length / LINES_PER_CHUNK) - 1);
    for (const chunk of this.#chunks.splice(chunks)) chunk.remove();
    this.#marks.show(block.marks);
    if (block.done && this.#extend(block)) {
      this.#extended = block.lines.join('\n');
    } else this.#companions.show(this.#language ?? '', from, block.done);
    return true;
  }

  /** Whether the last line, or at the end the whole code, is displayed as it was rendered. */
  #isIntact(): boolean {
    if (this.#rendering.verifying) {
      return this.#code.textContent === this.#lines.map(({text}) => text).join('');
    }
    const last = this.#lines.at(-1);
    // The node of a finished line may have been replaced by a highlighter.
    if (!last || last.text.endsWith('\n')) return true;
    const {node, text} = last;
    return node.parentNode !== null && node.nextSibling === null && node.data === text;
  }

  /** Creates all lines anew. */
  #reset(): void {
    this.#companions.detach();
    this.#lines.length = this.#chunks.length = 0;
    this.#code.replaceChildren();
  }

  /** Displays what an extension renders instead of the lines. Returns false if there is none. */
  #extend(block: CodeBlock): boolean {
    const view = new OutputView(this.#scroller, this.#rendering);
    if (!view.show(block.output, false)) {
      return extend(this.#scroller, 'code', block, this.#rendering);
    }
    const [only] = this.#scroller.children;
    if (only instanceof HTMLPreElement) only.replaceWith(...only.childNodes);
    return true;
  }

  #showLine(at: number, text: string): void {
    const line = this.#lines[at];
    if (line) {
      if (line.text !== text) changeText(line.node, line.text, text);
      line.text = text;
    } else {
      const node = document.createTextNode(text);
      this.#lines.push({node, text});
      this.#chunk(Math.floor(at / LINES_PER_CHUNK)).appendChild(node);
    }
  }

  /**
   * The first lines are direct children of the code element, because most code is short. All chunks except the last are
   * final.
   */
  #chunk(index: number): Element {
    const known = index === 0 ? this.#code : this.#chunks[index - 1];
    if (known) return known;
    const chunk = document.createElement('span');
    chunk.className = 'lines';
    this.#chunks.push(chunk);
    this.#code.append(chunk);
    return chunk;
  }

  #showLanguage(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    const {labels} = this.#rendering;
    this.#bar.dataset['language'] = language;
    if (language === '') this.#code.removeAttribute('class');
    else this.#code.className = `language-${language}`;
    this.#scroller.ariaLabel = language === '' ? labels.code : labels.codeIn(language);
  }
}

/** Creates a button that toggles the wrapping of long lines of code. */
function createWrapButton(code: Element, {labels}: MarkdownRendering): HTMLButtonElement {
  const button = createButton('wrap', labels.wrap);
  button.ariaPressed = 'false';
  button.addEventListener('click', () => {
    button.ariaPressed = String(code.classList.toggle('wrapped'));
  });
  return button;
}
