// Registers the protocol for an agent that shares the state of a form with the page.

import {createAgUi} from '../src/core/index.js';
import {protocols} from '../src/widget.js';

const form = {destination: 'Lisbon', nights: 2};

protocols.register(
  'travel',
  createAgUi({state: received => received ?? form, forwardedProps: {model: 'fast'}}),
);
