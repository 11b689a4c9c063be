export {Announcer} from './announcer.js';
export {Narrator} from './narrator.js';
