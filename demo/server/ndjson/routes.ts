import {Hono} from 'hono';
import {z} from 'zod';
import type {Person} from '../agent/agent.js';
import {answerAsPerson} from '../agent/scripts/hand-over.js';
import {limitBody} from '../body-limit.js';
import {BoundedMap} from '../bounded-map.js';
import type {ServerContext} from '../context.js';
import {ApiError, notFound, validBody} from '../errors.js';
import type {Env} from '../identity.js';
import {LineAgent} from './line-agent.js';

const maxBodyBytes = 64 * 1024;

/** The most recent sessions are kept, in memory. */
const maxSessions = 1000;

/** Anybody may send messages here, so the number of open responses is limited. */
const maxStreams = 32;
const retrySeconds = 5;

const session = z.string().max(100).optional();
const askSchema = z.object({text: z.string().min(1), session});
const continueSchema = z.object({
  session,
  answers: z.array(z.object({id: z.string(), input: z.unknown()})).min(1),
});
const extendSchema = z.object({session, question: z.string()});

interface LineSession {
  agent?: LineAgent;
  /** The person who has taken over. */
  person?: Person | undefined;
}

/**
 * A minimal protocol: a message in the request, newline-delimited JSON in the response. An example for `createProtocol`,
 * also with questions that have a deadline, and with a person who takes over.
 */
export function ndjsonRoutes({runs, settings, statistics}: ServerContext): Hono<Env> {
  const app = new Hono<Env>();
  const sessions = new BoundedMap<string, LineSession>({maxEntries: maxSessions});
  const sessionOf = (id: string | undefined): LineSession => {
    const known = id === undefined ? {} : (sessions.get(id) ?? {});
    if (id === undefined) return known;
    sessions.delete(id);
    sessions.set(id, known);
    return known;
  };
  let open = 0;
  const requireStream = (): void => {
    if (open < maxStreams) return;
    throw new ApiError(503, 'Too many answers are being sent at the moment.', {
      'Retry-After': String(retrySeconds),
    });
  };
  const stream = (agent: LineAgent): Response => {
    const countClosed = statistics.stream();
    const {lines} = agent;
    open++;
    void lines.ended.then(() => {
      open--;
      countClosed();
      if (!lines.isClosed) agent.stop();
    });
    return new Response(lines.body, {headers: {'Content-Type': 'application/x-ndjson'}});
  };
  app.use(limitBody(maxBodyBytes, maxBodyBytes));
  app.post('/ask', async c => {
    const {text, session: id} = await validBody(c, askSchema);
    requireStream();
    const known = sessionOf(id);
    known.agent?.stop();
    const {person} = known;
    const agent = new LineAgent({
      behaviour: settings.behaviour,
      person,
      onPerson: present => (known.person = present),
    });
    known.agent = agent;
    const script = person ? answerAsPerson : runs.planner.scriptFor(text);
    void agent.run(() => script(agent, {text, attachments: []}));
    return stream(agent);
  });
  app.post('/continue', async c => {
    const {session: id, answers} = await validBody(c, continueSchema);
    const {agent} = sessionOf(id);
    if (!agent) throw notFound('Session');
    requireStream();
    if (!answers.some(answer => agent.answer(answer.id, answer.input))) throw closed();
    return stream(agent);
  });
  app.post('/extend', async c => {
    const {session: id, question} = await validBody(c, extendSchema);
    const seconds = sessionOf(id).agent?.extend(question);
    if (seconds === undefined) throw closed();
    return c.json({seconds});
  });
  return app;
}

const closed = (): ApiError => new ApiError(410, 'The question can no longer be answered.');
