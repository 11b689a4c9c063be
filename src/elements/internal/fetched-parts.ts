import {FetchedPart} from './fetch-element.js';

/** What is under the header of a tool: fetched with the first call, so that it is there when one is opened. */
export const toolBody = new FetchedPart(() => import('./tool-body.js'));

/** The card of a citation: fetched with the first answer that has sources. */
export const citationCard = new FetchedPart(() => import('./citation-card.js'));
