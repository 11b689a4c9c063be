import '../elements/ubik-app/ubik-app.define.js';
import {renderers} from '../elements/base/services.js';
import {appRenderer} from './mcp-apps/index.js';

// Importing this file displays the apps of tools in every chat of the page.
renderers.register('tool', appRenderer);
