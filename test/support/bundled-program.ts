import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after} from 'node:test';
import {buildSync} from 'esbuild';

/**
 * Bundles a program of the sources with its packages, for the tests of a suite that run it as a process: from its sources it
 * takes four times as long to start. Returns the path of the file, which exists until the suite ends.
 */
export function bundledProgram(entry: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  after(() => rmSync(folder, {recursive: true}));
  const outfile = join(folder, 'program.mjs');
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
  });
  return outfile;
}
