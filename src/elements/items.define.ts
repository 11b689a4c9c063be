// Everything that an item may be drawn by: what holds items cannot know which ones.
import './ubik-checkpoint.define.js';
import './ubik-file.define.js';
import './ubik-json.define.js';
import './ubik-markdown.define.js';
import './ubik-message.define.js';
import './ubik-notice.define.js';
import './ubik-request.define.js';
import './ubik-sources.define.js';
import './ubik-step.define.js';
import './ubik-thinking.define.js';
import './ubik-tool.define.js';
