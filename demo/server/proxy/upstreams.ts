import {z} from 'zod';
import type {AgentUpstream} from './agent.js';
import type {ChatCompletionsUpstream} from './chat-completions.js';
import type {MessagesUpstream} from './messages.js';
import type {ResponsesUpstream} from './responses.js';
import type {UiMessagesUpstream} from './ui-messages.js';
import type {LimitsPerUser} from './user-limits.js';

/** The configuration of the Ubik Agent API. */
export interface UbikUpstream {
  /** The base address, up to `/api/v1`. */
  readonly url: string;
  /** The API key of the account; never sent to a page. */
  readonly key: string;
}

/** The services whose credentials are in the environment. */
export interface Upstreams {
  readonly anthropic?: MessagesUpstream;
  readonly aishu?: {readonly url: string; readonly token: string};
  readonly aiSdk?: UiMessagesUpstream;
  readonly openai?: ResponsesUpstream;
  readonly agUi?: AgentUpstream;
  readonly openaiChat?: ChatCompletionsUpstream;
  readonly ubik?: UbikUpstream;
  /** Limits per user, for all services together. */
  readonly limits: LimitsPerUser;
}

/** The names of the services that have credentials. */
export function configured({
  agUi,
  anthropic,
  aishu,
  aiSdk,
  openai,
  openaiChat,
  ubik,
}: Upstreams): string[] {
  return [
    ...(anthropic ? ['the Messages API'] : []),
    ...(aishu ? ['the AISHU platform'] : []),
    ...(aiSdk ? ['the AI SDK route'] : []),
    ...(openai ? ['OpenAI Responses'] : []),
    ...(agUi ? ['the AG-UI agent'] : []),
    ...(openaiChat ? ['Chat Completions'] : []),
    ...(ubik ? ['the Ubik Agent API'] : []),
  ];
}

/** Whether any service has credentials. */
export const hasServices = (upstreams: Upstreams): boolean => configured(upstreams).length > 0;

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const address = z.url({protocol: /^https?$/});
const positiveInteger = z.coerce.number().int().positive();

/** The variables that have a value: an empty variable is missing. */
export const withoutEmpty = (env: EnvironmentVariables): EnvironmentVariables =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value));

/** Reads the credentials. Throws an error of one sentence if a variable is missing or invalid. */
export function readUpstreams(variables: EnvironmentVariables): Upstreams {
  const env = withoutEmpty(variables);
  const {
    AG_UI_URL,
    ANTHROPIC_API_KEY,
    AISHU_TOKEN,
    AI_SDK_URL,
    OPENAI_CHAT_URL,
    OPENAI_URL,
    UBIK_API_KEY,
  } = env;
  const read = new VariableReader(env);
  return {
    limits: {
      requestsPerMinute: read.number('UBIK_DEMO_PER_MINUTE', 60),
      requestsAtOnce: read.number('UBIK_DEMO_AT_ONCE', 8),
      charactersPerDay: read.number('UBIK_DEMO_CHARACTERS_PER_DAY', 10_000_000),
    },
    ...(ANTHROPIC_API_KEY && {
      anthropic: {
        key: ANTHROPIC_API_KEY,
        url: read.address('ANTHROPIC_BASE_URL', 'https://api.anthropic.com'),
        model: env['ANTHROPIC_MODEL'] ?? 'claude-sonnet-4-5',
        system: env['ANTHROPIC_SYSTEM'],
        maxTokens: read.number('ANTHROPIC_MAX_TOKENS', 4096),
      },
    }),
    ...(AISHU_TOKEN && {aishu: {token: AISHU_TOKEN, url: read.address('AISHU_URL')}}),
    ...(AI_SDK_URL && {
      aiSdk: {
        url: read.address('AI_SDK_URL'),
        token: env['AI_SDK_TOKEN'],
        model: env['AI_SDK_MODEL'],
      },
    }),
    ...(OPENAI_URL && {
      openai: {
        url: read.address('OPENAI_URL'),
        key: env['OPENAI_KEY'],
        model: read.text('OPENAI_MODEL'),
        system: env['OPENAI_SYSTEM'],
        maxTokens: read.number('OPENAI_MAX_TOKENS', 4096),
      },
    }),
    ...(OPENAI_CHAT_URL && {
      openaiChat: {
        url: read.address('OPENAI_CHAT_URL'),
        key: env['OPENAI_CHAT_KEY'],
        model: read.text('OPENAI_CHAT_MODEL'),
        system: env['OPENAI_CHAT_SYSTEM'],
        maxTokens: read.number('OPENAI_CHAT_MAX_TOKENS', 4096),
      },
    }),
    ...(AG_UI_URL && {
      agUi: {
        url: read.address('AG_UI_URL'),
        token: env['AG_UI_TOKEN'],
        props: env['AG_UI_MODEL'] === undefined ? {} : {model: env['AG_UI_MODEL']},
      },
    }),
    ...(UBIK_API_KEY && {ubik: {key: UBIK_API_KEY, url: read.address('UBIK_API_URL')}}),
  };
}

/** Reads variables of the environment. Errors name the variable. */
class VariableReader {
  readonly #env: EnvironmentVariables;

  constructor(env: EnvironmentVariables) {
    this.#env = env;
  }

  text(name: string, fallback?: string): string {
    const value = this.#env[name] ?? fallback;
    if (value === undefined) throw new Error(`${name} is missing in the environment.`);
    return value;
  }

  address(name: string, fallback?: string): string {
    const value = this.text(name, fallback);
    if (address.safeParse(value).success) return value;
    throw new Error(`${name} is not an HTTP address: ${value}`);
  }

  number(name: string, fallback: number): number {
    const value = this.text(name, String(fallback));
    const {success, data} = positiveInteger.safeParse(value);
    if (success) return data;
    throw new Error(`${name} is not a whole number above 0: ${value}`);
  }
}
