import type {Item, Kind} from './item.js';

/** How all items of a kind are treated. */
interface KindTraits {
  /** It is about the answer, not a part of it. */
  readonly isAside?: true;
  /** It shows that the run goes on, so that the agent has the answer to its question. */
  readonly continues?: true;
  /** A stream may lack it, or repeat it under another id, so that it says nothing about where the stream begins. */
  readonly isUncompared?: true;
  /** It may have been added by the page, so that a replay lacks it. */
  readonly isAdded?: true;
}

/** The compiler reports a kind that is missing here. */
const builtIn = {
  message: {},
  step: {continues: true},
  text: {continues: true},
  thinking: {continues: true},
  tool: {},
  checkpoint: {continues: true},
  request: {isUncompared: true},
  source: {isAside: true, isUncompared: true},
  file: {},
  data: {isUncompared: true},
  notice: {isAside: true, isUncompared: true, isAdded: true},
  error: {isAside: true, isUncompared: true, isAdded: true},
} satisfies Readonly<Record<Kind, KindTraits>>;

const traits: ReadonlyMap<string, KindTraits> = new Map(Object.entries(builtIn));
const none: KindTraits = {};

/** The traits of a kind. One that a package has added has none. */
export const traitsOf = (kind: string): KindTraits => traits.get(kind) ?? none;

/** Whether an item is a part of the answer itself. */
export const isPart = ({kind}: Item): boolean => !traitsOf(kind).isAside;
