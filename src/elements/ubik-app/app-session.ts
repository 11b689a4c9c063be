import type {ToolItem} from '../../core/model/item.js';
import {asArray, asRecord, asText, isRecord, type JsonRecord} from '../../core/values.js';
import {version} from '../base/version.js';
import {capabilitiesOf, handleRequest, type AppActions} from './app-requests.js';
import {changesOf} from './host-context.js';
import {isSmall, MessageMeter, Meter, ReadQueue} from './message-limits.js';
import {RpcError, RpcPeer, type RpcCall} from './rpc-peer.js';
import {ToolMessages} from './tool-messages.js';

/** Why an app was closed. */
export type Ending = 'silent' | 'flooded' | 'left' | 'restarted' | 'intrusive' | 'finished';

export interface SessionOptions {
  readonly post: (message: JsonRecord) => void;
  readonly actions: AppActions;
  /** The granted policy and permissions, as the app learns of them. */
  readonly sandbox: JsonRecord;
  /** What the app learns about its surroundings. */
  readonly context: () => JsonRecord;
  /** The app is ready to display the call. */
  readonly onLive: () => void;
  /** The height that the app asks for, in CSS pixels. */
  readonly onHeight: (height: number) => void;
  readonly onEnd: (why: Ending) => void;
  /** Receives what developers should know. */
  readonly onReport: (code: 'app-message' | 'app-log', message: string, data?: unknown) => void;
}

const sessionLimits = {
  /** From the document to `ui/initialize`, and from its answer to `initialized`. */
  startTimeoutMs: 20_000,
  initializedTimeoutMs: 10_000,
  /** For how long an app may react to its end. */
  teardownTimeoutMs: 1000,
  /** Handshakes of one document: frameworks may start twice. */
  maxHandshakes: 3,
  /** Requests that arrive before the end of the handshake. */
  maxHeldRequests: 10,
  maxLogsPerMinute: 20,
};

const protocolVersion = '2026-01-26';

/**
 * The protocol of one app, from its handshake to its end. Nothing but answers is sent before the app has confirmed the
 * handshake (`initialized`); then it gets the data of the call, in order, and its requests are handled. Requests between
 * the answer to the handshake and its confirmation are held. A second handshake of the same document starts again.
 */
export class AppSession {
  readonly #options: SessionOptions;
  readonly #peer: RpcPeer;
  readonly #meter = new MessageMeter();
  #state: 'starting' | 'answered' | 'live' | 'closing' | 'ended' = 'starting';
  #messages = new ToolMessages();
  #item: ToolItem;
  #context: JsonRecord = {};
  #modes: readonly unknown[] = [];
  #handshakes = 0;
  #held: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #logs = new Meter(60_000);
  readonly #reads = new ReadQueue();

