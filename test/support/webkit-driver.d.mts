/** A WebKitGTK browser with one window, controlled with the WebDriver protocol. */
export class WebKitDriver {
  constructor(binary: string);
  start(): Promise<void>;
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page and awaits its result. */
  execute(script: string, args?: readonly unknown[]): Promise<unknown>;
  call(method: string, path: string, body?: object): Promise<unknown>;
  stop(): Promise<void>;
}
