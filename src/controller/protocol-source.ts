import {refusal} from './http/errors.js';
import {describeValue} from '../core/protocol/diagnosis/describe.js';
import {LazyModule} from './lazy-module.js';
import type {ProtocolSource} from './types.js';
import {isRecord} from '../core/values.js';
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

/** Whether a value has what every protocol has. A script without types may pass anything. */
const isProtocol = (value: unknown): value is Protocol =>
  isRecord(value) && typeof value['createDecoder'] === 'function' && isRecord(value['operations']);

/** The protocol, if it has been loaded. */
export function loadedProtocol(source: ProtocolSource): Protocol | undefined {
  return isProtocol(source) ? source : loaded.get(source);
}

/** Loads the protocol, once for all chats with this source. Rejects with `unknown_protocol` for any other value. */
export async function loadProtocol(source: ProtocolSource): Promise<Protocol> {
  const known = loadedProtocol(source);
  if (known) return known;
  const value: unknown = typeof source === 'function' ? await source() : source;
  if (!isProtocol(value)) {
    const what = typeof value === 'string' ? JSON.stringify(value) : describeValue(value);
    throw refusal('unknown_protocol', `${what} is not a protocol`);
  }
  loaded.set(source, value);
  return value;
}
