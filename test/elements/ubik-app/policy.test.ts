import {expect} from '@open-wc/testing';
import {buildPolicy, grantPermissions, hostsOf} from '../../../src/elements/ubik-app/policy.js';

const closed = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "connect-src 'none'",
  "worker-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "webrtc 'block'",
].join('; ');

describe('the policy of an app', () => {
  it('allows nothing that is not declared', () => {
    for (const csp of [undefined, null, 'connect-src *', [], {}, {connectDomains: 'https://a.b'}]) {
      expect(buildPolicy(csp).text, JSON.stringify(csp)).to.equal(closed);
    }
  });

  it('contains the declared hosts', () => {
    const {text, granted, refused} = buildPolicy({
      connectDomains: ['https://api.example.com', 'wss://live.example.com:8443/'],
      resourceDomains: ['https://CDN.example.com', 'https://*.tiles.example.com'],
    });
    expect(refused).to.deep.equal([]);
    expect(text).to.contain('connect-src https://api.example.com wss://live.example.com:8443;');
    for (const name of ['script', 'style', 'img', 'font', 'media'])
      expect(text).to.match(
        new RegExp(`${name}-src [^;]*https://cdn\\.example\\.com https://\\*\\.tiles\\.example`),
      );
    expect(hostsOf(granted)).to.deep.equal([
      'api.example.com',
      'live.example.com:8443',
      'cdn.example.com',
      '*.tiles.example.com',
    ]);
  });

  it('refuses each entry that is more than a host, and keeps the others', () => {
    const hostile = [
      'https://a; script-src *',
      "'unsafe-eval'",
      "'self'",
      '*',
      'https:',
      'https://*',
      'https://*.com',
      'https://a.*.com',
      'https://**.example.com',
      '//x',
      'https://a,https://b',
      'https://a b',
      'https://a.example/path',
      'https://a.example?query',
      'https://user@a.example',
      'https://a.example:*',
      'https://a.example"><script>',
      'data:',
      'blob:',
      'http://a.example',
      'ws://a.example',
      'javascript:alert(1)',
      'https://a.example\n; script-src *',
      'https://-a.example',
      'https://a..example',
      '',
      7,
      null,
      {toString: () => 'https://a.example'},
    ];
    const good = 'https://good.example';
    for (const name of ['connectDomains', 'resourceDomains']) {
      for (const entry of hostile) {
        const {text, refused} = buildPolicy({[name]: [entry, good]});
        expect(text, String(entry)).to.equal(buildPolicy({[name]: [good]}).text);
        expect(refused, String(entry)).to.have.length(1);
      }
    }
    expect(buildPolicy({resourceDomains: ['wss://a.example']}).text).to.equal(closed);
  });

  it('grants no frames, no base addresses, and at most 32 hosts of each kind', () => {
    for (const name of ['frameDomains', 'baseUriDomains']) {
      const {text, refused} = buildPolicy({[name]: ['https://other.example']});
      expect([text, refused]).to.deep.equal([closed, ['https://other.example']]);
    }
    const many = Array.from({length: 40}, (_, n) => `https://h${n}.example`);
    expect(buildPolicy({connectDomains: many}).granted.connectDomains).to.have.length(32);
  });

  it('grants features that the app declares and the page allows', () => {
    const declared = {camera: {}, clipboardWrite: {}, usb: {}};
    expect(grantPermissions(declared, ['camera', 'microphone', 'clipboardWrite'])).to.deep.equal({
      permissions: {camera: {}, clipboardWrite: {}},
      allow: 'camera; clipboard-write',
    });
    const nothing = {permissions: {}, allow: ''};
    expect(grantPermissions(declared)).to.deep.equal(nothing);
    expect(grantPermissions(Object.create({camera: {}}), ['camera'])).to.deep.equal(nothing);
  });
});
