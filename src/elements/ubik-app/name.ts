import {showControls} from '../shared/safe-url.js';

/** Characters of names that servers and apps chose. */
const maxNameLength = 80;

/** A name for display: short, and without control characters that disguise it. */
export const nameOf = (name: string): string => showControls(name.slice(0, maxNameLength));
