import type {UbikChat} from './elements/ubik-chat/ubik-chat.js';

/*
 * A site with a button on every page begins here. Renders the button of a floating chat, and loads the chat itself when the page
 * is idle or the user approaches the button. A small classic script that reads its own tag:
 *
 *   <script async src="…/loader.js" data-endpoint="/api/v1" data-heading="Help"></script>
 *
 * Each `data-` attribute becomes an attribute of `<ubik-chat>`; those for libraries of the page (`data-turbo-…`, `data-lenis-…`)
 * keep their names. A floating chat stays on the page when a router replaces or morphs the body; a second run of the script
 * passes on attributes that have changed, such as the user. `data-label` is the accessible name of the button until the chat
 * has loaded. With `data-consent`, a floating chat is loaded when the user opens it, has agreed in an earlier visit, or the page
 * sets its attribute `consent` to `granted`.
 */

type QueuedCall = (chat: UbikChat) => unknown;

declare global {
  interface Window {
    /** Functions to call with the chat once it has loaded: `(window.ubikChat ??= []).push(chat => chat.show())`. */
    ubikChat?: {push(...calls: QueuedCall[]): unknown};
  }
}

/** Next to this script; resolved against its URL, not that of the page. */
const CHAT = './ubik-chat.js';

/** The same button as `<ubik-launcher>` renders, at the same position. */
const STYLES = `
:host {
  all: initial !important;
  position: fixed !important;
  inset-block-end: calc(var(--ubik-offset, 1.25 * var(--rem)) + env(safe-area-inset-bottom)) !important;
  --side: calc(var(--ubik-offset, 1.25 * var(--rem)) + max(env(safe-area-inset-left), env(safe-area-inset-right)));
  inset-inline-end: var(--side) !important;
  z-index: var(--ubik-z-index, 1000) !important;
  --rem: clamp(16px, 1rem, 24px);
  --accent: var(--ubik-accent, light-dark(#2f5fd0, #7fa4ff));
  --on: clamp(0, (0.179 - y) * 9999, 9);
}
:host([position=start]) { inset-inline: var(--side) auto !important; }
button {
  display: grid;
  place-items: center;
  inline-size: calc(3.5 * var(--rem));
  block-size: calc(3.5 * var(--rem));
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: var(--accent);
  color: var(--ubik-on-accent, color(from var(--accent) xyz var(--on) var(--on) var(--on)));
  box-shadow: var(--ubik-shadow,
    0 0 0 1px light-dark(rgb(20 24 40 / 6%), rgb(255 255 255 / 8%)),
    0 12px 40px -8px light-dark(rgb(20 24 40 / 22%), rgb(0 0 0 / 60%)));
  cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
button[aria-busy=true] { cursor: progress; }
path { fill: none; stroke: currentcolor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
@media print { button { display: none; } }
@media (forced-colors: active) { button { border: 2px solid ButtonText; } }
`;

const SVG = 'http://www.w3.org/2000/svg';

const PICTURE =
  'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v8a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 3.5V17A2.5 2.5 0 0 1 4 14.5z';

type Attributes = ReadonlyMap<string, string>;

/** The attributes of the chat that the `data-` attributes of a script tag stand for. */
function attributesOf(dataset: DOMStringMap): Attributes {
  const attributes = new Map([['layout', 'float']]);
  for (const [name, value = ''] of Object.entries(dataset)) {
    const attribute = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    if (/^(turbo|lenis)-/.test(attribute)) attributes.set(`data-${attribute}`, value);
    else if (!/^(label$|on)/.test(attribute)) attributes.set(attribute, value);
  }
  return attributes;
}

/** Sets the attributes that differ from the previous ones; the others may have been changed by the page. */
function setAttributes(chat: Element, attributes: Attributes, previous: Attributes): void {
  for (const [name, value] of attributes)
    if (previous.get(name) !== value) chat.setAttribute(name, value);
  for (const name of previous.keys()) if (!attributes.has(name)) chat.removeAttribute(name);
}

