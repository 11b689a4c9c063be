import type {Fault} from './fault.js';
import {isStreaming} from './operations.js';

/** What arrived: which operation, in which session. */
export interface Arrival {
  readonly operation: string;
  readonly session: string | undefined;
}

/** The faults that wait for a request that they match. */
export class ArmedFaults {
  #faults: Fault[] = [];

  get list(): readonly Fault[] {
    return this.#faults;
  }

  arm(faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  clear(): void {
    this.#faults = [];
  }

  /** The faults that an arriving request meets; each is counted down. */
  take(arrival: Arrival): Fault[] {
    const met = this.#faults.filter(fault => matches(fault, arrival));
    this.#faults = this.#faults
      .map(fault => (met.includes(fault) ? {...fault, times: fault.times - 1} : fault))
      .filter(({times}) => times > 0);
    return met;
  }
}

const anywhere: ReadonlySet<Fault['kind']> = new Set(['status', 'lose', 'html', 'no_cors']);

function matches(fault: Fault, {operation, session}: Arrival): boolean {
  if (fault.session !== undefined && fault.session !== session) return false;
  const on = fault.on ?? 'stream';
  if (on === 'stream')
    return isStreaming(operation) && !(fault.kind === 'json' && operation === 'attach');
  return on === operation || (on === 'any' && (anywhere.has(fault.kind) || isStreaming(operation)));
}
