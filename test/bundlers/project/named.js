import {renderers, toolInput} from 'ubik-chat';

renderers.register('tool:weather', item => JSON.stringify(toolInput(item)));
