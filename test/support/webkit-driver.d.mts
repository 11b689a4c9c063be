/** One browser of WebKitGTK with one window, spoken to in the WebDriver protocol. */
export class WebKitDriver {
  constructor(binary: string);
  start(): Promise<void>;
  open(url: string): Promise<void>;
  /** What the body of a function gives, or the promise that it gives. */
  execute(script: string, words?: readonly unknown[]): Promise<unknown>;
  call(method: string, path: string, body?: object): Promise<unknown>;
  stop(): Promise<void>;
}
