// npm silently omits optional platform packages from the lock file when one of them is unavailable; `npm ci` then fails on
// other machines. Reports missing packages and registry URLs before they are committed.
import {readFileSync} from 'node:fs';

const errors = [];
for (const file of ['package-lock.json', 'test/bench/package-lock.json']) check(file);

function check(file) {
  const {packages} = JSON.parse(readFileSync(file, 'utf8'));
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.resolved && !entry.link) errors.push(`${path} contains its download URL`);
    const parts = path.split('/node_modules/');
    const folders = parts.map(
      (_, cut) => `${parts.slice(0, parts.length - cut).join('/node_modules/')}/`,
    );
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const found = [...folders, ''].some(
        folder => packages[`${folder === '/' ? '' : folder}node_modules/${name}`],
      );
      if (!found)
        errors.push(`${path || 'the project'} needs ${name}, which the lock file does not contain`);
    }
  }
}

for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;
