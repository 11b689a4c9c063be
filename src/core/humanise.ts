/** Words that are not written like others in a name, in lower case. */
const spellings: ReadonlyMap<string, string> = new Map(
  (
    'AI API CRM CSV DB ERP FAQ HTML HTTP ID IP JSON LLM MCP OCR PDF QA RAG SEO SMS SQL UI URL URLs ' +
    'VAT XML ' +
    'GitHub GitLab LinkedIn OpenAI PostgreSQL MySQL SharePoint YouTube'
  )
    .split(' ')
    .map(word => [word.toLowerCase(), word]),
);

/** The prefix of the tools of an MCP server: `mcp__github__create_pull_request`. */
const mcpPrefix = 'mcp__';

/**
 * The name of a tool, a key or a checkpoint for users: `web_search` and `webSearch` become `Web search`,
 * `mcp__github__create_pull_request` becomes `GitHub: Create pull request`.
 */
export function humanise(name: string): string {
  if (!name.startsWith(mcpPrefix)) return phrase(name);
  const [server = '', ...tool] = name.slice(mcpPrefix.length).split('__');
  return [server, tool.join(' ')].map(phrase).filter(Boolean).join(': ');
}

function phrase(name: string): string {
  const label = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./\s]+/g, ' ')
    .trim()
    .toLowerCase()
    .split(' ')
    .map(word => spellings.get(word) ?? word)
    .join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
