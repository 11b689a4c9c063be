/** A measured figure, its upper limit, and the target if the limit is above it. */
export interface Budget {
  readonly what: string;
  readonly figure: number;
  /** Exceeding it is an error. */
  readonly most: number;
  /** What the figure should be at most; by default, the limit. */
  readonly target?: number;
}

export const isKept = ({figure, most}: Budget): boolean => figure <= most;

const isMet = ({figure, most, target = most}: Budget): boolean => figure <= target;

/** A line for each budget; those that exceed their limit or miss their target say so. */
export function describeBudget(budget: Budget): string {
  const {what, figure, most, target} = budget;
  const state = isKept(budget) ? 'kept  ' : 'BROKEN';
  const goal = target === undefined ? '' : `; target ${target}${isMet(budget) ? '' : ', not met'}`;
  return `${state} ${figure.toFixed(2)} ${what} (at most ${most}${goal})`;
}
