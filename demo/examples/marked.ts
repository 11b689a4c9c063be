import {Marked} from 'marked';
import markedAlert from 'marked-alert';
import {markdown} from 'ubik-chat';
import {markedEngine} from '../../src/modules/marked.js';

// For all chats of the page. For one chat: `chat.markdown.engine`.
markdown.engine = markedEngine(new Marked(markedAlert()));
