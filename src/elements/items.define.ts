// Registers the elements that display items. Messages, steps and tools contain items of any kind, so all three come with
// all other kinds, except those that are loaded when the first one is rendered.
import {define} from './base/define.js';
import {registerDefaultRenderers} from './default-renderers.js';
import './ubik-markdown/ubik-markdown.define.js';
import {UbikMessage} from './ubik-message/ubik-message.js';
import './ubik-notice/ubik-notice.define.js';
import {UbikStep} from './ubik-step/ubik-step.js';
import './ubik-thinking/ubik-thinking.define.js';
import {UbikTool} from './ubik-tool/ubik-tool.js';

define('ubik-message', UbikMessage);
define('ubik-step', UbikStep);
define('ubik-tool', UbikTool);
registerDefaultRenderers();
