// Templates with `CUSTOM_ELEMENTS_SCHEMA` infer the types of `$event` and of references from the tags.
import '../widget.js';

export type {ElementOf, EventOf, Tag} from './bindings.js';
