import {nothing} from 'lit';

/**
 * The value of an attribute; none if it is undefined. As a module of its own, the directive of Lit with this name would
 * be one more file of the first load.
 */
export const ifDefined = <T>(value: T | undefined): T | typeof nothing => value ?? nothing;
