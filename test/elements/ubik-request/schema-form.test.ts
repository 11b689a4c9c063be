import {executeServerCommand} from '@web/test-runner-commands';
import {expect} from '@open-wc/testing';
import type {UbikRequest} from '../../../src/elements/ubik-request/ubik-request.js';
import {all, collectEvents, find, has, press, type, until, words} from '../support/dom.js';
import {request} from '../support/items.js';
import {booking} from './booking.js';
import {answer, mount, object, problems, set} from './form.js';

interface TreeNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly invalid: boolean;
}

/** The accessibility tree of the page; only Chromium has a command for it. */
async function readTree(): Promise<readonly TreeNode[] | undefined> {
  const {value} = await executeServerCommand<{value: {nodes: TreeNode[]} | null}, object>(
    'engine:tree',
    {},
  );
  expect(value !== null).to.equal(navigator.userAgent.includes('Chrome'));
  return value?.nodes;
}

const fieldRoles =
  /^(textbox|spinbutton|Date|InputTime|radiogroup|combobox|checkbox|button|group)$/;

const focused = (element: UbikRequest): HTMLElement | undefined => {
  const active = element.shadowRoot?.activeElement;
  return active instanceof HTMLElement ? active : undefined;
};

const nameOfFocused = (element: UbikRequest): string =>
  focused(element)?.getAttribute('name') ?? words(focused(element) ?? null);

/** Presses Tab until a field, or a button with this text, has the focus. */
async function tabTo(element: UbikRequest, name: string): Promise<void> {
  const visited: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    if (nameOfFocused(element) === name) return;
    visited.push(nameOfFocused(element));
    await press('Tab');
  }
  throw new Error(`Tab does not reach ${name}, only ${visited.join(', ')}`);
}

async function enter(element: UbikRequest, name: string, text: string): Promise<void> {
  await tabTo(element, name);
  await type(text);
}

async function submitByKey(element: UbikRequest): Promise<void> {
  await tabTo(element, 'Send answer');
  await press('Enter');
}

describe('the title and the description of a schema', () => {
  const texts = async (more: object): Promise<readonly string[]> =>
    all(await mount(object({name: {type: 'string'}}, more)), '.fields > p').map(text =>
      words(text),
    );

  it('are displayed above the fields', async () => {
    expect(await texts({title: 'Booking', description: 'Two minutes.'})).to.deep.equal([
      'Booking',
      'Two minutes.',
    ]);
    const one = await mount({type: 'string', title: 'Address', description: 'With the country.'});
    expect(words(find(one, '.fields'))).to.equal('Address With the country.');
  });

  it('do not repeat the question or each other', async () => {
    const title = 'Who is coming and when';
    expect(await texts({title, description: 'Who is coming, and when?'})).to.deep.equal([]);
    expect(await texts({title: 'Booking', description: 'Booking'})).to.deep.equal(['Booking']);
  });
});

it('has each option beside its button, whichever way its text runs', async () => {
  document.dir = 'rtl';
  try {
    const element = await mount(booking);
    for (const option of all(element, '.check')) {
      const text = new Range();
      text.selectNodeContents(option.querySelector('bdi') ?? option);
      const {right} = text.getBoundingClientRect();
      const left = option.querySelector('input')?.getBoundingClientRect().left;
      expect(left).to.be.within(right, right + 20);
    }
  } finally {
    document.dir = '';
  }
});

