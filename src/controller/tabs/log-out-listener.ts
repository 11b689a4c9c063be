import {TabChannel} from './tab-channel.js';

/** The channels of targets that may be collected. */
const channels = new FinalizationRegistry<TabChannel>(channel => channel.close());

/**
 * Calls back when the user logs out in another tab, without keeping the target in memory: `logOut` must not refer to it
 * otherwise (decision 125).
 *
 * @param key The key of the store of the chat, which the tabs share.
 */
export function onLogOut<T extends object>(
  key: string,
  target: T,
  logOut: (target: T) => void,
): TabChannel {
  const tabs = new TabChannel(key, () => undefined);
  const reference = new WeakRef(target);
  tabs.subscribe(kind => {
    const kept = reference.deref();
    if (kept && kind === 'shutdown') logOut(kept);
  });
  channels.register(target, tabs);
  return tabs;
}
