/** The part of jsdom that tests use; the package has no types. */
declare module 'jsdom' {
  export class VirtualConsole {
    on(event: 'jsdomError', listener: (error: unknown) => void): this;
  }
  export class JSDOM {
    constructor(
      html: string,
      options: {url: string; pretendToBeVisual: boolean; virtualConsole: VirtualConsole},
    );
    readonly window: object;
  }
}
