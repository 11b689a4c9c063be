import {readFileSync} from 'node:fs';

/** The hashes of the files of the CDN folder, by their path in it; the build writes them. */
export const hashes = JSON.parse(readFileSync('dist/cdn/integrity.json', 'utf8')) as Readonly<
  Record<string, string>
>;

/** The path of a chunk in the CDN folder: `chunks/NAME-HASH.js`. */
export function chunk(name: string): string {
  const files = Object.keys(hashes).filter(
    file =>
      file.startsWith(`chunks/${name}-`) && /^[\w-]{8}\.js$/.test(file.slice(name.length + 8)),
  );
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} chunks: ${name}`);
  return file;
}
