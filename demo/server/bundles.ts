import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {context, type BuildContext} from 'esbuild';

/** A script, built. */
interface Bundle {
  readonly code: string;
  readonly tag: string;
}

/** Builds scripts for the browser in memory, again whenever a source has changed. */
export class Bundles {
  readonly #root: string;
  readonly #contexts = new Map<string, Promise<BuildContext>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The script with everything it imports; `entry` is a path below the root. Throws what esbuild says of its errors. */
  async build(entry: string): Promise<Bundle> {
    let builder = this.#contexts.get(entry);
    if (!builder) this.#contexts.set(entry, (builder = this.#open(entry)));
    const {outputFiles} = await (await builder).rebuild();
    const code = outputFiles?.[0]?.text ?? '';
    return {code, tag: `"${createHash('sha256').update(code).digest('base64url')}"`};
  }

  async close(): Promise<void> {
    for (const builder of this.#contexts.values()) await (await builder).dispose();
    this.#contexts.clear();
  }

  #open(entry: string): Promise<BuildContext> {
    return context({
      entryPoints: [join(this.#root, entry)],
      absWorkingDir: this.#root,
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      sourcemap: 'inline',
      // Without it esbuild would not know of the decorators.
      tsconfig: join(this.#root, 'tsconfig.json'),
      // `sideEffects` of the package speaks of what is published, not of the sources.
      ignoreAnnotations: true,
      logLevel: 'silent',
    });
  }
}
