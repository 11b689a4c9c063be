import {isIPv4} from 'node:net';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {z} from 'zod';
import {configured, readUpstreams, type Upstreams} from './proxy/upstreams.js';

/** What can be changed while the server runs (`POST /demo/settings`). */
export const behaviourSchema = z.object({
  /** Multiplies every pause of the agent: 1 is comfortable to watch, 0 is as fast as it goes. */
  pace: z.coerce.number().min(0).max(100).default(1),
  /** How a request that starts a run is answered: by its events, or by a message that says where they are. */
  answer: z.enum(['sse', 'json']).default('sse'),
  /** Whether a stream stays open while the agent waits for a person. */
  waiting: z.enum(['open', 'close']).default('open'),
  /** Milliseconds of silence after which a stream gets a comment line. */
  keepAlive: z.coerce.number().int().min(10).default(15_000),
});
export type Behaviour = z.infer<typeof behaviourSchema>;

const settingsSchema = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(8787),
  host: z.string().default('127.0.0.1'),
  /** The folder of the database. */
  data: z.string().default('.data'),
  /** The secret that stands for the account: only a back end has it. */
  apiKey: z.string().min(1).default('demo-key'),
  /** Bytes of a request that carries a file. */
  uploadLimit: z.coerce
    .number()
    .int()
    .positive()
    .default(25 * 1024 * 1024),
});
export type Settings = z.infer<typeof settingsSchema> & {
  /** The folder that holds `src`, `demo` and the documentation. */
  readonly root: string;
  readonly behaviour: Behaviour;
  readonly upstreams: Upstreams;
};

/** Bytes of an API key that protects more than the demonstration. */
const shortestKey = 32;

const names = ['port', 'host', 'data', 'pace', 'answer', 'waiting', 'keep-alive'] as const;

/**
 * Settings from the command line (`--port 8787`), else from the environment (`UBIK_DEMO_PORT`), else the defaults.
 * Throws an error that names what is wrong.
 */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const {values} = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map(name => [name, {type: 'string' as const}])),
  });
  const read = (name: string): unknown =>
    values[name] ?? env[`UBIK_DEMO_${name.toUpperCase().replaceAll('-', '_')}`];
  const settings = checked(settingsSchema, {
    port: read('port'),
    host: read('host'),
    data: read('data'),
    apiKey: read('api-key'),
    uploadLimit: read('upload-limit'),
  });
  const behaviour = checked(behaviourSchema, {
    pace: read('pace'),
    answer: read('answer'),
    waiting: read('waiting'),
    keepAlive: read('keep-alive'),
  });
  const upstreams = readUpstreams(env);
  requireKey(settings, upstreams);
  return {
    ...settings,
    behaviour,
    upstreams,
    root: fileURLToPath(new URL('../../', import.meta.url)),
  };
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`Wrong settings:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** The default key is public: it must not protect real credentials, or a server that other machines can reach. */
function requireKey({host, apiKey}: z.infer<typeof settingsSchema>, upstreams: Upstreams): void {
  if (Buffer.byteLength(apiKey) >= shortestKey) return;
  const services = configured(upstreams);
  const reasons = [
    ...(services.length > 0 ? [`it has the credentials of ${services.join(' and ')}`] : []),
    ...(isLoopback(host) ? [] : [`other machines can reach ${host}`]),
  ];
  if (reasons.length === 0) return;
  throw new Error(
    `The server needs an API key of its own, because ${reasons.join(' and ')}.\n` +
      `Set UBIK_DEMO_API_KEY to at least ${shortestKey} random bytes. This command prints some:\n` +
      `  node -p "crypto.randomBytes(${shortestKey}).toString('hex')"`,
  );
}

/** Whether an address is one that only this machine reaches. A name such as `127.example.com` is not. */
export function isLoopback(host: string): boolean {
  const local = ['localhost', '::1', '[::1]'].includes(host);
  return local || (isIPv4(host) && host.startsWith('127.'));
}
