import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import {InPageAgent, inPage} from './agent.js';

const hostile = `# A title

Some **bold** and [a link](https://example.com), <b style="color: red">HTML</b>.
<a href="https://example.com" onclick="alert(1)">link</a> <img src="x" onerror="alert(1)">

<div class="x"><script>alert(1)</script>words</div>

<div style="color: red" onclick="alert(1)">
words <b onfocus=alert(1) STYLE='color: red'>bold</b>
</div>

<style>p { color: red }</style>

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
Object.assign(chat, {
  protocol: inPage,
  transport: agent.transport,
  storage: null,
  layout: 'float',
  rawHtml: 'block',
});
document.body.append(chat);
await chat.show();
const sent = chat.send('Hello');
agent.tell('agent_step_started', {step: 1, description: 'Look'});
for (const piece of hostile.match(/[^]{1,7}/g) ?? []) agent.say(piece);
agent.tell('agent_step_completed', {step: 1});
agent.finish();
await sent;
await chat.updateComplete;
// A violation is reported in a separate task.
await new Promise(resolve => setTimeout(resolve));
await new Promise(requestAnimationFrame);
parent.postMessage({violations, drawn: chat.conversation.children.length}, location.origin);
