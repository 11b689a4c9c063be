import assert from 'node:assert/strict';
import fc from 'fast-check';
import {emptyConversation, type Conversation, type Item} from '../../../../src/core/model/item.js';
import {walk} from '../../../../src/core/model/select.js';
import {EventLog} from '../../../../src/core/protocol/frames/event-log.js';
import {TagScanner} from '../../../../src/core/protocol/ubik/text/tag-scanner.js';
import {FIXED_TAGS, type TextToken} from '../../../../src/core/protocol/ubik/text/tags.js';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {bytesOf, framesIn} from '../recorded.js';
import {oracle} from './oracle.js';
import {delayed, eventsOf, inPieces, shapes, timed} from './runs.js';
import {essence, framed, folded, type SentEvent} from './folded.js';

/** Properties of every run; the tests check them, and the fuzzer for a given time. */

function quiet(): EventLog {
  return new EventLog(ubik, {run: 'run', report: () => undefined});
}

/** The items of the run's message. */
function children(conversation: Conversation): readonly Item[] {
  return conversation.children[0]?.children ?? [];
}

const isEnd = ({type}: SentEvent): boolean =>
  type === 'agent_processing_complete' || type === 'agent_processing_error';

/**
 * The content of a run's message: the rebuilt one, unless the final text of the server differs and has its
 * structure.
 */
function lastWord(events: readonly SentEvent[]): string {
  const built = oracle(events);
  const content = events.find(isEnd)?.['content'];
  if (typeof content !== 'string' || content === '') return built;
  return built.includes('<<') && !content.includes('<<') ? built : content;
}

const timeOf = (event: SentEvent): number => ubik.order?.(framed(event)) ?? Infinity;

/**
 * Whether an event reports a call whose text has not arrived, and the text of a later event contains the call. Such a
 * call stays where its event displayed it, so its position is not that of the text.
 */
function isCallAheadOfText(events: readonly SentEvent[]): boolean {
  const content = lastWord(events);
  let text = '';
  return events
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .some(event => {
      if (!isEnd(event) && typeof event['content'] === 'string') text += event['content'];
      const execution = event['tool_execution_id'];
      if (typeof execution !== 'string') return false;
      return content.includes(`:${execution}>>`) && !text.includes(`:${execution}>>`);
    });
}

/**
 * Whether the last chunk belongs to a step that continues before other content. The documented text ends such a step at every
 * moment, also in the middle of a tag or of a call; the decoder waits for the rest, as it does in the last step.
 */
function isStepBeforeMore(events: readonly SentEvent[]): boolean {
  const step = events.findLast(({type}) => type === 'response_chunk')?.['step'];
  const [title = '', ...rest] = (
    lastWord(events)
      .split(`\nStep ${String(step)}: `)
      .at(-1) ?? ''
  ).split('\n');
  const isContinued = !title.endsWith('✓') && rest.includes('<<STEP_END>>');
  return step !== undefined && isContinued && !events.some(isEnd);
}

function assertMatchesParsed(
  log: EventLog,
  conversation: Conversation,
  events: readonly SentEvent[],
): Conversation {
  const next = log.flush(conversation);
  if (isCallAheadOfText(events) || isStepBeforeMore(events)) return next;
  const open = !events.some(isEnd);
  const expected = ubik.parse(lastWord(events), {run: 'run', open});
  const withStatus = !open;
  assert.deepEqual(spoken(children(next), withStatus), spoken(expected, withStatus));
  return next;
}

/** The essence without the calls that only live events report, which divide the text around them. */
function spoken(items: readonly Item[], withStatus = true): unknown {
  return essence(undivided(items), withStatus);
}

