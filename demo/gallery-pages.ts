import {
  type Frame,
  type Item,
  type MessageItem,
  type Operations,
  type Protocol,
  type UbikChat,
} from '../src/index.js';
import {ubik} from '../src/core/index.js';
import {framesUntil, play, type GalleryScene} from './gallery-scenes.js';

/** A scene that needs a page of its own: an open popover, a floating chat, or a run that never ends. */
export interface PageScene {
  readonly title: string;
  readonly show: () => UbikChat | Promise<UbikChat>;
  /** Selector of an element to click, also in shadow trees. */
  readonly click?: string;
  /** Selector of an element whose appearance completes the scene. */
  readonly until: string;
}

type Moment = Omit<GalleryScene, 'title'>;

const search = {
  recording: 'b-multi-step-web-search',
  question: 'When is the Musée des Automates open, and how long is the walk from the station?',
} as const;
const cited = {recording: 'f-long-and-nested', question: 'What is open when?'} as const;

const never = (): Promise<never> => new Promise(() => undefined);

/** A chat with recorded content and a server without any. */
function chat(operations: Partial<Operations>, settings: Partial<UbikChat> = {}): UbikChat {
  const {send} = ubik.operations;
  const protocol: Protocol = {...ubik, operations: {send, ...operations}};
  return Object.assign(document.createElement('ubik-chat'), {
    protocol,
    endpoint: '/gallery',
    sessionId: 'recorded',
    storage: null,
    fetch: () => Promise.resolve(Response.json({})),
    ...settings,
  });
}

const emptyRequest = {method: 'GET', path: ''} as const;
const withoutResult = {request: () => emptyRequest, read: () => undefined};
const streamed = {request: () => emptyRequest, read: () => ({})};

const historyOf = (items: readonly Item[]): Pick<Operations, 'history'> => ({
  history: {
    request: () => emptyRequest,
    read: () => ({messages: items.filter(isMessage).map(withId)}),
  },
});

const isMessage = (item: Item): item is MessageItem => item.kind === 'message';
const withId = (item: MessageItem): MessageItem => ({...item, messageId: item.id});

const sessions = [
  {
    id: 'recorded',
    title: 'Opening hours of the Musée des Automates',
    updatedAt: '2026-03-04T09:58:00Z',
  },
  {id: 'b', title: 'A table for two on Friday', updatedAt: '2026-03-03T18:20:00Z'},
  {id: 'c', title: '', updatedAt: '2026-02-11T08:05:00Z'},
  {
    id: 'd',
    title: 'Monthly totals of the northern shops, with a chart for each of them',
    updatedAt: '2025-12-19T15:00:00Z',
  },
];

const listed: Partial<Operations> = {
  sessions: {request: () => emptyRequest, read: () => ({sessions, more: true})},
  rename: withoutResult,
  remove: withoutResult,
};

/** All operations on messages. */
const messageOperations: Partial<Operations> = {
  edit: streamed,
  regenerate: streamed,
  navigate: withoutResult,
  restore: streamed,
};

/** A chat with a run that stops before the first frame that contains `until`, without an end. */
async function chatAt(
  until: string | undefined,
  settings: Partial<UbikChat> = {},
): Promise<UbikChat> {
  const frames = await framesUntil(search.recording, until);
  const element = chat(
    {},
    {
      transport: async function* (): AsyncGenerator<Frame> {
        yield* frames;
        await never();
      },
      ...settings,
    },
  );
  void element.ready.then(() => element.send(search.question));
  return element;
}

/** A chat with the history of a scene. */
const chatWith = async (
  scene: Moment,
  operations: Partial<Operations> = {},
  settings: Partial<UbikChat> = {},
): Promise<UbikChat> => chat({...historyOf(await play(scene)), ...operations}, settings);

/** Speech recognition without results, to display a composer during dictation. */
class SilentRecognition extends EventTarget {
  start(): void {
    this.dispatchEvent(new Event('start'));
  }
  stop(): void {
    this.dispatchEvent(new Event('end'));
  }
  abort(): void {
    this.stop();
  }
}

const broken = (): Promise<Response> =>
  Promise.resolve(Response.json({detail: 'The database is not available.'}, {status: 500}));

