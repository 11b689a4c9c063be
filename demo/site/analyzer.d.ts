declare module '@custom-elements-manifest/analyzer/cli.js' {
  /** Runs the analyzer and returns the manifest; `noWrite` prevents writing it to a file. */
  export function cli(options: {
    readonly argv: readonly string[];
    readonly cwd: string;
    readonly noWrite: boolean;
  }): Promise<unknown>;
}
