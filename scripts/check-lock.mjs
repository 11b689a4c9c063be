// npm leaves optional platform packages out of the lock file without a word when one of them cannot be had;
// `npm ci` then fails everywhere. This finds such holes, and registry addresses, before they are committed.
import {readFileSync} from 'node:fs';

const faults = [];
for (const file of ['package-lock.json', 'test/bench/package-lock.json']) check(file);

function check(file) {
  const {packages} = JSON.parse(readFileSync(file, 'utf8'));
  for (const [at, entry] of Object.entries(packages)) {
    if (entry.resolved) faults.push(`${at} names the address it was downloaded from`);
    const parts = at.split('/node_modules/');
    const places = parts.map(
      (_, cut) => `${parts.slice(0, parts.length - cut).join('/node_modules/')}/`,
    );
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const found = [...places, ''].some(
        place => packages[`${place === '/' ? '' : place}node_modules/${name}`],
      );
      if (!found) faults.push(`${at || 'the project'} wants ${name}, which the lock file lacks`);
    }
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
