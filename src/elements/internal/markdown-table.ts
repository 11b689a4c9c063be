import type {Block, TableBlock} from '../../core/markdown/block.js';
import {createCopyButton} from './markdown-copy.js';
import type {BlockView, Drawing} from './markdown-drawing.js';
import {extend} from './markdown-extend.js';
import {InlineView} from './markdown-inline.js';
import {MarksView} from './markdown-marks.js';

/** What stands on the buttons of a table: names of formats, in every language the same. */
export const tableFaces = ['CSV', 'Markdown'] as const;

type Alignment = TableBlock['alignments'][number];

/** The words of a table by RFC 4180. */
const tableCsv = ({rows}: HTMLTableElement): string =>
  [...rows]
    .map(({cells}) =>
      [...cells]
        .map(({textContent: words}) =>
          /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words,
        )
        .join(),
    )
    .join('\r\n');

/** How Markdown writes the alignment of a column. */
const rule = (alignment: Alignment): string =>
  alignment ? {left: ':--', center: ':-:', right: '--:'}[alignment] : '---';

/** Cells as they were written; the backslash before a pipe was not part of them. */
const tableMarkdown = ({header, alignments, rows}: TableBlock): string =>
  [header, alignments.map(rule), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** A table that scrolls by itself when it is wider than the text. */
export class TableView implements BlockView {
  readonly node = document.createElement('div');
  readonly #drawing: Drawing;
  readonly #scroller = document.createElement('div');
  readonly #table = document.createElement('table');
  readonly #body = document.createElement('tbody');
  readonly #bar = document.createElement('div');
  readonly #head: RowView;
  readonly #rows: RowView[] = [];
  readonly #marks: MarksView;
  readonly #columns: number;
  #block: TableBlock | undefined;

  constructor({header}: TableBlock, drawing: Drawing) {
    this.#drawing = drawing;
    this.#columns = header.length;
    this.#marks = new MarksView(this.node, drawing);
    this.node.className = 'table';
    const scroller = this.#scroller;
    scroller.className = 'wide';
    scroller.part.add('table');
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'group');
    scroller.ariaLabel = drawing.labels.table;
    this.#head = new RowView('th', header.length, drawing);
    const head = document.createElement('thead');
    head.append(this.#head.node);
    this.#table.append(head);
    scroller.append(this.#table);
    this.node.append(scroller);
  }

  show(block: Block): boolean {
    if (block.kind !== 'table' || block.header.length !== this.#columns) return false;
    // Of the table that was shown before, only the last row can have been for show.
    const from = block === this.#block ? Math.max(0, this.#rows.length - 1) : 0;
    this.#block = block;
    const growing = this.#drawing.streaming && !block.done;
    if (from === 0) this.#head.show(block, block.header, growing && block.rows.length === 0);
    for (let at = from; at < block.rows.length; at++) {
      const row = this.#rows[at] ?? new RowView('td', this.#columns, this.#drawing);
      row.show(block, block.rows[at] ?? [], growing && at === block.rows.length - 1);
      // With its words in it: what is on the page already costs more to change.
      if (this.#rows.length === at) this.#body.append(row.node);
      this.#rows[at] = row;
    }
    for (const {node} of this.#rows.splice(block.rows.length)) node.remove();
    if (this.#rows.length === 0) this.#body.remove();
    else if (!this.#body.parentNode) this.#table.append(this.#body);
    this.#marks.show(block.marks);
    if (block.done && !extend(this.node, 'table', block, this.#drawing)) this.#offer();
    return true;
  }

  /** A whole table can be taken along, by buttons below all else. */
  #offer(): void {
    if (this.#bar.childElementCount === 0) this.#fillBar();
    if (this.node.lastChild !== this.#bar) this.node.append(this.#bar);
  }

  #fillBar(): void {
    const drawing = this.#drawing;
    const {copyCsv, copyMarkdown} = drawing.labels;
    const csv = (): string => tableCsv(this.#table);
    const markdown = (): string => (this.#block ? tableMarkdown(this.#block) : '');
    this.#bar.className = 'bar';
    this.#bar.append(
      createCopyButton(csv, drawing, copyCsv, tableFaces[0]),
      createCopyButton(markdown, drawing, copyMarkdown, tableFaces[1]),
    );
  }
}

class RowView {
  readonly node = document.createElement('tr');
  readonly #cells: {readonly node: HTMLTableCellElement; readonly content: InlineView}[] = [];
  #alignments: readonly Alignment[] = [];

  constructor(tag: 'td' | 'th', columns: number, drawing: Drawing) {
    for (let column = 0; column < columns; column++) {
      const node = document.createElement(tag);
      if (tag === 'th') node.scope = 'col';
      this.#cells.push({node, content: new InlineView(node, drawing)});
      this.node.append(node);
    }
  }

  /** @param growing Whether the last of the cells may go on. */
  show({alignments}: TableBlock, cells: readonly string[], growing: boolean): void {
    for (const [column, {node, content}] of this.#cells.entries()) {
      if (alignments[column] !== this.#alignments[column]) align(node, alignments[column]);
      content.show(cells[column] ?? '', growing && column === cells.length - 1);
    }
    this.#alignments = alignments;
  }
}

function align(cell: Element, alignment: Alignment | undefined): void {
  if (alignment) cell.setAttribute('align', alignment);
  else cell.removeAttribute('align');
}
