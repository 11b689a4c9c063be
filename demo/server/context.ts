import {join} from 'node:path';
import {Site} from '../site/site.js';
import {Corpus} from './agent/corpus.js';
import {Planner} from './agent/planner.js';
import {ArmedFaults} from './faults/armed.js';
import {Recordings} from './runs/recordings.js';
import {hasServices} from './proxy/upstreams.js';
import {Runs} from './runs/runs.js';
import type {ServerSettings} from './settings.js';
import {RequestCounter} from './statistics.js';
import {Store} from './store/store.js';
import {Tokens} from './tokens.js';

/** The services that the routes use. */
export interface ServerContext {
  readonly settings: ServerSettings;
  readonly store: Store;
  readonly site: Site;
  readonly corpus: Corpus;
  readonly recordings: Recordings;
  readonly runs: Runs;
  readonly tokens: Tokens;
  readonly faults: ArmedFaults;
  readonly statistics: RequestCounter;
}

export function createContext(
  settings: ServerSettings,
  site = new Site(settings.root),
): ServerContext {
  const store = new Store(settings.data);
  const corpus = new Corpus(settings.root);
  const recordings = new Recordings(
    join(settings.root, 'demo/recordings/ubik'),
    join(settings.data, 'recordings'),
  );
  const runs = new Runs(store, new Planner(corpus), recordings, settings.behaviour);
  runs.recover();
  // A server without services mints tokens for anybody, so they must not be valid after a restart with services.
  const secret = hasServices(settings.upstreams) ? 'service-tokens' : 'tokens';
  return {
    settings,
    store,
    site,
    corpus,
    recordings,
    runs,
    tokens: new Tokens(store.secret(secret), () => store.renewSecret(secret)),
    faults: new ArmedFaults(),
    statistics: new RequestCounter(),
  };
}
