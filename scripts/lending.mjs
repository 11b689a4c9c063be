// What is fetched later runs on what the bundle has already: the bundle lends it by a symbol, so that a part brings neither
// a second copy of a library nor a second state of a module; beside a module and beside a classic script alike.
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';

/** The statements of a module that take something from another one when it is loaded. */
const taking = tree => tree?.body.filter(({source}) => source) ?? [];

export class Lending {
  /** What the bundle has, by module: its own exports, and those that it hands on from others. */
  #modules = new Map();
  #key = '';
  /** What is lent, as import statements, in the order in which it was first wanted. */
  #lent = [];

  /** Where the bundle is built to see what it has: it lends that, and nothing that it has not anyway. */
  look() {
    const modules = this.#modules;
    return {
      name: 'look',
      async buildEnd() {
        for (const id of this.getModuleIds()) {
          const handedOn = [];
          for (const {type, source, specifiers = []} of taking(this.getModuleInfo(id).ast)) {
            if (!type.startsWith('Export')) continue;
            const {id: from} = await this.resolve(source.value, id);
            if (type === 'ExportAllDeclaration') handedOn.push({from});
            for (const {local, exported} of specifiers) {
              handedOn.push({from, name: local.name, as: exported.name});
            }
          }
          modules.set(id, {handedOn, own: []});
        }
      },
      generateBundle: (_, bundle) => {
        for (const {code, modules: rendered} of Object.values(bundle)) {
          for (const [id, {renderedExports, removedExports}] of Object.entries(rendered)) {
            // The rest of a library costs less here than the library there.
            const rest = id.includes('node_modules') ? removedExports : [];
            modules.get(id).own = [...renderedExports, ...rest];
          }
          this.#name(code);
        }
      },
    };
  }

  /**
   * In a part: takes from the bundle what that has, statement by statement. A part that a page loads by a line of its own
   * may come before the bundle: it then fetches the one that lies beside it.
   */
  borrow(beside) {
    const lending = this;
    return {
      name: 'borrow',
      intro: () => {
        const own = `globalThis[${lending.#key}]`;
        return `const lent = ${own}${beside ? ` ?? (await import('${beside}'), ${own})` : ''};`;
      },
      transform: {
        order: 'post',
        async handler(code, importer) {
          let text = code;
          for (const {type, start, end, source, specifiers} of taking(this.parse(code)).reverse()) {
            if (type !== 'ImportDeclaration') continue;
            const id = (await this.resolve(source.value, importer))?.id;
            const names = specifiers.map(({imported, local}) => [imported?.name, local.name]);
            if (!names.every(([name]) => lending.#has(id, name))) continue;
            if (names.length === 0 && !lending.#modules.has(id)) continue;
            const places = names.map(([name, local]) => `${local} = ${lending.#place(id, name)}`);
            const lines = '\n'.repeat(text.slice(start, end).split('\n').length - 1);
            const constants = places.length > 0 ? `const ${places.join(', ')};` : '';
            text = text.slice(0, start) + constants + lines + text.slice(end);
          }
          return {code: text, map: null};
        },
      },
    };
  }

  /** In the bundle: the entry, and what it lends. */
  lend(entry) {
    const id = '\0lending';
    const file = `${process.cwd()}/${entry}`;
    return {
      name: 'lend',
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
              ...this.#lent.map(({from, name}, at) => `import {${name} as _${at}} from '${from}';`),
              `globalThis[${this.#key}] = [${this.#lent.map((_, at) => `_${at}`).join()}];`,
            ].join('\n')
          : null,
    };
  }

  /** A part meets the bundle that it was built with, or none. */
  #name(code) {
    const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
    const state = createHash('sha256').update(code).digest('hex').slice(0, 8);
    this.#key = `Symbol.for('ubik-chat ${version} ${state}')`;
  }

  #has(id, name) {
    const module = this.#modules.get(id);
    if (!module || name === undefined) return false;
    return (
      module.own.includes(name) ||
      module.handedOn.some(({from, as, name: other}) =>
        as === undefined ? this.#has(from, name) : as === name && this.#has(from, other),
      )
    );
  }

  #place(from, name) {
    let at = this.#lent.findIndex(entry => entry.from === from && entry.name === name);
    if (at < 0) at = this.#lent.push({from, name}) - 1;
    return `lent[${at}]`;
  }
}
