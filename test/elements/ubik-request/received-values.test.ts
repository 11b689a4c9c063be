import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {parseReceived, sentJson} from '../../../src/core/json.js';
import type {UbikRequest} from '../../../src/elements/ubik-request/ubik-request.js';
import {all, find, frame, has, until} from '../support/dom.js';
import {request} from '../support/items.js';
import {within} from '../support/with-services.js';
import {html} from 'lit';
import {answer, mount, object, problems, set} from './form.js';

const required = (properties: object, more: object = {}): object =>
  object(properties, {required: Object.keys(properties), ...more});

const click = (element: UbikRequest, name: string, value: string): void =>
  find(element, `[name="field${name}"][value="${value}"]`).click();

const text = {type: 'string'};
const [id, other] = ['9007199254740993', '-36028797018963969123'];

describe('a number of a schema with more digits than numbers have', () => {
  /** The JSON of the answer to a form whose schema has numbers instead of the texts `#1` and `#2`. */
  const sent = async (schema: object, fill?: (element: UbikRequest) => void): Promise<string> => {
    const received = JSON.stringify(schema).replaceAll('"#1"', id).replaceAll('"#2"', other);
    return sentJson(await answer(parseReceived(received), fill));
  };

  for (const [what, property] of [
    ['an option', {type: 'integer', enum: ['#1', '#2']}],
    ['an option without a type', {enum: ['#1', '#2']}],
    ['an option with a title', {oneOf: [{const: '#1'}, {const: '#2', title: 'Second'}]}],
    ['an option of several types', {enum: [id, '#2']}],
  ] as const) {
    it(`is sent as the number: ${what}`, async () => {
      const second = await sent(required({n: property}), element => click(element, '/n', '1'));
      expect(second).to.equal(`{"n":${other}}`);
    });
  }

  for (const [what, property] of [
    ['a default', {type: 'integer', default: '#1'}],
    ['a default that is only read', {type: 'integer', default: '#1', readOnly: true}],
    ['a default without a type', {default: '#1'}],
    ['a default of one of several types', {type: ['boolean', 'integer'], default: '#1'}],
    ['the only value', {type: 'integer', const: '#1'}],
    ['a selected option', {enum: ['#2', '#1'], default: '#1'}],
    ['a default with a limit', {type: 'integer', default: '#1', maximum: 2 ** 60}],
  ] as const) {
    it(`is sent as the number: ${what}`, async () => {
      const untouched = await sent(required({note: {...text, default: 'x'}, n: property}));
      expect(untouched).to.equal(`{"note":"x","n":${id}}`);
    });
  }

  it('is sent as the number in a list, choices and JSON, and as text where it was text', async () => {
    const schema = required({
      list: {type: 'array', items: {type: 'integer'}, default: ['#1', 7]},
      several: {type: 'array', items: {enum: ['#1', '#2']}, default: ['#2', '#1']},
      json: {default: {a: ['#1']}},
      text: {...text, default: id},
    });
    expect(await sent(schema)).to.equal(
      `{"list":[${id},7],"several":[${other},${id}],"json":{"a":[${id}]},"text":"${id}"}`,
    );
  });

  it('is sent as the number that the user writes where no input exists', async () => {
    const written = await sent(required({n: {type: ['boolean', 'integer']}}), element => {
      find(element, 'textarea', HTMLTextAreaElement).value = id;
    });
    expect(written).to.equal(`{"n":${id}}`);
  });

  it('is a limit that the error names', async () => {
    const schema = required({n: {type: 'integer', maximum: '#1'}});
    const fill = (element: UbikRequest): void => set(element, '/n', '1e16');
    expect(await sent(schema, fill)).to.equal('["N: Enter 9,007,199,254,740,993 or less."]');
  });
});

describe('a number', () => {
  const number = {type: 'number'};

  it('that is large is sent if it is the default', async () => {
    const schema = required({n: {...number, default: 3e22}, m: {...number, default: 1e-9}});
    expect(await answer(schema)).to.deep.equal({n: 3e22, m: 1e-9});
  });

  for (const [typed, expected] of [
    ['.5', 0.5],
    ['-.25', -0.25],
    ['000.1250', 0.125],
    ['-0.0', -0],
    ['1.10e-7', 1.1e-7],
    ['0.1234567890123456', 0.1234567890123456],
    ['100000000000000000000', 1e20],
  ] as const) {
    it(`is sent as it was entered: ${typed}`, async () => {
      const sent = await answer(required({n: number}), element => set(element, '/n', typed));
      expect(sent).to.deep.equal({n: expected});
    });
  }

  for (const typed of [
    '3.14159265358979323846',
    '-0.100000000000000000001',
    '12345678901234567.5',
  ]) {
    it(`is refused if it has more digits than numbers have: ${typed}`, async () => {
      const fill = (element: UbikRequest): void => set(element, '/n', typed);
      expect(await answer(required({n: number}), fill)).to.have.length(1);
    });
  }

  it('says how many digits it may have', async () => {
    const fill = (element: UbikRequest): void => set(element, '/n', '2.71828182845904523536');
    const refused = ['N: Enter at most 15 characters.'];
    expect(await answer(required({n: number}), fill)).to.deep.equal(refused);
    const any = required({n: {type: ['number', 'boolean']}});
    const write = (element: UbikRequest): void => {
      find(element, 'textarea', HTMLTextAreaElement).value = '2.71828182845904523536';
    };
    expect(await answer(any, write)).to.deep.equal(refused);
  });

  it('is not changed by scrolling over it', async () => {
    const element = await mount(object({n: {type: 'integer', default: 40}, t: text}));
    const input = find(element, '[name="field/n"]', HTMLInputElement);
    const scroll = async (over: HTMLElement): Promise<void> => {
      over.focus();
      const {x, y, width, height} = over.getBoundingClientRect();
      const place = {x: x + width / 2, y: y + height / 2};
      await executeServerCommand('engine:wheel', {...place, deltaY: 60});
      await frame();
    };
    await scroll(input);
    await until(() => element.shadowRoot?.activeElement !== input);
    expect(input.value).to.equal('40');
    const other = find(element, '[name="field/t"]');
    await scroll(other);
    expect(element.shadowRoot?.activeElement).to.equal(other);
  });
});

