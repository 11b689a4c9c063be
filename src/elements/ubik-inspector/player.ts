import type {TimedFrame} from '../../core/recording/frames.js';

/** The longest pause during playback, in milliseconds; longer ones are cut to this. */
const LONGEST = 2000;

/** Plays frames in recorded time, multiplied by a speed. Reports the number of frames once per animation frame. */
export class Player {
  readonly #tell: (count: number) => void;
  #frames: readonly TimedFrame[] = [];
  #count = 0;
  #credit = 0;
  #before: number | undefined;
  #request: number | undefined;

  /** The factor of the speed; 1 is the recorded speed. */
  speed = 1;

  constructor(tell: (count: number) => void) {
    this.#tell = tell;
  }

  get playing(): boolean {
    return this.#request !== undefined;
  }

  /** Plays from the position after `count` frames. */
  play(frames: readonly TimedFrame[], count: number): void {
    this.pause();
    this.#frames = frames;
    this.#count = count;
    this.#credit = 0;
    this.#before = undefined;
    this.#request = requestAnimationFrame(this.#onFrame);
  }

  pause(): void {
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#request = undefined;
  }

  readonly #onFrame = (now: number): void => {
    this.#credit += (now - (this.#before ?? now)) * this.speed;
    this.#before = now;
    const from = this.#count;
    while (this.#count < this.#frames.length && this.#gap <= this.#credit) {
      this.#credit -= this.#gap;
      this.#count++;
    }
    const isOver = this.#count >= this.#frames.length;
    this.#request = isOver ? undefined : requestAnimationFrame(this.#onFrame);
    if (this.#count !== from || isOver) this.#tell(this.#count);
  };

  /** Milliseconds between the last played frame and the next one. */
  get #gap(): number {
    const next = this.#frames[this.#count]?.at ?? 0;
    const last = this.#frames[this.#count - 1]?.at ?? next;
    return Math.min(LONGEST, Math.max(0, next - last));
  }
}
