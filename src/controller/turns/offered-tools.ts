import type {PageTool} from '../types.js';
import type {Registry} from '../../core/registry.js';
import type {WithTools} from '../../core/protocol/types.js';

/** The tools that go with a request, if the page has any. */
export function offeredTools(registry: Registry<PageTool> | undefined): WithTools {
  const tools = (registry?.names() ?? []).map(name => {
    const {description, schema} = registry?.get(name) ?? {};
    return {name, ...(description !== undefined && {description}), ...(schema && {schema})};
  });
  return tools.length > 0 ? {tools} : {};
}
