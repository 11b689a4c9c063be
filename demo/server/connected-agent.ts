import {z} from 'zod';

/** How the server reaches the agents of a protocol: variables of the environment, and the path of the proxy. */
interface AgentService {
  /** The variable that `--url` sets. */
  readonly url: string;
  /** The variable that `--model` sets. Without one, the page names the agent in `agent-id`. */
  readonly model?: string;
  /** The variable of the key, if the service requires one. */
  readonly key?: string;
  readonly endpoint: string;
  /** Whether `--url` may be absent. */
  readonly hasDefaultUrl?: boolean;
  /** Whether `--model` must be present. */
  readonly requiresModel?: boolean;
}

const services: Readonly<Record<string, AgentService>> = {
  ubik: {url: 'UBIK_API_URL', key: 'UBIK_API_KEY', endpoint: '/api/v1'},
  anthropic: {
    url: 'ANTHROPIC_BASE_URL',
    model: 'ANTHROPIC_MODEL',
    key: 'ANTHROPIC_API_KEY',
    endpoint: '/anthropic',
    hasDefaultUrl: true,
  },
  aishu: {url: 'AISHU_URL', key: 'AISHU_TOKEN', endpoint: '/aishu/api/agent-factory/v1'},
  'ai-sdk': {url: 'AI_SDK_URL', model: 'AI_SDK_MODEL', endpoint: '/ai-sdk'},
  'ag-ui': {url: 'AG_UI_URL', model: 'AG_UI_MODEL', endpoint: '/ag-ui'},
  openai: {url: 'OPENAI_URL', model: 'OPENAI_MODEL', endpoint: '/openai', requiresModel: true},
  'openai-chat': {
    url: 'OPENAI_CHAT_URL',
    model: 'OPENAI_CHAT_MODEL',
    endpoint: '/openai-chat',
    requiresModel: true,
  },
};

/** The agent that the home page talks to instead of the scripted one. */
export interface ConnectedAgent {
  readonly protocol: string;
  readonly endpoint: string;
  /** The address to display, without secrets. */
  readonly url: string;
  /** The model, or the id of the agent. */
  readonly model: string | undefined;
  /** Whether the page names the model in each request. */
  readonly isNamedByPage: boolean;
}

interface AgentOptions {
  readonly agent?: string | undefined;
  readonly url?: string | undefined;
  readonly model?: string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

const address = z.url({protocol: /^https?$/});

/**
 * The agent of `--agent`, `--url` and `--model`, and the environment with their values. Throws an error that says what is
 * missing.
 */
export function connectAgent(
  {agent, url, model}: AgentOptions,
  env: Variables,
): {readonly connected?: ConnectedAgent; readonly env: Variables} {
  if (agent === undefined) {
    if (url === undefined && model === undefined) return {env};
    throw new Error('--url and --model belong to --agent: which protocol does the agent speak?');
  }
  const service = services[agent];
  if (!service) {
    const known = Object.keys(services).join(', ');
    throw new Error(`There is no protocol ${agent}. --agent is one of ${known}.`);
  }
  const base = url ?? env[service.url];
  if (base === undefined && !service.hasDefaultUrl) {
    throw new Error(`--agent ${agent} needs the address of the agent: --url URL`);
  }
  if (base !== undefined && !address.safeParse(base).success) {
    throw new Error(`--url is not an HTTP address: ${base}`);
  }
  if (service.requiresModel && !(model ?? (service.model && env[service.model]))) {
    throw new Error(`--agent ${agent} needs a model: --model NAME`);
  }
  if (service.key && !env[service.key]) {
    throw new Error(`--agent ${agent} needs a key. Set ${service.key} in the environment.`);
  }
  const changes = {
    ...(base !== undefined && {[service.url]: base}),
    ...(service.model && model !== undefined && {[service.model]: model}),
  };
  return {
    env: {...env, ...changes},
    connected: {
      protocol: agent,
      endpoint: service.endpoint,
      url: base === undefined ? 'its default address' : withoutSecrets(base),
      model: model ?? (service.model && env[service.model]),
      isNamedByPage: service.model === undefined,
    },
  };
}

/** An address without its query and its user, which may be secret. */
function withoutSecrets(url: string): string {
  const {origin, pathname} = new URL(url);
  return origin + pathname;
}

/** The home page with a chat that is connected to the agent. */
export function withConnectedAgent(page: string, agent: ConnectedAgent): string {
  const {protocol, endpoint, url, model = '', isNamedByPage} = agent;
  const attributes = {
    id: 'chat',
    protocol,
    endpoint,
    'token-endpoint': '/demo/token',
    heading: model || protocol,
    'local-sessions': '',
    ...(isNamedByPage && model && {'agent-id': model}),
  };
  const text = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const note = `<p class="note">Connected to ${escaped(model || 'an agent')} at <code>${escaped(url)}</code>.</p>`;
  return page.replace(
    /<ubik-chat id="chat"[^>]*><\/ubik-chat>/,
    () => `<ubik-chat${text}></ubik-chat>${note}`,
  );
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
