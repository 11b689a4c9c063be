import {refusal} from './http/errors.js';
import {LazyModule} from './lazy-module.js';
import type {ProtocolSource} from './types.js';
import type {Protocol} from '../core/protocol/types.js';

export const ubikModule = new LazyModule(() => import('../core/protocol/ubik/index.js'));

/** Loads the protocol of the Ubik Agent API, the default. */
export const defaultProtocol: ProtocolSource = async () => (await ubikModule.load()).ubik;

/** The source of a name that is not registered: loading it fails with `unknown_protocol`. */
export function unknownProtocol(name: string, known: readonly string[]): ProtocolSource {
  const detail = `${JSON.stringify(name)} (${known.join(', ')})`;
  const error = refusal('unknown_protocol', detail);
  return () => Promise.reject(error);
}

const loaded = new WeakMap<ProtocolSource, Protocol>();

/** The protocol, if it has been loaded. */
export function loadedProtocol(source: ProtocolSource): Protocol | undefined {
  return typeof source === 'object' ? source : loaded.get(source);
}

/** Loads the protocol, once for all chats with this source. */
export async function loadProtocol(source: ProtocolSource): Promise<Protocol> {
  if (typeof source === 'object') return source;
  // A script without types may pass a name, as in the attribute of an element.
  if (typeof source !== 'function') {
    const missing = unknownProtocol(String(source), ['a protocol of ubik-chat/core']);
    return loadProtocol(missing);
  }
  const protocol = loaded.get(source) ?? (await source());
  loaded.set(source, protocol);
  return protocol;
}
