import type * as Ubik from '../../core/protocol/ubik/index.js';
import {LazyModule} from '../base/lazy-element.js';

export type UbikProtocol = typeof Ubik;

/** Parses a stored message that is displayed outside of a chat. */
export const ubikProtocol = new LazyModule<UbikProtocol>(
  () => import('../../core/protocol/ubik/index.js'),
);

/** The card of a citation, loaded with the first answer that has sources. */
export const citationCard = new LazyModule(() => import('./citation-card.js'));
