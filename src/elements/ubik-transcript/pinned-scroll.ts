import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {selectedIn} from '../shared/selection.js';

/** So near the end, in pixels, the reader is at the end. */
const nearTheEnd = 24;

/** So long after a wheel or a touch the scroll that it asked for has begun: milliseconds. */
const grace = 250;

const upwards = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Keeps the end of a growing box in view while the reader is there, and lets go at the reader's first wheel, touch, key
 * or selection. The reader's wish is read from input, before anything has moved, and from scrolling upwards, which is
 * never ours.
 */
export class PinnedScroll implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer: ResizeObserver | undefined;
  #scroller: HTMLElement | undefined;
  #listening: AbortController | undefined;
  #following = true;
  #hold: (() => void) | undefined;
  #selecting = false;
  /** Whether the reader has asked to go up since the end was last reached. */
  #asked = false;
  #wish: ReturnType<typeof setTimeout> | undefined;
  #touchY = 0;
  /** What the reader has in view, and where; only for engines that do not keep it there themselves. */
  #place: {readonly node: Element; readonly top: number} | undefined;
  #top = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    this.#observer =
      typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#follow());
    host.addController(this);
  }

  /** Whether the end is being kept in view. */
  get following(): boolean {
    return this.#following;
  }

  /** Takes the box that scrolls and what grows in it. */
  observe(scroller: HTMLElement, content: HTMLElement): void {
    this.release();
    this.#scroller = scroller;
    this.#top = 0;
    this.#anchor();
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
    this.#follow();
  }

  hostDisconnected(): void {
    this.release();
  }

  /** Lets go of the box altogether. */
  release(): void {
    this.#observer?.disconnect();
    this.#listening?.abort();
    clearTimeout(this.#wish);
    this.#scroller = undefined;
  }

  /** Keeps another place in view than the end, until the reader moves: `go` goes there. */
  hold(go: () => void): void {
    this.#set(false);
    this.#hold = go;
    go();
  }

  /** Goes to the end and follows it again, by the user's wish. */
  toEnd(): void {
    this.#selecting = false;
    this.#asked = false;
    this.#hold = undefined;
    this.#top = 0;
    this.#set(true);
    this.#follow();
  }

  /** Pixels between what is in view and the end. */
  get #fromEnd(): number {
    const box = this.#scroller;
    return box ? box.scrollHeight - box.scrollTop - box.clientHeight : 0;
  }

  /** A box that has gone up was scrolled by the reader. */
  get #wentUp(): boolean {
    return (this.#scroller?.scrollTop ?? 0) < this.#top - 1 && this.#fromEnd > 1;
  }

  /** After each change of size, when the layout is known. */
  #follow(): void {
    const box = this.#scroller;
    this.#hold?.();
    this.#stay();
    if (!box || !this.#following || this.#selecting) return;
    if (this.#wentUp) {
      this.#set(false);
      return;
    }
    box.scrollTop = box.scrollHeight;
    this.#top = box.scrollTop;
  }

  /** What was in view is there again, whatever came or grew above it. */
  #stay(): void {
    const box = this.#scroller;
    if (!box || this.#following || this.#hold) return;
    if (!this.#place) {
      this.#mark(box); // What the reader came to was not drawn yet.
      return;
    }
    const {node, top} = this.#place;
    box.scrollTop += node.getBoundingClientRect().top - top;
    this.#top = box.scrollTop;
  }

  /** The first turn some way below the top; between two of them there is none. */
  #mark(box: HTMLElement): void {
    if (CSS.supports('overflow-anchor', 'auto') || !box.isConnected) return;
    const {left, top, width} = box.getBoundingClientRect();
    const root = box.getRootNode() as Document | ShadowRoot;
    const node = [40, 80]
      .map(below => root.elementFromPoint(left + width / 2, top + below)?.closest('[role=article]'))
      .find(turn => turn && box.contains(turn));
    this.#place = node ? {node, top: node.getBoundingClientRect().top} : undefined;
  }

  #set(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#anchor();
    this.#host.requestUpdate();
  }

  /** The engine keeps the reader's place only where we do not: two of them would pull. */
  #anchor(): void {
    this.#scroller?.style.setProperty('overflow-anchor', this.#following ? 'none' : 'auto');
  }

  /**
   * Lets go at once. A wheel that scrolled something else (a table, a log) leaves the box where it was: then the wish
   * was not about this box, and it follows again.
   */
  #letGo(): void {
    const box = this.#scroller;
    this.#hold = undefined;
    if (!box || !this.#following) return;
    const before = this.#top; // Not where it is now: the wheel may have moved it before it told us.
    this.#asked = true;
    this.#set(false);
    clearTimeout(this.#wish);
    this.#wish = setTimeout(() => {
      if (box.scrollTop < before) return;
      this.#top = 0;
      this.#set(true);
      this.#follow();
    }, grace);
  }

  readonly #onWheel = (event: WheelEvent) => {
    this.#hold = undefined;
    if (event.deltaY < 0) this.#letGo();
  };

  readonly #onTouchstart = (event: TouchEvent) => {
    this.#touchY = event.touches[0]?.clientY ?? 0;
  };

  readonly #onTouchmove = (event: TouchEvent) => {
    this.#hold = undefined;
    if ((event.touches[0]?.clientY ?? 0) > this.#touchY) this.#letGo();
  };

  readonly #onKeydown = (event: KeyboardEvent) => {
    this.#hold = undefined;
    if (upwards.has(event.key) || (event.key === ' ' && event.shiftKey)) this.#letGo();
  };

  /** A press on the scroll bar itself, which no other event tells. */
  readonly #onPointerdown = (event: PointerEvent) => {
    if (event.target === this.#scroller) this.#letGo();
  };

  /**
   * Back at the end, by a scroll downwards: the first pixels of the way up are near the end too. While the end is being
   * followed nothing is asked here, because asking would lay the page out twice a frame; unless the reader has asked to
   * go up, and a busy page began with it only after the time that we give.
   */
  readonly #onScroll = () => {
    const box = this.#scroller;
    if (!box) return;
    if (this.#following) {
      if (this.#asked && this.#wentUp) this.#set(false);
      return;
    }
    if (box.scrollTop < this.#top) clearTimeout(this.#wish); // It was about this box.
    const down = box.scrollTop > this.#top && !this.#hold;
    this.#top = box.scrollTop;
    this.#mark(box);
    if (!down || this.#fromEnd > nearTheEnd) return;
    this.#asked = false;
    this.#set(true);
  };

  readonly #onSelection = () => {
    const box = this.#scroller;
    const range = box && selectedIn(box.getRootNode());
    this.#selecting = Boolean(range && !range.collapsed && box.contains(range.startContainer));
  };
}
