// The custom-elements manifest speaks of the published files and of public members only.
const published = path => path?.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js');

const publishedPaths = () => ({
  name: 'published-paths',
  packageLinkPhase({customElementsManifest}) {
    for (const module of customElementsManifest.modules) {
      module.path = published(module.path);
      for (const entry of module.exports ?? []) {
        if (entry.declaration?.module)
          entry.declaration.module = published(entry.declaration.module);
      }
      for (const declaration of module.declarations ?? []) {
        const isPublic = member =>
          member.privacy !== 'private' &&
          member.privacy !== 'protected' &&
          !member.name.startsWith('#');
        if (declaration.members) declaration.members = declaration.members.filter(isPublic);
      }
    }
  },
});

export default {
  globs: ['src/elements/*.ts', 'src/controller/*.ts'],
  exclude: ['src/**/*.styles.ts'],
  outdir: '.',
  litelement: true,
  // The field of package.json is written by hand; the site reads the manifest without writing it.
  packagejson: false,
  plugins: [publishedPaths()],
};
