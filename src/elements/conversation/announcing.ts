import {AnnouncementTexts, type Narration} from './announcement-texts.js';
import {Announcer} from './announcer.js';

/** An element that can announce texts itself (ARIA Notify). */
interface NotifyingElement extends Element {
  ariaNotify(text: string): void;
}

const isNotifying = (region: Element): region is NotifyingElement => 'ariaNotify' in region;

/** Passes a text to assistive technology: by `ariaNotify` where the browser has it, otherwise through a live region. */
function pass(text: string, region: HTMLElement | null): void {
  if (region && isNotifying(region)) region.ariaNotify(text);
  else region?.replaceChildren(text);
}

/** Creates the announcer of a chat and the source of its texts. */
export function createAnnouncements(
  region: () => HTMLElement | null,
  narration: () => Narration,
): {announcer: Announcer; texts: AnnouncementTexts} {
  const announcer = new Announcer(text => pass(text, region()));
  return {announcer, texts: new AnnouncementTexts(announcer, narration)};
}
