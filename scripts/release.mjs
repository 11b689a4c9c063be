// The `version` script of `npm version`: runs after package.json was changed and before the commit. Writes the version to
// all files that contain it, and adds it with the date to the changelog.
import {readFileSync, writeFileSync} from 'node:fs';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const today = new Date().toISOString().slice(0, 10);

/** Replaces a pattern; throws if it is missing. */
function edit(file, pattern, replacement) {
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text))
    throw new Error(`${file} has no placeholder for the version ${version}.`);
  writeFileSync(file, text.replace(pattern, replacement));
}

const [, unreleased = ''] =
  /^## \[Unreleased\]\n([^]*?)(?=^## \[|$(?![^]))/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ??
  [];
if (!/^- /m.test(unreleased)) throw new Error('The changelog has nothing unreleased.');

edit('CHANGELOG.md', /^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${today}\n`);
edit('src/elements/base/version.ts', /version = '[^']*'/, `version = '${version}'`);
edit('README.md', /ubik-chat@\d[^/]*/g, `ubik-chat@${version}`);
