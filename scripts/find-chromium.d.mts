/** The path of the browser's executable, if one is installed. */
export function findChromium(): string | undefined;
/** The same; installs Debian's chromium where that can be done, and ends the process where it cannot. */
export function requireChromium(): string;
