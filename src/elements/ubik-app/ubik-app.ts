import {nothing, type CSSResultGroup, type PropertyValues, type TemplateResult} from 'lit';
import {property, query, state} from 'lit/decorators.js';
import {focusedIn} from '../base/focused-element.js';
import type {ToolApp, ToolItem} from '../../core/model/item.js';
import {toolTitle} from '../../core/model/select.js';
import type {JsonRecord} from '../../core/values.js';
import type {DiagnosticCode} from '../../core/protocol/diagnostics.js';
import {LazyModule} from '../../controller/lazy-module.js';
import {UbikElement} from '../base/element.js';
import {UbikDiagnosticEvent, UbikDraftRequestEvent, UbikToggleRequestEvent} from '../events.js';
import {download} from '../shared/export/download.js';
import {Enlargement} from '../shared/enlargement.js';
import {humanise} from '../../core/humanise.js';
import {requestLinkOnClick} from '../shared/links.js';
import {pressOnce} from '../shared/input/press-once.js';
import type {AppDocument} from './app-document.js';
import type * as appParts from './app-parts.js';
import {AppLanguage} from './app-language.js';
import type {AppActions} from './app-requests.js';
import type {Ending} from './app-session.js';
import {renderApp} from './app-template.js';
import {Consent} from './consent.js';
import type {DisplayMode} from './host-context.js';
import {nameOf} from './name.js';
import type {RunningApp} from './running-app.js';
import {noteMove} from './moves.js';
import {missingIn, warnOfMissing} from './set-up.js';
import {appOf} from './tool-messages.js';
import {styles} from './ubik-app.styles.js';

type AppParts = typeof appParts;

/** Apps that run at the same time; the oldest out of view is closed for another. */
const maxRunning = 3;

const running = new Set<UbikApp>();

/** What an open app needs. */
const parts = new LazyModule(() => import('./app-parts.js'));

/**
 * The app (MCP Apps) of a tool call, in a frame without an origin. It opens when the user wants it, unless the chat opens
 * apps when they come into view (`apps="show"`). What the app requests of the page is asked outside of the frame; what it
 * sends to the conversation is a draft.
 *
 * @element ubik-app
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens it; cancelable.
 * @fires {UbikDraftRequestEvent} ubik-draft-request - The app writes a draft or adds data to the next message; cancelable.
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before a link of the app is opened in a new tab; cancelable.
 * @fires {UbikDiagnosticEvent} ubik-diagnostic - The app has declared or sent something that is not accepted, or was closed.
 * @csspart app - The card.
 * @csspart frame - The frame with the app.
 */
