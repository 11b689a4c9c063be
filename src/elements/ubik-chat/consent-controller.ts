import type {SessionStorage} from '../../controller/types.js';
import {SessionStore} from '../../controller/sessions/session-store.js';
import {hasSameValues} from '../base/same-values.js';
import type {ConsentDecision} from '../events.js';
import type {UbikChat} from './ubik-chat.js';

/** The name of the agreement in the record of the chat. The loader reads it, too. */
const consentKey = 'consent';

type ConsentHost = Pick<
  UbikChat,
  'consent' | 'endpoint' | 'agentId' | 'userId' | 'requestUpdate'
> & {
  readonly storage: SessionStorage | null | undefined;
};

/**
 * Whether a chat may send requests and store data. With the attribute `consent` it may not before the user has agreed. The
 * agreement is stored in the record of this endpoint, agent and user.
 */
export class ConsentController {
  readonly #host: ConsentHost;
  #inputs: readonly unknown[] = [];
  #isGranted = false;
  #isDeclined = false;

  constructor(host: ConsentHost) {
    this.#host = host;
  }

  /** Whether no consent is needed, the page has given it, or the user has agreed. */
  get isGranted(): boolean {
    const {consent, endpoint, agentId, userId, storage} = this.#host;
    const inputs = [consent, endpoint, agentId, userId, storage];
    if (!hasSameValues(inputs, this.#inputs)) {
      this.#inputs = inputs;
      const isAsked = consent === '' || (Boolean(consent) && consent !== 'granted');
      this.#isGranted = !isAsked || this.#store.get(consentKey) === 'granted';
    }
    return this.#isGranted;
  }

  /** Whether the user has declined and not answered again. */
  get isDeclined(): boolean {
    return this.#isDeclined;
  }

  /** Applies the answer of the user. */
  decide(decision: ConsentDecision): void {
    this.#isDeclined = decision === 'declined';
    if (decision === 'granted') {
      this.#isGranted = true;
      this.#store.set(consentKey, 'granted');
    }
    this.#host.requestUpdate();
  }

  /** Reads the stored agreement again: it was removed with all data of the user. */
  reset(): void {
    this.#inputs = [];
    this.#host.requestUpdate();
  }

  get #store(): SessionStore {
    const {endpoint, agentId, userId, storage} = this.#host;
    return new SessionStore({
      options: {
        storage,
        endpoint: endpoint || undefined,
        agentId: agentId || undefined,
        userId: userId || undefined,
      },
    });
  }
}