const part = (name: string): string => `[part~=${name}]`;

export const pageScenes: readonly PageScene[] = [
  {title: 'A running tool', show: () => chatAt('GENERATION'), until: 'ubik-sources'},
  {title: 'A streaming answer', show: () => chatAt('agent_processing_complete'), until: 'li'},
  {
    title: 'Loading the history',
    show: () => chat(historyOf([]), {fetch: never}),
    until: '.loading',
  },
  {
    title: 'The history cannot be loaded',
    show: () => chat(historyOf([]), {fetch: broken}),
    until: 'ubik-notice',
  },
  {
    title: 'The menu',
    show: () => chatWith(search),
    click: '[popovertarget=menu]',
    until: part('checkpoint'),
  },
  {
    title: 'The list of conversations',
    show: () => chatWith(search, listed),
    click: '[popovertarget=sessions]',
    until: '.session',
  },
  {
    title: 'The card of a citation',
    async show(): Promise<UbikChat> {
      const content = await chatWith(cited);
      content.style.setProperty('--ubik-block-size', '70rem'); // Nothing scrolls the citation away from its card.
      return content;
    },
    click: '.citation',
    until: '.citation-card:popover-open',
  },
  {
    title: 'Rating an answer',
    show: () => chatWith(search, messageOperations, {feedback: true}),
    click: '[aria-pressed]',
    until: 'form.reason',
  },
  {
    title: 'Editing a message',
    show: () => chatWith(search, messageOperations),
    click: '.edit',
    until: '.editor',
  },
  {
    title: 'Restoring a checkpoint',
    show: () => chatWith(search, messageOperations, {steps: 'open'}),
    click: '.restore',
    until: 'form:has(.primary)',
  },
  {
    title: 'The work of a finished run',
    show: () => chatWith(search),
    click: '.work',
    until: '.work[aria-expanded="true"]',
  },
  {
    title: 'Dictation',
    show(): UbikChat {
      Object.assign(window, {SpeechRecognition: SilentRecognition});
      return chat({}, {dictation: true});
    },
    click: part('button'),
    until: '.on',
  },
  {
    title: 'A floating chat with a teaser',
    show: () => chatWith(search, {}, {layout: 'float', teaser: 'Questions about the museum?'}),
    until: '.teaser',
  },
  {
    title: 'An open floating chat',
    show: () => chatWith(search, {}, {layout: 'float', open: true}),
    until: 'li',
  },
  {
    title: 'The question for consent',
    show: () => chat({}, {consent: 'ask', privacyPolicy: '/privacy'}),
    until: '.buttons',
  },
  {
    title: 'A chat in a sidebar',
    show: () => chatWith(search, {}, {layout: 'sidebar', open: true}),
    until: 'li',
  },
];

/** Displays a scene in an element and clicks its target. Resolves when it is rendered and its animations have ended. */
export async function showPage({show, click, until}: PageScene, container: Element): Promise<void> {
  const content = await show();
  container.append(content);
  if (click !== undefined) {
    const target = await waitFor(click, content);
    target.scrollIntoView({block: 'center'});
    await frame();
    target.click();
  }
  await waitFor(until, content);
  await frame();
  const animations = content.shadowRoot?.getAnimations().filter(hasEnd) ?? [];
  await Promise.all(animations.map(({finished}) => finished));
}

const hasEnd = ({effect}: Animation): boolean => effect?.getComputedTiming().endTime !== Infinity;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** The first visible element that matches, in a tree and its shadow trees. */
function findVisible(tree: ParentNode, selector: string): HTMLElement | undefined {
  for (const element of tree.querySelectorAll<HTMLElement>('*')) {
    if (element.matches(selector) && element.checkVisibility()) return element;
    const found = element.shadowRoot && findVisible(element.shadowRoot, selector);
    if (found) return found;
  }
  return undefined;
}

async function waitFor(selector: string, {shadowRoot}: Element): Promise<HTMLElement> {
  for (;;) {
    const found = shadowRoot && findVisible(shadowRoot, selector);
    if (found) return found;
    await frame();
  }
}
