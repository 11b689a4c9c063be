import type {AgEvent} from './events.js';
import type {TurnWriter} from './turn-writer.js';

/** Events with which something of an answer begins. After the end of a run, they mean that the server continues it. */
export const beginning = /^(TEXT_MESSAGE_START|REASONING_MESSAGE_START|TOOL_CALL_(START|RESULT))$/;

/** Writes an event about the content of an answer. Returns whether the event is known. */
export function writeEvent(writer: TurnWriter, {type, fields}: AgEvent): boolean {
  const [, kind, part] = /^(TEXT|REASONING)_MESSAGE_(START|CONTENT|END)$/.exec(type) ?? [];
  if (part !== undefined) {
    writer.writeText(kind === 'TEXT' ? 'text' : 'thinking', part, fields);
    return true;
  }
  switch (type) {
    case 'THINKING_START':
      writer.startThinking();
      break;
    case 'REASONING_ENCRYPTED_VALUE':
      writer.encrypt(fields);
      break;
    case 'TOOL_CALL_START':
      writer.startTool(fields);
      break;
    case 'TOOL_CALL_ARGS':
    case 'TOOL_CALL_END':
    case 'TOOL_CALL_RESULT':
      writer.applyToCall(type, fields);
      break;
    case 'STEP_STARTED':
      writer.startStep(fields);
      break;
    case 'STEP_FINISHED':
      writer.endStep(fields);
      break;
    case 'ACTIVITY_SNAPSHOT':
      writer.setActivity(fields);
      break;
    case 'ACTIVITY_DELTA':
      writer.patchActivity(fields);
      break;
    case 'SUBAGENT_STARTED':
      writer.startAgent(fields);
      break;
    case 'SUBAGENT_FINISHED':
    case 'SUBAGENT_ERROR':
      writer.endAgent(type, fields);
      break;
    default:
      return /^(REASONING_START|REASONING_END|THINKING_END|RAW)$/.test(type);
  }
  return true;
}
