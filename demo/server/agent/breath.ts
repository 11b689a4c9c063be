import {setImmediate as breathe, setTimeout as sleep} from 'node:timers/promises';
import type {Behaviour} from '../settings.js';
import {Stopped} from './agent.js';

/** Milliseconds between two pieces of text, and between two other things, at pace 1. */
const textPause = 18;
const eventPause = 160;

/** The pauses of an agent that speaks, in which it notices that it is to stop. */
export class Breath {
  readonly #behaviour: Behaviour;
  readonly #stop: AbortSignal;

  constructor(behaviour: Behaviour, stop: AbortSignal) {
    this.#behaviour = behaviour;
    this.#stop = stop;
  }

  /** After a piece of text; `rate` is pieces a second. */
  async text(rate?: number): Promise<void> {
    await this.#take(rate === undefined ? this.#behaviour.pace * textPause : 1000 / rate);
  }

  /** After anything else, or for so many milliseconds. */
  async pause(milliseconds = eventPause): Promise<void> {
    await this.#take(this.#behaviour.pace * milliseconds);
  }

  async #take(milliseconds: number): Promise<void> {
    this.#check();
    if (milliseconds > 0) await sleep(milliseconds);
    else await breathe();
    this.#check();
  }

  #check(): void {
    if (this.#stop.aborted) throw new Stopped();
  }
}
