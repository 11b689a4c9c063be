import {ChatError} from './http/errors.js';
import type {Protocol} from '../core/protocol/types.js';

/** A protocol, or what fetches it: no page speaks them all. */
export type ProtocolSource = Protocol | (() => Promise<Protocol>);

/** The protocol of the Ubik Agent API, which is spoken where no other is named. */
export const defaultProtocol: ProtocolSource = async () =>
  (await import('../core/protocol/ubik/index.js')).ubik;

/** Stands for a protocol that is not registered: the chat fails with `unknown_protocol`, and sends nothing. */
export function unknownProtocol(name: string, known: readonly string[]): ProtocolSource {
  const detail = `${JSON.stringify(name)} (${known.join(', ')})`;
  const error = new ChatError({code: 'unknown_protocol', detail, retryable: false}, {sent: false});
  return () => Promise.reject(error);
}

const loaded = new WeakMap<ProtocolSource, Protocol>();

/** The protocol, where it is there already. */
export function loadedProtocol(source: ProtocolSource): Protocol | undefined {
  return typeof source === 'function' ? loaded.get(source) : source;
}

/** Resolves when the protocol is there, which is fetched now; rejects where it cannot be. Undefined where it is there already. */
export function loadProtocol(source: ProtocolSource): Promise<unknown> | undefined {
  if (typeof source !== 'function' || loaded.has(source)) return undefined;
  return source().then(protocol => loaded.set(source, protocol));
}
