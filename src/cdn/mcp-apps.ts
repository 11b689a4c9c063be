// Apps of tools for a page without a bundler. The import of the chat makes both share their modules.
import '../widget.js';
import '../modules/mcp-apps.js';
