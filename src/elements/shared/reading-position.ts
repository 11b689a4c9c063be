import type {Memory} from '../base/services.js';

/** The storage key of the position: the turn in view, and the offset of its nearer end below the top in pixels. */
const storageKey = 'place';

/** Stores the reader's scroll position, and restores it after a reload. A reader at the end stays at the end. */
export class ReadingPosition {
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
    addEventListener('pagehide', this.#save);
  }

  disconnect(): void {
    removeEventListener('pagehide', this.#save);
  }

  /** Scrolls to the stored position through `hold`, which repeats it while content above is still rendering. */
  async restore(
    turnOf: (key: string) => Promise<HTMLElement | null>,
    hold: (go: () => void) => void,
    place: string | undefined = this.#memory()?.recall(storageKey),
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

  readonly #save = (): void => {
    const {scroller, following} = this.#find();
    const place = scroller && !following ? positionIn(scroller) : undefined;
    this.#memory()?.remember(storageKey, place);
  };
}

/** The turn in view in a scroll container, with its offset, as a string. */
export function positionIn(scroller: HTMLElement): string | undefined {
  const top = topOf(scroller);
  // Groups out of view are not measured: that would force their layout.
  const inView = (tree: ParentNode | undefined, selector: string) =>
    [...(tree?.querySelectorAll<HTMLElement>(selector) ?? [])].find(each => bottomOf(each) > top);
  const turn = inView(inView(scroller, '.group'), '[data-key]');
  return turn && positionOf(turn, top);
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;
const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;

/** Relative to the nearer end of the turn, so that changes of its height matter less. */
function positionOf(turn: HTMLElement, top: number): string {
  const [start, end] = [topOf(turn) - top, bottomOf(turn) - top];
  const place = -start < end ? `top ${start}` : `bottom ${end}`;
  return `${turn.dataset['key'] ?? ''} ${place}`;
}