describe('what the user does not change is sent as it was received', () => {
  const server = required({host: text}, {additionalProperties: true});
  const nullable = {type: ['string', 'null']};
  const letters = {enum: ['a', 'b', 'c']};
  const array = (items: object, value: readonly unknown[], more: object = {}): object => ({
    type: 'array',
    items,
    default: value,
    ...more,
  });
  for (const [what, property] of [
    ['keys without a field', {...server, default: {host: 'h', port: 80, tags: ['x']}}],
    [
      'keys without a field in a group that may have some',
      {
        ...required({host: text}, {additionalProperties: false, patternProperties: {'^x-': {}}}),
        default: {host: 'h', 'x-a': 1},
      },
    ],
    ['keys without a field in a list', array(server, [{host: 'h', id: 17}, {host: 'i'}])],
    ['an optional constant', {...object({kind: {const: 'k'}, a: text}), default: {kind: 'k'}}],
    ['nulls in a list of texts', array(nullable, ['a', null, 'b'])],
    ['nulls in a list of numbers', array({type: 'integer', nullable: true}, [null, 3])],
    ['nulls in a list of choices', array({enum: ['a', 'b', null]}, ['b', null])],
    ['nulls in a list of groups', array({anyOf: [server, {type: 'null'}]}, [null, {host: 'h'}])],
    ['nulls in a list of anything', array({}, ['a', null, 7, ''])],
    ['empty texts in a list', array(text, ['', 'b', ''])],
    ['empty lists in a list', array({type: 'array', items: text}, [['a'], []])],
    [
      'null instead of a default',
      {...object({a: {...nullable, default: 'x'}}), default: {a: null}},
    ],
    ['the order of choices', array(letters, ['c', 'a'])],
    ['choices that are repeated', array(letters, ['c', 'c'])],
    ['an address of letters', {...text, format: 'iri', default: 'https://ä.example/é?[1]'}],
    ['an address', {...text, format: 'uri', default: 'HTTPS://Example.com:443/%7ea'}],
  ] as const) {
    it(what, async () => {
      const {default: expected} = property as {default: unknown};
      expect(
        await answer(required({note: text, a: property}), element => set(element, '/note', 'n')),
      ).to.deep.equal({note: 'n', a: expected});
    });
  }

  it('beside an entry that the user has changed', async () => {
    const schema = required({a: array(nullable, ['a', null, 'b'])});
    const sent = await answer(schema, element => set(element, '/a/2', 'c'));
    expect(sent).to.deep.equal({a: ['a', null, 'c']});
    expect(await answer(schema, element => set(element, '/a/0', ''))).to.deep.equal({
      a: [null, 'b'],
    });
  });

  it('except keys and values that the schema does not allow', async () => {
    const closed = required({host: text}, {additionalProperties: {type: 'integer'}});
    const schema = required({
      a: {...closed, default: {host: 'h', port: 80, name: 'n'}},
      b: array(letters, ['b', 'b'], {uniqueItems: true}),
      c: array({...text, minLength: 1}, ['', 'x']),
      d: {...text, format: 'uri', default: 'https://example.com/ö'},
      e: {...text, format: 'date-time', readOnly: true, default: '2027-03-04T12:30:00'},
    });
    const {e, ...sent} = (await answer(schema)) as {e: string};
    expect(sent).to.deep.equal({
      a: {host: 'h', port: 80},
      b: ['b'],
      c: ['x'],
      d: 'https://example.com/%C3%B6',
    });
    expect(e).to.match(/^2027-03-04T12:30:00[+-]\d\d:\d\d$/);
  });
});

it('the draft of a form keeps entries of a list that have no text', async () => {
  const stored = new Map<string, string | undefined>();
  const memory = {
    recall: (name: string) => stored.get(name),
    remember: (name: string, value: string | undefined) => void stored.set(name, value),
  };
  const lists = {
    boxes: {type: 'array', items: {type: 'boolean'}, default: [false, true, false]},
    choices: {type: 'array', items: {type: 'array', items: {enum: ['a']}}, default: [[], ['a']]},
    lists: {
      type: 'array',
      items: {type: 'array', items: {type: 'boolean'}},
      default: [[false], [], [true]],
    },
  };
  const schema = object({note: text, ...lists});
  const item = request({executionId: 'e', inputTypes: ['json'], schema});
  const show = async (): Promise<UbikRequest> => {
    const element = await within<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`, {
      memory,
    });
    await until(() => has(element, '[name="field/note"]'));
    return element;
  };
  const first = await show();
  const note = find(first, '[name="field/note"]', HTMLInputElement);
  note.value = 'written';
  note.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
  click(first, '/boxes/1', 'true');
  first.remove();

  const second = await show();
  await until(() => find(second, '[name="field/note"]', HTMLInputElement).value === 'written');
  const reply = new Promise<unknown>(resolve => {
    second.addEventListener('ubik-reply-request', event => resolve(event.reply.input));
  });
  find(second, 'form', HTMLFormElement).requestSubmit();
  expect(await reply).to.deep.equal({
    note: 'written',
    boxes: [false, false, false],
    choices: [[], ['a']],
    lists: [[false], [], [true]],
  });
  expect(problems(second)).to.be.empty;
  expect(all(second, '.entry')).to.have.length(10);
});
