// Stores the conversations of a protocol whose server stores none, with smaller limits.

import {withLocalSessions} from 'ubik-chat/controller';
import {anthropic} from 'ubik-chat/core';

const chat = document.querySelector('ubik-chat');
if (chat) {
  chat.protocol = withLocalSessions(anthropic, {maxSessions: 50, maxCharacters: 5_000_000});
}
