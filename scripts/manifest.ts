// Reads the custom-elements manifest.
import {readFileSync} from 'node:fs';

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
  readonly modules: readonly {
    readonly declarations?: readonly (Described & {readonly tagName?: string})[];
  }[];
}

const isElement = (
  declaration: Described & {readonly tagName?: string},
): declaration is ElementDeclaration => declaration.tagName !== undefined;

/** The elements, in the order of their tags. */
export const elementsOf = ({modules}: CustomElementsManifest): readonly ElementDeclaration[] =>
  modules
    .flatMap(({declarations = []}) => declarations.filter(isElement))
    .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));

export const readManifest = (): CustomElementsManifest =>
  JSON.parse(readFileSync('custom-elements.json', 'utf8')) as CustomElementsManifest;

/** The properties of an element that a page can set. */
export const properties = ({members = []}: ElementDeclaration): readonly Member[] =>
  members.filter(({kind, readonly}) => kind === 'field' && !readonly);
