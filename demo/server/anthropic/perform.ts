import {Stopped} from '../agent/agent.js';
import {Breath} from '../agent/breath.js';
import type {ServerContext} from '../context.js';
import type {JsonObject} from '../json.js';
import {Feed} from '../runs/feed.js';
import {mannersIn} from './manners.js';
import {MessageWriter} from './message-writer.js';
import {Ends, MessagesAgent} from './messages-agent.js';
import {toolsNamedIn} from './page-tools.js';
import type {MessagesRequest} from './request.js';
import {Library} from './results.js';
import {toldIn} from './told.js';

/** Plays the script that fits a request, until it ends or `gone` is aborted; gives its events as they come. */
export function perform(
  {runs, settings, corpus}: ServerContext,
  request: MessagesRequest,
  {base, gone}: {base: string; gone: AbortSignal},
): Feed<JsonObject> {
  const feed = new Feed<JsonObject>();
  const write = new MessageWriter(feed);
  const told = toldIn(request);
  const {asked, characters} = told;
  const wanted = mannersIn(asked);
  // What was cut once is told to its end when it is taken up again.
  const manners = {...wanted, ...(characters > 0 && {limit: Infinity, pauses: false})};
  const agent = new MessagesAgent({
    write,
    told,
    manners,
    breath: new Breath(settings.behaviour, gone),
    tools: request.tools,
    library: new Library(base, corpus),
  });
  const play = async (): Promise<void> => {
    if (manners.refuses) throw new Ends('refusal');
    const named = toolsNamedIn(asked, request.tools);
    if (named.length === 0) {
      await runs.planner.scriptFor(asked)(agent, {text: asked, attachments: []});
      return;
    }
    const results = agent.callPage(named, asked);
    await agent.say(named.map(({name}, n) => `- \`${name}\`: ${results[n] ?? ''}\n`).join(''));
  };
  play()
    .then(() => write.end('end_turn'))
    .catch((error: unknown) => {
      if (error instanceof Ends) write.end(error.reason);
      else if (error instanceof Stopped) feed.close();
      else write.fail(error instanceof Error ? error.message : String(error));
    });
  return feed;
}