function undivided(items: readonly Item[]): readonly Item[] {
  const folded: Item[] = [];
  let texts = 0;
  for (const item of items) {
    if (item.kind === 'source') continue;
    if (item.kind === 'tool' && item.name === 'never_told') continue;
    const last = folded.at(-1);
    if (item.kind !== 'text') folded.push({...item, children: [...undivided(item.children)]});
    else {
      const before = last?.kind === 'text' ? folded.pop() : undefined;
      const [text, marks] = before?.kind === 'text' ? [before.text, before.marks ?? []] : ['', []];
      if (!before) texts++;
      folded.push({
        ...item,
        id: `text${texts}`,
        text: (text + item.text).replace(/\s/g, ''),
        marks: [...marks, ...(item.marks ?? [])].map(mark => ({...mark, offset: 0})),
      });
    }
  }
  return [...folded, ...items.filter(({kind}) => kind === 'source')];
}

const delays = fc.array(fc.integer({min: 0, max: 6}), {minLength: 1, maxLength: 8});
const lengths = fc.array(fc.constantFrom(0, 0, 7, 40), {minLength: 1, maxLength: 5});

const streamed = fc.property(shapes(true), lengths, (shape, pieces) => {
  const events = timed(eventsOf(shape));
  const log = quiet();
  let conversation = emptyConversation;
  events.forEach((event, place) => {
    for (const frame of inPieces([event], [pieces[place % pieces.length] ?? 0])) log.accept(frame);
    conversation = assertMatchesParsed(log, conversation, events.slice(0, place + 1));
  });
  assert.equal(ubik.rebuild(events.map(framed)), oracle(events));
});

const shuffled = fc.property(shapes(false), delays, (shape, late) => {
  const events = delayed(timed(eventsOf(shape)), late);
  const log = quiet();
  let conversation = emptyConversation;
  events.forEach((event, place) => {
    log.accept(framed(event));
    conversation = assertMatchesParsed(log, conversation, events.slice(0, place + 1));
  });
  assert.equal(ubik.rebuild(events), oracle(events));
});

const anyOrder = fc.property(
  shapes(true, true),
  delays,
  lengths,
  fc.nat(),
  (shape, late, pieces, cut) => {
    const inOrder = timed(eventsOf(shape));
    const frames = inPieces(delayed(inOrder, late), pieces);
    const log = quiet();
    let conversation = emptyConversation;
    frames.forEach((frame, place) => {
      log.accept(frame);
      if (place % 3 === 0) conversation = log.flush(conversation);
    });
    const replayed = quiet();
    const broken = inOrder.slice(0, cut % (inOrder.length + 1));
    for (const frame of [...broken, ...inOrder].map(framed)) replayed.accept(frame);
    assert.deepEqual(log.flush(conversation), replayed.flush(emptyConversation));
  },
);

/** Frames in any order, flushed at any time: behind a late frame, the fold continues from a state or starts again. */
const continued = fc.property(
  shapes(true, true),
  delays,
  lengths,
  fc.record({distance: fc.integer({min: 1, max: 5}), every: fc.integer({min: 1, max: 4})}),
  fc.record({cut: fc.nat(), end: fc.constantFrom(undefined, 'lost', 'stopped')}),
  (shape, late, pieces, {distance, every}, {cut, end}) => {
    const frames = inPieces(delayed(timed(eventsOf(shape)), late), pieces);
    const log = new EventLog(ubik, {run: 'run', report: () => undefined}, distance);
    let conversation = emptyConversation;
    const expectFoldOf = (count: number): void => {
      const whole = quiet();
      for (const frame of frames.slice(0, count)) whole.accept(frame);
      if (end && count === frames.length) whole.end(end);
      assert.deepEqual(conversation, whole.flush(emptyConversation));
    };
    frames.forEach((frame, place) => {
      log.accept(frame);
      const isCut = place === cut % frames.length;
      if (isCut || place % every === 0) conversation = log.flush(conversation);
      if (isCut && place < frames.length - 1) expectFoldOf(place + 1);
    });
    if (end) log.end(end);
    conversation = log.flush(conversation);
    expectFoldOf(frames.length);
  },
);

