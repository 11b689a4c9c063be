import '../../../src/elements/ubik-inspector/ubik-inspector.define.js';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) => {
  violations.push(`${effectiveDirective} ${blockedURI}`);
});

const recording = await fetch('/demo/recordings/ubik/b-multi-step-web-search.jsonl');
const inspector = document.createElement('ubik-inspector');
document.body.append(inspector);
await inspector.load(await recording.blob());
for (const place of [3, 20, inspector.length]) {
  await inspector.seek(place);
  await inspector.updateComplete;
}
// A violation is reported in a separate task.
await new Promise(resolve => setTimeout(resolve));
await new Promise(requestAnimationFrame);
parent.postMessage({violations, drawn: inspector.position}, location.origin);
