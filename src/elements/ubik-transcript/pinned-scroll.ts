import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {ScrollAnchor, topIn} from './scroll-anchor.js';
import {selectedIn} from '../shared/input/selection.js';

/** Within this distance of the end, in pixels, the reader counts as being at the end. */
const endTolerancePx = 24;

/** How long after a wheel or touch event its scroll starts at the latest: milliseconds. */
const scrollStartMs = 250;

/** Returns a function that returns the scroll position of the limit in pixels; `undefined` while there is none. */
export type ScrollLimit = () => (() => number) | undefined;

/** Whether the user writes text in it. */
export const isTextField = (target: EventTarget | undefined): target is HTMLElement =>
  target instanceof HTMLElement &&
  target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])');

const upwardKeys = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * Keeps the end of a growing scroll container in view while the reader is at the end.
 *
 * There are three modes: following the end, holding a position (`hold`), and free scrolling. Following turns into
 * holding where following further would scroll the start of an answer out of view (`holdAt`), and for questions
 * (`interrupt`). A `ResizeObserver` scrolls to the end after each change of size while following. Input of the reader
 * (wheel, touch, key, press on the scroll bar) ends following at once, before the browser has scrolled, so that growing
 * content does not fight the reader. Scrolling upwards ends it too, because this controller never scrolls upwards while
 * following. If the container has not moved shortly after the input, the input scrolled something inside of it, and
 * following resumes. Scrolling down to the end also resumes it. While following is off the browser's scroll anchoring
 * keeps the position; engines without it get a saved anchor turn instead.
 */
