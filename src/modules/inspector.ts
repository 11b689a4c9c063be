// Importing this file registers `<ubik-inspector>`, which inspects a chat of the page.
import '../elements/ubik-inspector/ubik-inspector.define.js';
