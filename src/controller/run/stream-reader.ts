import {RebuildLoop} from './rebuild-loop.js';
import {isOver, replayTimeoutMs, ReplayGate} from './replay-gate.js';
import type {IdleTimer} from '../http/idle-timer.js';
import {RunProjection} from './run-projection.js';
import type {RunParts} from './run-types.js';
import type {Frame} from '../../core/sse/frame.js';
import type {MessageItem} from '../../core/model/item.js';

/** After its last word a stream may stay open this long, in milliseconds: a late frame may still come. */
const drainMs = 500;

export interface StreamResult {
  readonly frames: number;
  readonly error: unknown;
}

/** Reads one connection to its end, and shows what it tells as soon as that is no less than what is on screen. */
export class StreamReader {
  readonly projection: RunProjection;
  readonly #parts: Pick<RunParts, 'environment'>;
  readonly #gate: ReplayGate;
  readonly #loop: RebuildLoop;
  readonly #shown: () => MessageItem | undefined;
  readonly #show: (message: MessageItem) => void;
  readonly #close: () => void;
  #leads = false;
  #message: MessageItem | undefined;
  #cancelDrain: (() => void) | undefined;

  /** `telling` is what was told before, if this connection goes on from there. */
  constructor(
    parts: Pick<RunParts, 'item' | 'answers' | 'client' | 'environment' | 'report' | 'hear'>,
    telling: RunProjection | undefined,
    ports: {
      readonly shown: () => MessageItem | undefined;
      readonly show: (message: MessageItem) => void;
      /** Closes the connection. */
      readonly close: () => void;
    },
  ) {
    const {item, answers, client, environment, report, hear} = parts;
    telling?.apply([{op: 'assign', id: item, status: 'streaming'}]);
    this.projection =
      telling ?? new RunProjection({item, answers, protocol: client.protocol, report, hear});
    this.#parts = parts;
    this.#gate = new ReplayGate(ports.shown(), environment);
    this.#loop = new RebuildLoop(() => this.#flush(), environment);
    this.#shown = ports.shown;
    this.#show = ports.show;
    this.#close = ports.close;
  }

  /** The message as this connection tells it, once that is on screen. */
  get message(): MessageItem | undefined {
    return this.#leads ? this.#message : undefined;
  }

  /** Reads to the end; tells how many frames came, and what broke the stream off. */
  async read(frames: AsyncIterable<Frame>, silence: IdleTimer): Promise<StreamResult> {
    const callOffPatience = this.#parts.environment.after(replayTimeoutMs, () =>
      this.#loop.request(),
    );
    let count = 0;
    let error: unknown;
    try {
      for await (const frame of frames) {
        this.projection.accept(frame);
        count += 1;
        silence.reset();
        this.#loop.request();
      }
    } catch (broken) {
      error = broken;
    }
    callOffPatience();
    this.#loop.now();
    this.#cancelDrain?.();
    return {frames: count, error};
  }

  #flush(): void {
    let message = this.projection.flush();
    if (!message) return;
    if (!this.#leads) {
      if (!this.#gate.passes(message)) return;
      this.#leads = true;
      const shown = this.#shown();
      if (shown) message = this.projection.adoptMetadata(shown) ?? message;
    }
    this.#message = message;
    this.#show(message);
    if (isOver(message)) this.#cancelDrain ??= this.#parts.environment.after(drainMs, this.#close);
  }
}
