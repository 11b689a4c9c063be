import type {ClassAttributes, HTMLAttributes} from 'preact';
import '../widget.js';
import type {Bindings, ElementOf, Tag, Without} from './bindings.js';

export type {ElementOf, EventOf, Tag} from './bindings.js';

type PreactTags = {
  [T in Tag]: Bindings<T> &
    ClassAttributes<ElementOf<T>> &
    Without<HTMLAttributes<ElementOf<T>>, T>;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends PreactTags {}
  }
}
