import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {selectedIn} from '../shared/selection.js';

/** Within this distance of the end, in pixels, the reader counts as being at the end. */
const endTolerancePx = 24;

/** How long after a wheel or touch event its scroll starts at the latest: milliseconds. */
const scrollStartMs = 250;

const upwardKeys = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Keeps the end of a growing scroll container in view while the reader is at the end.
 *
 * There are three modes: following the end, holding a position (`hold`), and free scrolling. A `ResizeObserver` scrolls
 * to the end after each change of size while following. Input of the reader (wheel, touch, key, press on the scroll bar)
 * ends following at once, before the browser has scrolled, so that growing content does not fight the reader. Scrolling
 * upwards ends it too, because this controller never scrolls upwards while following. If the container has not moved
 * shortly after the input, the input scrolled something inside of it, and following resumes. Scrolling down to the end
 * also resumes it. While following is off the browser's scroll anchoring keeps the position; engines without it get a
 * saved anchor turn instead.
 */
export class PinnedScroll implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer: ResizeObserver | undefined;
  #scroller: HTMLElement | undefined;
  #listening: AbortController | undefined;
  #following = true;
  #hold: (() => void) | undefined;
  #selecting = false;
  /** Whether the reader has tried to scroll up since the end was last reached. */
  #userScrolled = false;
  #resumeTimer: ReturnType<typeof setTimeout> | undefined;
  #touchY = 0;
  /** The turn in view and its position; only for engines without scroll anchoring. */
  #anchor: {readonly node: Element; readonly top: number} | undefined;
  #lastTop = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    this.#observer =
      typeof ResizeObserver === 'undefined'
        ? undefined
        : new ResizeObserver(() => this.#scrollToEnd());
    host.addController(this);
  }

  /** Whether the end is kept in view. */
  get following(): boolean {
    return this.#following;
  }

  /** Starts observing the scroll container and its growing content. */
  observe(scroller: HTMLElement, content: HTMLElement): void {
    this.release();
    this.#scroller = scroller;
    this.#lastTop = 0;
    this.#setBrowserAnchoring();
    this.#observer?.observe(scroller);
    this.#observer?.observe(content);
    this.#listening = new AbortController();
    const passive = {passive: true, signal: this.#listening.signal};
    scroller.addEventListener('wheel', this.#onWheel, passive);
    scroller.addEventListener('touchstart', this.#onTouchstart, passive);
    scroller.addEventListener('touchmove', this.#onTouchmove, passive);
    scroller.addEventListener('keydown', this.#onKeydown, passive);
    scroller.addEventListener('pointerdown', this.#onPointerdown, passive);
    scroller.addEventListener('scroll', this.#onScroll, passive);
    document.addEventListener('selectionchange', this.#onSelection, passive);
    this.#scrollToEnd();
  }

  hostDisconnected(): void {
    this.release();
  }

  /** Stops observing. */
  release(): void {
    this.#observer?.disconnect();
    this.#listening?.abort();
    clearTimeout(this.#resumeTimer);
    this.#scroller = undefined;
  }

  /** Keeps a position other than the end in view until the reader scrolls; `go` scrolls there. */
  hold(go: () => void): void {
    this.#setFollowing(false);
    this.#hold = go;
    go();
  }

  /** Scrolls to the end and follows it again, on request of the user. */
  pin(): void {
    this.#selecting = false;
    this.#userScrolled = false;
    this.#hold = undefined;
    this.#lastTop = 0;
    this.#setFollowing(true);
    this.#scrollToEnd();
  }

  /** Pixels between the visible area and the end. */
  get #distanceToEnd(): number {
    const box = this.#scroller;
    return box ? box.scrollHeight - box.scrollTop - box.clientHeight : 0;
  }

  /** Whether the container moved up, which only the reader causes. */
  get #movedUp(): boolean {
    return (this.#scroller?.scrollTop ?? 0) < this.#lastTop - 1 && this.#distanceToEnd > 1;
  }

  /** Called after each change of size, when the layout is known. */
  #scrollToEnd(): void {
    const box = this.#scroller;
    this.#hold?.();
    this.#restoreAnchor();
    if (!box || !this.#following || this.#selecting) return;
    if (this.#movedUp) {
      this.#setFollowing(false);
      return;
    }
    box.scrollTop = box.scrollHeight;
    this.#lastTop = box.scrollTop;
  }

  /** Restores the position of the anchor turn after content above it has changed. */
  #restoreAnchor(): void {
    const box = this.#scroller;
    if (!box || this.#following || this.#hold) return;
    if (!this.#anchor) {
      this.#saveAnchor(box); // The turn had not been rendered yet.
      return;
    }
    const {node, top} = this.#anchor;
    box.scrollTop += node.getBoundingClientRect().top - top;
    this.#lastTop = box.scrollTop;
  }

  /** Saves the first turn a little below the top as the anchor. Two points are tested: one may be between turns. */
  #saveAnchor(box: HTMLElement): void {
    if (CSS.supports('overflow-anchor', 'auto') || !box.isConnected) return;
    const {left, top, width} = box.getBoundingClientRect();
    const root = box.getRootNode() as Document | ShadowRoot;
    const node = [40, 80]
      .map(below => root.elementFromPoint(left + width / 2, top + below)?.closest('[role=article]'))
      .find(turn => turn && box.contains(turn));
    this.#anchor = node ? {node, top: node.getBoundingClientRect().top} : undefined;
  }

  #setFollowing(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#setBrowserAnchoring();
    this.#host.requestUpdate();
  }

  /** Enables the browser's scroll anchoring only while not following: both at once would conflict. */
  #setBrowserAnchoring(): void {
    this.#scroller?.style.setProperty('overflow-anchor', this.#following ? 'none' : 'auto');
  }

  /**
   * Stops following at once. A wheel event that scrolled something inside (a table, a log) leaves the container where
   * it was: then following resumes.
   */
  #unpin(): void {
    const box = this.#scroller;
    this.#hold = undefined;
    if (!box || !this.#following) return;
    const before = this.#lastTop; // Not the current position: the wheel may have scrolled before its event arrived.
    this.#userScrolled = true;
    this.#setFollowing(false);
    clearTimeout(this.#resumeTimer);
    this.#resumeTimer = setTimeout(() => {
      if (box.scrollTop < before) return;
      this.#lastTop = 0;
      this.#setFollowing(true);
      this.#scrollToEnd();
    }, scrollStartMs);
  }

  readonly #onWheel = (event: WheelEvent) => {
    this.#hold = undefined;
    if (event.deltaY < 0) this.#unpin();
  };

  readonly #onTouchstart = (event: TouchEvent) => {
    this.#touchY = event.touches[0]?.clientY ?? 0;
  };

  readonly #onTouchmove = (event: TouchEvent) => {
    this.#hold = undefined;
    if ((event.touches[0]?.clientY ?? 0) > this.#touchY) this.#unpin();
  };

  readonly #onKeydown = (event: KeyboardEvent) => {
    this.#hold = undefined;
    if (upwardKeys.has(event.key) || (event.key === ' ' && event.shiftKey)) this.#unpin();
  };

  /** A press on the scroll bar, which no other event reports. */
  readonly #onPointerdown = (event: PointerEvent) => {
    if (event.target === this.#scroller) this.#unpin();
  };

  /**
   * Resumes following when the reader scrolls down to the end. Only downwards, because the first pixels of the way up are
   * near the end too. While following, nothing is measured here, because that would force a second layout per frame,
   * unless the reader has tried to scroll up and a busy page started the scroll late.
   */
  readonly #onScroll = () => {
    const box = this.#scroller;
    if (!box) return;
    if (this.#following) {
      if (this.#userScrolled && this.#movedUp) this.#setFollowing(false);
      return;
    }
    if (box.scrollTop < this.#lastTop) clearTimeout(this.#resumeTimer); // The input did scroll this container.
    const down = box.scrollTop > this.#lastTop && !this.#hold;
    this.#lastTop = box.scrollTop;
    this.#saveAnchor(box);
    if (!down || this.#distanceToEnd > endTolerancePx) return;
    this.#userScrolled = false;
    this.#setFollowing(true);
  };

  readonly #onSelection = () => {
    const box = this.#scroller;
    const range = box && selectedIn(box.getRootNode());
    this.#selecting = Boolean(range && !range.collapsed && box.contains(range.startContainer));
  };
}
