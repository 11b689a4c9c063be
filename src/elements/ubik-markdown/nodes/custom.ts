import type {Block} from '../../../core/markdown/block.js';
import type {MarkdownToken} from '../../../core/markdown/syntax.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import type {MarkdownOutput} from '../../base/markdown-service.js';
import {MarksView} from './marks.js';
import {OutputView} from './output.js';
import {isSameToken} from './token.js';

const declined = new Set<string>();

/** Reports once that an extension has not read a block that it began, such as one of several paragraphs. */
function reportDeclined(name: string): void {
  if (declined.has(name)) return;
  declined.add(name);
  console.warn(
    `ubik-chat: the extension ${name} began a block, but did not read it up to a blank line. Its source is displayed. ` +
      `The engine of 'ubik-chat/modules/marked.js' passes it the whole text.`,
  );
}

/** Lines that match the syntax of an extension, which renders them while they stream. */
export class CustomView implements BlockView {
  readonly node = document.createElement('div');
  readonly #rendering: MarkdownRendering;
  readonly #content = document.createElement('div');
  readonly #output: OutputView;
  readonly #marks: MarksView;
  #shown: MarkdownToken | undefined;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#output = new OutputView(this.#content, rendering);
    this.#marks = new MarksView(this.node, rendering);
    this.node.append(this.#content);
  }

  show(block: Block): boolean {
    if (block.kind !== 'custom') return false;
    const raw = block.lines.join('\n');
    const open = this.#rendering.streaming && !block.done;
    const read = block.token ?? block.syntax.tokenizer(raw, open);
    const token = read ?? {raw};
    if (block.done && !read && !block.syntax.end) reportDeclined(block.syntax.name);
    if (!this.#shown || !isSameToken(token, this.#shown)) {
      this.#shown = token;
      const output = read?.raw === raw ? block.syntax.renderer(token) : undefined;
      const rendered = this.#output.show(output as MarkdownOutput | undefined, open);
      this.#content.className = rendered ? '' : 'source';
      if (!rendered) {
        this.#output.reset();
        this.#content.textContent = raw;
      }
    }
    this.#marks.show(block.marks);
    return true;
  }
}
