import {
  type Frame,
  type Item,
  type MessageItem,
  type Operations,
  type Protocol,
  ubik,
  type UbikChat,
} from '../src/index.js';
import {framesUntil, play, type Scene} from './gallery-scenes.js';

/** What is looked at alone, because it opens over the page, stands in its corner, or goes on for ever. */
export interface AloneScene {
  readonly title: string;
  readonly show: () => UbikChat | Promise<UbikChat>;
  /** What is pressed in it, wherever it stands in shadow trees. */
  readonly press?: string;
  /** What is there in the end. */
  readonly until: string;
}

type Moment = Omit<Scene, 'title'>;

const search = {
  recording: 'b-multi-step-web-search',
  question: 'When is the Musée des Automates open, and how long is the walk from the station?',
} as const;
const cited = {recording: 'f-long-and-nested', question: 'What is open when?'} as const;

const never = (): Promise<never> => new Promise(() => undefined);

/** A chat whose server says nothing that was not recorded. */
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

const nothing = {method: 'GET', path: ''} as const;
const silent = {request: () => nothing, read: () => undefined};
const streamed = {request: () => nothing, read: () => ({})};

const historyOf = (items: readonly Item[]): Pick<Operations, 'history'> => ({
  history: {
    request: () => nothing,
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
  sessions: {request: () => nothing, read: () => ({sessions, more: true})},
  rename: silent,
  remove: silent,
};

/** Everything that a wire can offer to do with a message. */
const able: Partial<Operations> = {
  edit: streamed,
  regenerate: streamed,
  navigate: silent,
  restore: streamed,
};

/** A run that is told as far as that, and then no further. */
async function chatAt(
  until: string | undefined,
  settings: Partial<UbikChat> = {},
): Promise<UbikChat> {
  const frames = await framesUntil(search.recording, until);
  const told = chat(
    {},
    {
      transport: async function* (): AsyncGenerator<Frame> {
        yield* frames;
        await never();
      },
      ...settings,
    },
  );
  void told.ready.then(() => told.send(search.question));
  return told;
}

/** A chat with what was said in it. */
const remembered = async (
  scene: Moment,
  operations: Partial<Operations> = {},
  settings: Partial<UbikChat> = {},
): Promise<UbikChat> => chat({...historyOf(await play(scene)), ...operations}, settings);

/** Ears that hear nothing, for what a composer looks like that listens. */
class DeafEars extends EventTarget {
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
  Promise.resolve(Response.json({detail: 'The database is away.'}, {status: 500}));

const part = (name: string): string => `[part~=${name}]`;

export const aloneScenes: readonly AloneScene[] = [
  {title: 'A chat that answers', show: () => chatAt('GENERATION'), until: 'ubik-sources'},
  {title: 'A chat that writes', show: () => chatAt('agent_processing_complete'), until: 'li'},
  {
    title: 'A chat that loads',
    show: () => chat(historyOf([]), {fetch: never}),
    until: '.loading',
  },
  {
    title: 'A chat in trouble',
    show: () => chat(historyOf([]), {fetch: broken}),
    until: 'ubik-notice',
  },
  {
    title: 'The menu',
    show: () => remembered(search),
    press: '[popovertarget=menu]',
    until: part('checkpoint'),
  },
  {
    title: 'The conversations',
    show: () => remembered(search, listed),
    press: '[popovertarget=sessions]',
    until: '.session',
  },
  {
    title: 'The card of a citation',
    show: () => remembered(cited),
    press: '.citation',
    until: '.citation-card:popover-open',
  },
  {
    title: 'An answer is rated',
    show: () => remembered(search, able, {feedback: true}),
    press: '[aria-pressed]',
    until: 'form.reason',
  },
  {
    title: 'A message is reworded',
    show: () => remembered(search, able),
    press: '.edit',
    until: '.editor',
  },
  {
    title: 'A checkpoint is restored',
    show: () => remembered(search, able),
    press: '.restore',
    until: 'form:has(.primary)',
  },
  {
    title: 'A composer that listens',
    show(): UbikChat {
      Object.assign(window, {SpeechRecognition: DeafEars});
      return chat({}, {dictation: true});
    },
    press: part('button'),
    until: '.on',
  },
  {
    title: 'A floating chat with a line beside it',
    show: () => remembered(search, {}, {layout: 'float', teaser: 'Questions about the museum?'}),
    until: '.teaser',
  },
  {
    title: 'A floating chat that is open',
    show: () => remembered(search, {}, {layout: 'float', open: true}),
    until: 'li',
  },
  {
    title: 'A chat at the side',
    show: () => remembered(search, {}, {layout: 'sidebar', open: true}),
    until: 'li',
  },
];

/** Shows such a scene in a place, and presses what is to be pressed. Resolves when it is drawn. */
export async function showAlone({show, press, until}: AloneScene, place: Element): Promise<void> {
  const content = await show();
  place.append(content);
  if (press !== undefined) {
    const pressed = await appearing(press, content);
    pressed.scrollIntoView({block: 'center'});
    await frame();
    pressed.click();
  }
  await appearing(until, content);
  await frame();
  const appearances = content.shadowRoot?.getAnimations().filter(hasEnd) ?? [];
  await Promise.all(appearances.map(({finished}) => finished));
}

const hasEnd = ({effect}: Animation): boolean => effect?.getComputedTiming().endTime !== Infinity;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** The first element that matches and is drawn, in a tree and the shadow trees in it. */
function findIn(tree: ParentNode, selector: string): HTMLElement | undefined {
  for (const element of tree.querySelectorAll<HTMLElement>('*')) {
    if (element.matches(selector) && element.checkVisibility()) return element;
    const found = element.shadowRoot && findIn(element.shadowRoot, selector);
    if (found) return found;
  }
  return undefined;
}

async function appearing(selector: string, {shadowRoot}: Element): Promise<HTMLElement> {
  for (;;) {
    const found = shadowRoot && findIn(shadowRoot, selector);
    if (found) return found;
    await frame();
  }
}
