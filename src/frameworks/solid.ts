import type {JSX} from 'solid-js';
import '../widget.js';
import type {Attributes, ElementOf, Listeners, Properties, Tag, Without} from './bindings.js';

export type {ElementOf, EventOf, Tag} from './bindings.js';

/** Solid's prefixes for setting an attribute, a property or a listener. */
type Prefixed<T extends Tag> = Attributes<T, 'attr:'> & {
  [Name in keyof Properties<T> as `prop:${Name & string}`]?: Properties<T>[Name];
} & Listeners<T, 'on:'>;

type SolidTags = {
  [T in Tag]: Prefixed<T> &
    Attributes<T> &
    Properties<T> &
    Without<JSX.HTMLAttributes<ElementOf<T>>, T>;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends SolidTags {}
  }
}