/** Events, some of which are repeated so many positions later; not the greeting, which restarts a stream. */
function doubled(events: readonly SentEvent[], again: readonly number[]): readonly SentEvent[] {
  const arrived = events.flatMap((event, place) => {
    const late = event.type === 'connection_established' ? 0 : (again[place % again.length] ?? 0);
    const twin = late > 0 ? [{event, key: place + late - 0.5}] : [];
    return [{event, key: place}, ...twin];
  });
  return arrived.sort((a, b) => a.key - b.key).map(({event}) => event);
}

const twice = fc.property(shapes(false), delays, delays, lengths, (shape, late, again, pieces) => {
  const arrived = doubled(delayed(timed(eventsOf(shape)), late), again);
  const log = quiet();
  let conversation = emptyConversation;
  arrived.forEach((event, place) => {
    for (const frame of inPieces([event], [pieces[place % pieces.length] ?? 0])) log.accept(frame);
    conversation = assertMatchesParsed(log, conversation, arrived.slice(0, place + 1));
  });
  assert.equal(ubik.rebuild(arrived), oracle(arrived));
});

const live = fc.property(shapes(true, true), lengths, (shape, pieces) => {
  const events = timed(eventsOf(shape));
  const log = quiet();
  let conversation = emptyConversation;
  events.forEach((event, place) => {
    for (const frame of inPieces([event], [pieces[place % pieces.length] ?? 0])) log.accept(frame);
    conversation = log.flush(conversation);
    const whole = quiet();
    for (const folded of events.slice(0, place + 1)) whole.accept(framed(folded));
    assert.deepEqual(conversation, whole.flush(emptyConversation));
  });
  const words = (items: readonly Item[]): string =>
    [...walk({children: items})]
      .map(item => (item.kind === 'text' ? item.text : ''))
      .join('')
      .replace(/\s/g, '');
  const texts = Array.from(words(children(conversation))).sort();
  const open = !events.some(isEnd);
  const expected = words(ubik.parse(lastWord(events), {run: 'run', open}));
  assert.deepEqual(texts, Array.from(expected).sort());
});

const REWRITES = ['agent_response_update', 'agent_processing_complete'];

const still = fc.property(shapes(true, true), shape => {
  const events = timed(eventsOf(shape)).filter(
    ({type, tool_execution_id: id}) => !REWRITES.includes(type) && !String(id).startsWith('other'),
  );
  const log = quiet();
  let before = emptyConversation;
  for (const event of events) {
    log.accept(framed(event));
    const after = log.flush(before);
    const places = new Set(placed(after).map(([place]) => place));
    for (const [place] of placed(before)) assert.ok(places.has(place), `${place} moved`);
    const order = [...walk(after)].map(({id}) => id);
    const known = [...walk(before)].map(({id}) => id);
    assert.deepEqual(
      order.filter(id => known.includes(id)),
      known,
    );
    before = after;
  }
});

const numbered = fc.property(shapes(true, true), delays, delays, (shape, late, again) => {
  const events = timed(eventsOf(shape));
  const frameOf = (event: SentEvent) => ({...framed(event), id: String(events.indexOf(event))});
  const log = quiet();
  for (const event of doubled(delayed(events, late), again)) log.accept(frameOf(event));
  const once = quiet();
  for (const event of events) once.accept(framed(event));
  assert.deepEqual(log.flush(emptyConversation), once.flush(emptyConversation));
});

const cutBytes = fc.property(
  shapes(true),
  fc.array(fc.integer({min: 1, max: 30}), {minLength: 1, maxLength: 6}),
  (shape, sizes) => {
    const frames = timed(eventsOf(shape)).map(framed);
    const bytes = bytesOf(frames.map(({data}) => `data: ${data}\n\n`).join(''));
    const chunks: Uint8Array[] = [];
    for (let from = 0, turn = 0; from < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      chunks.push(bytes.subarray(from, from + size));
      from += size;
    }
    assert.deepEqual(framesIn(chunks), frames);
  },
);