export class PinnedScroll implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer: ResizeObserver | undefined;
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  /** The sizes of the container and of its content at the last adjustment. */
  #sizes = '';
  #frame = 0;
  #listening: AbortController | undefined;
  #following = true;
  #hold: (() => void) | undefined;
  /** Whether the reader has not scrolled since a position was held. */
  #isStill = false;
  #limit: ScrollLimit | undefined;
  /** Whether the limit is being held. */
  #isAtLimit = false;
  #interrupted = false;
  #isAway = false;
  #selecting = false;
  /** Whether the reader has tried to scroll up since the end was last reached. */
  #userScrolled = false;
  /** Whether a scroll event has reported a position above the last one that this controller has set. */
  #scrolled = false;
  #resumeTimer: ReturnType<typeof setTimeout> | undefined;
  #touchY = 0;
  /** The turn in view, while the reader scrolls freely. */
  readonly #anchor = new ScrollAnchor();
  /** The position to return to: a browser forgets it when the container leaves the document. */
  #returnTo: number | undefined;
  #lastTop = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    this.#observer =
      typeof ResizeObserver === 'undefined'
        ? undefined
        : new ResizeObserver(() => this.#onResize());
    host.addController(this);
  }

  /** Whether the end is kept in view. */
  get following(): boolean {
    return this.#following;
  }

  /** Whether the end is neither followed nor, while a position is held or until the reader scrolls then, in view. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Whether the reader scrolls freely: neither the end is followed nor a position held. */
  get isFree(): boolean {
    return !this.#following && !this.#hold;
  }

  /** Whether the end will be followed again when `resume` is called. */
  get isInterrupted(): boolean {
    return this.#interrupted;
  }

  /** Starts observing the scroll container and its growing content. */
  observe(scroller: HTMLElement, content: HTMLElement): void {
    this.release();
    this.#scroller = scroller;
    this.#content = content;
    this.#sizes = '';
    this.#lastTop = this.#returnTo ?? 0;
    this.#setBrowserAnchoring();
    this.#observeSizes();
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

  /** Stops observing. Where the reader scrolls freely, the position is kept for the next container. */
  release(): void {
    if (this.#scroller && this.isFree) this.#returnTo = this.#lastTop;
    this.#observer?.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#listening?.abort();
    clearTimeout(this.#resumeTimer);
    this.#scroller = undefined;
    this.#content = undefined;
  }

  /** Keeps a position other than the end in view until the reader scrolls; `go` scrolls there. */
  hold(go: () => void): void {
    this.#isAtLimit = false;
    this.#hold = go;
    this.#isStill = true;
    this.#setFollowing(false);
    go();
    this.#showAway();
  }

  /** Keeps an element where it is in the view until the reader scrolls or the element disappears. */
  keepInPlace(element: Element): void {
    const box = this.#scroller;
    if (!box) return;
    const top = topIn(box, element);
    this.hold(() => {
      if (element.getClientRects().length === 0) this.#hold = undefined;
      else if (this.#scroller) this.#scroller.scrollTop += topIn(this.#scroller, element) - top;
    });
  }

  /** Keeps an element in view instead of the end, until the reader scrolls or the element disappears. */
  keepInView(element: Element): void {
    if (!this.#following) return;
    this.hold(() => {
      if (element.getClientRects().length === 0) this.pin();
      else element.scrollIntoView({block: 'nearest'});
    });
  }

  /**
   * From now on following does not scroll beyond the limit: it holds the limit until the reader scrolls. A limit above the
   * current position has no effect, because following never scrolls upwards, unless more than a view of new content
   * arrives at once, which the reader would otherwise not see from its beginning (a whole answer while work is folded).
   */
  holdAt(limit: ScrollLimit): void {
    this.#limit = limit;
  }

  /**
   * Holds a position instead of the end or the limit. Nothing happens if the reader has scrolled. A key ends holding, such as
   * one that moves the focus, but only scrolling ends the interruption.
   */
  interrupt(go: () => void): void {
    this.#interrupted = this.#following || this.#isAtLimit;
    this.#limit = undefined;
    if (this.#interrupted) this.hold(go);
  }

  /** Follows the end again after `interrupt`, unless the reader has scrolled. */
  resume(): void {
    if (this.#interrupted) this.pin();
  }

  /** Scrolls to the end and follows it again, on request of the user. */
  pin(): void {
    this.#selecting = false;
    this.#userScrolled = false;
    this.#interrupted = false;
    this.#release();
    this.#limit = undefined;
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

  /** Ends holding a position. */
  #release(isStill = false): void {
    this.#hold = undefined;
    this.#isStill &&= isStill;
    this.#isAtLimit = false;
    this.#showAway();
  }

  #observeSizes(): void {
    for (const element of [this.#scroller, this.#content])
      if (element) this.#observer?.observe(element);
  }

  /**
   * Adjusts the position after a change of size, when the layout is known, once per frame: scrolling lays out content that
   * was skipped out of view, which changes the size again. Browsers report a second change in the same frame as an error
   * of the page. The next frame adjusts to it, because an observation starts with a notification.
   */
  #onResize(): void {
    const sizes = this.#readSizes();
    if (sizes === this.#sizes) return;
    this.#sizes = sizes;
    this.#scrollToEnd();
    this.#observer?.disconnect();
    this.#frame = requestAnimationFrame(() => this.#observeSizes());
  }

  #readSizes(): string {
    const {clientWidth, clientHeight, scrollHeight} = this.#scroller ?? {};
    return [clientWidth, clientHeight, scrollHeight].join();
  }

  #scrollToEnd(): void {
    this.#adjust();
    this.#showAway();
  }

  #showAway(): void {
    const isAway = !this.#following && (!this.#isStill || this.#distanceToEnd > endTolerancePx);
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#host.requestUpdate();
  }

  /** Whether scrolling to the end would exceed the limit; holds the limit then. */
  #reachesLimit(box: HTMLElement): boolean {
    const position = this.#limit?.();
    if (!position) return false;
    const limit = position();
    if (box.scrollHeight - box.clientHeight <= limit) return false;
    if (box.scrollTop > limit + 1 && this.#distanceToEnd <= box.clientHeight) return false;
    this.hold(() => {
      box.scrollTop = position();
    });
    this.#isAtLimit = true;
    return true;
  }

  #adjust(): void {
    const box = this.#scroller;
    this.#hold?.();
    this.#return();
    this.#restoreAnchor();
    if (!box || !this.#following || this.#selecting) return;
    // The event of a scroll comes before this call. Without one the container was only shorter for a moment: WebKit then
    // moves the position when a script measures something.
    if (this.#movedUp && this.#scrolled) {
      this.#leaveEnd(box);
      return;
    }
    if (!this.#reachesLimit(box)) box.scrollTop = box.scrollHeight;
    this.#scrolled = false;
    this.#lastTop = box.scrollTop;
  }

  /** Returns to the position that the reader had before the container left the document, once it is displayed again. */
  #return(): void {
    const box = this.#scroller;
    if (!box || this.#returnTo === undefined || box.clientHeight === 0) return;
    if (this.isFree) {
      box.scrollTop = this.#returnTo;
      this.#lastTop = box.scrollTop;
      this.#keepAnchor(box);
    }
    this.#returnTo = undefined;
  }

  /** Restores the position of the anchor turn after content above it has changed, where the browser does not. */
  #restoreAnchor(): void {
    const box = this.#scroller;
    if (!box || this.#following || this.#hold || CSS.supports('overflow-anchor', 'auto')) return;
    if (this.#anchor.isSaved) this.#keepAnchor(box);
    else this.#anchor.save(box); // The turn had not been rendered yet.
  }

  #keepAnchor(box: HTMLElement): void {
    if (this.#anchor.restore(box)) this.#lastTop = box.scrollTop;
  }

  #setFollowing(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#setBrowserAnchoring();
    this.#showAway();
    this.#host.requestUpdate();
  }

  /** Stops following after the container has moved, and keeps the position where it is now. */
  #leaveEnd(box: HTMLElement): void {
    this.#setFollowing(false);
    this.#lastTop = box.scrollTop;
    this.#anchor.save(box);
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
    this.#interrupted = false;
    this.#release();
    if (!box || !this.#following) return;
    this.#userScrolled = true;
    clearTimeout(this.#resumeTimer);
    if (this.#movedUp) {
      this.#leaveEnd(box); // The scroll has come before the event of the wheel.
      return;
    }
    const before = this.#lastTop;
    this.#setFollowing(false);
    this.#resumeTimer = setTimeout(() => {
      if (box.scrollTop < before) return;
      this.#lastTop = 0;
      this.#setFollowing(true);
      this.#scrollToEnd();
    }, scrollStartMs);
  }

  readonly #onWheel = (event: WheelEvent) => {
    this.#interrupted = false;
    this.#release();
    if (event.deltaY < 0) this.#unpin();
  };

  readonly #onTouchstart = (event: TouchEvent) => {
    this.#touchY = event.touches[0]?.clientY ?? 0;
  };

  readonly #onTouchmove = (event: TouchEvent) => {
    this.#interrupted = false;
    this.#release();
    if ((event.touches[0]?.clientY ?? 0) > this.#touchY) this.#unpin();
  };

  readonly #onKeydown = (event: KeyboardEvent) => {
    const [target] = event.composedPath();
    // Keys that write, or move the caret of a field, do not scroll.
    if (event.key !== 'Tab' && isTextField(target)) return;
    this.#release(true);
    if (upwardKeys.has(event.key) || (event.key === ' ' && event.shiftKey)) this.#unpin();
  };

  /** A press on the scroll bar, which no other event reports. */
  readonly #onPointerdown = (event: PointerEvent) => {
    if (event.target === this.#scroller) this.#unpin();
  };

  /**
   * Resumes following when the reader scrolls down to the end. Only downwards, because the first pixels of the way up are
   * near the end too. While following, only the position is read, at the start of a frame, when the layout is known. Sizes
   * are measured only if it has moved up. If they have changed too, and it has moved by less than a view, the browser has
   * moved it, because content was shorter for a moment (WebKit does so when it lays out turns that were out of view).
   */
  readonly #onScroll = () => {
    const box = this.#scroller;
    if (!box) return;
    if (this.#following) {
      const isFar = box.scrollTop < this.#lastTop - box.clientHeight;
      this.#scrolled ||= this.#movedUp && (isFar || this.#readSizes() === this.#sizes);
      if (this.#userScrolled && this.#movedUp) this.#leaveEnd(box);
      return;
    }
    if (box.scrollTop < this.#lastTop) clearTimeout(this.#resumeTimer); // The input did scroll this container.
    const down = box.scrollTop > this.#lastTop && !this.#hold;
    this.#lastTop = box.scrollTop;
    this.#anchor.save(box);
    if (!down || this.#distanceToEnd > endTolerancePx) return;
    this.#userScrolled = false;
    const limit = this.#limit?.()?.() ?? Infinity;
    if (box.scrollTop > limit + 1) this.#limit = undefined; // The reader has scrolled beyond it.
    this.#setFollowing(true);
  };

  readonly #onSelection = () => {
    const box = this.#scroller;
    // A caret in a nested shadow tree is seen from here as a range around the host of that tree.
    const isRange = document.getSelection()?.type === 'Range';
    const range = box && isRange ? selectedIn(box.getRootNode()) : undefined;
    this.#selecting = Boolean(range && !range.collapsed && box?.contains(range.startContainer));
  };
}
