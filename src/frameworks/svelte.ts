import type {HTMLAttributes} from 'svelte/elements';
import '../widget.js';
import type {Bindings, ElementOf, Tag, Without} from './bindings.js';

export type {ElementOf, EventOf, Tag} from './bindings.js';

type SvelteTags = {[T in Tag]: Bindings<T> & Without<HTMLAttributes<ElementOf<T>>, T>};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteTags {}
}
