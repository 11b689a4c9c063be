import type {IncomingMessage, ServerResponse} from 'node:http';
import {
  convertToModelMessages,
  isStepCount,
  jsonSchema,
  pipeUIMessageStreamToResponse,
  streamText,
  tool,
  toUIMessageStream,
  type LanguageModel,
  type UIMessage,
} from 'ai';

type ChatRequest = IncomingMessage & {readonly body: {readonly messages: UIMessage[]}};

/** Removes a file. The model may call it after the user has approved the call. */
const deleteFile = tool({
  description: 'Deletes a file',
  inputSchema: jsonSchema<{path: string}>({
    type: 'object',
    properties: {path: {type: 'string'}},
    required: ['path'],
  }),
  execute: ({path}) => ({deleted: path}),
});

/** The handler of `app.post('/api/chat', express.json({limit: '20mb'}), createHandler(model))`. */
export const createHandler =
  (model: LanguageModel) =>
  async ({body: {messages}}: ChatRequest, response: ServerResponse): Promise<void> => {
    const stopped = new AbortController();
    response.on('close', () => stopped.abort());
    const tools = {delete_file: deleteFile};
    const {stream} = streamText({
      model,
      messages: await convertToModelMessages(messages, {tools}),
      tools,
      toolApproval: {delete_file: 'user-approval'},
      stopWhen: isStepCount(5),
      abortSignal: stopped.signal,
    });
    await pipeUIMessageStreamToResponse({
      response,
      stream: toUIMessageStream({stream, tools, originalMessages: messages}),
    });
  };
