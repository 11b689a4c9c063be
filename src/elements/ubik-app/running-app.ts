import type {ToolApp, ToolItem} from '../../core/model/item.js';
import type {JsonRecord} from '../../core/values.js';
import {isVisibleToApps, type AppDocument} from './app-document.js';
import {AppFrame} from './app-frame.js';
import type {AppActions} from './app-requests.js';
import {AppSession, type Ending, type SessionOptions} from './app-session.js';
import {FocusGuard} from './focus-guard.js';
import {FrameHeight, initialHeightPx, lateAfterMs} from './frame-height.js';
import {watchColours} from '../shared/theme.js';
import {buildPolicy, grantPermissions, withPolicy} from './policy.js';

interface RunningOptions extends Pick<SessionOptions, 'context' | 'onLive' | 'onReport'> {
  /** The element around the frame. */
  readonly host: HTMLElement;
  readonly item: ToolItem;
  /** What is known of the app before its document is read. */
  readonly app: ToolApp;
  readonly document: AppDocument;
  readonly shell: string;
  readonly title: string;
  /** The language of the title. */
  readonly lang: string;
  /** Features of the browser that the page allows. */
  readonly permissions: readonly string[] | undefined;
  readonly actions: Omit<AppActions, 'progress' | 'isVisible'>;
  /** The frame has moved what is below it. */
  readonly onResize: () => void;
  readonly onEnd: (why: Ending | 'unloaded') => void;
}

/** How many apps share what may move the page. */
let apps = 0;

/** An app in its frame: connects the frame with the session, and ends both together. */
export class RunningApp {
  readonly frame: AppFrame;
  readonly session: AppSession;
  readonly #height = new FrameHeight();
  readonly #guard: FocusGuard;
  readonly #unwatch: () => void;
  readonly #observer: ResizeObserver;
  readonly #options: RunningOptions;
  #isRestless = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #update = 0;

  constructor(options: RunningOptions) {
    apps += 1;
    this.#options = options;
    const {host, item, app, document, title, lang, shell, actions, onEnd} = options;
    const policy = buildPolicy(document.declared['csp']);
    const {permissions, allow} = grantPermissions(
      document.declared['permissions'],
      options.permissions,
    );
    const granted = {csp: policy.granted, permissions};
    this.frame = new AppFrame({
      shell,
      title,
      lang,
      allow,
      granted,
      html: withPolicy(document.html, policy),
      onMessage: message => this.session.receive(message),
      onLeft: () => this.session.end('left'),
      onSilent: () => {
        this.session.end('silent');
      },
    });
    this.session = new AppSession(item, {
      actions: {
        ...actions,
        isVisible: tool => isVisible(tool, item, app, document),
        progress: (token, count) => this.session.progress(token, count),
      },
      post: message => this.frame.post(message),
      sandbox: granted,
      context: options.context,
      onLive: () => this.#onLive(options.onLive),
      onHeight: height => this.#resize(height),
      onReport: options.onReport,
      onEnd: why => {
        onEnd(why);
        this.#close();
      },
    });
    this.frame.element.style.blockSize = '0';
    this.#guard = new FocusGuard(this.frame.element, isTooOften => {
      options.onReport('app-message', 'The app took the focus while the user was in a field.');
      if (isTooOften) this.session.end('intrusive');
    });
    this.#unwatch = watchColours(host, () => this.#onChange());
    this.#observer = new ResizeObserver(() => this.#onChange());
    this.#observer.observe(this.frame.element);
  }

  /** Whether the user has moved the focus into the app. */
  get isOperated(): boolean {
    return this.#guard.isOperated;
  }

  #onLive(onLive: () => void): void {
    const {first, later, laterAfterMs} = initialHeightPx;
    this.#resize(first);
    this.#timer = setTimeout(() => this.#resize(later), laterAfterMs);
    onLive();
  }

  /** The last height of an app that changes it too often is applied later, or the app would stay cut. */
  #resize(wanted: number): void {
    clearTimeout(this.#timer);
    const height = this.#height.take(wanted, performance.now(), apps);
    if (height !== undefined) {
      this.frame.element.style.blockSize = `${height}px`;
      this.#options.onResize();
    } else if (this.#height.isLate) {
      this.#timer = setTimeout(() => this.#resize(wanted), lateAfterMs);
      if (!this.#isRestless)
        this.#options.onReport('app-message', 'The app changes its height too often.');
      this.#isRestless = true;
    }
  }

  /** At most one change of the context in each frame. */
  #onChange(): void {
    cancelAnimationFrame(this.#update);
    this.#update = requestAnimationFrame(() => this.session.updateContext());
  }

  #close(): void {
    apps -= 1;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#update);
    this.#guard.stop();
    this.#unwatch();
    this.#observer.disconnect();
    this.frame.close();
  }
}

/** Whether the app may call a tool: by the list of the server, and by what is known of the tool that it displays. */
function isVisible(
  tool: string,
  {name}: ToolItem,
  {visibility}: ToolApp,
  {tools}: AppDocument,
): boolean {
  const own = tool === name ? visibility : undefined;
  return isVisibleToApps(tool, tools) && (!own || own.includes('app'));
}

/** The description of the tool, if the route has returned it: an app accepts only a complete one. */
export function toolInfoOf({name, executionId}: ToolItem, {tools}: AppDocument): JsonRecord {
  const tool = tools?.find(one => one['name'] === name && one['inputSchema'] !== undefined);
  const id = executionId === undefined ? {} : {id: executionId};
  return tool ? {toolInfo: {...id, tool}} : {};
}
