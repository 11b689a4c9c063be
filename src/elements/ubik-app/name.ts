import {showInvisible} from '../shared/html/safe-url.js';

/** Characters of names that servers and apps chose. MCP recommends no longer ones for tools. */
export const maxNameLength = 128;

/** A name for display: short, and without invisible characters that disguise it. */
export const nameOf = (name: string): string =>
  showInvisible(name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name);
