import {loadProtocol} from '../controller/protocol-source.js';
import type {ProtocolSource} from '../controller/types.js';
import {IndexedDbStore, type StoreLimits} from './indexed-db-store.js';
import {SessionKeeper} from './session-keeper.js';
import type {LocalSessionStore} from '../core/protocol/local-session-types.js';
import type {SessionOperations} from '../core/protocol/session-types.js';
import type {Operations, Protocol} from '../core/protocol/types.js';

export interface LocalSessionOptions extends StoreLimits {
  /** Where the sessions are stored. The default is a database of IndexedDB with the given limits. */
  readonly store?: LocalSessionStore;
}

/**
 * Adds sessions to a protocol whose server stores none: the browser stores each conversation, and the user can list,
 * open, rename and remove them. Tokens and headers are never stored. A protocol whose server lists or creates sessions is
 * returned unchanged: such a server does not know an id that the browser has chosen.
 */
export function withLocalSessions(protocol: Protocol, options?: LocalSessionOptions): Protocol;
export function withLocalSessions(
  source: ProtocolSource,
  options?: LocalSessionOptions,
): ProtocolSource;
export function withLocalSessions(
  source: ProtocolSource,
  options: LocalSessionOptions = {},
): ProtocolSource {
  if (typeof source !== 'function') return decorate(source, options);
  return async () => decorate(await loadProtocol(source), options);
}

function decorate(protocol: Protocol, options: LocalSessionOptions): Protocol {
  const {
    name,
    operations: {create, sessions},
  } = protocol;
  if (create && !sessions)
    console.warn(
      `Ubik Chat: local-sessions has no effect, because the server creates the sessions of the protocol ${name}.`,
    );
  if (create || sessions) return protocol;
  const {store = new IndexedDbStore(options)} = options;
  return {
    ...protocol,
    clientIds: [...new Set([...(protocol.clientIds ?? []), 'session' as const])],
    operations: withoutSessions(protocol.operations),
    localSessions: {store, open: chat => new SessionKeeper(store, chat)},
  };
}

/** The operations that a protocol without `create` and `sessions` may have; the compiler reports one that is missing here. */
const serverSessions = {
  history: true,
  rename: true,
  remove: true,
  markRead: true,
} satisfies Record<Exclude<keyof SessionOperations, 'create' | 'sessions'>, true>;

/**
 * Without the operations on sessions of the server. `attach` stays if it sends what a stored answer lacks: a replay of
 * unknown position would repeat what is stored.
 */
function withoutSessions(operations: Operations): Operations {
  const resumes = operations.attach?.streams === 'suffix';
  const rest = Object.entries(operations).filter(
    ([name]) => !Object.hasOwn(serverSessions, name) && (resumes || name !== 'attach'),
  );
  return {...Object.fromEntries(rest), send: operations.send};
}