/**
 * Marks the elements of the loader that are kept on the page, so that their copies are found in a body that a router has
 * restored from its cache.
 */
const KEPT = 'data-ubik-loader';

/**
 * Keeps elements in the body of the page as long as they are marked: puts them back in the task in which a router replaces or
 * morphs the body, so that a running answer goes on, and removes their copies. Puts them back once per task, because a script
 * of the page that removes them at once would never end otherwise.
 */
function keepOnPage(...elements: readonly HTMLElement[]): void {
  for (const element of elements) element.setAttribute(KEPT, '');
  const observer = new MutationObserver(keep);
  let rests = false;
  let isMissed = false;
  function keep(): void {
    isMissed = rests;
    if (rests) return;
    rests = true;
    setTimeout(() => {
      rests = false;
      if (isMissed) keep();
    });
    for (const copy of document.querySelectorAll<HTMLElement>(`[${KEPT}]`))
      if (!elements.includes(copy)) copy.remove();
    const body = document.querySelector('body'); // there is none between two bodies
    for (const element of elements)
      if (element.hasAttribute(KEPT) && !element.isConnected) body?.append(element);
    observer.disconnect();
    const parents: Node[] = [document, ...document.children];
    // The page may have moved an element into another one, which it empties later.
    for (const element of elements)
      for (let node = element.parentNode; node; node = node.parentNode) parents.push(node);
    for (const node of parents) observer.observe(node, {childList: true});
  }
  keep();
}

function createPicture(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const side of ['width', 'height']) svg.setAttribute(side, '24');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.ariaHidden = 'true';
  path.setAttribute('d', PICTURE);
  svg.append(path);
  return svg;
}

/** The tokens that the button uses. */
const TOKENS = ['accent', 'on-accent', 'offset', 'z-index', 'shadow'];

/** Sets the tokens that the page has set on the chat: rules for `ubik-chat` do not reach the button. */
function copyTokens(chat: HTMLElement, host: HTMLElement): void {
  const styles = getComputedStyle(chat);
  for (const token of TOKENS) {
    const name = `--ubik-${token}`;
    host.style.setProperty(name, styles.getPropertyValue(name));
  }
}

/** Whether the user has agreed in an earlier visit. The record is that of `SessionStore`. */
function hasAgreed(chat: Element): boolean {
  try {
    const [endpoint, ...owner] = ['endpoint', 'agent-id', 'user-id'].map(
      name => chat.getAttribute(name) ?? '',
    );
    const {origin, pathname} = new URL(endpoint ?? '', document.baseURI);
    const place = origin + pathname.replace(/\/?$/, '/');
    const key = ['ubik-chat', place, ...owner].map(encodeURIComponent).join(':');
    const record = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    return record['consent'] === 'granted';
  } catch {
    return false; // Storage is denied, or its content is not that of a chat.
  }
}

/**
 * Creates the button in a shadow tree, which styles of the page do not reach. Its host has a name of its own: a library that
 * morphs the body turns one `div` into another.
 */
function createButton({theme, label, position = ''}: DOMStringMap): {
  host: HTMLElement;
  button: HTMLElement;
} {
  const host = document.createElement('ubik-loader-button');
  // The colour scheme of the page applies unless the chat has its own.
  const scheme = theme === 'light' || theme === 'dark' ? theme : 'inherit';
  host.style.setProperty('color-scheme', scheme, 'important');
  host.setAttribute('position', position);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  const root = host.attachShadow({mode: 'open'});
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement('button');
  button.type = 'button';
  button.ariaLabel = label ?? 'Open chat';
  button.ariaExpanded = 'false';
  button.append(createPicture());
  root.append(button);
  return {host, button};
}

