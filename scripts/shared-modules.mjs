// Shares modules between the chat bundle and the files that it loads lazily, with three Rollup plugins:
//
// 1. `analyze` builds a draft of the bundle and records the exports of its modules.
// 2. `importShared`, in each lazy file, replaces imports of these exports by reads of an array, and records their use.
// 3. `exportShared`, in the final bundle, assigns that array to a global symbol.
//
// A lazy file therefore contains neither a second copy of a library nor a second state of a module. This works for the
// module and for the classic script.
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';

/** The static imports and re-exports of a module. */
const staticImports = tree => tree?.body.filter(({source}) => source) ?? [];

export class SharedModules {
  /** Modules of the bundle by id, each with its own exports and its re-exports. */
  #modules = new Map();
  #key = '';
  /** The shared exports; the index is the position in the array. */
  #shared = [];

  /** For the draft of the bundle: only exports that the bundle contains anyway are shared. */
  analyze() {
    const modules = this.#modules;
    return {
      name: 'analyze-shared-modules',
      async buildEnd() {
        for (const id of this.getModuleIds()) {
          const reexports = [];
          for (const {type, source, specifiers = []} of staticImports(this.getModuleInfo(id).ast)) {
            if (!type.startsWith('Export')) continue;
            const {id: from} = await this.resolve(source.value, id);
            if (type === 'ExportAllDeclaration') reexports.push({from});
            for (const {local, exported} of specifiers) {
              reexports.push({from, name: local.name, as: exported.name});
            }
          }
          modules.set(id, {reexports, own: []});
        }
      },
      generateBundle: (_, bundle) => {
        for (const {code, modules: rendered} of Object.values(bundle)) {
          for (const [id, {renderedExports, removedExports}] of Object.entries(rendered)) {
            // Unused exports of a library cost less in the bundle than a second copy in a lazy file.
            const rest = id.includes('node_modules') ? removedExports : [];
            modules.get(id).own = [...renderedExports, ...rest];
          }
          this.#setKey(code);
        }
      },
    };
  }

  /**
   * For a lazy file: replaces each import statement whose names the bundle has. A file that a page loads with a script
   * of its own may run before the bundle: it then imports `bundle`.
   */
  importShared(bundle) {
    const owner = this;
    return {
      name: 'import-shared-modules',
      intro: () => {
        const registered = `globalThis[${owner.#key}]`;
        return `const sharedExports = ${registered}${bundle ? ` ?? (await import('${bundle}'), ${registered})` : ''};`;
      },
      transform: {
        order: 'post',
        async handler(code, importer) {
          let text = code;
          for (const {type, start, end, source, specifiers} of staticImports(
            this.parse(code),
          ).reverse()) {
            if (type !== 'ImportDeclaration') continue;
            const id = (await this.resolve(source.value, importer))?.id;
            const names = specifiers.map(({imported, local}) => [imported?.name, local.name]);
            if (!names.every(([name]) => owner.#has(id, name))) continue;
            if (names.length === 0 && !owner.#modules.has(id)) continue;
            const declarations = names.map(
              ([name, local]) => `${local} = ${owner.#reference(id, name)}`,
            );
            const lines = '\n'.repeat(text.slice(start, end).split('\n').length - 1);
            const constants = declarations.length > 0 ? `const ${declarations.join(', ')};` : '';
            text = text.slice(0, start) + constants + lines + text.slice(end);
          }
          return {code: text, map: null};
        },
      },
    };
  }

  /** For the final bundle: the entry and the assignment of the shared array. */
  exportShared(entry) {
    const id = '\0shared-modules';
    const file = `${process.cwd()}/${entry}`;
    return {
      name: 'export-shared-modules',
      options: options => ({...options, input: id}),
      resolveId: {
        order: 'pre',
        handler: source =>
          [id, file].includes(source) ? {id: source, moduleSideEffects: true} : null,
      },
      load: source =>
        source === id
          ? [
              `export * from '${file}';`,
              ...this.#shared.map(
                ({from, name}, index) => `import {${name} as _${index}} from '${from}';`,
              ),
              `globalThis[${this.#key}] = [${this.#shared.map((_, index) => `_${index}`).join()}];`,
            ].join('\n')
          : null,
    };
  }

  /** The hash in the symbol ensures that a lazy file finds only the bundle of the same build. */
  #setKey(code) {
    const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
    this.#key = `Symbol.for('ubik-chat ${version} ${hash}')`;
  }

  #has(id, name) {
    const module = this.#modules.get(id);
    if (!module || name === undefined) return false;
    return (
      module.own.includes(name) ||
      module.reexports.some(({from, as, name: other}) =>
        as === undefined ? this.#has(from, name) : as === name && this.#has(from, other),
      )
    );
  }

  #reference(from, name) {
    let index = this.#shared.findIndex(entry => entry.from === from && entry.name === name);
    if (index < 0) index = this.#shared.push({from, name}) - 1;
    return `sharedExports[${index}]`;
  }
}
