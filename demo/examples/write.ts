import 'ubik-chat/elements/ubik-markdown.define.js';

/** Renders an answer as it streams in; resolves with the element at its end. */
export async function show(answer: AsyncIterable<string>, container: Element): Promise<Element> {
  const element = document.createElement('ubik-markdown');
  element.streaming = true;
  container.append(element);
  for await (const chunk of answer) element.write(chunk);
  element.streaming = false;
  return element;
}
