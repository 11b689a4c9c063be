import {RebuildLoop} from './rebuild-loop.js';
import {isOver, patience, ReplayGate} from './replay-gate.js';
import {Telling} from './telling.js';
import type {RunParts} from './run-parts.js';
import type {Frame, MessageItem} from '../core/index.js';

/** After its last word a stream may stay open this long, in milliseconds: a late frame may still come. */
const linger = 500;

/** Reads one connection to its end, and shows what it tells as soon as that is no less than what is on screen. */
export class Hearing {
  readonly telling: Telling;
  readonly #parts: Pick<RunParts, 'world'>;
  readonly #gate: ReplayGate;
  readonly #loop: RebuildLoop;
  readonly #shown: () => MessageItem | undefined;
  readonly #show: (message: MessageItem) => void;
  readonly #close: () => void;
  #leads = false;
  #message: MessageItem | undefined;
  #callOffLinger: (() => void) | undefined;

  constructor(
    parts: Pick<RunParts, 'item' | 'answers' | 'wire' | 'world' | 'report'>,
    ports: {
      readonly shown: () => MessageItem | undefined;
      readonly show: (message: MessageItem) => void;
      /** Closes the connection. */
      readonly close: () => void;
    },
  ) {
    const {item, answers, wire, world, report} = parts;
    this.telling = new Telling({item, answers, protocol: wire.protocol, report});
    this.#parts = parts;
    this.#gate = new ReplayGate(ports.shown(), world);
    this.#loop = new RebuildLoop(() => this.#flush(), world);
    this.#shown = ports.shown;
    this.#show = ports.show;
    this.#close = ports.close;
  }

  /** The message as this connection tells it, once that is on screen. */
  get message(): MessageItem | undefined {
    return this.#leads ? this.#message : undefined;
  }

  /** Resolves at the end of the stream, or rejects with what broke it off; `onFrame` is called for each frame. */
  async read(frames: AsyncIterable<Frame>, onFrame: () => void): Promise<void> {
    const callOffPatience = this.#parts.world.after(patience, () => this.#loop.request());
    try {
      for await (const frame of frames) {
        this.telling.accept(frame);
        onFrame();
        this.#loop.request();
      }
    } finally {
      callOffPatience();
      this.#loop.now();
      this.#callOffLinger?.();
    }
  }

  #flush(): void {
    let message = this.telling.flush();
    if (!message) return;
    if (!this.#leads) {
      if (!this.#gate.passes(message)) return;
      this.#leads = true;
      const shown = this.#shown();
      if (shown) message = this.telling.resemble(shown) ?? message;
    }
    this.#message = message;
    this.#show(message);
    if (isOver(message)) this.#callOffLinger ??= this.#parts.world.after(linger, this.#close);
  }
}
