import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {withConnectedAgent} from '../connected-agent.js';
import {readSettings} from '../settings.js';

const url = 'http://127.0.0.1:11434/v1';

describe('--agent', () => {
  it('sets the address and the model of the proxy, with a random key of the server', () => {
    const args = ['--agent', 'openai-chat', '--url', url, '--model', 'qwen3'];
    const {connected, upstreams, apiKey} = readSettings(args, {OPENAI_CHAT_KEY: 'k'});
    assert.deepEqual(connected, {
      protocol: 'openai-chat',
      endpoint: '/openai-chat',
      url,
      model: 'qwen3',
      isNamedByPage: false,
    });
    const {url: upstream, model, key} = upstreams.openaiChat ?? {};
    assert.deepEqual([upstream, model, key], [url, 'qwen3', 'k']);
    assert.equal(apiKey.length, 64);
    assert.notEqual(readSettings(args, {}).apiKey, apiKey);
  });

  it('reads what is not an option from the environment', () => {
    const env = {AI_SDK_URL: 'https://shop.example/api/chat', AI_SDK_MODEL: 'small'};
    const {connected} = readSettings(['--agent', 'ai-sdk'], env);
    assert.deepEqual([connected?.url, connected?.model], [env.AI_SDK_URL, 'small']);
  });

  it('has a proxy for every protocol but those of a runtime', () => {
    const keys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      ubik: {UBIK_API_KEY: 'k'},
      anthropic: {ANTHROPIC_API_KEY: 'k'},
      aishu: {AISHU_TOKEN: 'k'},
      'ai-sdk': {},
      'ag-ui': {},
      openai: {},
      'openai-chat': {},
    };
    for (const [name, env] of Object.entries(keys)) {
      const args = ['--agent', name, '--url', url, '--model', 'm'];
      const {connected, upstreams} = readSettings(args, env);
      const addresses = Object.values(upstreams).map(upstream => ({...upstream}) as {url?: string});
      assert.ok(
        addresses.some(upstream => upstream.url === url),
        name,
      );
      assert.equal(connected?.protocol, name);
    }
  });

  it('displays an address without its query and its user', () => {
    const secret = 'https://me:secret@shop.example/api/chat?key=secret';
    const {connected, upstreams} = readSettings(['--agent', 'ai-sdk', '--url', secret], {});
    assert.equal(connected?.url, 'https://shop.example/api/chat');
    assert.equal(upstreams.aiSdk?.url, secret);
  });

  it('takes an empty variable for a missing one', () => {
    const env = {ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: '', AI_SDK_URL: '', UBIK_DEMO_HOST: ''};
    const key = {UBIK_DEMO_API_KEY: 'k'.repeat(32)};
    const {upstreams, host} = readSettings([], {...env, ...key});
    assert.deepEqual([upstreams.anthropic?.model, host], ['claude-sonnet-4-5', '127.0.0.1']);
    const options = ['--agent', 'ai-sdk', '--model', 'm'];
    assert.throws(() => readSettings(options, env), /needs the address of the agent/);
  });

  it('still needs a key of its own on an address that other machines reach', () => {
    const args = ['--agent', 'ai-sdk', '--url', url, '--host', '0.0.0.0'];
    assert.throws(() => readSettings(args, {UBIK_DEMO_API_KEY: 'short'}), /API key of its own/);
  });

  for (const [args, message] of [
    [['--url', url], /--url and --model belong to --agent/],
    [['--agent', 'gopher', '--url', url], /no protocol gopher. --agent is one of ubik, /],
    [['--agent', 'openai-chat'], /needs the address of the agent: --url URL/],
    [['--agent', 'openai-chat', '--url', 'ollama'], /not an HTTP address: ollama/],
    [['--agent', 'anthropic'], /Set ANTHROPIC_API_KEY/],
    [['--agent', 'openai-chat', '--url', url], /needs a model: --model NAME/],
  ] as const) {
    it(`explains what is missing: ${args.join(' ')}`, () => {
      assert.throws(() => readSettings([...args], {}), message);
    });
  }

  for (const [env, message] of [
    [{AISHU_TOKEN: 't'}, /^AISHU_URL is missing in the environment\.$/],
    [{AISHU_TOKEN: 't', AISHU_URL: 'platform'}, /^AISHU_URL is not an HTTP address: platform$/],
    [{UBIK_API_KEY: 'k'}, /^UBIK_API_URL is missing in the environment\.$/],
    [{OPENAI_URL: url}, /^OPENAI_MODEL is missing in the environment\.$/],
    [{OPENAI_CHAT_URL: url}, /^OPENAI_CHAT_MODEL is missing in the environment\.$/],
    [
      {ANTHROPIC_API_KEY: 'k', ANTHROPIC_MAX_TOKENS: '0'},
      /^ANTHROPIC_MAX_TOKENS is not a whole number/,
    ],
  ] as const) {
    it(`explains which variable is missing or invalid: ${Object.keys(env).join(', ')}`, () => {
      assert.throws(
        () => readSettings([], env),
        ({message: text}: Error) => message.test(text),
      );
    });
  }

  it('names the agent in the page, where the page names it', () => {
    const {connected} = readSettings(['--agent', 'aishu', '--url', url, '--model', 'a"b'], {
      AISHU_TOKEN: 't',
    });
    assert.ok(connected);
    const page = withConnectedAgent('<ubik-chat id="chat" endpoint="/x"></ubik-chat>', connected);
    assert.match(page, /protocol="aishu"/);
    assert.match(page, /agent-id="a&#34;b"/);
    assert.doesNotMatch(page, /endpoint="\/x"/);
  });
});
