// Everything that an item may be drawn by. Messages, steps and tools hold items, of which they cannot know what these
// are: so all three come with all the others, but for those that are fetched when one is first drawn.
import {define} from './internal/define.js';
import './ubik-markdown.define.js';
import {UbikMessage} from './ubik-message.js';
import './ubik-notice.define.js';
import {UbikStep} from './ubik-step.js';
import './ubik-thinking.define.js';
import {UbikTool} from './ubik-tool.js';

define('ubik-message', UbikMessage);
define('ubik-step', UbikStep);
define('ubik-tool', UbikTool);
