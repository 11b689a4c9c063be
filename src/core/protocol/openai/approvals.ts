import type {JsonRecord} from '../../values.js';

/**
 * The later output that answers a question: the answer itself, or the approved call, which has the name of the tool. Several
 * questions with one id are answered in their order.
 */
export function answerTo(
  question: JsonRecord,
  outputs: readonly JsonRecord[],
): JsonRecord | undefined {
  const open: JsonRecord[] = [];
  return outputs.find(output => {
    const {type, id, name, approval_request_id: of} = output;
    if (type === 'mcp_approval_request' && id === question['id']) open.push(output);
    if (of !== question['id']) return false;
    return takeFirst(open, one => name === undefined || one['name'] === name) === question;
  });
}

/** Removes the first entry of which something is true from a list, and returns it. */
export function takeFirst<T>(list: T[], is: (entry: T) => boolean): T | undefined {
  const at = list.findIndex(is);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}
