import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {BuildContext, Plugin} from 'esbuild';

/** A built script with its source map and ETag. */
interface Bundle {
  readonly code: string;
  readonly sourceMap: string;
  readonly tag: string;
}

interface Builder {
  readonly context: BuildContext;
  /** Digests of the files as the last build read them, by path. */
  readonly inputs: Map<string, string>;
  bundle: Bundle | undefined;
  /** The request before the next one: each looks at the files after the one before it. */
  last: Promise<unknown>;
}

const digest = (content: Buffer): string =>
  createHash('sha256').update(content).digest('base64url');

/**
 * Bundles scripts for the browser in memory. A request rebuilds a script only if the content of one of its files differs from
 * what the last build read: building takes longer than everything else in a page load. Times of changes are not compared,
 * because a file that changes during a build can have an earlier one.
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
    const current = builder.last.then(() => this.#current(builder));
    builder.last = current.catch(() => undefined);
    return current;
  }

  async close(): Promise<void> {
    for (const opening of this.#builders.values()) await (await opening).context.dispose();
    this.#builders.clear();
  }

  async #current(builder: Builder): Promise<Bundle> {
    if (builder.bundle && (await isUnchanged(builder.inputs))) return builder.bundle;
    builder.bundle = undefined;
    builder.inputs.clear();
    const {outputFiles} = await builder.context.rebuild();
    const [sourceMap = '', code = ''] = ['.map', '.js'].map(
      ending => outputFiles?.find(({path}) => path.endsWith(ending))?.text,
    );
    return (builder.bundle = {code, sourceMap, tag: `"${digest(Buffer.from(code))}"`});
  }

  async #open(entry: string): Promise<Builder> {
    // Loaded with the first script, because most users of the server request none.
    const {context} = await import('esbuild');
    const inputs = new Map<string, string>();
    return {
      bundle: undefined,
      inputs,
      last: Promise.resolve(),
      context: await context({
        entryPoints: [join(this.#root, entry)],
        outdir: this.#root,
        absWorkingDir: this.#root,
        bundle: true,
        write: false,
        format: 'esm',
        target: 'es2022',
        sourcemap: 'external',
        // Required for the decorators.
        tsconfig: join(this.#root, 'tsconfig.json'),
        // `sideEffects` of package.json lists published files, not sources.
        ignoreAnnotations: true,
        logLevel: 'silent',
        plugins: [recordInputs(inputs)],
      }),
    };
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
