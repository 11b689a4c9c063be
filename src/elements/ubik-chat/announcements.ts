// What announcing needs: one file, loaded when a chat is first visible.
export {AnnouncementTexts} from './announcement-texts.js';
export {Announcer} from './announcer.js';
