// Runs within `npm version <new version>`, between the change of package.json and the commit with its tag: writes the
// version wherever it stands, and gives what is unreleased in the changelog its name and date.
import {readFileSync, writeFileSync} from 'node:fs';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const today = new Date().toISOString().slice(0, 10);

/** Replaces what must be there. */
function edit(file, pattern, replacement) {
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no place for the version ${version}.`);
  writeFileSync(file, text.replace(pattern, replacement));
}

const [, unreleased = ''] =
  /^## \[Unreleased\]\n([^]*?)(?=^## \[|$(?![^]))/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ??
  [];
if (!/^- /m.test(unreleased)) throw new Error('The changelog tells of nothing unreleased.');

edit('CHANGELOG.md', /^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${today}\n`);
edit('src/elements/base/version.ts', /version = '[^']*'/, `version = '${version}'`);
edit('README.md', /ubik-chat@\d[^/]*/g, `ubik-chat@${version}`);
