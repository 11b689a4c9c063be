/** Creates Markdown of an approximate length that a reader without safeguards needs superlinear time for. */
export type Make = (size: number) => string;

const repeat =
  (part: string): Make =>
  size =>
    part.repeat(Math.ceil(size / part.length)).slice(0, size);

/** Concatenates parts with increasing numbers. */
const count =
  (part: (at: number) => string): Make =>
  size => {
    let text = '';
    for (let at = 0; text.length < size; at++) text += part(at);
    return text;
  };

/** A table with a number of columns, rows of one cell and rows of all cells. */
function table(columns: number, short: number, long = 0): string {
  const row = (cell: string): string => `|${cell.repeat(columns)}\n`;
  return row('a|') + row('-|') + 'a\n'.repeat(short) + row('a|').repeat(long);
}

export const hostileMarkdown: ReadonlyMap<string, Make> = new Map([
  ['bare addresses', repeat('http://a.b;')],
  ['bare addresses in brackets', repeat('(https://a.b/c)')],
  ['ends of sentences above a rule', size => `${repeat('.[.]')(size)}a\n---`],
  ['references in an address', size => `http://a${repeat('&a;')(size)}`],
  ['references', repeat('&a; ')],
  ['addresses of mail', repeat('x@y.z ')],
  ['references to footnotes', count(at => `[^${at}] `)],
  ['references to one footnote', repeat('[^1] ')],
  ['references to a footnote that is there', size => `[^1]: x\n\n${repeat('[^1] ')(size)}`],
  ['footnotes', count(at => `a[^${at}]\n\n[^${at}]: x\n\n`)],
  ['a chain of footnotes', size => `[^0]\n\n${count(at => `[^${at}]: [^${at + 1}]\n\n`)(size)}`],
  ['a table of one cell a row', size => table(size / 16, size / 4)],
  ['tables of one cell a row', repeat(`${table(16, 32)}\n`)],
  ['a wide table', size => table(size / 48, 0, 20)],
  ['a wide header', repeat('|a')],
  ['definitions', count(at => `[a${at}]: /u\n`)],
  ['beginnings of definitions', repeat('[a]: ')],
  ['definitions with titles that do not end', repeat('[a]: /u\n"x\n')],
  ['emphasis across brackets', repeat('*[a*] ')],
  ['emphasis around brackets', repeat('*[*]')],
  ['emphasis that does not end', repeat('*a ')],
  ['brackets', repeat('[')],
  ['comments that do not end', repeat('<!-- ')],
  ['instructions that do not end', repeat('<? ')],
  ['a line of HTML', size => `<div>\n${repeat('<b>x</b> ')(size)}`],
  ['lines with emphasis', repeat('a *b\n')],
  ['items', repeat('- a\n')],
  ['documents in documents', repeat('```md\n')],
]);
