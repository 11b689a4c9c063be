import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {context, type BuildContext} from 'esbuild';

/** A built script with its ETag. */
interface Bundle {
  readonly code: string;
  readonly tag: string;
}

/** Bundles scripts for the browser in memory, incrementally on each request. */
export class Bundles {
  readonly #root: string;
  readonly #contexts = new Map<string, Promise<BuildContext>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Bundles `entry`, a path below the root. Throws the errors of esbuild. */
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
      // Required for the decorators.
      tsconfig: join(this.#root, 'tsconfig.json'),
      // `sideEffects` of package.json lists published files, not sources.
      ignoreAnnotations: true,
      logLevel: 'silent',
    });
  }
}
