// Everything that an item may be drawn by. Messages, steps and tools hold items, of which they cannot know what these
// are: so all three come with all the others, but for those that are fetched when one is first drawn.
import {define} from './base/define.js';
import './ubik-markdown/ubik-markdown.define.js';
import {UbikMessage} from './ubik-message/ubik-message.js';
import './ubik-notice/ubik-notice.define.js';
import {UbikStep} from './ubik-step/ubik-step.js';
import './ubik-thinking/ubik-thinking.define.js';
import {UbikTool} from './ubik-tool/ubik-tool.js';

define('ubik-message', UbikMessage);
define('ubik-step', UbikStep);
define('ubik-tool', UbikTool);
