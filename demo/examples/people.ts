import {protocols} from 'ubik-chat';
import {ndjson} from '../ndjson.js';

protocols.register('ndjson', ndjson);
const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Talk to a person', 'Confirm something'];
