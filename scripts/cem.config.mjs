// The custom-elements manifest speaks of elements, of the published files, and of public members only.
const published = path => path?.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js');

/** A registry that a property begins with tells its type, as it does to the compiler. */
const initialTypes = () => ({
  name: 'initial-types',
  analyzePhase({ts, node, moduleDoc}) {
    if (!ts.isPropertyDeclaration(node) || node.type || !node.initializer) return;
    if (!ts.isNewExpression(node.initializer)) return;
    const {expression, typeArguments} = node.initializer;
    const words = typeArguments ? `<${typeArguments.map(type => type.getText()).join(', ')}>` : '';
    for (const {name, members = []} of moduleDoc.declarations ?? []) {
      if (name !== node.parent.name?.getText()) continue;
      const member = members.find(({name}) => name === node.name.getText());
      if (member) member.type = {text: `${expression.getText()}${words}`};
    }
  },
});

/** Names that stand for a few words (`Layout`), by what they stand for: an attribute is written by the words. */
const fewWords = () => {
  const known = new Map();
  return {
    name: 'few-words',
    collectPhase({ts, node}) {
      if (!ts.isTypeAliasDeclaration(node) || !ts.isUnionTypeNode(node.type)) return;
      // `(string & {})` leaves a union open: other words are valid, too.
      const isOpen = type => type.getText() === '(string & {})';
      const isWord = type => ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal);
      const {types} = node.type;
      if (types.some(isWord) && types.every(type => isWord(type) || isOpen(type))) {
        const words = types.map(type => (isOpen(type) ? 'string' : type.getText()));
        known.set(node.name.text, words.join(' | '));
      }
    },
    packageLinkPhase({customElementsManifest}) {
      const declarations = customElementsManifest.modules.flatMap(({declarations}) => declarations);
      for (const {type} of declarations.flatMap(({attributes}) => attributes ?? [])) {
        if (type) type.text = type.text.replace(/\w+/g, name => known.get(name) ?? name);
      }
    },
  };
};

const isPublic = ({privacy, name}) =>
  privacy !== 'private' && privacy !== 'protected' && !name.startsWith('#');

/** The analyzer also guesses events from what is dispatched, and then has no name for them. */
const isNamed = ({name}) => name?.startsWith('ubik-');

const publicElements = () => ({
  name: 'public-elements',
  packageLinkPhase({customElementsManifest}) {
    const {modules} = customElementsManifest;
    customElementsManifest.modules = modules.filter(module => {
      module.declarations = module.declarations?.filter(({tagName}) => tagName) ?? [];
      return module.declarations.length > 0;
    });
    for (const module of customElementsManifest.modules) {
      module.path = published(module.path);
      for (const entry of module.exports ?? []) {
        if (entry.declaration?.module)
          entry.declaration.module = published(entry.declaration.module);
      }
      for (const declaration of module.declarations) {
        declaration.members = declaration.members?.filter(isPublic);
        declaration.events = declaration.events?.filter(isNamed);
        for (const member of Object.values(declaration).filter(Array.isArray).flat()) {
          // What it is inherited from is an inside of ours.
          delete member.inheritedFrom;
        }
        delete declaration.superclass;
        delete declaration.mixins;
      }
    }
  },
});

export default {
  globs: ['src/elements/**/*.ts', 'src/core/model/*.ts'],
  exclude: ['src/**/*.styles.ts', 'src/**/*.define.ts'],
  outdir: '.',
  litelement: true,
  // The field of package.json is written by hand; the site reads the manifest without writing it.
  packagejson: false,
  plugins: [initialTypes(), publicElements(), fewWords()],
};
