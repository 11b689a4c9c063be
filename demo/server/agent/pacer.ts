import {setImmediate as yieldToEvents, setTimeout as sleep} from 'node:timers/promises';
import type {Behaviour} from '../settings.js';
import {Stopped} from './agent.js';

/** Pauses after a chunk of text and after any other event, at pace 1. */
const textPauseMs = 18;
const eventPauseMs = 160;

/** Paces the output of an agent. Every pause throws `Stopped` once the run was stopped. */
export class Pacer {
  readonly #behaviour: Behaviour;
  readonly #stop: AbortSignal;

  constructor(behaviour: Behaviour, stop: AbortSignal) {
    this.#behaviour = behaviour;
    this.#stop = stop;
  }

  /** Pauses after a chunk of text; `rate` is in chunks per second. */
  async afterText(rate?: number): Promise<void> {
    await this.#wait(rate === undefined ? this.#behaviour.pace * textPauseMs : 1000 / rate);
  }

  /** Pauses after any other event; `milliseconds` apply at pace 1. */
  async pause(milliseconds = eventPauseMs): Promise<void> {
    await this.#wait(this.#behaviour.pace * milliseconds);
  }

  async #wait(milliseconds: number): Promise<void> {
    this.#throwIfStopped();
    if (milliseconds > 0) await sleep(milliseconds);
    else await yieldToEvents();
    this.#throwIfStopped();
  }

  #throwIfStopped(): void {
    if (this.#stop.aborted) throw new Stopped();
  }
}
