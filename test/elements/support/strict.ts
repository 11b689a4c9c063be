import '../../../src/elements/ubik-chat.define.js';
import {InPageAgent, inPage} from './agent.js';

// No handlers and styles of its own: a browser reports those while they are being taken out, in a document without a page.
const hostile = `# A title

Some **bold** and [a link](https://example.com), <b>HTML</b>.

<div class="x"><script>alert(1)</script>words</div>

| a | b |
| :-: | --: |
| 1 | 2 |

\`\`\`ts
const answer = 42;
\`\`\`

![a picture](https://example.invalid/a.png)
`;

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) => {
  violations.push(`${effectiveDirective} ${blockedURI}`);
});

const agent = new InPageAgent();
const chat = document.createElement('ubik-chat');
Object.assign(chat, {protocol: inPage, transport: agent.transport, storage: null, layout: 'float'});
document.body.append(chat);
await chat.show();
const sent = chat.send('Hello');
agent.tell('agent_step_started', {step: 1, description: 'Look'});
for (const piece of hostile.match(/[^]{1,7}/g) ?? []) agent.say(piece);
agent.tell('agent_step_completed', {step: 1});
agent.finish();
await sent;
await chat.updateComplete;
// A violation is told in a task of its own.
await new Promise(resolve => setTimeout(resolve));
await new Promise(requestAnimationFrame);
parent.postMessage({violations, drawn: chat.conversation.children.length}, location.origin);