  constructor(item: ToolItem, options: SessionOptions) {
    this.#item = item;
    this.#options = options;
    this.#peer = new RpcPeer({
      post: options.post,
      onRequest: (method, call) => this.#handle(method, call),
      onNotification: (method, params) => this.#onNotification(method, params),
      onDropped: why => options.onReport('app-message', why),
    });
    this.#limit(sessionLimits.startTimeoutMs);
  }

  /** Whether the app has declared a display mode, or none at all. */
  supports(mode: string): boolean {
    return this.#modes.length === 0 || this.#modes.includes(mode);
  }

  /** Takes a message of the app. */
  receive(message: unknown): void {
    if (this.#meter.count(performance.now())) this.end('flooded');
    else if (isSmall(message)) this.#peer.receive(message);
    else this.#options.onReport('app-message', 'The message is too large.');
  }

  /** Displays another state of the call. */
  update(item: ToolItem): void {
    this.#item = item;
    if (this.#state === 'live') this.#deliver();
  }

  /** Sends what has changed in the surroundings of the app. */
  updateContext(): void {
    if (this.#state !== 'live') return;
    const context = this.#options.context();
    const changes = changesOf(this.#context, context);
    this.#context = context;
    if (Object.keys(changes).length > 0) {
      this.#peer.notify('ui/notifications/host-context-changed', changes);
    }
  }

  progress(progressToken: string | number, progress: number): void {
    this.#peer.notify('notifications/progress', {progressToken, progress});
  }

  /** Asks the app whether it still runs. */
  async ping(): Promise<void> {
    await this.#peer.request('ping', {});
  }

  /** Ends the app after it could react. */
  async tearDown(): Promise<void> {
    if (this.#state === 'live') {
      this.#state = 'closing';
      const {teardownTimeoutMs} = sessionLimits;
      const reaction = this.#peer.request('ui/resource-teardown', {reason: 'closed'});
      await Promise.race([
        reaction,
        new Promise(resolve => setTimeout(resolve, teardownTimeoutMs)),
      ]);
    }
    this.end('finished');
  }

  end(why: Ending): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    clearTimeout(this.#timer);
    this.#peer.close();
    this.#options.onEnd(why);
  }

  #limit(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end('silent'), milliseconds);
  }

  #deliver(): void {
    for (const {method, params} of this.#messages.take(this.#item)) {
      this.#peer.notify(method, params);
    }
  }

  #handle(method: string, call: RpcCall): unknown {
    if (method === 'ping') return {};
    if (method === 'ui/initialize' && this.#state !== 'closing')
      return this.#initialize(call.params);
    if (this.#state === 'live') return this.#answer(method, call);
    if (this.#state !== 'answered' || this.#held.length >= sessionLimits.maxHeldRequests) {
      throw new RpcError('wrongState', 'Not initialized');
    }
    return new Promise<void>(resolve => this.#held.push(resolve)).then((): unknown =>
      this.#answer(method, call),
    );
  }

  #answer(method: string, call: RpcCall): unknown {
    const handle = (): unknown => handleRequest(method, this.#options.actions, call);
    return method === 'resources/read'
      ? this.#reads.run(handle, call.signal, performance.now())
      : handle();
  }

  #initialize({appInfo, appCapabilities, protocolVersion: asked}: JsonRecord): JsonRecord {
    const {name, version: appVersion} = asRecord(appInfo);
    const texts = [name, appVersion, asked];
    if (texts.some(text => typeof text !== 'string') || !isRecord(appCapabilities)) {
      throw new RpcError('invalidParams', 'Invalid params');
    }
    this.#handshakes += 1;
    if (this.#handshakes > sessionLimits.maxHandshakes) {
      this.end('restarted');
      return {};
    }
    this.#state = 'answered';
    this.#messages = new ToolMessages();
    this.#modes = asArray(appCapabilities['availableDisplayModes']);
    this.#context = this.#options.context();
    this.#limit(sessionLimits.initializedTimeoutMs);
    const {actions, sandbox} = this.#options;
    return {
      protocolVersion,
      hostInfo: {name: 'ubik-chat', version},
      hostCapabilities: {...capabilitiesOf(actions), sandbox},
      hostContext: this.#context,
    };
  }

  #onNotification(method: string, params: JsonRecord): void {
    if (method === 'ui/notifications/initialized') {
      if (this.#state === 'answered') this.#start();
    } else if (this.#state !== 'live') return;
    else if (method === 'ui/notifications/size-changed') {
      const {height} = params;
      if (typeof height === 'number' && Number.isFinite(height) && height > 0) {
        this.#options.onHeight(Math.ceil(height));
      }
    } else if (method === 'ui/notifications/request-teardown') void this.tearDown();
    // `ui/log` is the name in an early port of the official package.
    else if (method === 'notifications/message' || method === 'ui/log') this.#log(params);
    else
      this.#options.onReport('app-message', `The notification ${method.slice(0, 80)} is unknown.`);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#state = 'live';
    this.#options.onLive();
    this.#deliver();
    const held = this.#held;
    this.#held = [];
    for (const handle of held) handle();
  }

  #log({level, data}: JsonRecord): void {
    if (this.#logs.count(performance.now()) > sessionLimits.maxLogsPerMinute) return;
    this.#options.onReport(
      'app-log',
      `The app logs: ${asText(level)?.slice(0, 20) ?? 'info'}`,
      data,
    );
  }
}
