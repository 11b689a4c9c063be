import type {ReactiveControllerHost} from 'lit';

/**
 * What draws a part that is seldom shown: it is fetched when something is first drawn by it, and whoever asked draws
 * again when it is there. On a page alone, for a server waits for nothing.
 *
 * @param load Fetches what draws it.
 * @returns What gives it, once it is there, to each that draws by it.
 */
export function fetchPart<T>(
  load: () => Promise<T>,
): (host: ReactiveControllerHost) => T | undefined {
  let part: T | undefined;
  return host => {
    if (part === undefined && typeof document !== 'undefined') {
      load().then(there => {
        part = there;
        host.requestUpdate();
      }, reportError);
    }
    return part;
  };
}
