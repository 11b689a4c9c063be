interface Member {
  readonly name: string;
  readonly description?: string;
  readonly kind?: string;
  readonly readonly?: boolean;
  readonly default?: string;
}

/** An element as the custom-elements manifest describes it. */
export interface ElementDeclaration {
  readonly tagName: string;
  readonly attributes?: readonly Member[];
  readonly members?: readonly Member[];
  readonly events?: readonly Member[];
  readonly slots?: readonly Member[];
  readonly cssParts?: readonly Member[];
  readonly cssProperties?: readonly Member[];
}

export interface CustomElementsManifest {
  readonly modules: readonly {readonly declarations: readonly unknown[]}[];
}

export function elementsOf(manifest: CustomElementsManifest): readonly ElementDeclaration[];
export function readManifest(): CustomElementsManifest;
export function properties(element: ElementDeclaration): readonly Member[];
