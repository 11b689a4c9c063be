import type {Restore} from '../types.js';

/** Saves the fields of an object, not the objects in them. */
export function saveFields(object: object): Restore {
  const saved = {...object};
  return () => {
    for (const name of Object.keys(object)) {
      if (!Object.hasOwn(saved, name)) Reflect.deleteProperty(object, name);
    }
    Object.assign(object, saved);
  };
}
