import {ChatError} from './http/errors.js';
import type {Protocol} from '../core/protocol/types.js';

/** A protocol, or a function that loads it. */
export type ProtocolSource = Protocol | (() => Promise<Protocol>);

/** Loads the protocol of the Ubik Agent API, the default. */
export const defaultProtocol: ProtocolSource = async () =>
  (await import('../core/protocol/ubik/index.js')).ubik;

/** The source of a name that is not registered: loading it fails with `unknown_protocol`. */
export function unknownProtocol(name: string, known: readonly string[]): ProtocolSource {
  const detail = `${JSON.stringify(name)} (${known.join(', ')})`;
  const error = new ChatError({code: 'unknown_protocol', detail, retryable: false}, {sent: false});
  return () => Promise.reject(error);
}

const loaded = new WeakMap<ProtocolSource, Protocol>();

/** The protocol, if it has been loaded. */
export function loadedProtocol(source: ProtocolSource): Protocol | undefined {
  return typeof source === 'function' ? loaded.get(source) : source;
}

/** Loads the protocol. `undefined` if it has been loaded. */
export function loadProtocol(source: ProtocolSource): Promise<unknown> | undefined {
  if (typeof source !== 'function' || loaded.has(source)) return undefined;
  return source().then(protocol => loaded.set(source, protocol));
}
