declare module '@custom-elements-manifest/analyzer/cli.js' {
  /** Runs the analyzer and gives the manifest; with `noWrite` it writes none. */
  export function cli(options: {
    readonly argv: readonly string[];
    readonly cwd: string;
    readonly noWrite: boolean;
  }): Promise<unknown>;
}