const roundTrip = fc.property(shapes(true), shape => {
  const events = timed(eventsOf({...shape, ending: 'complete'}));
  const {message} = folded(events.map(framed));
  const read = ubik.parse(ubik.rebuild(events), {run: 'run'});
  assert.deepEqual(spoken(message.children), spoken(read));
});

const halves = [
  ...FIXED_TAGS,
  ...FIXED_TAGS.flatMap(tag => [tag.slice(0, -1), tag.slice(0, 4), tag.slice(3)]),
  '<',
  '<<',
  '>>',
  'x',
  ' ',
  '\n',
  '🙂',
  '<<TOOL_STEP_START/a:b>>',
  '<<TOOL_STEP_START/a:',
  '<<TOOL_STEP_END/',
  '<<TOOL_STEP_END/m:x/y:1>>',
];

function tokensOf(pieces: readonly string[]): readonly TextToken[] {
  const scanner = new TagScanner();
  const tokens: TextToken[] = [];
  for (const piece of pieces) {
    scanner.push(piece);
    for (let token = scanner.next(); token; token = scanner.next()) tokens.push(token);
  }
  const rest = scanner.flush();
  return [...tokens, ...(rest === '' ? [] : [{text: rest}])];
}

const sourceOf = (token: TextToken): string => ('text' in token ? token.text : token.source);

/** Neighbouring texts as one: a cut may only change where texts are divided. */
function merged(tokens: readonly TextToken[]): readonly TextToken[] {
  const all: TextToken[] = [];
  for (const token of tokens) {
    const last = all.at(-1);
    if (last && 'text' in last && 'text' in token) {
      all.splice(-1, 1, {text: last.text + token.text});
    } else all.push(token);
  }
  return all;
}

const scanned = fc.property(
  fc.array(fc.oneof(fc.constantFrom(...halves), fc.string({maxLength: 4})), {maxLength: 8}),
  parts => {
    const text = parts.join('');
    const whole = merged(tokensOf([text]));
    assert.equal(whole.map(sourceOf).join(''), text);
    assert.deepEqual(
      merged(tokensOf(Array.from({length: text.length}, (_, place) => text.charAt(place)))),
      whole,
    );
    for (let at = 0; at <= text.length; at++) {
      assert.deepEqual(merged(tokensOf([text.slice(0, at), text.slice(at)])), whole);
    }
  },
);

/** Every item by the ids from the root down to it: an item at another position is another. */
function placed(
  {children: below}: {readonly children: readonly Item[]},
  above = '',
): readonly (readonly [string, Item])[] {
  return below.flatMap(item => {
    const place = `${above} ${item.id}`;
    return [[place, item] as const, ...placed(item, place)];
  });
}

const identity = fc.property(shapes(false, true), delays, (shape, late) => {
  const log = quiet();
  let before = emptyConversation;
  for (const event of delayed(timed(eventsOf(shape)), late)) {
    log.accept(framed(event));
    const after = log.flush(before);
    const known = new Map(placed(before));
    for (const [place, item] of placed(after)) {
      const old = known.get(place);
      if (old && JSON.stringify(old) === JSON.stringify(item)) assert.equal(item, old);
    }
    before = after;
  }
});

const TYPES = [
  ...['connection_established', 'agent_processing_started', 'response_stream_start'],
  ...['agent_step_started', 'agent_step_progress', 'agent_step_completed', 'agent_progress'],
  ...['response_chunk', 'agent_response_chunk', 'agent_response_update', 'checkpoint_created'],
  ...['input_required', 'tool_update', 'tool_partial_update', 'tool_input_required', 'tool_end'],
  ...['final_result', 'error', 'agent_stop_requested', 'agent_processing_complete'],
  ...['agent_processing_error', 'future', 'tool_update_delta_sse', 'response_chunk_delta_sse'],
];
const FIELDS = [
  ...['step', 'content', 'description', 'single_step_agent', 'completed', 'progress', 'message'],
  ...['timestamp', 'created_at', 'checkpoint_name', 'prompt', 'input_types', 'tool_execution_id'],
  ...['tool_name', 'tool_input', 'data', 'outputs', 'error', 'traceback', 'chunk_id', 'parent_id'],
  ...['chunk_index', 'total_chunks', 'chunk_data', 'original_event_type', 'message_id', 'event'],
];

