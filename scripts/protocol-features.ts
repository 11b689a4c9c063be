import {
  aishu,
  anthropic,
  agUi,
  aiSdk,
  copilotKit,
  createAgUi,
  createAiSdk,
  createCopilotKit,
  createOpenai,
  openai,
  openaiChat,
  ubik,
  emptyConversation,
  type Operations,
  type Protocol,
} from '../src/core/index.js';
import {protocols} from '../src/controller/protocols.js';

interface DescribedProtocol {
  readonly title: string;
  readonly protocol: Protocol;
  /** The protocol with options for servers that can do more. */
  readonly variants?: readonly Protocol[];
}

/** The protocols by name, in the order of the documentation. */
const described: Readonly<Record<string, DescribedProtocol>> = {
  ubik: {title: 'the Ubik Agent API', protocol: ubik},
  anthropic: {title: 'Anthropic Messages', protocol: anthropic},
  aishu: {title: 'the AISHU Data Agent', protocol: aishu},
  'ai-sdk': {
    title: 'the AI SDK',
    protocol: aiSdk,
    variants: [createAiSdk({history: true, resume: 'replay', stop: true})],
  },
  'openai-chat': {title: 'OpenAI Chat Completions', protocol: openaiChat},
  openai: {
    title: 'OpenAI Responses',
    protocol: openai,
    variants: [createOpenai({background: true}), createOpenai({state: 'conversation'})],
  },
  'ag-ui': {title: 'AG-UI', protocol: agUi, variants: [createAgUi({durable: true})]},
  copilotkit: {
    title: 'CopilotKit',
    protocol: copilotKit,
    variants: [createCopilotKit({editable: true})],
  },
};

type Test = (protocol: Protocol) => boolean;

const has =
  (...names: readonly (keyof Operations)[]): Test =>
  ({operations}) =>
    names.some(name => operations[name]);

/** Whether a request offers the tools of the page to the agent. */
const offersTools: Test = ({operations}) => {
  const tools = [{name: 'page_tool'}];
  const input = {session: 's', agent: 'a', text: 'hello', conversation: emptyConversation, tools};
  return JSON.stringify(operations.send.request(input)).includes('page_tool');
};

/** What the user or the page can do, and how a protocol declares it. `instead`: what the chat does otherwise. */
const features: readonly {readonly name: string; readonly test: Test; readonly instead?: string}[] =
  [
    {name: 'Stop an answer', test: has('stop'), instead: 'closes the connection'},
    {name: 'Resume a lost answer', test: has('attach')},
    {name: 'Load the conversation after a reload', test: has('history'), instead: 'browser'},
    {name: 'List conversations', test: has('sessions'), instead: 'browser'},
    {name: 'Rename and delete conversations', test: has('rename'), instead: 'browser'},
    {name: 'Continue a cut answer', test: has('continue')},
    {name: 'Regenerate an answer', test: has('regenerate')},
    {name: 'Edit a message', test: has('edit')},
    {name: 'Switch between versions of an answer', test: has('navigate')},
    {name: 'Restore a checkpoint', test: has('checkpoints')},
    {name: 'Page tools', test: offersTools},
    {
      name: 'Files of the user',
      test: protocol => Boolean(protocol.inlineFiles) || has('upload')(protocol),
    },
    {
      name: 'Context of the page',
      test: ({operations}) => operations.send.carriesContext === true,
    },
    {name: 'Greeting and suggestions of the agent', test: has('onboarding')},
  ];

function cellOf({protocol, variants = []}: DescribedProtocol, test: Test, instead = '–'): string {
  if (test(protocol)) return 'yes';
  if (variants.some(test)) return 'option';
  // A protocol whose server lists conversations does not store them in the browser.
  return instead === 'browser' && has('sessions')(protocol) ? '–' : instead;
}

/** The table of features by protocol. */
export function featureTable(): string {
  const missing = protocols.names().filter(name => !described[name]);
  if (missing.length > 0) throw new Error(`Protocols without a description: ${missing.join(', ')}`);
  const names = Object.keys(described);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['feature', ...names.map(name => `\`${name}\``)]),
    row(['---', ...names.map(() => '---')]),
    ...features.map(({name, test, instead}) =>
      row([name, ...Object.values(described).map(one => cellOf(one, test, instead))]),
    ),
  ].join('\n');
}

/** The titles of all protocols, as the beginning of a sentence. */
export function protocolList(): string {
  const titles = Object.values(described).map(({title}) => title);
  const text = `${titles.slice(0, -1).join(', ')} and ${titles.at(-1) ?? ''}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
