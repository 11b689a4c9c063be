/* Fields are named by their path: `field/guests/2/name`. */

/** The name of the root field. */
export const rootName = 'field';

/** The name of the field of a key; a prefix keeps a key such as `submit` from shadowing a method of the form. */
export const nameIn = (parent: string, key: string): string => `${parent}/${encodeKey(key)}`;

const encodeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The number in the name of an entry of a list. It stays when another entry is removed. */
export const numberOf = (entry: string): number => Number(entry.slice(entry.lastIndexOf('/') + 1));

/** The name of the input that says in a draft that an entry exists, which may have no text. No key has it. */
export const markerOf = (entry: string): string => `${entry}/~`;