export class UbikApp extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The tool call that the app displays. */
  @property({attribute: false}) item: ToolItem | undefined;

  @state() private phase: 'closed' | 'loading' | 'live' = 'closed';
  @state() private ending: Ending | 'unloaded' | undefined;
  @state() private spoken = '';

  @query('.card') private readonly card!: HTMLElement | null;
  @query('.close') private readonly closeButton!: HTMLElement | null;
  @query('.leave') private readonly leaveButton!: HTMLElement | null;
  @query('.open') private readonly openButton!: HTMLElement | null;

  #app: RunningApp | undefined;
  #document: AppDocument | undefined;
  #life = new AbortController();
  /** Whether the focus was in the card before something in it was removed. */
  #hadFocus = false;
  /** What the app has offered. Another one needs an act in the app, or it would return when the user removes it. */
  readonly #offers = new Set<'drafted' | 'added'>();
  /** Whether the next message has data of the app. */
  #hasAdded = false;
  /** Whether the app could be opened. */
  #isPrepared = false;
  /** Whether the app opens when it comes into view. */
  #isAwaited = false;
  #isInView = false;
  #observer: IntersectionObserver | undefined;
  /** The language that the app knows. */
  #locale = '';
  readonly #consent = new Consent(() => this.#onQuestion());
  readonly #enlargement = new Enlargement(
    this,
    () => this.card,
    () => {
      noteMove();
      this.#app?.session.updateContext();
    },
  );
  readonly #language = new AppLanguage(this, () => this.strings.locale);

  constructor() {
    super();
    pressOnce(this, 'button');
    this.addEventListener('click', requestLinkOnClick);
  }

  /** Closes the app. Resolves when it has had the opportunity to react. */
  async close(): Promise<void> {
    if (this.#app) await this.#app.session.tearDown();
    else this.#onEnd('finished');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
    if (typeof IntersectionObserver === 'undefined') return;
    this.#observer ??= new IntersectionObserver(entries => {
      this.#isInView = entries.at(-1)?.isIntersecting === true;
      this.#show();
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#isInView = false;
    // An app that the chat opens at once opens in its next place, too.
    if (this.phase !== 'closed') this.#isPrepared = false;
    // The frame has lost its content.
    this.#end();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('item')) return;
    if (this.item?.id !== changed.get('item')?.id) {
      // The app of another call starts as a new one.
      this.#isPrepared = false;
      this.ending = undefined;
      this.#end();
    } else if (this.item) this.#app?.session.update(this.item);
  }

  #end(): void {
    if (this.#app) this.#app.session.end('finished');
    else if (this.phase === 'loading') this.#onEnd('finished');
  }

  protected override update(changed: PropertyValues): void {
    this.#hadFocus ||= this.#hasFocus;
    super.update(changed);
  }

  /** The focus stays in the card when the element that had it is removed. */
  protected override updated(): void {
    if (this.#app) this.#translate(this.#app);
    if (this.#hadFocus && !this.#hasFocus) {
      (this.leaveButton ?? this.closeButton ?? this.openButton)?.focus({preventScroll: true});
    }
    this.#hadFocus = false;
    this.#prepare();
  }

  /** The language of the page may change while the app runs. */
  #translate({frame, session}: RunningApp): void {
    const title = this.#language.labels.title(this.#name);
    if (frame.element.title !== title) frame.element.title = title;
    if (this.#locale !== this.strings.locale) session.updateContext();
    this.#locale = this.strings.locale;
  }

  /** Opens the app at once if the chat does so. Frameworks set properties one after the other: some may be missing yet. */
  #prepare(): void {
    if (missingIn(this.services) !== undefined) {
      setTimeout(() => this.isConnected && warnOfMissing(this.services));
    } else if (!this.#isPrepared && this.isConnected) {
      this.#isPrepared = true;
      this.#isAwaited = this.services.apps?.mode === 'show';
      void this.updateComplete.then(() => this.#show());
    }
  }

  /** Opens an app that is awaited. One that the user does not see would close another one for nothing. */
  #show(): void {
    if (!this.#isAwaited || !this.#isInView) return;
    this.#isAwaited = false;
    void this.#open();
  }

  /** How much the user would miss the running app. */
  get #worth(): number {
    if (this.#app?.isOperated) return 2;
    return this.#isInView || this.#enlargement.isLarge ? 1 : 0;
  }

  get #hasFocus(): boolean {
    return focusedIn(this) !== null;
  }

  get #name(): string {
    const {item} = this;
    const server = item && appOf(item, this.services.apps)?.server;
    return nameOf(server ?? (item ? toolTitle(item, humanise) : ''));
  }

  async #open(): Promise<void> {
    const {item} = this;
    const {apps} = this.services;
    const app = item && appOf(item, apps);
    if (!app || !apps?.readResource || this.phase !== 'closed') return;
    const life = new AbortController();
    this.#life = life;
    this.phase = 'loading';
    this.ending = undefined;
    this.spoken = this.#language.labels.loading;
    const {signal} = life;
    try {
      const uri = app.resourceUri;
      const [part, resource] = await Promise.all([
        parts.load(),
        apps.readResource({tool: item, uri, signal}),
      ]);
      const document = part.readDocument(resource);
      const mayRun = !signal.aborted && (await this.#mayContact(document, signal, part));
      if (signal.aborted) return;
      // The call may have got its result in the meantime.
      if (mayRun && this.item) this.#run(this.item, app, document, part);
      else this.#onEnd('finished');
    } catch (error) {
      // It was closed, and may have been opened again.
      if (signal.aborted) return;
      this.#report('app-refused', error instanceof Error ? error.message : String(error));
      this.#onEnd('unloaded');
    }
  }

  /** Asks whether the app may contact the hosts that it declares, unless the page opens apps at once. */
  async #mayContact(
    {declared}: AppDocument,
    signal: AbortSignal,
    {buildPolicy, hostsOf}: AppParts,
  ): Promise<boolean> {
    const {granted, refused} = buildPolicy(declared['csp']);
    if (refused.length > 0) this.#report('app-refused', 'Hosts of the app are refused.', refused);
    const hosts = hostsOf(granted);
    if (hosts.length === 0 || this.services.apps?.mode === 'show') return true;
    return this.#consent.ask({kind: 'hosts', hosts}, signal, true);
  }

  #run(item: ToolItem, app: ToolApp, document: AppDocument, part: AppParts): void {
    const {apps} = this.services;
    this.#document = document;
    this.#offers.clear();
    this.#app = new part.RunningApp({
      host: this,
      item,
      app,
      document,
      shell: apps?.shell ?? '',
      title: this.#language.labels.title(this.#name),
      lang: this.#language.lang,
      permissions: apps?.permissions,
      actions: this.#actions(item),
      context: () => this.#context(part),
      onLive: () => {
        this.phase = 'live';
        this.spoken = this.#language.labels.ready;
      },
      onResize: noteMove,
      onReport: (code, message, data) => this.#report(code, message, data),
      onEnd: why => this.#onEnd(why),
    });
    if (running.size >= maxRunning) {
      const least = [...running].reduce((a, b) => (b.#worth < a.#worth ? b : a));
      // An app that closes may react for a while, in which others may open.
      running.delete(least);
      void least.close();
    }
    running.add(this);
    this.requestUpdate();
  }

  #actions(item: ToolItem): Omit<AppActions, 'progress' | 'isVisible'> {
    const {readResource, callTool, sendsContext} = this.services.apps ?? {};
    const apps = this.#language.labels;
    const name = this.#name;
    return {
      ...(readResource && {
        readResource: (uri, signal) => readResource({tool: item, uri, signal}),
      }),
      ...(callTool && {callTool: (call, signal) => callTool({tool: item, ...call, signal})}),
      ask: (question, signal, waits) => this.#consent.ask(question, signal, waits),
      draft: text => this.#offer(new UbikDraftRequestEvent({text}), 'drafted'),
      ...(sendsContext && {
        addContext: data => {
          const context = {
            title: apps.title(name),
            data: data && {source: 'app', app: name, ...data},
          };
          return this.#offer(new UbikDraftRequestEvent({context}), data && 'added');
        },
      }),
      display: mode => this.#display(mode),
    };
  }

  /** @param kind Missing if the app withdraws what it has added. */
  async #offer(event: UbikDraftRequestEvent, kind?: 'drafted' | 'added'): Promise<boolean> {
    if (kind && this.#offers.has(kind) && !this.#app?.isOperated) return false;
    this.dispatchEvent(event);
    const isAccepted = (await event.takeResult()) ?? false;
    if (isAccepted) {
      this.spoken = kind ? this.#language.labels[kind] : '';
      if (kind) this.#offers.add(kind);
      // An app may withdraw its data again and again: only the first time moves the page.
      if (kind ?? this.#hasAdded) noteMove();
      if (kind !== 'drafted') this.#hasAdded = kind === 'added';
    }
    return isAccepted;
  }

  get #mode(): DisplayMode {
    return this.#enlargement.isLarge ? 'fullscreen' : 'inline';
  }

  #context({hostContext, toolInfoOf}: AppParts): JsonRecord {
    const frame = this.#app?.frame.element;
    const {width, height} = frame?.getBoundingClientRect() ?? {width: 0, height: 0};
    const {locale} = this.strings;
    const size = {width: Math.round(width), height: Math.round(height)};
    const tool = this.item && this.#document ? toolInfoOf(this.item, this.#document) : {};
    return {...tool, ...hostContext({element: this, locale, mode: this.#mode, ...size})};
  }

  /** Only an app that the user operates may fill the window. */
  #display(mode: string): string {
    const isLarge = mode === 'fullscreen';
    const isPossible = mode === 'inline' || (isLarge && this.#app?.isOperated);
    const isChange = isLarge !== this.#enlargement.isLarge;
    if (isPossible && isChange && this.#app?.session.supports(mode)) {
      this.#enlargement.toggle();
      if (!isLarge) noteMove(true);
    }
    return this.#mode;
  }

  /** What the user closes becomes small at once: the next click is for what is there then. */
  readonly #onClose = (): void => {
    if (this.#enlargement.isLarge) this.#enlargement.toggle();
    void this.close();
  };

  /** Only the user opens an app, not a script that clicks every button. */
  readonly #onOpen = ({isTrusted}: Event): void => {
    if (isTrusted && this.dispatchEvent(new UbikToggleRequestEvent(true))) void this.#open();
  };

  readonly #onAnswer = (event: Event, allowed: boolean): void => {
    const {question} = this.#consent;
    const isPointed = event instanceof MouseEvent && event.detail > 0;
    if (!event.isTrusted || !this.#consent.answer(allowed, isPointed)) event.preventDefault();
    else if (allowed && question?.kind === 'file') {
      download([question.content], question.content.type, question.name);
    }
  };

  #onQuestion(): void {
    const {question} = this.#consent;
    const sentence = question && parts.value?.sentenceOf(question, this.#language.labels);
    if (sentence) this.spoken = sentence;
    this.requestUpdate();
  }

  #onEnd(why: Ending | 'unloaded'): void {
    // The frame is removed before the next update.
    if (this.#app) {
      this.#hadFocus ||= this.#hasFocus;
      noteMove(this.#enlargement.isLarge);
    }
    this.#isAwaited = false;
    this.#life.abort();
    this.#consent.clear();
    running.delete(this);
    if (this.#enlargement.isLarge) this.#enlargement.toggle();
    this.#app = this.#document = undefined;
    this.phase = 'closed';
    this.ending = why === 'finished' ? undefined : why;
    this.spoken = this.#language.labels.endings[why];
    if (this.ending && why !== 'unloaded')
      this.#report('app-closed', `The app was closed: ${why}.`);
  }

  #report(code: DiagnosticCode, message: string, data?: unknown): void {
    const diagnostic = {code, message, ...(data !== undefined && {data})};
    this.dispatchEvent(new UbikDiagnosticEvent(diagnostic));
  }

  protected override render(): TemplateResult | typeof nothing {
    const {item, services, strings: labels} = this;
    if (!item || missingIn(services) !== undefined || !appOf(item, services.apps)) return nothing;
    const {labels: apps} = this.#language;
    const {question} = this.#consent;
    return renderApp({
      apps,
      labels,
      title: apps.title(this.#name),
      phase: this.phase,
      ending: this.ending,
      spoken: this.spoken,
      isPlain: this.#document?.declared['prefersBorder'] === false,
      frame: this.#app?.frame.element,
      enlargement: this.#enlargement,
      isEnlargeable: this.#app?.session.supports('fullscreen') === true,
      isAsking: question !== undefined,
      question: question && parts.value?.renderQuestion(question, {apps, labels}, this.#onAnswer),
      onOpen: this.#onOpen,
      onClose: this.#onClose,
      onSkip: () => this.leaveButton?.focus(),
      onLeave: () => this.closeButton?.focus(),
    });
  }
}
