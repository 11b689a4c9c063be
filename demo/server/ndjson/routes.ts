import {Hono} from 'hono';
import {z} from 'zod';
import type {Person} from '../agent/agent.js';
import {answerAsPerson} from '../agent/scripts/hand-over.js';
import {limitBody} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {ApiError, notFound, validBody} from '../errors.js';
import type {Env} from '../identity.js';
import type {JsonObject} from '../json.js';
import {bodyOf} from '../stream/body.js';
import {LineAgent} from './line-agent.js';

const maxBodyBytes = 64 * 1024;

/** The most recent sessions are kept, in memory. */
const maxSessions = 1000;

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
  const sessions = new Map<string, LineSession>();
  const sessionOf = (id: string | undefined): LineSession => {
    const known = id === undefined ? {} : (sessions.get(id) ?? {});
    if (id === undefined) return known;
    sessions.delete(id);
    sessions.set(id, known);
    const [oldest] = sessions.keys();
    if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
    return known;
  };
  const stream = (agent: LineAgent): Response => {
    const countClosed = statistics.stream();
    const {feed} = agent;
    const body = bodyOf(
      signal => encodeLines(feed.follow(signal)),
      () => {
        if (!feed.over) agent.stop();
        countClosed();
      },
    );
    return new Response(body, {headers: {'Content-Type': 'application/x-ndjson'}});
  };
  app.use(limitBody(maxBodyBytes, maxBodyBytes));
  app.post('/ask', async c => {
    const {text, session: id} = await validBody(c, askSchema);
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

async function* encodeLines(source: AsyncIterable<JsonObject>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of source) yield encoder.encode(`${JSON.stringify(line)}\n`);
}
