import {z} from 'zod';
import type {MessagesUpstream} from './messages.js';
import type {UiMessagesUpstream} from './ui-messages.js';
import type {LimitsPerUser} from './user-limits.js';

/** The services whose credentials are in the environment. */
export interface Upstreams {
  readonly anthropic?: MessagesUpstream;
  readonly aishu?: {readonly url: string; readonly token: string};
  readonly aiSdk?: UiMessagesUpstream;
  readonly ubik?: {readonly url: string; readonly key: string};
  /** Limits per user, for all services together. */
  readonly limits: LimitsPerUser;
}

/** The names of the services that have credentials. */
export function configured({anthropic, aishu, aiSdk, ubik}: Upstreams): string[] {
  return [
    ...(anthropic ? ['the Messages API'] : []),
    ...(aishu ? ['the AISHU platform'] : []),
    ...(aiSdk ? ['the AI SDK route'] : []),
    ...(ubik ? ['the Ubik Agent API'] : []),
  ];
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const address = z.url({protocol: /^https?$/});
const positiveInteger = z.coerce.number().int().positive();

/** Reads the credentials; throws if a URL or a number is invalid. */
export function readUpstreams(env: EnvironmentVariables): Upstreams {
  const {ANTHROPIC_API_KEY, AISHU_TOKEN, AI_SDK_URL, UBIK_API_KEY} = env;
  return {
    limits: {
      requestsPerMinute: positiveInteger.default(60).parse(env['UBIK_DEMO_PER_MINUTE']),
      requestsAtOnce: positiveInteger.default(8).parse(env['UBIK_DEMO_AT_ONCE']),
      charactersPerDay: positiveInteger
        .default(10_000_000)
        .parse(env['UBIK_DEMO_CHARACTERS_PER_DAY']),
    },
    ...(ANTHROPIC_API_KEY && {
      anthropic: {
        key: ANTHROPIC_API_KEY,
        url: address.default('https://api.anthropic.com').parse(env['ANTHROPIC_BASE_URL']),
        model: env['ANTHROPIC_MODEL'] ?? 'claude-sonnet-4-5',
        system: env['ANTHROPIC_SYSTEM'],
        maxTokens: positiveInteger.default(4096).parse(env['ANTHROPIC_MAX_TOKENS']),
      },
    }),
    ...(AISHU_TOKEN && {aishu: {token: AISHU_TOKEN, url: address.parse(env['AISHU_URL'])}}),
    ...(AI_SDK_URL && {
      aiSdk: {
        url: address.parse(AI_SDK_URL),
        token: env['AI_SDK_TOKEN'],
        model: env['AI_SDK_MODEL'],
      },
    }),
    ...(UBIK_API_KEY && {ubik: {key: UBIK_API_KEY, url: address.parse(env['UBIK_API_URL'])}}),
  };
}
