/** An entry of the custom-elements manifest (`custom-elements.json`). */
export interface Described {
  readonly name: string;
  readonly description?: string;
  readonly type?: {readonly text: string};
  readonly default?: string;
}

export interface Member extends Described {
  readonly kind: 'field' | 'method';
  readonly attribute?: string;
  readonly readonly?: boolean;
  readonly parameters?: readonly Described[];
  readonly return?: {readonly type?: {readonly text: string}};
}

/** An element as the manifest describes it. */
export interface ElementDeclaration extends Described {
  readonly tagName: string;
  readonly attributes?: readonly Described[];
  readonly members?: readonly Member[];
  readonly events?: readonly Described[];
  readonly slots?: readonly Described[];
  readonly cssParts?: readonly Described[];
  readonly cssProperties?: readonly Described[];
  readonly cssStates?: readonly Described[];
}

export interface CustomElementsManifest {
  readonly modules: readonly {readonly declarations?: readonly object[]}[];
}

export function elementsOf(manifest: CustomElementsManifest): readonly ElementDeclaration[];
export function readManifest(): CustomElementsManifest;
export function properties(element: ElementDeclaration): readonly Member[];
