import 'ubik-chat/elements/ubik-markdown.js';

/** Draws an answer while it comes, and gives the element that does. */
export async function show(answer: AsyncIterable<string>, place: Element): Promise<Element> {
  const element = document.createElement('ubik-markdown');
  element.streaming = true;
  place.append(element);
  for await (const piece of answer) element.write(piece);
  element.streaming = false;
  return element;
}
