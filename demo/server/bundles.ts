import {createHash} from 'node:crypto';
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {BuildContext} from 'esbuild';

/** A built script with its source map and ETag. */
interface Bundle {
  readonly code: string;
  readonly sourceMap: string;
  readonly tag: string;
}

interface Builder {
  readonly context: BuildContext;
  bundle: Bundle | undefined;
  /** Start of the build of `bundle`, in milliseconds since 1970. */
  builtAt: number;
  /** Paths of the files in the bundle, below the root. */
  inputs: readonly string[];
}

/**
 * Milliseconds. The time of a change of a file is that of the last tick of the system, which is up to 16 ms before the change:
 * a file that changes during or soon after a build can have a time before its start.
 */
const TIME_ACCURACY = 50;

/**
 * Bundles scripts for the browser in memory. A request rebuilds a script only if one of its files has changed since the last
 * build: building takes longer than everything else in a page load.
 */
export class Bundles {
  readonly #root: string;
  readonly #builders = new Map<string, Promise<Builder>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Bundles `entry`, a path below the root. Throws the errors of esbuild. */
  async build(entry: string): Promise<Bundle> {
    let opening = this.#builders.get(entry);
    if (!opening) this.#builders.set(entry, (opening = this.#open(entry)));
    const builder = await opening;
    if (builder.bundle && (await this.#isCurrent(builder))) return builder.bundle;
    const builtAt = Date.now();
    const {outputFiles, metafile} = await builder.context.rebuild();
    const [sourceMap = '', code = ''] = ['.map', '.js'].map(
      ending => outputFiles?.find(({path}) => path.endsWith(ending))?.text,
    );
    const tag = `"${createHash('sha256').update(code).digest('base64url')}"`;
    const inputs = Object.keys(metafile?.inputs ?? {});
    return Object.assign(builder, {builtAt, inputs, bundle: {code, sourceMap, tag}}).bundle;
  }

  async close(): Promise<void> {
    for (const opening of this.#builders.values()) await (await opening).context.dispose();
    this.#builders.clear();
  }

  async #isCurrent({inputs, builtAt}: Builder): Promise<boolean> {
    const changeTime = async (path: string): Promise<number> => {
      const found = await stat(join(this.#root, path)).catch(() => undefined);
      return found?.ctimeMs ?? Infinity;
    };
    return (await Promise.all(inputs.map(changeTime))).every(
      time => time < builtAt - TIME_ACCURACY,
    );
  }

  async #open(entry: string): Promise<Builder> {
    // Loaded with the first script, because most users of the server request none.
    const {context} = await import('esbuild');
    return {
      bundle: undefined,
      builtAt: 0,
      inputs: [],
      context: await context({
        entryPoints: [join(this.#root, entry)],
        outdir: this.#root,
        absWorkingDir: this.#root,
        bundle: true,
        write: false,
        metafile: true,
        format: 'esm',
        target: 'es2022',
        sourcemap: 'external',
        // Required for the decorators.
        tsconfig: join(this.#root, 'tsconfig.json'),
        // `sideEffects` of package.json lists published files, not sources.
        ignoreAnnotations: true,
        logLevel: 'silent',
      }),
    };
  }
}