describe('a form with 15 fields, by keyboard alone', () => {
  it('is accessible, and every field has a name, a purpose and a type [WCAG 1.3.5, 3.3.2, 4.1.2]', async () => {
    const element = await mount(booking);
    await expect(element).to.be.accessible();
    const attribute = (name: string, key: string) =>
      find(element, `[name="field/${name}"]`).getAttribute(key);
    expect(
      'full_name email phone arrival checkin_time nights website'
        .split(' ')
        .map(name => [attribute(name, 'type'), attribute(name, 'autocomplete')]),
    ).to.deep.equal([
      ['text', 'name'],
      ['email', 'email'],
      ['tel', 'tel'],
      ['date', null],
      ['time', null],
      ['number', null],
      ['url', 'url'],
    ]);
    const tree = await readTree();
    if (!tree) return;
    const fields = tree.filter(({role}) => fieldRoles.test(role));
    const lines = fields.map(
      ({role, name, required}) => `${role} ${name}${required ? ' (required)' : ''}`,
    );
    expect(lines).to.include.members([
      'group Who is coming, and when?',
      'textbox Full name (required)',
      'textbox Email (required)',
      'textbox Phone',
      'spinbutton Nights',
      'radiogroup Room (required)',
      'radiogroup View',
      'combobox Country code',
      'textbox Website',
      'textbox Voucher',
      'checkbox Newsletter',
      'group Diets',
      'checkbox gluten-free',
      'group Guests',
      'button Add entry: Guest',
      'group Address',
      'textbox City',
      'button Send answer',
    ]);
    expect(fields.filter(({name}) => name === '')).to.deep.equal([]);
    expect(tree.find(({name}) => name.startsWith('Email'))?.description).to.equal(
      'For the confirmation',
    );
  });

  it('is not sent while it is empty: each error names its field, and the first one has the focus [WCAG 3.3.1, 2.1.1]', async () => {
    const element = await mount(booking);
    const events = collectEvents(element, 'ubik-reply-request');
    await submitByKey(element);
    await until(() => problems(element).length > 0);
    expect(problems(element)).to.deep.equal([
      'Full name: Enter a value.',
      'Email: Enter a value.',
      'Arrival: Enter a value.',
      'Room: Choose an option.',
    ]);
    await until(() => words(find(element, '#problem')) === '4 entries need your attention.');
    expect(nameOfFocused(element)).to.equal('field/full_name');
    expect(events).to.have.length(0);
    await expect(element).to.be.accessible();
    const invalid = (await readTree())?.filter(node => node.invalid);
    if (!invalid) return;
    expect(invalid.map(({name, description}) => [name, description])).to.deep.include.members([
      ['Full name', 'Full name: Enter a value.'],
      ['Email', 'For the confirmation Email: Enter a value.'],
      ['Room', 'Room: Choose an option.'],
    ]);
  });

  it('is not sent with wrong values, and a corrected one loses its error [WCAG 3.3.3]', async () => {
    const element = await mount(booking);
    const events = collectEvents(element, 'ubik-reply-request');
    await enter(element, 'field/full_name', 'A');
    await enter(element, 'field/email', 'ada at example');
    await tabTo(element, 'field/nights');
    await press('Control+a');
    await type('31');
    await enter(element, 'field/website', 'example');
    await enter(element, 'field/voucher', 'abc');
    await tabTo(element, 'Add entry: Guest');
    await press('Enter');
    await until(() => nameOfFocused(element) === 'field/guests/0/name');
    await press('Tab');
    await type('-1');
    await enter(element, 'field/address/street', 'Main street');
    await press('Enter');
    await until(() => problems(element).length > 0);
    expect(problems(element)).to.deep.equal([
      'Full name: Enter at least 2 characters.',
      'Email: Enter an email address, such as name@example.com.',
      'Arrival: Enter a value.',
      'Nights: Enter 30 or less.',
      'Room: Choose an option.',
      'Website: Enter a full address, such as https://example.com.',
      'Voucher: Enter this in the expected format.',
      'Name: Enter a value.',
      'Age: Enter 0 or more.',
      'City: Enter a value.',
    ]);
    expect(nameOfFocused(element)).to.equal('field/full_name');
    await type('da');
    await press('Tab');
    await until(() => !problems(element).some(problem => problem.startsWith('Full name')));
    expect(problems(element)).to.have.length(9);
    expect(events).to.have.length(0);
  });

  it('is sent when it is correct, without the fields that were left empty', async () => {
    const element = await mount(booking);
    const events = collectEvents(element, 'ubik-reply-request');
    await enter(element, 'field/full_name', 'Ada Lovelace');
    await enter(element, 'field/email', 'ada@example.com');
    await tabTo(element, 'field/arrival');
    // The order in which a date is typed depends on the language of the browser.
    set(element, '/arrival', '2027-03-04');
    await tabTo(element, 'field/room');
    await press('ArrowDown');
    await tabTo(element, 'field/country_code');
    await press('ArrowDown');
    await press('ArrowDown');
    await tabTo(element, 'field/diets/1');
    await press(' ');
    await tabTo(element, 'Add entry: Guest');
    await press('Enter');
    await until(() => nameOfFocused(element) === 'field/guests/0/name');
    await type('Grace');
    await tabTo(element, 'Add entry: Guest');
    await press('Enter');
    await until(() => nameOfFocused(element) === 'field/guests/1/name');
    await type('Nobody');
    await press('Tab');
    await press('Tab');
    await press('Enter');
    await until(() => !has(element, '[name="field/guests/1/name"]'));
    expect(nameOfFocused(element), 'the focus stays in the list').to.equal('field/guests/0/name');
    await submitByKey(element);
    await until(
      () => events.length > 0,
      () => problems(element),
    );
    const {room, ...sent} = events[0]?.reply.input as Record<string, unknown>;
    expect(['single', 'double']).to.include(room);
    expect(sent).to.deep.equal({
      full_name: 'Ada Lovelace',
      email: 'ada@example.com',
      arrival: '2027-03-04',
      nights: 2,
      country_code: 'DE',
      diets: ['gluten-free'],
      guests: [{name: 'Grace'}],
    });
  });
});

