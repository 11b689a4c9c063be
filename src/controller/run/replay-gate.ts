import {changed, extent, isOver} from '../../core/model/messages.js';
import type {Settings} from '../settings.js';
import type {Item} from '../../core/model/item.js';

/**
 * Decides when the replay of a run replaces what is displayed of it: once it is as long, has ended, or has taken too long
 * (Ubik Agent API guide, reconnecting).
 */
export function replayGate(
  shown: Item | undefined,
  {environment, limits}: Settings,
): (replayed: Item) => boolean {
  const needed = shown ? extent(shown) : 0;
  const until = environment.now() + limits.replayTimeoutMs;
  return replayed => isOver(replayed) || environment.now() >= until || extent(replayed) >= needed;
}

/**
 * What is displayed after a replay. One that failed before it had what was displayed adds only its errors: nothing that
 * the user could read disappears.
 */
export function afterReplay(shown: Item | undefined, replayed: Item): Item {
  if (shown?.kind !== 'message' || replayed.kind !== 'message') return replayed;
  if (replayed.status !== 'failed' || extent(replayed) >= extent(shown)) return replayed;
  const closed = changed(shown, [{op: 'close', id: shown.id, status: 'failed'}]);
  const errors = replayed.children.filter(({kind}) => kind === 'error');
  return {...closed, status: 'failed', children: [...closed.children, ...errors]};
}
