import {LazyModule} from '../../controller/lazy-module.js';
import {loadProtocol} from '../../controller/protocol-source.js';
import type {ProtocolSource} from '../../controller/types.js';

const localSessions = new LazyModule(() => import('../../local-sessions/with-local-sessions.js'));

const sources = new WeakMap<ProtocolSource, ProtocolSource>();

/** The protocol with sessions that the browser stores; the same one for the same source. */
export function localSessionsOf(source: ProtocolSource): ProtocolSource {
  const known = sources.get(source);
  if (known) return known;
  const load: ProtocolSource = async () => {
    const [{withLocalSessions}, protocol] = await Promise.all([
      localSessions.load(),
      loadProtocol(source),
    ]);
    return withLocalSessions(protocol);
  };
  sources.set(source, load);
  return load;
}
