/** The element around a node, also where that is the host of its shadow tree. */
const around = (node: Element): Element | undefined => {
  if (node.parentElement) return node.parentElement;
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
};

/** What holds a chat, from it outwards: in each of the trees on the way only these are printed. */
const kept = 'data-ubik-prints';
const rule = `:not(head, [${kept}], [${kept}=whole] *) {display: none !important}`;

type PrintedTranscript = HTMLElementTagNameMap['ubik-transcript'];

/** Prints the chat that an element stands in, whole, and without the page around it. */
export async function printAlone(element: Element): Promise<void> {
  const root = element.getRootNode();
  const chat = root instanceof ShadowRoot ? root.host : element;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print {${rule}}`);
  const marked: Element[] = [];
  const roots = new Set<Document | ShadowRoot>();
  for (let node: Element | undefined = chat; node; node = around(node)) {
    node.setAttribute(kept, node === chat ? 'whole' : '');
    marked.push(node);
    roots.add(node.getRootNode() as Document | ShadowRoot);
  }
  for (const tree of roots) tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
  const restore = (): void => {
    for (const node of marked) node.removeAttribute(kept);
    for (const tree of roots) {
      tree.adoptedStyleSheets = tree.adoptedStyleSheets.filter(other => other !== sheet);
    }
  };
  addEventListener('afterprint', restore, {once: true});
  await chat.shadowRoot?.querySelector<PrintedTranscript>('.transcript')?.renderAll();
  await new Promise(requestAnimationFrame); // what is in the turns is drawn after them
  print();
}
