import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Assumed height of a row in pixels, until one is measured. */
const assumedRowPx = 28;
/** Rows rendered above and below the visible ones. */
const overscanRows = 6;

/** Virtualizes a list: only the visible rows and a few more are rendered. */
export class WindowedRows implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #scroller: HTMLElement | undefined;
  #rowHeight = assumedRowPx;
  #viewportHeight = 0;
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

  /** Observes the scroll container. */
  watch(scroller: HTMLElement | null): void {
    if (!scroller || scroller === this.#scroller) return;
    this.hostDisconnected();
    this.#scroller = scroller;
    scroller.addEventListener('scroll', this.#onScroll, {passive: true});
    this.#observer.observe(scroller);
  }

  /** The range of rows to render, of `count` rows. */
  range(count: number): readonly [from: number, to: number] {
    const visible = Math.ceil(this.#viewportHeight / this.#rowHeight) + 2 * overscanRows;
    const from = Math.max(0, Math.min(this.#first - overscanRows, count - visible));
    return [from, Math.min(count, from + visible)];
  }

  /** The number of rows of a page. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#viewportHeight / this.#rowHeight) - 1);
  }

  /** Positions the rendered rows. Sets style properties in script, which content security policies allow. */
  position(rows: HTMLElement | null, from: number, count: number): void {
    if (!rows) return;
    const {height = this.#rowHeight} =
      rows.querySelector('[role=row]')?.getBoundingClientRect() ?? {};
    if (height > 0 && height !== this.#rowHeight) {
      this.#rowHeight = height;
      this.#host.requestUpdate();
    }
    rows.style.paddingBlockStart = `${from * this.#rowHeight}px`;
    rows.style.blockSize = `${count * this.#rowHeight}px`;
  }

  /** Scrolls a row into view. */
  reveal(row: number): void {
    const box = this.#scroller;
    if (!box || row < 0) return;
    const top = row * this.#rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    const bottom = top + 2 * this.#rowHeight; // The header row is above the rows.
    if (bottom > box.scrollTop + this.#viewportHeight)
      box.scrollTop = bottom - this.#viewportHeight;
    this.#onScroll();
  }

  readonly #onScroll = (): void => {
    const first = Math.floor((this.#scroller?.scrollTop ?? 0) / this.#rowHeight);
    if (first === this.#first) return;
    this.#first = first;
    this.#host.requestUpdate();
  };

  #measure(): void {
    const height = this.#scroller?.clientHeight ?? 0;
    if (height === this.#viewportHeight) return;
    this.#viewportHeight = height;
    this.#host.requestUpdate();
  }
}
