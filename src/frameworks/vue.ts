import type {EmitFn, HTMLAttributes, PublicProps} from 'vue';
import '../widget.js';
import type {
  Attributes,
  ElementOf,
  EventName,
  EventOf,
  Properties,
  Tag,
  Without,
} from './bindings.js';

export type {ElementOf, EventOf, Tag} from './bindings.js';

/** A tag as Vue's template checker sees it: `$props` are its properties, `$emit` its events. */
type TypedTag<T extends Tag> = new () => ElementOf<T> & {
  $props: Attributes<T> & Properties<T> & Without<HTMLAttributes, T> & PublicProps;
  $emit: EmitFn<{[Name in EventName<T>]: (event: EventOf<T, Name>) => void}>;
};

type VueTags = {[T in Tag]: TypedTag<T>};

declare module 'vue' {
  interface GlobalComponents extends VueTags {}
}
