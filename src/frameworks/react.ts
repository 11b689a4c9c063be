import {
  createElement,
  type DetailedHTMLProps,
  forwardRef,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import '../widget.js';
import type {
  Bindings,
  ElementOf,
  EventName,
  EventOf,
  Properties,
  Tag,
  Without,
} from './bindings.js';
import {elements} from './elements.js';

export type {ElementOf, EventOf, Tag} from './bindings.js';

type Pascal<Name> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Name & string>;

type ReactListeners<T extends Tag> = {
  [Name in EventName<T> as `on${Pascal<Name>}`]?: ((event: EventOf<T, Name>) => void) | undefined;
};

/** The props of a component: the element's properties, its events as `onUbik…`, and the common HTML attributes. */
export type Props<T extends Tag> = Without<HTMLAttributes<ElementOf<T>>, T> &
  Properties<T> &
  ReactListeners<T>;

export type Component<T extends Tag> = ForwardRefExoticComponent<
  Props<T> & RefAttributes<ElementOf<T>>
>;

/** React warns about layout effects during server rendering. */
const useCommit = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** The attribute of a property. */
const attributeName = (name: string): string =>
  name === 'htmlFor' ? 'for' : name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Returns `onUbikSendRequest` for `ubik-send-request`. */
const listenerName = (event: string): string =>
  `on${event.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())}`;

type Values = Readonly<Record<string, unknown>>;

/**
 * Creates a component for the element, for React 18 and later. Scalars are set as attributes, so that a server renders
 * them into the HTML; the client sets all props as properties.
 */
function component<T extends Tag>(tag: T): Component<T> {
  const {attributes, properties, events} = elements[tag];
  const scalars: ReadonlySet<string> = new Set(attributes);
  const own: ReadonlySet<string> = new Set<string>([...attributes, ...properties]);
  const listeners = events.map(event => [event, listenerName(event)] as const);
  const handled = new Set(listeners.map(([, name]) => name));

  const Element = forwardRef<ElementOf<T>, Values>((props, outer) => {
    const ref = useRef<ElementOf<T>>(null);
    const last = useRef<Values>({});
    useImperativeHandle<ElementOf<T> | null, ElementOf<T> | null>(outer, () => ref.current, []);

    useCommit(() => {
      const {current: before} = last;
      const changed = [...own].filter(name => props[name] !== before[name]);
      Object.assign(
        ref.current ?? {},
        Object.fromEntries(changed.map(name => [name, props[name]])),
      );
      last.current = props;
    });
    useCommit(() => {
      const listening = new AbortController();
      for (const [event, name] of listeners) {
        const listen = (event: Event): void =>
          (last.current[name] as ((event: Event) => void) | undefined)?.(event);
        ref.current?.addEventListener(event, listen, {signal: listening.signal});
      }
      return () => listening.abort();
    }, []);

    const passed: Record<string, unknown> = {ref};
    for (const [name, value] of Object.entries(props)) {
      if (name === 'className') passed['class'] = value;
      else if (!own.has(name)) {
        if (!handled.has(name)) passed[name] = value;
      } else if (scalars.has(name) && (typeof value === 'string' || typeof value === 'number')) {
        passed[attributeName(name)] = value;
      }
    }
    return createElement(tag, passed);
  });
  Element.displayName = tag;
  return Element as Component<T>;
}

export const UbikApp: Component<'ubik-app'> = component('ubik-app');
export const UbikChat: Component<'ubik-chat'> = component('ubik-chat');
export const UbikCheckpoint: Component<'ubik-checkpoint'> = component('ubik-checkpoint');
export const UbikComposer: Component<'ubik-composer'> = component('ubik-composer');
export const UbikConsent: Component<'ubik-consent'> = component('ubik-consent');
export const UbikConversation: Component<'ubik-conversation'> = component('ubik-conversation');
export const UbikDictation: Component<'ubik-dictation'> = component('ubik-dictation');
export const UbikFile: Component<'ubik-file'> = component('ubik-file');
export const UbikInspector: Component<'ubik-inspector'> = component('ubik-inspector');
export const UbikItems: Component<'ubik-items'> = component('ubik-items');
export const UbikJson: Component<'ubik-json'> = component('ubik-json');
export const UbikLauncher: Component<'ubik-launcher'> = component('ubik-launcher');
export const UbikMarkdown: Component<'ubik-markdown'> = component('ubik-markdown');
export const UbikMenu: Component<'ubik-menu'> = component('ubik-menu');
export const UbikMessage: Component<'ubik-message'> = component('ubik-message');
export const UbikNotice: Component<'ubik-notice'> = component('ubik-notice');
export const UbikPage: Component<'ubik-page'> = component('ubik-page');
export const UbikProgress: Component<'ubik-progress'> = component('ubik-progress');
export const UbikRequest: Component<'ubik-request'> = component('ubik-request');
export const UbikSessions: Component<'ubik-sessions'> = component('ubik-sessions');
export const UbikSources: Component<'ubik-sources'> = component('ubik-sources');
export const UbikStatus: Component<'ubik-status'> = component('ubik-status');
export const UbikStep: Component<'ubik-step'> = component('ubik-step');
export const UbikSuggestions: Component<'ubik-suggestions'> = component('ubik-suggestions');
export const UbikThinking: Component<'ubik-thinking'> = component('ubik-thinking');
export const UbikTool: Component<'ubik-tool'> = component('ubik-tool');
export const UbikTranscript: Component<'ubik-transcript'> = component('ubik-transcript');

/** Types of the tags themselves, for React 19 and later, which sets properties and `onubik-…` listeners. */
type ReactTags = {
  [T in Tag]: Bindings<T> &
    Without<DetailedHTMLProps<HTMLAttributes<ElementOf<T>>, ElementOf<T>>, T>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ReactTags {}
  }
}