describe('a form of a schema', () => {
  it('follows references, merges allOf, and allows null', async () => {
    const schema = {
      $defs: {city: {type: 'string', title: 'Town', minLength: 3}},
      allOf: [object({from: {$ref: '#/$defs/city'}}, {required: ['from']})],
      ...object({to: {anyOf: [{$ref: '#/$defs/city'}, {type: 'null'}]}}, {required: ['to']}),
    };
    expect(await answer(schema, element => set(element, '/from', 'Bern'))).to.deep.equal({
      from: 'Bern',
      to: null,
    });
    const wrong = await answer(schema, element => {
      set(element, '/from', 'Bern');
      set(element, '/to', 'X');
    });
    expect(wrong).to.deep.equal(['To: Enter at least 3 characters.']);
  });

  it('gives each field and option a label that can be seen [WCAG 2.4.6]', async () => {
    const element = await mount(
      object({
        ' ': {type: 'string'},
        '': {type: 'string'},
        __: {type: 'string', title: '\u200B'},
        size: {title: ' ', enum: ['', '\u3000', 'L'], enumNames: [' ']},
        kind: {
          oneOf: [
            {const: 'a', title: '\u200B'},
            {const: 'b', title: 'Second'},
          ],
        },
      }),
    );
    const labels = all(element, '.label').map(label => words(label));
    expect(labels).to.deep.equal(['" "', '""', '"__"', 'Size', 'Kind']);
    const options = all(element, '.choices label').map(label => words(label));
    expect(options).to.deep.equal(['No answer', '""', '" "', 'L', 'No answer', 'a', 'Second']);
  });

  it('labels fields by their own titles, and by their keys if a definition would give them the same [WCAG 2.4.6]', async () => {
    const $defs = {
      address: {title: 'Postal address', ...object({city: {type: 'string'}})},
      Colour: {title: 'Colour', type: 'string', enum: ['red', 'blue']},
    };
    const element = await mount(
      object(
        {
          delivery_to: {$ref: '#/$defs/address'},
          bill_to: {$ref: '#/$defs/address'},
          frame: {anyOf: [{$ref: '#/$defs/Colour'}, {type: 'null'}]},
          inside: {$ref: '#/$defs/Colour', title: 'Lining'},
        },
        {$defs},
      ),
    );
    const labels = all(element, 'legend, [role="radiogroup"] > .label').map(label => words(label));
    expect(labels).to.deep.equal(['Delivery to', 'Bill to', 'Frame', 'Lining']);
    const one = await mount(object({to: {$ref: '#/$defs/address'}}, {$defs}));
    expect(words(find(one, 'legend'))).to.equal('Postal address');
  });

  for (const [what, mark] of [
    ['an anchor', {$anchor: 'city'}],
    ['an id, as in older drafts', {$id: '#city'}],
    ['an id, as in draft 4', {id: '#city'}],
  ] as const) {
    it(`follows a reference to ${what}`, async () => {
      const city = {...mark, type: 'string', title: 'Town', minLength: 3};
      const decoy = {$anchor: 'city', type: 'boolean'};
      const schema = object(
        {
          from: {$ref: '#city'},
          to: {$ref: '#unknown', type: 'string'},
          id: {type: 'string', default: 'x', examples: [decoy], 'x-note': null},
        },
        {
          default: decoy,
          additionalProperties: false,
          $defs: {other: {$id: 'https://a.example/b', $defs: {decoy}}, city},
        },
      );
      expect(await answer(schema, element => set(element, '/from', 'Bern'))).to.deep.equal({
        from: 'Bern',
        id: 'x',
      });
      const wrong = await answer(schema, element => set(element, '/from', 'X'));
      expect(wrong).to.deep.equal(['Town: Enter at least 3 characters.']);
    });
  }

  it('follows a reference to an anchor that contains it', async () => {
    const tree = object({name: {type: 'string'}, child: {$ref: '#node'}}, {$anchor: 'node'});
    const element = await mount({$ref: '#node', $defs: {tree}});
    expect(has(element, '[name="field/child/name"]')).to.be.true;
  });

  it('applies conditions of the whole object', async () => {
    const schema = object(
      {drink: {type: 'string', default: 'tea'}, sugar: {type: 'integer'}},
      {
        if: {properties: {drink: {const: 'tea'}}},
        then: {required: ['sugar'], properties: {sugar: {multipleOf: 2}}},
      },
    );
    expect(await answer(schema)).to.deep.equal(['Sugar: Enter a value.']);
    const odd = await answer(schema, element => set(element, '/sugar', '3'));
    expect(odd).to.deep.equal(['Sugar: Enter a multiple of 2.']);
  });

  it('has rows for a list of values, without the empty ones', async () => {
    const schema = object({tags: {type: 'array', minItems: 1, items: {type: 'string'}}});
    const fill = async (element: UbikRequest) => {
      find(element, '.add').click();
      await until(() => has(element, '[name="field/tags/1"]'));
      set(element, '/tags/1', 'b');
    };
    expect(await answer(schema, fill)).to.deep.equal({tags: ['b']});
  });

  it('reports an entry that is missing at the empty one, if there is one [WCAG 3.3.1]', async () => {
    const tags = {type: 'array', minItems: 1, items: {type: 'string'}};
    const schema = object({tags}, {required: ['tags']});
    expect(await answer(schema)).to.deep.equal(['Tags 1: Enter a value.']);
    const remove = async (host: UbikRequest) => {
      find(host, '.entry button').click();
      await until(() => !has(host, '.entry'));
    };
    expect(await answer(schema, remove)).to.deep.equal(['Tags: Add at least 1 entry.']);
    const element = await mount(schema);
    find(element, 'form', HTMLFormElement).requestSubmit();
    await until(() => has(element, '[aria-invalid="true"]'));
    expect(element.shadowRoot?.activeElement).to.equal(find(element, '[name="field/tags/0"]'));
  });

  it('has defaults of the schema only, also in lists', async () => {
    const pets = {type: 'array', items: object({name: {type: 'string'}}), default: [{name: 'Rex'}]};
    expect(await answer(object({pets, open: {type: 'boolean', default: true}}))).to.deep.equal({
      pets: [{name: 'Rex'}],
      open: true,
    });
    expect(
      await answer(object({seat: {enum: ['in', 'out']}, open: {type: 'boolean'}})),
    ).to.deep.equal({});
  });

  describe('of which nothing was filled in, sends only what somebody chose', () => {
    const tags = {type: 'array', items: {type: 'string', enum: ['b', 'a', 'c']}};
    const constants = [{const: 'x', title: 'Ex'}, {const: 'y'}];
    const required = (name: string, property: object): object =>
      object({[name]: property}, {required: [name]});
    for (const [what, schema, expected] of [
      ['a ticked box', object({notify: {type: 'boolean', default: true}}), {notify: true}],
      ['no choice', object({level: {type: 'integer', enum: [1, 2]}}), {}],
      [
        'no required choice',
        required('channel', {enum: ['beta', 'stable']}),
        ['Channel: Choose an option.'],
      ],
      [
        'no constant',
        required('kind', {type: 'string', oneOf: constants}),
        ['Kind: Choose an option.'],
      ],
      ['no text', required('name', {type: 'string'}), ['Name: Enter a value.']],
      ['no list of choices', object({tags}), {}],
      ['no required box', required('news', {type: 'boolean'}), ['News: Choose an option.']],
      [
        'a required box with a default',
        required('news', {type: 'boolean', default: false}),
        {news: false},
      ],
      ['a constant', required('version', {const: 'v1'}), {version: 'v1'}],
      [
        'the defaults',
        object({
          n: {type: 'number', default: 0},
          s: {type: 'string', default: 'x'},
          i: {type: 'integer', default: 3},
        }),
        {n: 0, s: 'x', i: 3},
      ],
    ] as const) {
      it(what, async () => {
        expect(await answer(schema)).to.deep.equal(expected);
      });
    }
  });

  describe('has the values of the schema', () => {
    const choose = (name: string, position: number) => (element: UbikRequest) => {
      find(element, `[name="field${name}"][value="${position}"]`, HTMLInputElement).checked = true;
    };
    it('of a choice between numbers, and between an empty and another text', async () => {
      const level = object({level: {type: 'integer', enum: [1, 2]}});
      expect(await answer(level, choose('/level', 1))).to.deep.equal({level: 2});
      const text = object({text: {enum: ['', 'x']}});
      expect(await answer(text, choose('/text', 0))).to.deep.equal({text: ''});
    });

    it('of several choices, in their order', async () => {
      const tags = {type: 'array', items: {type: 'string', enum: ['b', 'a', 'c']}};
      const fill = (element: UbikRequest): void => {
        for (const position of [2, 0])
          find(element, `[name="field/tags/${position}"]`, HTMLInputElement).checked = true;
      };
      expect(await answer(object({tags}), fill)).to.deep.equal({tags: ['b', 'c']});
    });

    for (const [format, type, text] of [
      ['email', 'email', 'nope'],
      ['uri', 'url', 'no uri'],
      ['date', 'date', undefined],
      ['date-time', 'datetime-local', undefined],
    ] as const) {
      it(`of the format ${format}`, async () => {
        const schema = object({value: {type: 'string', format}});
        const element = await mount(schema);
        expect(find(element, '[name="field/value"]', HTMLInputElement).type).to.equal(type);
        if (text === undefined) return;
        const wrong = await answer(schema, form => set(form, '/value', text));
        expect(wrong).to.be.an('array').with.length(1);
      });
    }
  });

  it('refuses JSON that does not match, in words', async () => {
    const schema = {type: 'object', additionalProperties: {type: 'array', items: {enum: ['a']}}};
    for (const json of ['{"tags": "no"}', '{"tags": ["zzz"]}', '[]', '5', 'null', '{']) {
      const wrong = await answer(schema, element => {
        find(element, '[name="field"]', HTMLTextAreaElement).value = json;
      });
      expect(wrong, json).to.be.an('array').with.length.greaterThan(0);
    }
    const right = await answer(schema, element => {
      find(element, '[name="field"]', HTMLTextAreaElement).value = '{"tags": ["a"]}';
    });
    expect(right).to.deep.equal({tags: ['a']});
  });

  for (const [name, property, typed, problem] of [
    ['guests', {type: 'integer'}, '1e', 'Guests: Enter a whole number.'],
    ['day', {type: 'string', format: 'date'}, '12', 'Day: Enter a date.'],
  ] as const) {
    it(`is not sent with an incomplete value: ${name}`, async () => {
      const element = await mount(object({[name]: property}));
      const events = collectEvents(element, 'ubik-reply-request');
      await enter(element, `field/${name}`, typed);
      await submitByKey(element);
      await until(() => problems(element).length > 0);
      expect(problems(element)).to.deep.equal([problem]);
      expect(nameOfFocused(element)).to.equal(`field/${name}`);
      expect(events).to.have.length(0);
    });
  }

  it('writes a time and a date with the offset of the user', async () => {
    const schema = object({
      at: {type: 'string', format: 'date-time', default: '2027-03-04T12:30:00Z'},
      opens: {type: 'string', format: 'time'},
    });
    const sent = (await answer(schema, element => set(element, '/opens', '08:15'))) as {
      at: string;
      opens: string;
    };
    expect(new Date(sent.at).toISOString()).to.equal('2027-03-04T12:30:00.000Z');
    expect(sent.opens).to.match(/^08:15:00[+-]\d\d:\d\d$/);
  });

  for (const [format, received] of [
    ['date-time', '2027-03-04T12:30:00Z'],
    ['date-time', '2027-03-04T12:30:00.123456+09:30'],
    ['time', '08:15:00-03:00'],
    ['time', '23:59:58.5Z'],
  ] as const) {
    it(`sends ${received} as it was received if the user does not change it`, async () => {
      const at = {type: 'string', format, default: received};
      expect(await answer(object({at}))).to.deep.equal({at: received});
      const incomplete = {...object({at, to: {type: 'string'}}, {required: ['to']})};
      expect(await answer(object({stay: incomplete}))).to.deep.equal({});
    });

    it(`writes ${received} as its pattern demands`, async () => {
      const pattern = format === 'time' ? '^[:.\\d]+$' : '^[-\\d]{10}T[:.\\d]+$';
      const at = {type: 'string', format, default: received, pattern};
      const sent = (await answer(object({at}))) as {at: string};
      expect(sent.at).to.match(new RegExp(pattern));
    });
  }

  for (const [what, pattern, expected] of [
    ['the seconds', '^[-\\d]+T[:\\d]+Z$', '2026-03-04T14:30:00Z'],
    ['milliseconds', '^[-\\d]+T[:\\d]+\\.\\d{3}Z$', '2026-03-04T14:30:00.000Z'],
  ]) {
    it(`writes a date with a time in UTC where the pattern requires it, with ${what}`, async () => {
      const schema = object({at: {type: 'string', format: 'date-time', pattern}});
      const local = new Date(Date.parse('2026-03-04T14:30:00Z'));
      local.setMinutes(local.getMinutes() - local.getTimezoneOffset());
      const sent = await answer(schema, form => set(form, '/at', local.toISOString().slice(0, 16)));
      expect(sent).to.deep.equal({at: expected});
    });
  }

  for (const [format, pattern, written, expected] of [
    ['time', '^\\d\\d:\\d\\d$', '08:15', '08:15'],
    ['time', '^(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?$', '08:15', '08:15:00'],
    ['date-time', '^[-\\d]{10}T[:\\d]{5}$', '2026-03-04T14:30', '2026-03-04T14:30'],
    ['date-time', '^[-\\d]{10}T[:\\d]{8}$', '2026-03-04T14:30', '2026-03-04T14:30:00'],
  ] as const) {
    it(`writes a ${format} without an offset where the pattern ${pattern} has none`, async () => {
      const schema = object({at: {type: 'string', format, pattern}});
      expect(await answer(schema, form => set(form, '/at', written))).to.deep.equal({at: expected});
    });
  }

  it('shows a date whose seconds have six digits, as Python writes them', async () => {
    const schema = object({
      at: {type: 'string', format: 'date-time', default: '2026-03-04T14:30:00.123456'},
      opens: {type: 'string', format: 'time', default: '08:15:00.5'},
    });
    const sent = (await answer(schema)) as {at: string; opens: string};
    expect(sent.at).to.match(/^2026-03-04T14:30:00\.123[+-]\d\d:\d\d$/);
    expect(sent.opens).to.match(/^08:15:00\.5[+-]\d\d:\d\d$/);
  });

  it('has a box that must be ticked for a constant true, and hides other constants', async () => {
    const schema = object(
      {terms: {const: true, title: 'I agree'}, version: {const: 3}},
      {required: ['terms', 'version']},
    );
    expect(await answer(schema)).to.deep.equal(['I agree: Tick this box to continue.']);
    const tick = (element: UbikRequest) => find(element, '[type="checkbox"]').click();
    expect(await answer(schema, tick)).to.deep.equal({terms: true, version: 3});
  });

  it('marks a box that must be ticked and lists that must have entries [WCAG 3.3.2]', async () => {
    const choices = {type: 'array', items: {enum: ['a', 'b']}};
    const schema = object(
      {
        terms: {const: true},
        news: {type: 'boolean'},
        days: {...choices, minItems: 1},
        extras: choices,
        guests: {type: 'array', minItems: 1, items: {type: 'string'}},
      },
      {required: ['terms', 'news', 'days', 'extras', 'guests']},
    );
    const element = await mount(schema);
    const marked = all(element, '[data-required]').map(label => words(label));
    expect(marked).to.deep.equal(['Terms', 'News', 'Days', 'Guests', 'Guests 1']);
    expect(find(element, '[name="field/terms"]', HTMLInputElement).required).to.be.true;
    expect(
      await answer(schema, async host => {
        find(host, '[name="field/terms"]').click();
        set(host, '/guests/0', 'Ada');
        await host.updateComplete;
      }),
    ).to.deep.equal(['News: Choose an option.', 'Days: Choose an option.']);
  });

  it('marks nothing in what may be left empty, and lets a choice in it be undone [WCAG 3.3.2]', async () => {
    const seat = {enum: ['window', 'aisle']};
    const text = {type: 'string'};
    const required = ['street', 'seat', 'inner'];
    const schema = object(
      {
        name: text,
        address: object(
          {street: text, seat, inner: object({floor: text}, {required: ['floor']})},
          {required},
        ),
        tags: {type: 'array', items: text},
        rooms: {type: 'array', items: object({kind: text}, {required: ['kind']})},
      },
      {required: ['name']},
    );
    const element = await mount(schema);
    for (const add of all(element, '.add')) add.click();
    await until(() => has(element, '[name="field/rooms/0/kind"]'));
    expect(all(element, '[data-required]').map(label => words(label))).to.deep.equal([
      'Name',
      'Kind',
    ]);
    expect(all(element, ':is(input, select):required')).to.have.length(2);
    const fill = (host: UbikRequest): void => {
      set(host, '/name', 'Ada');
      find(host, '[name="field/address/seat"][value="1"]').click();
      find(host, '[name="field/address/seat"][value=""]').click();
    };
    expect(await answer(schema, fill)).to.deep.equal({name: 'Ada'});
  });

  it('labels a single field by the question [WCAG 3.3.2]', async () => {
    const element = await mount({type: 'integer', minimum: 1});
    expect(find(element, 'input').getAttribute('aria-labelledby')).to.equal('prompt');
    expect(await answer({type: 'integer', minimum: 1})).to.deep.equal([
      'Your answer: Enter a value.',
    ]);
    const seven = (element: UbikRequest) => set(element, '', '7');
    expect(await answer({type: 'integer', minimum: 1}, seven)).to.equal(7);
  });

  describe('with a choice between schemas', () => {
    const text = {type: 'string'};
    const card = object(
      {kind: {const: 'card', default: 'card'}, number: {...text, minLength: 4}},
      {title: 'Card', required: ['number']},
    );
    const transfer = object(
      {kind: {enum: ['bank_transfer']}, iban: {...text, minLength: 4}},
      {required: ['kind', 'iban']},
    );
    const schema = object(
      {pay: {oneOf: [{$ref: '#/$defs/card'}, transfer], description: 'How?'}},
      {required: ['pay'], $defs: {card}},
    );
    const choose = async (element: UbikRequest, name: string, number: string): Promise<void> => {
      find(element, `[name="field${name}"][value="${number}"]`).click();
      await element.updateComplete;
    };
    const visible = (element: UbikRequest): readonly string[] =>
      all(element, '.label')
        .filter(label => label.checkVisibility())
        .map(label => words(label));

    it('is accessible, and shows the fields of the chosen one [WCAG 1.3.1]', async () => {
      const element = await mount(schema);
      expect(visible(element)).to.deep.equal(['Pay']);
      expect(all(element, '.check').map(label => words(label))).to.deep.equal([
        'Card',
        'Bank transfer',
      ]);
      await choose(element, '/pay', '0');
      expect(visible(element)).to.deep.equal(['Pay', 'Number']);
      await choose(element, '/pay', '1');
      expect(visible(element)).to.deep.equal(['Pay', 'Iban']);
      await expect(element).to.be.accessible();
    });

    it('is refused without a choice, and with an error of the chosen one only [WCAG 3.3.1]', async () => {
      expect(await answer(schema)).to.deep.equal(['Pay: Choose an option.']);
      expect(await answer(schema, form => choose(form, '/pay', '1'))).to.deep.equal([
        'Iban: Enter a value.',
      ]);
      const short = await answer(schema, async form => {
        await choose(form, '/pay', '0');
        set(form, '/pay/0/number', '1');
      });
      expect(short).to.deep.equal(['Number: Enter at least 4 characters.']);
    });

    it('is sent with the constants that distinguish it, and without what was entered for another one', async () => {
      const sent = await answer(schema, async form => {
        await choose(form, '/pay', '1');
        set(form, '/pay/1/iban', 'CH93');
        await choose(form, '/pay', '0');
        set(form, '/pay/0/number', '1234');
      });
      expect(sent).to.deep.equal({pay: {kind: 'card', number: '1234'}});
    });

    it('may be the whole answer, and null if it may be', async () => {
      const whole = {anyOf: [card, transfer]};
      const sent = await answer({...whole, $defs: {}}, async form => {
        await choose(form, '', '1');
        set(form, '/1/iban', 'CH93');
      });
      expect(sent).to.deep.equal({kind: 'bank_transfer', iban: 'CH93'});
      const optional = object(
        {pay: {anyOf: [card, transfer, {type: 'null'}]}},
        {required: ['pay']},
      );
      expect(await answer(optional)).to.deep.equal({pay: null});
    });

    it('may be an entry of a list, or inside another one', async () => {
      const inner = object(
        {kind: {const: 'other'}, pay: {oneOf: [card, transfer]}},
        {required: ['pay']},
      );
      const list = object(
        {all: {type: 'array', minItems: 1, items: {oneOf: [card, inner]}}},
        {required: ['all']},
      );
      const fill = async (form: UbikRequest): Promise<void> => {
        await choose(form, '/all/0', '1');
        await choose(form, '/all/0/1/pay', '0');
      };
      expect(await answer(list, fill)).to.deep.equal(['Number: Enter a value.']);
      const sent = await answer(list, async form => {
        await fill(form);
        set(form, '/all/0/1/pay/0/number', '1234');
      });
      expect(sent).to.deep.equal({all: [{kind: 'other', pay: {kind: 'card', number: '1234'}}]});
    });

    it('has the properties that all have in common', async () => {
      const pay = object(
        {amount: {type: 'integer'}, kind: {enum: ['card', 'bank_transfer']}},
        {required: ['amount', 'kind'], oneOf: [card, transfer]},
      );
      const element = await mount(object({pay}, {required: ['pay']}));
      expect(visible(element)).to.deep.equal(['Pay']);
      await choose(element, '/pay', '1');
      expect(visible(element)).to.deep.equal(['Pay', 'Amount', 'Iban']);
      const fill = async (form: UbikRequest): Promise<void> => {
        await choose(form, '', '0');
        set(form, '/0/amount', '7');
      };
      expect(await answer(pay, fill)).to.deep.equal(['Number: Enter a value.']);
      const sent = await answer(pay, async form => {
        await fill(form);
        set(form, '/0/number', '1234');
      });
      expect(sent).to.deep.equal({amount: 7, kind: 'card', number: '1234'});
    });

    it('has a common property also if an alternative only narrows it or names it', async () => {
      const pay = object(
        {amount: {type: 'integer', title: 'Sum'}, gift: {type: 'boolean'}},
        {
          required: ['amount', 'kind'],
          oneOf: [
            object({kind: {const: 'card'}, amount: {maximum: 5}, gift: true, number: text}),
            object({kind: {const: 'cash'}, amount: true, gift: true}),
          ],
        },
      );
      const sent = (amount: string): Promise<unknown> =>
        answer(pay, async form => {
          await choose(form, '', '0');
          set(form, '/0/amount', amount);
        });
      expect(await sent('5')).to.deep.equal({kind: 'card', amount: 5});
      expect(await sent('6')).to.deep.equal(['Sum: Enter 5 or less.']);
    });

    it('passes on what is required, without common properties, and ignores a default of null', async () => {
      const gift = {gift: {type: 'boolean'}};
      const oneOf = [object({kind: {const: 'a'}, ...gift}), object({kind: {const: 'b'}, ...gift})];
      const pay = {type: 'object', required: ['kind', 'gift'], oneOf};
      const schema = object({pay: {anyOf: [...oneOf, {type: 'null'}], default: null}});
      const sent = await answer(pay, async form => {
        await choose(form, '', '0');
        find(form, '[name="field/0/gift"][value="1"]').click();
      });
      expect(sent).to.deep.equal({kind: 'a', gift: false});
      const optional = await answer(schema, form => choose(form, '/pay', '1'));
      expect(optional).to.deep.equal({pay: {kind: 'b'}});
    });

    it('is written as text if the alternatives of an object have no names', async () => {
      const either = [object({a: text}), object({b: text})];
      const sent = await answer(object({c: text}, {anyOf: either}), form => {
        expect(words(find(form, '.fields'))).to.contain('{"c":"…","a":"…"}');
        find(form, 'textarea', HTMLTextAreaElement).value = '{"a": "x"}';
      });
      expect(sent).to.deep.equal({a: 'x'});
    });
  });

  it('asks for what a condition adds below what it depends on', async () => {
    const element = await mount({
      ...object({kind: {enum: ['person', 'firm']}, note: {type: 'string'}}),
      if: object({kind: {const: 'firm'}}),
      then: object({kind: true, vat: {type: 'string'}}),
    });
    const names = all(element, '[name]').map(field => field.getAttribute('name'));
    expect([...new Set(names)]).to.deep.equal(['field/kind', 'field/note', 'field/vat']);
  });

  it('names an entry of a list without a title by the answer', async () => {
    const wrong = await answer({type: 'array', items: {type: 'string'}, minItems: 1});
    expect(wrong).to.deep.equal(['Your answer 1: Enter a value.']);
  });

  it('counts the entries that still need attention [WCAG 3.3.1]', async () => {
    const list = {type: 'array', maxItems: 1, items: {type: 'string'}};
    const element = await mount(object({name: {type: 'string'}, list}, {required: ['name']}));
    const summary = (): string => words(find(element, '#problem'));
    const add = async (): Promise<void> => {
      find(element, '[data-list]').click();
      await element.updateComplete;
    };
    await add();
    await add();
    set(element, '/list/0', 'a');
    set(element, '/list/1', 'b');
    find(element, 'form', HTMLFormElement).requestSubmit();
    await until(() => summary() === '2 entries need your attention.');
    find(element, '[aria-label^="Remove"]').click();
    await until(() => summary() === '1 entry needs your attention.');
    find(element, '[name="field/name"]').focus();
    await type('Ada');
    await press('Tab');
    await until(() => !has(element, '#problem:not([hidden])'));
    expect(problems(element)).to.deep.equal([]);
  });

  it('keeps long words within the card', async () => {
    const long = 'x'.repeat(400);
    const element = await mount(
      object({[long]: {type: 'string', minLength: 2, description: long}}),
    );
    set(element, `/${long}`, 'x');
    find(element, 'form', HTMLFormElement).requestSubmit();
    await until(() => problems(element).length > 0);
    const card = find(element, '.card');
    expect(card.scrollWidth).to.equal(card.clientWidth);
  });

  it('shows an example of an unusual format, or that of the schema, if it is not met', async () => {
    const schema = object({
      length: {type: 'string', format: 'duration'},
      code: {type: 'string', pattern: '^A\\d$', examples: ['A1']},
    });
    const wrong = await answer(schema, element => {
      set(element, '/length', '2 hours');
      set(element, '/code', 'B');
    });
    expect(wrong).to.deep.equal([
      'Length: Enter this in the expected format. For example: P1DT2H30M',
      'Code: Enter this in the expected format. For example: A1',
    ]);
  });

  it('shows an example of a value for which no field exists', async () => {
    const schema = object({
      range: {type: 'array', prefixItems: [{type: 'integer'}, {type: 'string'}]},
    });
    const element = await mount(schema);
    expect(words(find(element, '.field .quiet'))).to.equal('For example: [1,"…"]');
    const fill = (host: UbikRequest) => {
      find(host, 'textarea', HTMLTextAreaElement).value = '[7, "x"]';
    };
    expect(await answer(schema, fill)).to.deep.equal({range: [7, 'x']});
  });

  it('restores the entries of a list after a failed submission [WCAG 3.3.7]', async () => {
    const element = await mount(booking);
    find(element, '.add').click();
    await until(() => has(element, '[name="field/guests/0/name"]'));
    for (const [name, value] of Object.entries({
      '/full_name': 'Ada',
      '/email': 'ada@example.com',
      '/arrival': '2027-03-04',
      '/guests/0/name': 'Grace',
    })) {
      set(element, name, value);
    }
    find(element, '[name="field/room"]').click();
    const item = request({inputTypes: ['json'], schema: booking});
    element.addEventListener('ubik-reply-request', event => {
      element.item = {...item, status: 'done'};
      event.respondWith(
        element.updateComplete.then(() => {
          element.item = item;
          throw new Error('offline');
        }),
      );
    });
    find(element, 'form', HTMLFormElement).requestSubmit();
    await until(() => has(element, '#problem:not([hidden])') && has(element, '.entry'));
    expect(find(element, '[name="field/guests/0/name"]', HTMLInputElement).value).to.equal('Grace');
  });

  it('ends where a schema contains itself', async () => {
    const schema = object({name: {type: 'string'}, friend: {$ref: '#'}});
    const fill = (element: UbikRequest) => set(element, '/friend/name', 'Ada');
    expect(await answer(schema, fill)).to.deep.equal({friend: {name: 'Ada'}});
  });

  for (const schema of [
    {$ref: '#/$defs/missing'},
    object({name: {type: 'string', pattern: '('}}),
  ]) {
    it(`can be answered although its schema is invalid: ${JSON.stringify(schema)}`, async () => {
      const sent = await answer(schema, element => {
        const field = find(element, 'input, textarea') as HTMLInputElement;
        field.value = 'x';
      });
      expect(JSON.stringify(sent)).to.contain('x');
    });
  }
});
