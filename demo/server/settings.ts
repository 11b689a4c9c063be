import {randomBytes} from 'node:crypto';
import {isIPv4} from 'node:net';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {z} from 'zod';
import {connectAgent, type ConnectedAgent} from './connected-agent.js';
import {configured, readUpstreams, withoutEmpty, type Upstreams} from './proxy/upstreams.js';

const behaviour = {
  /** Factor of all pauses of the agent: 1 is suitable for watching, 0 means no pauses. */
  pace: z.coerce.number().min(0).max(100),
  /** Response to a request that starts a run: the event stream, or JSON with the URL of the stream. */
  answer: z.enum(['sse', 'json']),
  /** Whether a stream stays open while the agent waits for an answer. */
  waiting: z.enum(['open', 'close']),
  /** Milliseconds without an event after which a comment line is sent. */
  keepAlive: z.coerce.number().int().min(10),
};

/** Settings that can be changed while the server runs (`POST /demo/settings`). */
export const behaviourChange = z.object(behaviour).partial();

const behaviourSchema = z.object({
  pace: behaviour.pace.default(1),
  answer: behaviour.answer.default('sse'),
  waiting: behaviour.waiting.default('open'),
  keepAlive: behaviour.keepAlive.default(15_000),
});
export type Behaviour = z.infer<typeof behaviourSchema>;

const portError = 'The port is a whole number from 0 to 65535';

const settingsSchema = z.object({
  /** Without one, the server listens on 8787, or on the next free port. */
  port: z.coerce
    .number({error: portError})
    .int({error: portError})
    .min(0, {error: portError})
    .max(65_535, {error: portError})
    .optional(),
  /** Whether open pages are loaded again after a change of a source. */
  reload: z.stringbool().default(false),
  /** A name or an address; an IPv6 address may have the brackets that it has in a URL. */
  host: z
    .string()
    .default('127.0.0.1')
    .transform(host => host.replace(/^\[(.*)\]$/, '$1')),
  /** The folder of the database. */
  data: z.string().default('.data'),
  /** The API key of the account, for back ends only. */
  apiKey: z.string().min(1).default('demo-key'),
  /** Maximum bytes of a request with a file. */
  uploadLimit: z.coerce
    .number()
    .int()
    .positive()
    .default(25 * 1024 * 1024),
});
export type ServerSettings = z.infer<typeof settingsSchema> & {
  /** The root folder of the repository. */
  readonly root: string;
  readonly behaviour: Behaviour;
  readonly upstreams: Upstreams;
  /** The agent that the home page talks to; without one, it is the scripted agent. */
  readonly connected?: ConnectedAgent;
};

/** Minimum bytes of an API key that protects real credentials or a reachable server. */
const minKeyBytes = 32;

/** The options of the command line: all settings but the key, because other users of a machine can read the arguments of a process. */
const names = [
  ...Object.keys({...settingsSchema.shape, ...behaviour})
    .filter(name => name !== 'apiKey')
    .map(hyphenated),
  'agent',
  'url',
  'model',
];

/**
 * Settings from the command line (`--port 8787`), else from the environment (`UBIK_DEMO_PORT`, or `PORT`), else the defaults.
 * Throws an error that lists invalid settings.
 */
export function readSettings(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): ServerSettings {
  const env = withoutEmpty(variables);
  const {values} = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map(name => [name, {type: 'string' as const}])),
  });
  const read = (name: string): unknown => {
    const option = hyphenated(name);
    return values[option] ?? env[`UBIK_DEMO_${option.toUpperCase().replaceAll('-', '_')}`];
  };
  const readAll = (schema: z.ZodObject): Record<string, unknown> =>
    Object.fromEntries(Object.keys(schema.shape).map(name => [name, read(name)]));
  const {connected, env: all} = connectAgent(
    {agent: values['agent'], url: values['url'], model: values['model']},
    env,
  );
  const settings = parseSettings(settingsSchema, {
    ...readAll(settingsSchema),
    // Hosting services set PORT.
    port: read('port') ?? env['PORT'],
    // A server that is connected to a real agent has credentials, so a guessable default key is not allowed.
    apiKey: read('apiKey') ?? (connected && randomBytes(minKeyBytes).toString('hex')),
  });
  const behaviour = parseSettings(behaviourSchema, readAll(behaviourSchema));
  const upstreams = readUpstreams(all);
  requireKey(settings, upstreams);
  return {
    ...settings,
    behaviour,
    upstreams,
    ...(connected && {connected}),
    root: fileURLToPath(new URL('../../', import.meta.url)),
  };
}

/** The name of a setting on the command line: `keep-alive` for `keepAlive`. */
function hyphenated(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function parseSettings<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`Invalid settings:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** The default key is public: it must not protect real credentials, or a server that other machines can reach. */
function requireKey({host, apiKey}: z.infer<typeof settingsSchema>, upstreams: Upstreams): void {
  if (Buffer.byteLength(apiKey) >= minKeyBytes) return;
  const services = configured(upstreams);
  const reasons = [
    ...(services.length > 0 ? [`it has the credentials of ${services.join(' and ')}`] : []),
    ...(isLoopback(host) ? [] : [`other machines can reach ${host}`]),
  ];
  if (reasons.length === 0) return;
  throw new Error(
    `The server needs an API key of its own, because ${reasons.join(' and ')}.\n` +
      `Set UBIK_DEMO_API_KEY to at least ${minKeyBytes} random bytes. This command prints some:\n` +
      `  node -p "crypto.randomBytes(${minKeyBytes}).toString('hex')"`,
  );
}

/** The address of the home page. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;

/** Whether a host is a loopback address. A name such as `127.example.com` is not. */
export function isLoopback(host: string): boolean {
  const local = ['localhost', '::1', '[::1]'].includes(host);
  return local || (isIPv4(host) && host.startsWith('127.'));
}
