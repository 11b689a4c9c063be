/*
 * Lit's `hydrate` takes each value as written already: where the page set a property before the first drawing, the
 * nodes would keep what the server knew. So they are compared with what was just drawn, once.
 *
 * The names of a part's fields are those that Lit keeps for its own packages.
 */

/** Lit's `nothing`, which all copies share. */
const nothing = Symbol.for('lit-nothing');

/** `ATTRIBUTE`, `CHILD` and `BOOLEAN_ATTRIBUTE` of Lit's `PartType`. */
const kinds = {attribute: 1, child: 2, boolean: 4};

/** What may stand in an attribute or a text, but for symbols. */
type Primitive = string | number | boolean | null | undefined;

interface AttributePart {
  readonly type: number;
  readonly element: Element;
  readonly name: string;
  /** What stands around its values, if there is more than one value and nothing else. */
  readonly strings?: readonly string[];
  readonly _$AH: unknown;
}

interface ChildPart {
  readonly type: 2;
  readonly startNode: ChildNode | null;
  readonly endNode: ChildNode | null;
  /** A text, parts of a list, or a template (or a node, which has no such parts). */
  _$AH: Primitive | typeof nothing | readonly Part[] | {readonly _$AV?: readonly Part[]};
}

type Part = AttributePart | ChildPart | undefined;

const isChild = (part: AttributePart | ChildPart): part is ChildPart => part.type === kinds.child;

function commitAttribute({element, name, strings, type, _$AH: value}: AttributePart): void {
  if (type === kinds.boolean) {
    element.toggleAttribute(name, Boolean(value) && value !== nothing);
    return;
  }
  const values = (strings ? value : [value]) as readonly (Primitive | typeof nothing)[];
  if (values.includes(nothing)) {
    element.removeAttribute(name);
    return;
  }
  const text = values.reduce<string>(
    (before, each, n) => before + String(each ?? '') + (strings?.[n + 1] ?? ''),
    strings?.[0] ?? '',
  );
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

function commitText(part: ChildPart, text: string): void {
  const {startNode, endNode} = part;
  if (!startNode || !endNode) return;
  const first = startNode.nextSibling;
  if (text && first instanceof Text && first.nextSibling === endNode) {
    if (first.data !== text) first.data = text;
    return;
  }
  while (startNode.nextSibling !== endNode) startNode.nextSibling?.remove();
  if (text) endNode.before(text);
  // Where there is no text, Lit must not look for its node.
  else part._$AH = nothing;
}

function commitPart(part: Part): void {
  if (!part) return;
  if (!isChild(part)) {
    if (part.type === kinds.attribute || part.type === kinds.boolean) commitAttribute(part);
    return;
  }
  const value = part._$AH ?? nothing;
  if (typeof value === 'object') ('length' in value ? value : value._$AV)?.forEach(commitPart);
  else commitText(part, value === nothing ? '' : String(value));
}

/** Writes what was drawn last over what a server wrote, where the two differ. */
export function commitValues(root: Node): void {
  commitPart((root as {readonly _$litPart$?: Part})._$litPart$);
}
