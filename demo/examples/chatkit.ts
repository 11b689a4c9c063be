import {ChatKitDataAgent, type ChatMessage} from 'ubik-chat/chatkit';

/** Asks a Data Agent one question and returns the answer's text. */
export async function ask(
  question: string,
  site: {readonly baseUrl: string; readonly getToken: () => Promise<string>},
): Promise<string> {
  const agent = new ChatKitDataAgent({
    baseUrl: site.baseUrl,
    agentKey: 'demo',
    token: await site.getToken(),
    refreshToken: site.getToken,
    onMessage: message => console.log(textOf(message)),
  });
  try {
    const id = await agent.generateConversation(question);
    return textOf(await agent.sendMessage(question, undefined, id));
  } finally {
    agent.dispose();
  }
}

function textOf({content}: ChatMessage): string {
  return content.flatMap(block => (block.type === 'Markdown' ? block.content : [])).join('\n\n');
}
