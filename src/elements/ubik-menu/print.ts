/** The parent element, across the boundaries of shadow trees. */
const parentOf = (node: Element): Element | undefined => {
  if (node.parentElement) return node.parentElement;
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
};

/** Marks the chat (`whole`) and its ancestors: in each of their trees, everything else is hidden when printing. */
const marker = 'data-ubik-prints';
const rule = `:not(head, [${marker}], [${marker}=whole] *) {display: none !important}`;

type PrintedTranscript = HTMLElementTagNameMap['ubik-transcript'];

/** Prints the chat that contains an element: the complete conversation, without the page around it. */
export async function printChat(element: Element): Promise<void> {
  const root = element.getRootNode();
  const chat = root instanceof ShadowRoot ? root.host : element;
  const page = element.ownerDocument.defaultView ?? window;
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(`@media print {${rule}}`);
  const marked: Element[] = [];
  const roots = new Set<Document | ShadowRoot>();
  for (let node: Element | undefined = chat; node; node = parentOf(node)) {
    node.setAttribute(marker, node === chat ? 'whole' : '');
    marked.push(node);
    roots.add(node.getRootNode() as Document | ShadowRoot);
  }
  for (const tree of roots) tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
  const restore = (): void => {
    for (const node of marked) node.removeAttribute(marker);
    for (const tree of roots) {
      tree.adoptedStyleSheets = tree.adoptedStyleSheets.filter(other => other !== sheet);
    }
  };
  page.addEventListener('afterprint', restore, {once: true});
  await chat.shadowRoot?.querySelector<PrintedTranscript>('.transcript')?.renderAll();
  await new Promise(requestAnimationFrame); // the contents of the turns render after the turns themselves
  page.print();
}
