import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname} from 'node:path';
import {filesBelow} from '../../scripts/run.mjs';
import {anthropic, createAishu, ubik, type Frame, type Protocol} from '../../src/core/index.js';
import {framesOf, readRecording} from '../../src/core/recording/index.js';

/** The frames of a recorded run. */
export interface RecordedRun {
  readonly name: string;
  readonly protocol: Protocol;
  readonly frames: readonly Frame[];
}

const protocols: Readonly<Record<string, Protocol>> = {ubik, anthropic, aishu: createAishu()};

/** All recorded runs of the repository. */
export function recordedRuns(): readonly RecordedRun[] {
  return filesBelow('demo/recordings', '.jsonl').map(path => {
    const folder = basename(dirname(path));
    const protocol = protocols[folder];
    if (!protocol) throw new Error(`No protocol is known for the recordings in ${folder}.`);
    const frames = framesOf(readRecording(readFileSync(path, 'utf8')));
    return {
      name: `${folder}/${basename(path, '.jsonl')}`,
      protocol,
      frames: Array.from(frames, ({frame}) => frame),
    };
  });
}

/** Texts that people have written: the pages of the site and the files at the top of the repository. */
export const writtenTexts = (): readonly string[] =>
  [...filesBelow('demo/docs', '.md'), ...readdirSync('.').filter(name => name.endsWith('.md'))].map(
    path => readFileSync(path, 'utf8'),
  );
