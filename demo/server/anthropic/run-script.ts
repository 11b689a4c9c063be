import {Stopped} from '../agent/agent.js';
import {Pacer} from '../agent/pacer.js';
import type {ServerContext} from '../context.js';
import type {JsonObject} from '../json.js';
import {Feed} from '../runs/feed.js';
import {stopScenarioFor} from './stop-scenario.js';
import {MessageWriter} from './message-writer.js';
import {MessageEnd, MessagesAgent} from './messages-agent.js';
import {findNamedTools} from './page-tools.js';
import type {MessagesRequest} from './request.js';
import {Library} from './results.js';
import {readSentContent} from './sent-content.js';

/** Runs the script for a request until it ends or `signal` is aborted; returns the feed of its events. */
export function runScript(
  {runs, settings, corpus}: ServerContext,
  request: MessagesRequest,
  {base, signal}: {base: string; signal: AbortSignal},
): Feed<JsonObject> {
  const feed = new Feed<JsonObject>();
  const writer = new MessageWriter(feed);
  const sent = readSentContent(request);
  const {question, characters} = sent;
  const requested = stopScenarioFor(question);
  // An answer is cut once; its continuation runs to the end.
  const scenario = {...requested, ...(characters > 0 && {maxCharacters: Infinity, pauses: false})};
  const agent = new MessagesAgent({
    writer,
    sent,
    scenario,
    pacer: new Pacer(settings.behaviour, signal),
    tools: request.tools,
    library: new Library(base, corpus),
  });
  const run = async (): Promise<void> => {
    if (scenario.refuses) throw new MessageEnd('refusal');
    const tools = findNamedTools(question, request.tools);
    if (tools.length === 0) {
      await runs.planner.scriptFor(question)(agent, {text: question, attachments: []});
      return;
    }
    const results = agent.callPage(tools, question);
    await agent.say(tools.map(({name}, n) => `- \`${name}\`: ${results[n] ?? ''}\n`).join(''));
  };
  run()
    .then(() => writer.end('end_turn'))
    .catch((error: unknown) => {
      if (error instanceof MessageEnd) writer.end(error.reason);
      else if (error instanceof Stopped) feed.close();
      else writer.fail(error instanceof Error ? error.message : String(error));
    });
  return feed;
}
