import type {Block, TableBlock} from '../../../core/markdown/block.js';
import {extractMarks} from '../../../core/markdown/marks.js';
import {escapePipes} from '../../../core/markdown/table.js';
import {createCopyButton} from './button.js';
import type {BlockView, InlineContent, MarkdownRendering} from '../markdown-rendering.js';
import {extend} from '../extend.js';
import {InlineView} from './inline.js';
import {MarksView} from './marks.js';

type ColumnAlignment = TableBlock['alignments'][number];

/** A cell that a spreadsheet would interpret as a formula or a command. */
const FORMULA = /^[=+\-@\t\r]./s;
const NUMBER = /^[+-]?(?:\d[\d.,\s]*|[.,]\d+)(?:e[+-]?\d+)?\s?%?$/i;

/** A CSV cell (RFC 4180). An apostrophe before a formula makes it text, because a spreadsheet would run it. */
function csvCell(cell: Element): string {
  const copy = cell.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll<HTMLElement>('br, button, img, [data-alt]')) {
    // The number of a citation or footnote would continue the number of the cell.
    const text = part instanceof HTMLImageElement ? part.alt : part.dataset['alt'];
    part.replaceWith(part.localName === 'br' ? '\n' : (text ?? ''));
  }
  const {textContent} = copy;
  const isFormula = FORMULA.test(textContent) && !NUMBER.test(textContent);
  const text = isFormula ? `'${textContent}` : textContent;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV (RFC 4180). */
const tableCsv = ({rows}: HTMLTableElement): string =>
  [...rows].map(({cells}) => [...cells].map(csvCell).join()).join('\r\n');

/** The delimiter of a column in Markdown. */
const rule = (alignment: ColumnAlignment): string =>
  alignment ? {left: ':--', center: ':-:', right: '--:'}[alignment] : '---';

/** Cells as written, without citations. The backslash before a pipe was removed by the parser. */
const tableMarkdown = (
  {header, alignments, rows}: TableBlock,
  {syntax}: MarkdownRendering['context'],
): string =>
  [header, alignments.map(rule), ...rows]
    .map(
      cells => `| ${cells.map(cell => escapePipes(extractMarks(cell)[0], syntax)).join(' | ')} |`,
    )
    .join('\n');

/** A table in its own scroll container. */
export class TableView implements BlockView {
  readonly node = document.createElement('div');
  readonly #rendering: MarkdownRendering;
  readonly #scroller = document.createElement('div');
  readonly #table = document.createElement('table');
  readonly #body = document.createElement('tbody');
  readonly #bar = document.createElement('div');
  readonly #head: RowView;
  readonly #rows: RowView[] = [];
  readonly #marks: MarksView;
  #block: TableBlock | undefined;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#marks = new MarksView(this.node, rendering);
    this.node.className = 'table';
    const scroller = this.#scroller;
    scroller.className = 'wide';
    scroller.setAttribute('part', 'table');
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'group');
    scroller.ariaLabel = rendering.labels.table;
    this.#head = new RowView('th', rendering);
    const head = document.createElement('thead');
    head.append(this.#head.node);
    this.#table.append(head);
    scroller.append(this.#table);
    this.node.append(scroller);
  }

  show(block: Block): boolean {
    if (block.kind !== 'table') return false;
    // In the same table, only the last row can have been a preview.
    const {verifying} = this.#rendering;
    const from = block === this.#block && !verifying ? Math.max(0, this.#rows.length - 1) : 0;
    this.#block = block;
    const {rows} = block;
    const growing = this.#rendering.streaming && !block.done;
    if (from === 0) this.#head.show(block, cellsOf(block, 0), growing && block.end === block.start);
    for (let at = from; at < rows.length; at++) {
      const row = this.#rows[at] ?? new RowView('td', this.#rendering);
      row.show(block, cellsOf(block, at + 1), growing && at === rows.length - 1);
      // Appended with its content, because changes of connected nodes cost more.
      if (this.#rows.length === at) this.#body.append(row.node);
      this.#rows[at] = row;
    }
    for (const {node} of this.#rows.splice(rows.length)) node.remove();
    if (this.#rows.length === 0) this.#body.remove();
    else if (!this.#body.parentNode) this.#table.append(this.#body);
    this.#marks.show(block.marks);
    if (block.done && !extend(this.node, 'table', block, this.#rendering)) this.#showBar();
    return true;
  }

  /** Displays the buttons that copy a complete table. */
  #showBar(): void {
    if (this.#bar.childElementCount === 0) this.#fillBar();
    if (this.node.lastChild !== this.#bar) this.node.append(this.#bar);
  }

  #fillBar(): void {
    const rendering = this.#rendering;
    const {copyCsv, copyMarkdown} = rendering.labels;
    const csv = (): string => tableCsv(this.#table);
    const markdown = (): string =>
      this.#block ? tableMarkdown(this.#block, rendering.context) : '';
    this.#bar.className = 'bar';
    this.#bar.append(
      createCopyButton(csv, rendering, copyCsv, {hasText: true}),
      createCopyButton(markdown, rendering, copyMarkdown, {hasText: true}),
    );
  }
}

/** The content of the cells of a row: as written, or parsed by the engine. The header is row 0. */
function cellsOf({header, rows, parsed}: TableBlock, row: number): readonly InlineContent[] {
  return parsed?.[row] ?? (row === 0 ? header : (rows[row - 1] ?? []));
}

interface Cell {
  readonly node: HTMLTableCellElement;
  /** Absent for an empty cell. */
  content: InlineView | undefined;
}

class RowView {
  readonly node = document.createElement('tr');
  readonly #tag: 'td' | 'th';
  readonly #rendering: MarkdownRendering;
  readonly #cells: Cell[] = [];
  #alignments: readonly ColumnAlignment[] = [];

  constructor(tag: 'td' | 'th', rendering: MarkdownRendering) {
    this.#tag = tag;
    this.#rendering = rendering;
  }

  /** @param growing Whether the last written cell may continue. */
  show(
    {header, alignments}: TableBlock,
    contents: readonly InlineContent[],
    growing: boolean,
  ): void {
    for (const {node} of this.#cells.splice(header.length)) node.remove();
    const added = document.createDocumentFragment();
    while (this.#cells.length < header.length) {
      added.append(this.#createCell(alignments[this.#cells.length]));
    }
    this.node.append(added);
    for (const [column, cell] of this.#cells.entries()) {
      if (alignments[column] !== this.#alignments[column]) align(cell.node, alignments[column]);
      const content = contents[column] ?? '';
      if (content.length > 0) cell.content ??= new InlineView(cell.node, this.#rendering);
      cell.content?.show(content, growing && column === contents.length - 1);
    }
    this.#alignments = alignments;
  }

  #createCell(alignment: ColumnAlignment): Node {
    const node = document.createElement(this.#tag);
    if (this.#tag === 'th') node.scope = 'col';
    align(node, alignment);
    this.#cells.push({node, content: undefined});
    return node;
  }
}

function align(cell: Element, alignment: ColumnAlignment | undefined): void {
  if (alignment) cell.setAttribute('align', alignment);
  else cell.removeAttribute('align');
}
