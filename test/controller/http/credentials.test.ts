import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ChatError} from '../../../src/controller/http/errors.js';
import {Settings} from '../../../src/controller/settings.js';
import {Credentials} from '../../../src/controller/http/credentials.js';
import type {TokenReason} from '../../../src/controller/types.js';
import {fails} from '../support/chat.js';
import {ManualEnvironment} from '../support/manual-environment.js';
import {json, serve} from '../support/web-server.js';
import {until} from '../../support/until.js';

function jwt(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({alg: 'none'})}.${part(claims)}.x`;
}

/** Credentials from a function that counts its calls, and returns a new token that expires after so many seconds. */
function minting(environment: ManualEnvironment, lifetime: number) {
  const reasons: TokenReason[] = [];
  const getToken = ({reason}: {reason: TokenReason}): string => {
    reasons.push(reason);
    return jwt({exp: environment.now() / 1000 + lifetime, n: reasons.length, name: 'Zoë ➞'});
  };
  return {reasons, credentials: new Credentials(new Settings({getToken}, environment))};
}

describe('the token', () => {
  it('is minted once and used while it is good', async () => {
    const environment = new ManualEnvironment();
    const {reasons, credentials} = minting(environment, 600);
    const first = await credentials.get();
    environment.advance(539_000);
    assert.equal(await credentials.get(), first);
    assert.deepEqual(reasons, ['initial']);
  });

  it('is replaced within a minute of its expiry', async () => {
    const environment = new ManualEnvironment();
    const {reasons, credentials} = minting(environment, 600);
    const first = await credentials.get();
    environment.advance(541_000);
    assert.notEqual(await credentials.get(), first);
    assert.deepEqual(reasons, ['initial', 'expiring']);
  });

  it('is used even if it is born within a minute of its expiry', async () => {
    const {reasons, credentials} = minting(new ManualEnvironment(), 30);
    assert.equal(typeof (await credentials.get()), 'string');
    assert.deepEqual(reasons, ['initial']);
  });

  it('is asked for once, however many wait for it', async () => {
    const {reasons, credentials} = minting(new ManualEnvironment(), 600);
    const tokens = await Promise.all([credentials.get(), credentials.get(), credentials.get()]);
    assert.equal(new Set(tokens).size, 1);
    assert.deepEqual(reasons, ['initial']);
  });

  it('is refreshed once for all requests whose token was rejected', async () => {
    const {reasons, credentials} = minting(new ManualEnvironment(), 600);
    const refused = await credentials.get();
    const renewed = await Promise.all([credentials.renew(refused), credentials.renew(refused)]);
    const late = await credentials.renew(refused);
    assert.deepEqual(new Set([...renewed, late]).size, 1);
    assert.notEqual(late, refused);
    assert.deepEqual(reasons, ['initial', 'unauthorized']);
  });

  it('is loaded from the back end of the site, which may state its lifetime', async () => {
    const server = await serve((_, response) => {
      json(response, {access_token: `t${server.asked.length}`, expires_in: 600});
    });
    const environment = new ManualEnvironment();
    const tokenEndpoint = `${server.origin}/token`;
    const credentials = new Credentials(new Settings({tokenEndpoint}, environment));
    assert.equal(await credentials.get(), 't1');
    environment.advance(500_000);
    assert.equal(await credentials.get(), 't1');
    environment.advance(50_000);
    assert.equal(await credentials.get(), 't2');
    const methods = server.asked.map(({method}) => method);
    assert.deepEqual(methods, ['POST', 'POST']);
    await server.close();
  });

  it('is not necessary if the site provides none', async () => {
    const credentials = new Credentials(new Settings({}, new ManualEnvironment()));
    assert.equal(await credentials.get(), undefined);
    assert.equal(credentials.isRenewable, false);
  });

  it('is requested once the page sets a source of it, and dropped without one', async () => {
    const server = await serve((_, response) => json(response, {access_token: 'of the site'}));
    const settings = new Settings({}, new ManualEnvironment());
    const credentials = new Credentials(settings);
    assert.equal(await credentials.get(), undefined);
    settings.change({getToken: () => 'of the page'});
    assert.equal(await credentials.get(), 'of the page');
    settings.change({getToken: () => 'of the same page'});
    assert.equal(await credentials.get(), 'of the page');
    settings.change({getToken: undefined, tokenEndpoint: server.origin});
    assert.equal(await credentials.get(), 'of the site');
    settings.change({tokenEndpoint: undefined});
    assert.equal(await credentials.get(), undefined);
    settings.change({tokenEndpoint: server.origin});
    assert.equal(await credentials.get(), 'of the site');
    assert.equal(server.asked.length, 2);
    await server.close();
  });

  it('comes from the token endpoint that is set last, also if another one responds later', async () => {
    let respond: () => void = () => undefined;
    const server = await serve(({path}, response) => {
      const send = (): void => json(response, {access_token: path});
      if (path === '/old') respond = send;
      else send();
    });
    const settings = new Settings({tokenEndpoint: `${server.origin}/old`}, new ManualEnvironment());
    const credentials = new Credentials(settings);
    const old = credentials.get();
    await until(() => server.asked.length === 1);
    settings.change({tokenEndpoint: `${server.origin}/new`});
    assert.equal(await credentials.get(), '/new');
    respond();
    assert.equal(await old, '/old');
    assert.equal(await credentials.get(), '/new');
    await server.close();
  });

  for (const [what, status, body] of [
    ['refuses', 403, '{}'],
    ['fails', 500, ''],
    ['answers with a page', 200, '<!doctype html>'],
    ['answers without a token', 200, '{"token": 1}'],
    ['answers with something else than an object', 200, 'null'],
  ] as const) {
    it(`cannot be had when the back end ${what}, and is asked for again the next time`, async () => {
      const server = await serve((_, response) => {
        response.writeHead(status).end(body);
      });
      const tokenEndpoint = server.origin;
      const credentials = new Credentials(new Settings({tokenEndpoint}, new ManualEnvironment()));
      const isUnavailable = (error: unknown): boolean =>
        error instanceof ChatError && error.info.code === 'token_unavailable' && !error.sent;
      await assert.rejects(credentials.get(), isUnavailable);
      await assert.rejects(credentials.get(), isUnavailable);
      assert.equal(server.asked.length, 2);
      await server.close();
    });
  }

  it('is not accepted from another origin after a redirect', async () => {
    const elsewhere = await serve((_, response) => json(response, {access_token: 'stranger'}));
    const site = await serve(({path}, response) => {
      const to = path === '/away' ? `${elsewhere.origin}/token` : '/token';
      if (path === '/token') json(response, {access_token: 'own'});
      else response.writeHead(307, {location: to}).end();
    });
    const from = (path: string): Credentials =>
      new Credentials(new Settings({tokenEndpoint: site.origin + path}, new ManualEnvironment()));
    await assert.rejects(from('/away').get(), fails('redirected'));
    assert.equal(await from('/near').get(), 'own');
  });

  it('cannot be loaded offline, which is no error of the site', async () => {
    const environment = new ManualEnvironment();
    environment.isOnline = false;
    const getToken = (): Promise<string> => Promise.reject(new TypeError('Failed to fetch'));
    const sources = [{getToken}, {tokenEndpoint: 'http://127.0.0.1:1/token'}];
    for (const source of sources) {
      await assert.rejects(
        new Credentials(new Settings(source, environment)).get(),
        fails('offline'),
      );
    }
  });

  it('is not used after its user has logged out, nor replaced', async () => {
    const environment = new ManualEnvironment();
    const {reasons, credentials} = minting(environment, 600);
    const refused = await credentials.get();
    credentials.end();
    await assert.rejects(credentials.get(), {name: 'AbortError'});
    await assert.rejects(credentials.renew(refused), {name: 'AbortError'});
    assert.deepEqual(reasons, ['initial']);
  });

  it('that was on its way when its user left is dropped', async () => {
    let aborted = false;
    let give: (token: string) => void = () => undefined;
    const getToken = ({signal}: {signal: AbortSignal}): Promise<string> => {
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise(resolve => (give = resolve));
    };
    const credentials = new Credentials(new Settings({getToken}, new ManualEnvironment()));
    const waiting = credentials.get();
    credentials.end();
    give('of the old user');
    await assert.rejects(waiting, {name: 'AbortError'});
    assert.equal(aborted, true);
  });

  const spellings: readonly (readonly [given: string, borne: string])[] = [
    ['abc', 'abc'],
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER \t abc', 'abc'],
    ['Bearer Bearer abc', 'abc'],
    ['Bearerabc', 'Bearerabc'],
    ['abc Bearer', 'abc Bearer'],
    ['Bearer', 'Bearer'],
    ['', ''],
  ];
  for (const [given, borne] of spellings) {
    it(`is sent as ${JSON.stringify(borne)} when the page returns ${JSON.stringify(given)}`, async () => {
      const getToken = (): string => given;
      const credentials = new Credentials(new Settings({getToken}, new ManualEnvironment()));
      assert.equal(await credentials.get(), borne);
    });
  }

  it('reads its expiry also after the name of a scheme', async () => {
    const environment = new ManualEnvironment();
    const reasons: TokenReason[] = [];
    const getToken = ({reason}: {reason: TokenReason}): string => {
      reasons.push(reason);
      return `Bearer ${jwt({exp: environment.now() / 1000 + 600})}`;
    };
    const credentials = new Credentials(new Settings({getToken}, environment));
    await credentials.get();
    environment.advance(541_000);
    await credentials.get();
    assert.deepEqual(reasons, ['initial', 'expiring']);
  });

  it('of the back end is borne bare as well', async () => {
    const server = await serve((_, response) => {
      json(response, {access_token: 'Bearer abc', expires_in: 600});
    });
    const tokenEndpoint = `${server.origin}/token`;
    const credentials = new Credentials(new Settings({tokenEndpoint}, new ManualEnvironment()));
    assert.equal(await credentials.get(), 'abc');
    await server.close();
  });
});
