import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Pixels of a row until one was measured. */
const GUESS = 28;
/** Rows that are drawn above and below what is seen. */
const SPARE = 6;

/** The part of a long list that is seen, and a few rows more: what is drawn is the same few nodes, however long it is. */
export class WindowedRows implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #scroller: HTMLElement | undefined;
  #height = GUESS;
  #seen = 0;
  #first = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#scroller?.removeEventListener('scroll', this.#onScroll);
    this.#scroller = undefined;
  }

  /** Watches the box that scrolls. */
  watch(scroller: HTMLElement | null): void {
    if (!scroller || scroller === this.#scroller) return;
    this.hostDisconnected();
    this.#scroller = scroller;
    scroller.addEventListener('scroll', this.#onScroll, {passive: true});
    this.#observer.observe(scroller);
  }

  /** The rows to draw of so many, from and up to. */
  range(count: number): readonly [from: number, to: number] {
    const visible = Math.ceil(this.#seen / this.#height) + 2 * SPARE;
    const from = Math.max(0, Math.min(this.#first - SPARE, count - visible));
    return [from, Math.min(count, from + visible)];
  }

  /** How many rows are seen at once. */
  get page(): number {
    return Math.max(1, Math.floor(this.#seen / this.#height) - 1);
  }

  /** Gives the drawn rows their place among all; by the style's own interface, which no policy of a page forbids. */
  place(rows: HTMLElement | null, from: number, count: number): void {
    if (!rows) return;
    const {height = this.#height} = rows.querySelector('[role=row]')?.getBoundingClientRect() ?? {};
    if (height > 0 && height !== this.#height) {
      this.#height = height;
      this.#host.requestUpdate();
    }
    rows.style.paddingBlockStart = `${from * this.#height}px`;
    rows.style.blockSize = `${count * this.#height}px`;
  }

  /** Brings a row into view. */
  reveal(row: number): void {
    const box = this.#scroller;
    if (!box) return;
    const top = row * this.#height;
    if (top < box.scrollTop) box.scrollTop = top;
    const bottom = top + 2 * this.#height; // Above the rows stand their headings.
    if (bottom > box.scrollTop + this.#seen) box.scrollTop = bottom - this.#seen;
    this.#onScroll();
  }

  readonly #onScroll = (): void => {
    const first = Math.floor((this.#scroller?.scrollTop ?? 0) / this.#height);
    if (first === this.#first) return;
    this.#first = first;
    this.#host.requestUpdate();
  };

  #measure(): void {
    const seen = this.#scroller?.clientHeight ?? 0;
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#host.requestUpdate();
  }
}
