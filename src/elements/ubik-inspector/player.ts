import type {TimedFrame} from '../../core/recording/frames.js';

/** The longest pause during playback, in milliseconds; longer ones are cut to this. */
const maxPauseMs = 2000;

/** Plays frames in recorded time, multiplied by a speed. Reports the number of frames once per animation frame. */
export class Player {
  readonly #onPosition: (count: number) => void;
  #frames: readonly TimedFrame[] = [];
  #count = 0;
  #elapsed = 0;
  #lastTime: number | undefined;
  #request: number | undefined;

  /** The factor of the speed; 1 is the recorded speed. */
  speed = 1;

  constructor(onPosition: (count: number) => void) {
    this.#onPosition = onPosition;
  }

  get playing(): boolean {
    return this.#request !== undefined;
  }

  /** Plays from the position after `count` frames. */
  play(frames: readonly TimedFrame[], count: number): void {
    this.pause();
    this.#frames = frames;
    this.#count = count;
    this.#elapsed = 0;
    this.#lastTime = undefined;
    this.#request = requestAnimationFrame(this.#onFrame);
  }

  pause(): void {
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#request = undefined;
  }

  readonly #onFrame = (now: number): void => {
    this.#elapsed += (now - (this.#lastTime ?? now)) * this.speed;
    this.#lastTime = now;
    const from = this.#count;
    while (this.#count < this.#frames.length && this.#gap <= this.#elapsed) {
      this.#elapsed -= this.#gap;
      this.#count++;
    }
    const isOver = this.#count >= this.#frames.length;
    this.#request = isOver ? undefined : requestAnimationFrame(this.#onFrame);
    if (this.#count !== from || isOver) this.#onPosition(this.#count);
  };

  /** Milliseconds between the last played frame and the next one. */
  get #gap(): number {
    const next = this.#frames[this.#count]?.at ?? 0;
    const last = this.#frames[this.#count - 1]?.at ?? next;
    return Math.min(maxPauseMs, Math.max(0, next - last));
  }
}
