/** The output of the library: elements, texts and fragments. */
export interface MathTree {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly style?: Readonly<Record<string, unknown>>;
  readonly children?: readonly MathTree[];
}

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/** MathML Core, except elements that link, run scripts or contain HTML. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt ' +
    'mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none'
  ).split(' '),
);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle fence form height ' +
    'largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation ' +
    'rowalign rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
);

/** Creates the nodes of a formula one by one from an allowlist, so that no string is parsed as HTML. */
export function buildMath({
  type,
  text,
  attributes = {},
  style = {},
  children = [],
}: MathTree): Node {
  if (text !== undefined) return document.createTextNode(text);
  const node =
    type !== undefined && ELEMENTS.has(type)
      ? document.createElementNS(NAMESPACE, type)
      : document.createDocumentFragment();
  if (node instanceof MathMLElement) {
    for (const [name, value] of Object.entries(attributes)) {
      if (ATTRIBUTES.has(name)) node.setAttribute(name, String(value));
    }
    Object.assign(node.style, style);
  }
  node.append(...children.map(buildMath));
  return node;
}
