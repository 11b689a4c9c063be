import type {Memory} from '../base/services.js';

/** Under this name is remembered which turn was in view, and where its nearer end was, in pixels below the top. */
const name = 'place';

/** Where the reader is in a conversation, so that a reload goes back there. Who is at its end stays at its end. */
export class ReadingPlace {
  readonly #memory: () => Memory | undefined;
  readonly #find: () => {scroller: HTMLElement | null; following: boolean};

  constructor(
    memory: () => Memory | undefined,
    find: () => {scroller: HTMLElement | null; following: boolean},
  ) {
    this.#memory = memory;
    this.#find = find;
  }

  connect(): void {
    addEventListener('pagehide', this.#keep);
  }

  disconnect(): void {
    removeEventListener('pagehide', this.#keep);
  }

  /** Where the reader was: `hold` goes there, and again while what is above is still being drawn. */
  async restore(
    turnOf: (key: string) => Promise<HTMLElement | null>,
    hold: (go: () => void) => void,
    place: string | undefined = this.#memory()?.recall(name),
  ): Promise<void> {
    const [key, end, offset] = place?.split(' ') ?? [];
    const turn = key && (await turnOf(key));
    const {scroller} = this.#find();
    if (!scroller || !turn) return;
    hold(() => {
      const at = end === 'bottom' ? bottomOf(turn) : topOf(turn);
      scroller.scrollTop += at - topOf(scroller) - Number(offset);
    });
  }

  readonly #keep = (): void => {
    const {scroller, following} = this.#find();
    const place = scroller && !following ? placeIn(scroller) : undefined;
    this.#memory()?.remember(name, place);
  };
}

/** Which turn is in view in a scroller, and where. */
export function placeIn(scroller: HTMLElement): string | undefined {
  const top = topOf(scroller);
  // What is out of sight is not asked: it would have to be laid out.
  const inView = (tree: ParentNode | undefined, selector: string) =>
    [...(tree?.querySelectorAll<HTMLElement>(selector) ?? [])].find(each => bottomOf(each) > top);
  const turn = inView(inView(scroller, '.group'), '[data-key]');
  return turn && placeOf(turn, top);
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;
const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;

/** By the nearer end: less of what lies between can be drawn in another height. */
function placeOf(turn: HTMLElement, top: number): string {
  const [start, end] = [topOf(turn) - top, bottomOf(turn) - top];
  const place = -start < end ? `top ${start}` : `bottom ${end}`;
  return `${turn.dataset['key'] ?? ''} ${place}`;
}