/** Replaces the button by the chat, and moves the focus. */
async function replace(host: HTMLElement, chat: UbikChat): Promise<void> {
  await chat.updateComplete;
  const launcher = chat.shadowRoot?.querySelector('ubik-launcher');
  await launcher?.updateComplete;
  const focused = host.shadowRoot?.activeElement;
  host.removeAttribute(KEPT);
  host.remove();
  if (focused && !chat.open) launcher?.focus();
}

/** Runs the queued calls, and from now on each call at once. */
function answer(chat: UbikChat): void {
  const push = (...calls: QueuedCall[]): void => {
    for (const call of calls) {
      try {
        call(chat);
      } catch (error) {
        reportError(error);
      }
    }
  };
  const waiting = window.ubikChat;
  window.ubikChat = {push};
  if (Array.isArray(waiting)) push(...(waiting as QueuedCall[]));
}

/** A chat that the loader has created, with the attributes that its script has set. */
interface Created {
  readonly chat: UbikChat;
  /** The host of the button. */
  readonly host: HTMLElement;
  attributes: Attributes;
}

/**
 * What the loader has created: a property of the window for a floating chat, because the script may run twice, and of the
 * chat itself for one behind its script, because a router may put back a copy, which does not have it.
 */
const CREATED: unique symbol = Symbol.for('ubik-chat.loader');

/**
 * Passes the attributes on to the chat that an earlier run has created. Returns whether there is one. A copy of a chat is
 * removed, because its attributes may be those of another user.
 */
function update(script: HTMLScriptElement, attributes: Attributes): boolean {
  const floats = attributes.get('layout') === 'float';
  const next = script.nextElementSibling;
  const inPlace = !floats && next?.localName === 'ubik-chat' ? next : undefined;
  const {[CREATED]: created} = (floats ? window : (inPlace ?? {})) as {[CREATED]?: Created};
  if (!created) {
    inPlace?.remove();
    return false;
  }
  setAttributes(created.chat, attributes, created.attributes);
  created.host.setAttribute('position', attributes.get('position') ?? '');
  created.attributes = attributes;
  return true;
}

function start(script: HTMLScriptElement): void {
  const attributes = attributesOf(script.dataset);
  if (update(script, attributes)) return;
  const chat = document.createElement('ubik-chat');
  setAttributes(chat, attributes, new Map());
  const {host, button} = createButton(script.dataset);
  const floats = attributes.get('layout') === 'float';
  let loading: Promise<void> | undefined;

  const fetchChat = async (): Promise<void> => {
    try {
      await import(CHAT);
      await replace(host, chat);
    } catch (error) {
      loading = undefined; // The next interaction tries again.
      throw error;
    }
    answer(chat);
  };
  const load = (): Promise<void> => (loading ??= fetchChat());
  const loadSoon = (): void => void load().catch(reportError);

  button.addEventListener('click', () => {
    button.ariaBusy = 'true';
    void load()
      .then(() => chat.show())
      .catch(reportError)
      .finally(() => (button.ariaBusy = 'false'));
  });

  /** Before the user has agreed, only a click loads the chat. */
  const needsConsent = (): boolean => {
    const consent = chat.getAttribute('consent');
    return floats && consent !== null && consent !== 'granted' && !hasAgreed(chat);
  };
  const loadIfAllowed = (): void => {
    if (!needsConsent()) loadSoon();
  };
  for (const type of ['pointerenter', 'focusin']) host.addEventListener(type, loadIfAllowed);

  const created: Created = {chat, host, attributes};
  Object.assign(floats ? window : chat, {[CREATED]: created});
  if (floats) {
    keepOnPage(chat, host);
    copyTokens(chat, host);
  } else script.after(chat);
  const whenIdle = (): void => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(loadSoon, {timeout: 4000});
    else setTimeout(loadSoon, 2000);
  };
  if (needsConsent()) {
    new MutationObserver(loadIfAllowed).observe(chat, {attributeFilter: ['consent']});
  } else if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, {once: true});
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  if (document.readyState !== 'loading') start(script);
  else addEventListener('DOMContentLoaded', () => start(script), {once: true});
}
