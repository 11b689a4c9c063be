import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {BuildContext, Plugin} from 'esbuild';

/** A built script with its source map and ETag. */
interface Bundle {
  readonly code: string;
  readonly sourceMap: string;
  /** Weak, because compression changes the bytes of the response. */
  readonly tag: string;
}

interface Builder {
  readonly context: Promise<BuildContext>;
  /** Digests of the files as the last build read them, by path. */
  readonly inputs: Map<string, string>;
  bundle: Bundle | undefined;
  /** The last look at the files. Each begins after the one before it. */
  last: Promise<unknown>;
  /** The look at the files that has not begun. Requests share it, because reading all files takes a while. */
  next: Promise<Bundle> | undefined;
}

/** Maximum number of builders in memory, each of which holds a parsed script; the least recently used are disposed. */
const maxBuilders = 32;

const digest = (content: Buffer): string =>
  createHash('sha256').update(content).digest('base64url');

/**
 * Bundles scripts for the browser in memory. A request rebuilds a script only if the content of one of its files differs from
 * what the last build read: building takes longer than everything else in a page load. Times of changes are not compared,
 * because a file that changes during a build can have an earlier one.
 */
export class Bundles {
  readonly root: string;
  readonly #minify: boolean;
  readonly #max: number;
  /** By the normalized path of the entry, in the order of their last requests. */
  readonly #builders = new Map<string, Builder>();

  constructor(root: string, {minify = false, max = maxBuilders} = {}) {
    this.root = root;
    this.#minify = minify;
    this.#max = max;
  }

  /** The number of builders in memory. */
  get size(): number {
    return this.#builders.size;
  }

  /** Bundles `entry`, a path below the root. Throws the errors of esbuild. */
  build(entry: string): Promise<Bundle> {
    const path = join(this.root, entry);
    const builder = this.#builders.get(path) ?? this.#open(path);
    this.#builders.delete(path);
    this.#builders.set(path, builder);
    for (const oldest of this.#builders.keys()) {
      if (this.#builders.size > this.#max) void this.#dispose(oldest);
    }
    return (builder.next ??= this.#next(builder));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#builders.keys()].map(path => this.#dispose(path)));
  }

  /** Removes a builder, and disposes it after the requests that wait for it. */
  async #dispose(path: string): Promise<void> {
    const builder = this.#builders.get(path);
    this.#builders.delete(path);
    await builder?.last;
    const context = await builder?.context.catch(() => undefined);
    await context?.dispose();
  }

  #next(builder: Builder): Promise<Bundle> {
    const next = builder.last.then(() => {
      builder.next = undefined;
      return this.#current(builder);
    });
    builder.last = next.catch(() => undefined);
    return next;
  }

  async #current(builder: Builder): Promise<Bundle> {
    if (builder.bundle && (await isUnchanged(builder.inputs))) return builder.bundle;
    builder.bundle = undefined;
    builder.inputs.clear();
    const {outputFiles} = await (await builder.context).rebuild();
    const [sourceMap = '', code = ''] = ['.map', '.js'].map(
      ending => outputFiles?.find(({path}) => path.endsWith(ending))?.text,
    );
    return (builder.bundle = {code, sourceMap, tag: `W/"${digest(Buffer.from(code))}"`});
  }

  #open(path: string): Builder {
    const inputs = new Map<string, string>();
    const context = this.#contextOf(path, inputs);
    return {bundle: undefined, inputs, last: Promise.resolve(), next: undefined, context};
  }

  async #contextOf(path: string, inputs: Map<string, string>): Promise<BuildContext> {
    // Loaded with the first script, because most users of the server request none.
    const {context} = await import('esbuild');
    return context({
      entryPoints: [path],
      outdir: this.root,
      absWorkingDir: this.root,
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      sourcemap: 'external',
      minify: this.#minify,
      // Required for the decorators.
      tsconfig: join(this.root, 'tsconfig.json'),
      // `sideEffects` of package.json lists published files, not sources.
      ignoreAnnotations: true,
      logLevel: 'silent',
      plugins: [recordInputs(inputs)],
    });
  }
}

/** Reads the files for esbuild and records their digests, which are therefore those of what is in the bundle. */
const recordInputs = (inputs: Map<string, string>): Plugin => ({
  name: 'record-inputs',
  setup({onLoad}) {
    onLoad({filter: /./}, async ({path}) => {
      const contents = await readFile(path);
      inputs.set(path, digest(contents));
      return {contents, loader: 'default'};
    });
  },
});

async function isUnchanged(inputs: ReadonlyMap<string, string>): Promise<boolean> {
  const same = async ([path, before]: [string, string]): Promise<boolean> => {
    const content = await readFile(path).catch(() => undefined);
    return content !== undefined && digest(content) === before;
  };
  return (await Promise.all([...inputs].map(same))).every(Boolean);
}
