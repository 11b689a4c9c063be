// In Angular a template with `CUSTOM_ELEMENTS_SCHEMA` takes the types of `$event` and of references from those of the tags.
import '../widget.js';

export type {ElementOf, EventOf, Tag} from './bindings.js';
