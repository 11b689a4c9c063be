/** The path of Firefox, if it is installed. */
export function findFirefox(): string | undefined;
/** The path of WebKitGTK's MiniBrowser, if it and its driver are installed. */
export function findWebkit(): string | undefined;
/** Names of the other engines that are installed. */
export function otherEngines(): ('firefox' | 'webkit')[];
