/** The path of the browser's executable, if one is installed. */
export function findChromium(): string | undefined;
/** Like `findChromium`; installs Debian's chromium if possible, else exits the process. */
export function requireChromium(): string;
