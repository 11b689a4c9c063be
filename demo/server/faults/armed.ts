import type {Fault} from './fault.js';
import {isStreaming} from './operations.js';

/** The operation and the session of a request. */
export interface IncomingRequest {
  readonly operation: string;
  readonly session: string | undefined;
}

/** Faults that are applied to the next matching requests. */
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

  /** Returns the faults that match a request and decrements their counters. */
  take(request: IncomingRequest): Fault[] {
    const matching = this.#faults.filter(fault => matches(fault, request));
    this.#faults = this.#faults
      .map(fault => (matching.includes(fault) ? {...fault, times: fault.times - 1} : fault))
      .filter(({times}) => times > 0);
    return matching;
  }
}

/** Faults that apply to requests without a stream, too. */
const requestFaults: ReadonlySet<Fault['kind']> = new Set(['status', 'lose', 'html', 'no_cors']);

function matches(fault: Fault, {operation, session}: IncomingRequest): boolean {
  if (fault.session !== undefined && fault.session !== session) return false;
  const on = fault.on ?? 'stream';
  if (on === 'stream')
    return isStreaming(operation) && !(fault.kind === 'json' && operation === 'attach');
  return (
    on === operation || (on === 'any' && (requestFaults.has(fault.kind) || isStreaming(operation)))
  );
}
