/** A source, as a `<citation>` tag names it. */
export interface CitedSource {
  readonly id: string;
  readonly title: string;
  readonly number: number;
}

/** A part of a text, with the source that it cites. */
export interface Passage {
  readonly text: string;
  readonly source?: CitedSource;
}

const citation = /<citation id="([^"]*)" name="([^"]*)">\[(\d+)\]<\/citation>/g;

/** Removes the citations from a text. A citation refers to the text before it on the same line. */
export function splitByCitations(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  for (const {0: whole, 1: id = '', 2: name = '', 3: number, index} of markdown.matchAll(
    citation,
  )) {
    const before = markdown.slice(start, index).trimEnd();
    const line = before.lastIndexOf('\n') + 1;
    const textStart = line + (/^[>\s-]*/.exec(before.slice(line))?.[0].length ?? 0);
    passages.push({text: before.slice(0, textStart)});
    const title = name.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    passages.push({text: before.slice(textStart), source: {id, title, number: Number(number)}});
    start = index + whole.length;
  }
  passages.push({text: markdown.slice(start)});
  return passages.filter(({text}) => text !== '');
}