const oddValue = fc.oneof(
  fc.jsonValue({maxDepth: 2}),
  fc.constantFrom(...halves, '2026-03-04T09:15:00Z', 'NaN', '\ud800', '\0', 1e308, -1, 0, 1, 'e'),
  fc.record({content: fc.constantFrom(...halves), output_key: fc.string(), phase: fc.jsonValue()}),
);

const oddEvent = fc
  .tuple(
    fc.constantFrom(...TYPES),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), oddValue), {
      maxLength: 8,
    }),
  )
  .map(([type, fields]) => ({...Object.fromEntries(fields), type}));

const oddFrame: fc.Arbitrary<Frame> = fc.oneof(
  {weight: 4, arbitrary: oddEvent.map(framed)},
  {weight: 1, arbitrary: fc.string().map(data => ({data}))},
  {weight: 1, arbitrary: fc.json().map(data => ({data, event: 'tool_update'}))},
);

const neverThrows = fc.property(
  fc.array(oddFrame, {maxLength: 12}),
  fc.uint8Array({maxLength: 200}),
  fc.boolean(),
  (frames, bytes, lost) => {
    const log = quiet();
    const all = [...frames, ...framesIn([bytesOf('data: '), bytes, bytesOf('\n\n')])];
    let conversation = emptyConversation;
    for (const frame of all) {
      log.accept(frame);
      conversation = log.flush(conversation);
    }
    if (lost) log.end('lost');
    ubik.parse(ubik.rebuild(all));
    const whole = log.flush(conversation);
    assert.deepEqual(JSON.parse(JSON.stringify(whole)), whole);
  },
);

const TAGGED = [
  '<<STEP_START>>\nStep 1: Do ✓\n',
  '<<TOOL_STEP_START/t:1>>',
  '<<TOOL_STEP_INPUT_START>>{"a":1}<<TOOL_STEP_INPUT_END>>',
  '<<TOOL_STEP_RESULT_START>>{"a":<<TOOL_STEP_RESULT_END>>',
  '<<TOOL_STEP_END/t:1>>',
];

const parsed = fc.property(
  fc.array(fc.oneof(fc.constantFrom(...halves, ...TAGGED), fc.string({maxLength: 4})), {
    maxLength: 12,
  }),
  parts => {
    const items = ubik.parse(parts.join(''), {run: 'run'});
    for (const item of walk({children: items})) assert.notEqual(item.status, 'streaming');
  },
);

/** Each property by its description. */
export const properties: Readonly<Record<string, fc.IProperty<never>>> = {
  'the streamed fold is the documented rebuild at every moment': streamed,
  'events out of order are put right by their times at every moment': shuffled,
  'order of arrival, pieces and replays leave nothing behind': anyOrder,
  'a fold that continues from a state is the fold from the start at every moment': continued,
  'an event that comes twice counts twice at every moment': twice,
  'a frame that comes twice with its id counts once': numbered,
  'live events before, after and without text leave nothing behind, and no text out': live,
  'no item moves or disappears while the run goes on': still,
  'frames are the same wherever their bytes are cut': cutBytes,
  'a rebuilt message reads as what was streamed': roundTrip,
  'the scanner loses no character and finds the same tags at every cut': scanned,
  'items that did not change are the same objects': identity,
  'no frame makes it throw, and its message is JSON': neverThrows,
  'any text reads as items that have ended': parsed,
} as unknown as Readonly<Record<string, fc.IProperty<never>>>;
