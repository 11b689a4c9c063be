// The custom-elements manifest contains elements, published files and public members only.
const published = path => path?.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js');

/** Infers the type of a property from its initializer (`new Registry<…>()`), as the compiler does. */
const initialTypes = () => ({
  name: 'initial-types',
  analyzePhase({ts, node, moduleDoc}) {
    if (!ts.isPropertyDeclaration(node) || node.type || !node.initializer) return;
    if (!ts.isNewExpression(node.initializer)) return;
    const {expression, typeArguments} = node.initializer;
    const typeText = typeArguments
      ? `<${typeArguments.map(type => type.getText()).join(', ')}>`
      : '';
    for (const {name, members = []} of moduleDoc.declarations ?? []) {
      if (name !== node.parent.name?.getText()) continue;
      const member = members.find(({name}) => name === node.name.getText());
      if (member) member.type = {text: `${expression.getText()}${typeText}`};
    }
  },
});

/** Replaces aliases of string unions (`Layout`) by the union, so that editors know the values of an attribute. */
const expandUnions = () => {
  const known = new Map();
  return {
    name: 'expand-unions',
    collectPhase({ts, node}) {
      if (!ts.isTypeAliasDeclaration(node) || !ts.isUnionTypeNode(node.type)) return;
      // `(string & {})` leaves a union open: other words are valid, too.
      const isOpen = type => type.getText() === '(string & {})';
      const isStringLiteral = type =>
        ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal);
      const {types} = node.type;
      if (
        types.some(isStringLiteral) &&
        types.every(type => isStringLiteral(type) || isOpen(type))
      ) {
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

/** The analyzer also infers events from `dispatchEvent`, without a name. */
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
          // Base classes are internal.
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
  // The field of package.json is maintained by hand; the site must not change it.
  packagejson: false,
  plugins: [initialTypes(), publicElements(), expandUnions()],
};
