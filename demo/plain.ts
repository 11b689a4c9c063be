// Registers the protocol under the name that the chat uses.

import {protocols} from '../src/widget.js';
import {ndjson} from './ndjson.js';

protocols.register('ndjson', ndjson);
const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['What is 2 * (3 + 4)?', 'Confirm something', 'Talk to a person'];
