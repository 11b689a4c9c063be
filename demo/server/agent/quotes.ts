/** A source, as the mark in a text names it. */
export interface Quoted {
  readonly id: string;
  readonly title: string;
  readonly number: number;
}

/** Some words, with the source that they are taken from. */
export interface Passage {
  readonly text: string;
  readonly quoted?: Quoted;
}

const mark = /<citation id="([^"]*)" name="([^"]*)">\[(\d+)\]<\/citation>/g;

/** Takes the marks out of a text: what stands before one on its line is what it is about. */
export function passagesIn(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  for (const {0: whole, 1: id = '', 2: name = '', 3: number, index} of markdown.matchAll(mark)) {
    const before = markdown.slice(start, index).trimEnd();
    const line = before.lastIndexOf('\n') + 1;
    const words = line + (/^[>\s-]*/.exec(before.slice(line))?.[0].length ?? 0);
    passages.push({text: before.slice(0, words)});
    const title = name.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    passages.push({text: before.slice(words), quoted: {id, title, number: Number(number)}});
    start = index + whole.length;
  }
  passages.push({text: markdown.slice(start)});
  return passages.filter(({text}) => text !== '');
}
