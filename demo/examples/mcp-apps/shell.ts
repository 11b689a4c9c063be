import {appShell} from 'ubik-chat/modules/mcp-apps/shell.js';

const {html, headers} = appShell({pages: ['https://www.example.com']});

/** The route of the shell, on a server with the Fetch API. */
export const shellRoute = (): Response => new Response(html, {headers});
