import type {elements} from './elements.js';

type Table = typeof elements;

/** The tag of an element of this package. */
export type Tag = keyof Table & keyof HTMLElementTagNameMap;

export type ElementOf<T extends Tag> = HTMLElementTagNameMap[T];

type BindingFields<T extends Tag, Kind extends 'attributes' | 'properties'> = Pick<
  ElementOf<T>,
  Table[T][Kind][number] & keyof ElementOf<T>
>;

type Own<T extends Tag> = BindingFields<T, 'attributes' | 'properties'>;

/** Properties that can be set on an element, by their names in the class. */
export type Properties<T extends Tag> = {[Name in keyof Own<T>]?: Own<T>[Name] | undefined};

type Kebab<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';

/** The attribute of a property. */
type AttributeName<Name> = Name extends 'htmlFor' ? 'for' : Kebab<Name>;

type Scalar = string | number | boolean | undefined;

/** Attributes that can be set on an element, with the prefix that a framework requires. */
export type Attributes<T extends Tag, Prefix extends string = ''> = {
  [Name in keyof BindingFields<T, 'attributes'> as `${Prefix}${AttributeName<Name>}`]?:
    Extract<ElementOf<T>[Name], Scalar> | undefined;
};

export type EventName<T extends Tag> = Table[T]['events'][number] &
  keyof GlobalEventHandlersEventMap;

/** The event that a listener on the element receives. */
export type EventOf<
  T extends Tag,
  Name extends EventName<T>,
> = GlobalEventHandlersEventMap[Name] & {
  readonly currentTarget: ElementOf<T>;
};

/** The events of an element, with the prefix that a framework requires. */
export type Listeners<T extends Tag, Prefix extends string = 'on'> = {
  [Name in EventName<T> as `${Prefix}${Name}`]?: ((event: EventOf<T, Name>) => void) | undefined;
};

/** The props of a tag in frameworks that set properties by name and listeners by `on…`. */
export type Bindings<T extends Tag> = Attributes<T> & Properties<T> & Listeners<T>;

/** The attributes common to all elements, except those that the element declares itself. */
export type Without<Common, T extends Tag> = Omit<Common, keyof Bindings<T>>;
