// Registers the protocol for a server that stores its messages and resumes and stops its streams.

import {createAiSdk} from '../src/core/index.js';
import {protocols} from '../src/widget.js';

protocols.register('shop', createAiSdk({history: true, resume: 'replay', stop: true}));
