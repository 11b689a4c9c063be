import {define} from './define.js';

export * from './exports.js';

define();
