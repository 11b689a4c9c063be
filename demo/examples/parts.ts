import 'ubik-chat/parts';
import {ChatController} from 'ubik-chat/controller';

const controller = new ChatController(undefined, {
  endpoint: '/api/v1',
  tokenEndpoint: '/demo/token',
});

for (const tag of ['ubik-transcript', 'ubik-composer'] as const) {
  const part = document.querySelector(tag);
  if (part) part.controller = controller;
}
