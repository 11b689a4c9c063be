import type {TemplateResult} from 'lit';
import {html} from '../base/html.js';

/** The limits of the size of the list, and the change by one key press. */
const minSize = 20;
const maxSize = 80;
const keyStep = 5;

/**
 * A separator that resizes the list, by pointer or keyboard. The size has no unit: it is a style property of the parts,
 * which the style sheet multiplies by a length. A pointer therefore changes it in proportion to the rendered length.
 */
export class Separator {
  readonly #orientation: 'vertical' | 'horizontal';
  readonly #property: string;
  readonly #onChange: () => void;
  #size = 55;
  /** The press of a pointer: the place where it began, and the size per pixel at that time. */
  #press:
    {readonly place: number; readonly size: number; readonly sizePerPixel: number} | undefined;

  constructor(orientation: 'vertical' | 'horizontal', property: string, onChange: () => void) {
    this.#orientation = orientation;
    this.#property = property;
    this.#onChange = onChange;
  }

  /** Applies the size. Sets a style property in script, which content security policies allow. */
  apply(parts: HTMLElement | null): void {
    parts?.style.setProperty(this.#property, String(this.#size));
  }

  render(label: string): TemplateResult {
    return html`<div
      class="separator ${this.#orientation}"
      role="separator"
      tabindex="0"
      aria-orientation=${this.#orientation}
      aria-label=${label}
      aria-valuenow=${Math.round(this.#size)}
      aria-valuemin=${minSize}
      aria-valuemax=${maxSize}
      @keydown=${this.#onKeydown}
      @pointerdown=${this.#onPointerdown}
      @pointermove=${this.#onPointermove}
      @lostpointercapture=${() => (this.#press = undefined)}
    ></div>`;
  }

  #resize(size: number): void {
    this.#size = Math.max(minSize, Math.min(maxSize, size));
    this.#onChange();
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const step = keyStep * directionOf(event.currentTarget);
    const sizes: Readonly<Record<string, number>> = {
      Home: minSize,
      End: maxSize,
      ...(this.#orientation === 'vertical'
        ? {ArrowRight: this.#size + step, ArrowLeft: this.#size - step}
        : {ArrowDown: this.#size + keyStep, ArrowUp: this.#size - keyStep}),
    };
    const size = sizes[event.key];
    if (size === undefined) return;
    event.preventDefault();
    this.#resize(size);
  };

  readonly #onPointerdown = (event: PointerEvent): void => {
    const bar = event.currentTarget;
    const list = bar instanceof HTMLElement && bar.parentElement?.firstElementChild;
    if (!list || event.button !== 0) return;
    event.preventDefault();
    bar.focus();
    bar.setPointerCapture(event.pointerId);
    const {width, height} = list.getBoundingClientRect();
    const pixels =
      this.#orientation === 'vertical' ? width * directionOf(event.currentTarget) : height;
    this.#press = {
      place: this.#placeOf(event),
      size: this.#size,
      sizePerPixel: this.#size / pixels,
    };
  };

  readonly #onPointermove = (event: PointerEvent): void => {
    if (!this.#press) return;
    const {place, size, sizePerPixel} = this.#press;
    this.#resize(size + (this.#placeOf(event) - place) * sizePerPixel);
  };

  #placeOf({clientX, clientY}: PointerEvent): number {
    return this.#orientation === 'vertical' ? clientX : clientY;
  }
}

/** 1 if the text of an element runs from left to right, else -1. */
const directionOf = (element: EventTarget | null): 1 | -1 =>
  element instanceof Element && element.matches(':dir(rtl)') ? -1 : 1;
