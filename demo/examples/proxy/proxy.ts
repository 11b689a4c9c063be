import {jwtVerify} from 'jose';
import {appShell} from 'ubik-chat/modules/mcp-apps/shell.js';
import {askAgent} from '../../server/proxy/agent.js';
import {askChatCompletions} from '../../server/proxy/chat-completions.js';
import {askMessages} from '../../server/proxy/messages.js';
import {respond, Refusal} from '../../server/proxy/refusal.js';
import {askResponses} from '../../server/proxy/responses.js';
import {askUiMessages} from '../../server/proxy/ui-messages.js';
import {readUpstreams, type Upstreams} from '../../server/proxy/upstreams.js';
import {UserLimits, type Allowance} from '../../server/proxy/user-limits.js';
import {audience, issuer, signingKey} from './token.js';

/** Environment variables, or the secrets of the platform. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** Checks the request of a page and sends a request of its own to a service. `path` is the rest of the path. */
type Service = (
  request: Request,
  on: {readonly path: string; readonly user: string; readonly allowance: Allowance},
) => Promise<Response>;

/** The services that have credentials, by path. */
const servicesOf = ({
  agUi,
  aiSdk,
  anthropic,
  openai,
  openaiChat,
}: Upstreams): Readonly<Record<string, Service>> => ({
  ...(anthropic && {
    '/anthropic/v1/messages': post((request, {allowance}) =>
      askMessages(request, anthropic, allowance),
    ),
  }),
  ...(openaiChat && {
    '/openai-chat/chat/completions': post((request, {allowance}) =>
      askChatCompletions(request, openaiChat, allowance),
    ),
  }),
  ...(openai && {
    '/openai/responses': post((request, {allowance}) => askResponses(request, openai, allowance)),
  }),
  ...(agUi && {'/ag-ui': post((request, on) => askAgent(request, agUi, on))}),
  // Its history and its running answers are below the path.
  ...(aiSdk && {'/ai-sdk': (request, on) => askUiMessages(request, aiSdk, on)}),
});

/** A service that has one path and no other method. */
const post =
  (service: Service): Service =>
  (request, on) => {
    if (on.path !== '') throw new Refusal(404, 'Not found');
    if (request.method !== 'POST') throw new Refusal(405, 'Only POST', {allow: 'POST'});
    return service(request, on);
  };

/** The frame around the apps of tools, for `app-shell`. It contains no data, so everyone may load it. */
const shell = appShell();

/** Creates a proxy: a function from `Request` to `Response`. */
export function createProxy(secrets: Secrets): (request: Request) => Promise<Response> {
  const services = Object.entries(servicesOf(readUpstreams(secrets)));
  if (services.length === 0) {
    throw new Error(
      'No service is set: ANTHROPIC_API_KEY, OPENAI_URL, OPENAI_CHAT_URL, AI_SDK_URL or AG_UI_URL is missing.',
    );
  }
  const key = signingKey(secrets['CHAT_TOKEN_SECRET']);
  // Limits per user.
  const limits = new UserLimits({
    requestsPerMinute: 20,
    requestsAtOnce: 4,
    charactersPerDay: 5_000_000,
  });
  return request =>
    respond(async () => {
      const {pathname} = new URL(request.url);
      if (pathname === '/mcp-app/shell.html')
        return new Response(shell.html, {headers: shell.headers});
      const found = services.find(([path]) => `${pathname}/`.startsWith(`${path}/`));
      if (!found) throw new Refusal(404, 'Not found');
      const [path, service] = found;
      const user = await userOf(request, key);
      return limits.apply(user, request.signal, allowance =>
        service(request, {path: pathname.slice(path.length), user, allowance}),
      );
    });
}

/** The user of a request: the subject of a JWT (HS256) that your `token-endpoint` signed. */
async function userOf(request: Request, key: Uint8Array): Promise<string> {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const options = {algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], issuer, audience};
  const verified = await jwtVerify(token, key, options).catch(() => undefined);
  const user = verified?.payload.sub;
  if (!user) throw new Refusal(401, 'Sign in first');
  return user;
}
