import {z} from 'zod';

const at = {
  /** After this many frames. */
  at_frame: z.number().int().min(0).optional(),
  /** After this many bytes; wins over `at_frame`. */
  after_bytes: z.number().int().min(0).optional(),
};
const every = z.number().int().min(1).default(3);
const seed = z.number().int().default(1);

const which = {
  /** Match requests of this session only. */
  session: z.string().optional(),
  /** Requests to match: an operation, `stream` (responses with a stream, the default) or `any`. */
  on: z.string().optional(),
  /** Number of matching requests. */
  times: z.number().int().min(1).default(1),
};

/** A fault that a test injects (`POST /demo/faults`). README.md describes all kinds. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({
    ...which,
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599),
    /** Seconds, for the header `Retry-After`. */
    retry_after: z.number().min(0).optional(),
    detail: z.string().optional(),
  }),
  z.object({...which, kind: z.literal('lose'), accepted: z.boolean().default(true)}),
  z.object({...which, kind: z.literal('html')}),
  z.object({
    ...which,
    kind: z.literal('json'),
    stream_url: z.enum(['own', 'foreign']).default('own'),
  }),
  z.object({...which, kind: z.literal('no_cors')}),
  z.object({...which, ...at, kind: z.literal('drop')}),
  z.object({...which, ...at, kind: z.literal('end')}),
  z.object({
    ...which,
    ...at,
    kind: z.literal('stall'),
    ms: z.number().int().min(1).optional(),
    /** Sends a comment each second, so that the connection does not count as lost. */
    keep_alive: z.boolean().default(false),
  }),
  z.object({...which, kind: z.literal('duplicate'), every}),
  z.object({
    ...which,
    kind: z.literal('shuffle'),
    window: z.number().int().min(2).max(1000).default(5),
    seed,
  }),
  z.object({
    ...which,
    kind: z.literal('split'),
    size: z.number().int().min(1).default(80),
    shuffle: z.boolean().default(false),
    seed,
    types: z.array(z.string()).optional(),
  }),
  z.object({...which, kind: z.literal('snapshot'), every: z.number().int().min(1).default(10)}),
  z.object({...which, kind: z.literal('malformed'), every}),
  z.object({...which, kind: z.literal('comments'), every}),
  z.object({...which, kind: z.literal('cut'), size: z.number().int().min(1).default(1)}),
  z.object({...which, kind: z.literal('framing'), framing: z.enum(['F1', 'F2', 'F3', 'F4'])}),
  z.object({...which, kind: z.literal('line_ends'), ends: z.enum(['lf', 'cr', 'crlf'])}),
  z.object({...which, kind: z.literal('close_waiting')}),
]);
export type Fault = z.output<typeof faultSchema>;
export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, {kind: Kind}>;

/** The first fault of a kind. */
export function faultOf<Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): FaultOf<Kind> | undefined {
  return faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind);
}
