// The parts of libraries without types that the site uses.

declare module '@custom-elements-manifest/analyzer/cli.js' {
  /** Runs the analyzer and returns the manifest; `noWrite` prevents writing it to a file. */
  export function cli(options: {
    readonly argv: readonly string[];
    readonly cwd: string;
    readonly noWrite: boolean;
  }): Promise<unknown>;
}

declare module '@11ty/eleventy' {
  /** What a configuration can change (https://www.11ty.dev/docs/config/). */
  export interface UserConfig {
    readonly ignores: Set<string>;
    addExtension(extension: string, options: {readonly key: string}): void;
    addFilter(name: string, filter: (this: never, ...values: never[]) => unknown): void;
    addGlobalData(name: string, data: unknown): void;
    addPassthroughCopy(paths: Readonly<Record<string, string>>): void;
    addTemplate(path: string, content: string, data?: object): void;
    addTransform(
      name: string,
      transform: (this: {readonly page: {readonly url: string}}, content: string) => string,
    ): void;
    setLibrary(language: string, library: unknown): void;
    setUseGitIgnore(enabled: boolean): void;
  }

  /** A rendered page; `url` is its path below the root of the site. */
  export interface RenderedTemplate {
    readonly url: string;
    readonly content: string;
  }

  interface Options {
    readonly configPath: string;
    readonly quietMode?: boolean;
    readonly config?: (config: UserConfig) => void;
  }

  export default class Eleventy {
    constructor(input: string, output: string, options: Options);
    toJSON(): Promise<readonly RenderedTemplate[]>;
    write(): Promise<unknown>;
  }
}
