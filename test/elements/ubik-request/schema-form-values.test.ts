import {expect} from '@open-wc/testing';
import {sentJson} from '../../../src/core/json.js';
import type {UbikRequest} from '../../../src/elements/ubik-request/ubik-request.js';
import {all, find, has, until, words} from '../support/dom.js';
import {answer, mount, object, problems, set} from './form.js';

const required = (properties: object, more: object = {}): object =>
  object(properties, {required: Object.keys(properties), ...more});

/** Selects an option, ticks a box or clears it. */
const click = (element: UbikRequest, name: string, value: string): void =>
  find(element, `[name="field${name}"][value="${value}"]`).click();

const write = (element: UbikRequest, name: string, value: string): void => {
  find(element, `[name="field${name}"]`, HTMLTextAreaElement).value = value;
};

const text = {type: 'string'};

describe('a form of a schema sends what the user entered', () => {
  describe('a group that nobody has filled in', () => {
    const city = required({city: text});
    for (const [what, schema, expected] of [
      ['is absent if it is optional', object({home: city}), {}],
      ['is absent with a required group inside it', object({a: required({b: city})}), {}],
      [
        'is absent if only a default of it is filled in, and another field is required',
        object({
          home: object(
            {country: {type: 'string', default: 'CH'}, city: text},
            {required: ['city']},
          ),
        }),
        {},
      ],
      [
        'has its defaults if nothing is missing',
        object({view: object({theme: {type: 'string', default: 'dark'}})}),
        {view: {theme: 'dark'}},
      ],
      [
        'is null if it is required and may be null',
        required({home: {anyOf: [city, {type: 'null'}]}}),
        {home: null},
      ],
      ['is refused if it is required', required({home: city}), ['City: Enter a value.']],
      [
        'is no entry of an optional list',
        object({guests: {type: 'array', minItems: 1, items: city}}),
        {},
      ],
    ] as const) {
      it(what, async () => {
        expect(await answer(schema)).to.deep.equal(expected);
      });
    }

    it('is sent with the only answer “No”', async () => {
      const pet = object({pet: required({present: {type: 'boolean'}})});
      expect(await answer(pet, element => click(element, '/pet/present', '1'))).to.deep.equal({
        pet: {present: false},
      });
    });
  });

  describe('an empty entry of a list', () => {
    for (const [what, items] of [
      ['of texts that may be null', {type: ['string', 'null']}],
      ['of choices that may be null', {type: ['boolean', 'null']}],
    ] as const) {
      it(`${what} is left out`, async () => {
        const schema = required({notes: {type: 'array', items}});
        expect(await answer(schema)).to.deep.equal({notes: []});
      });
    }
  });

  describe('a default that the user has removed is not applied by the server', () => {
    it('of a text, a list, choices, a box, and a number that may be null', async () => {
      const schema = object({
        note: {type: 'string', default: 'x'},
        tags: {type: 'array', items: text, default: ['a']},
        days: {type: 'array', items: {enum: ['Mo', 'Tu']}, default: ['Mo']},
        news: {type: 'boolean', default: true},
        limit: {type: ['integer', 'null'], default: 3},
      });
      expect(
        await answer(schema, async element => {
          set(element, '/note', '');
          set(element, '/limit', '');
          click(element, '/days/0', 'true');
          click(element, '/news', 'true');
          find(element, '.entry .icon-button').click();
          await until(() => !has(element, '.entry'));
        }),
      ).to.deep.equal({note: '', tags: [], days: [], news: false, limit: null});
    });

    it('is absent where the schema allows no empty value', async () => {
      const schema = object({
        code: {type: 'string', default: 'x', minLength: 1},
        tags: {type: 'array', items: text, default: ['a'], minItems: 1},
      });
      const sent = await answer(schema, element => {
        set(element, '/code', '');
        set(element, '/tags/0', '');
      });
      expect(sent).to.deep.equal({});
    });
  });

  describe('a default that is not valid is not chosen', () => {
    for (const [what, property, problem] of [
      ['of a box', {type: 'boolean', default: 'yes'}, 'Choose an option.'],
      ['of a choice', {enum: ['a', 'b'], default: 'c'}, 'Choose an option.'],
      ['of a number', {type: 'integer', default: 'many'}, 'Enter a value.'],
      ['of a date', {type: 'string', format: 'date', default: '2026-13-45'}, 'Enter a value.'],
    ] as const) {
      it(what, async () => {
        expect(await answer(required({value: property}))).to.deep.equal([`Value: ${problem}`]);
      });
    }
  });

  it('a default that is an object or a list is selected', async () => {
    const size = {enum: [{w: 1, h: 2}, [3]], default: {h: 2, w: 1}};
    const several = {type: 'array', items: {enum: [[1], [2]]}, default: [[2]]};
    expect(await answer(object({size, several}))).to.deep.equal({
      size: {w: 1, h: 2},
      several: [[2]],
    });
  });

  it('a default that the user does not change is sent as it was received', async () => {
    const defaults = {
      script: 'DELETE FROM logs -- of last year\nWHERE year = 2025',
      windows: 'first\r\nsecond',
      blank: '  ',
    };
    const schema = object({
      note: text,
      ...Object.fromEntries(
        Object.entries(defaults).map(([key, value]) => [key, {...text, default: value}]),
      ),
    });
    const sent = await answer(schema, element => set(element, '/note', 'checked'));
    expect(sent).to.deep.equal({note: 'checked', ...defaults});
    const untyped = object({any: {default: 'a\r\nb'}, figure: {...text, default: 5}});
    expect(await answer(untyped)).to.deep.equal({any: 'a\r\nb', figure: '5'});
    const changed = await answer(schema, element =>
      write(element, '/windows', 'first\nsecond\nthird'),
    );
    expect(changed).to.deep.equal({...defaults, windows: 'first\nsecond\nthird'});
  });

  it('the only value of an optional enumeration may be chosen or not', async () => {
    const schema = object({priority: {enum: ['high']}});
    expect(await answer(schema)).to.deep.equal({});
    expect(await answer(schema, element => click(element, '/priority', '0'))).to.deep.equal({
      priority: 'high',
    });
  });

  it('options of several types keep their types', async () => {
    const schema = object({value: {enum: [1, '1', true, 'true', null]}});
    for (const [position, value] of [1, '1', true, 'true'].entries()) {
      const sent = await answer(schema, element => click(element, '/value', `${position}`));
      expect(sent).to.deep.equal({value});
    }
  });

  describe('a value whose schema names no type', () => {
    for (const [what, schema, typed] of [
      ['is text with a pattern', {pattern: '^[0-9]{5}$'}, '12345'],
      ['is text with a length', {maxLength: 5}, '02134'],
      ['is a date with a format', {format: 'date'}, '2026-03-04'],
    ] as const) {
      it(what, async () => {
        const sent = await answer(required({a: schema}), form => set(form, '/a', typed));
        expect(sent).to.deep.equal({a: typed});
      });
    }

    it('is a number with a limit or the format of one', async () => {
      for (const limit of [{minimum: 3}, {exclusiveMinimum: 3}, {format: 'int64', minimum: 1}]) {
        const schema = required({a: limit});
        expect(await answer(schema, form => set(form, '/a', '4'))).to.deep.equal({a: 4});
      }
    });
  });

  describe('a value that may be null', () => {
    for (const [what, schema] of [
      ['as OpenAPI 3.0 writes it', {type: 'string', nullable: true}],
      ['with a default', {type: 'integer', nullable: true, default: null}],
      ['among the values', {type: 'string', nullable: true, enum: ['x', 'y', null]}],
    ] as const) {
      it(`is null if it stays empty: ${what}`, async () => {
        expect(await answer(required({a: schema}))).to.deep.equal({a: null});
      });
    }

    it('is null if it stays empty, also beside a reference', async () => {
      const schema = required(
        {a: {nullable: true, allOf: [{$ref: '#/definitions/S'}]}},
        {definitions: {S: text}},
      );
      expect(await answer(schema)).to.deep.equal({a: null});
    });

    it('is not null if it is not among the values', async () => {
      const schema = required({a: {type: ['string', 'null'], enum: ['x', 'y']}});
      expect(await answer(schema)).to.deep.equal(['A: Choose an option.']);
    });

    it('keeps its label, and that of its only constant', async () => {
      const constants = [
        {const: 'x', title: 'Express'},
        {const: null, title: 'None'},
      ];
      const element = await mount(object({shipping: {oneOf: constants}}));
      expect(words(find(element, '.field')))
        .to.contain('Shipping')
        .and.contain('Express');
    });
  });

  describe('an address', () => {
    for (const [typed, sent] of [
      ['https://de.example/wiki/Köln', 'https://de.example/wiki/K%C3%B6ln'],
      ['https://example.com/a?x=[1]', 'https://example.com/a?x=%5B1%5D'],
      ['https://[::1]:8080/a', 'https://[::1]:8080/a'],
      ['https://example.com', 'https://example.com'],
    ] as const) {
      it(`${typed} is sent as a URI`, async () => {
        const schema = object({at: {type: 'string', format: 'uri'}});
        expect(await answer(schema, form => set(form, '/at', typed))).to.deep.equal({at: sent});
      });
    }
  });

  it('a constant null needs no field', async () => {
    const schema = required({
      a: {type: 'null'},
      b: {const: null},
      c: {enum: [null]},
      d: {const: 0},
    });
    expect(await answer(schema)).to.deep.equal({a: null, b: null, c: null, d: 0});
  });

  describe('a number', () => {
    for (const [typed, expected] of [
      ['1e3', {n: 1000}],
      ['007', {n: 7}],
      ['9007199254740991', {n: 9007199254740991}],
      ['12345678901234567', ['N: Enter 9,007,199,254,740,991 or less.']],
      ['-12345678901234567', ['N: Enter -9,007,199,254,740,991 or more.']],
      ['1.5', ['N: Enter a whole number.']],
    ] as const) {
      it(`${typed} is sent as it was entered, or refused`, async () => {
        const schema = object({n: {type: 'integer'}});
        expect(await answer(schema, element => set(element, '/n', typed))).to.deep.equal(expected);
      });
    }
  });

  describe('one of several types', () => {
    const oneOf = (...types: readonly string[]) => ({anyOf: types.map(type => ({type}))});
    for (const [what, schema, typed, expected] of [
      ['digits where texts are allowed', oneOf('integer', 'string'), '0123', '0123'],
      ['a number where texts are allowed', oneOf('string', 'number'), '19.90', '19.90'],
      ['a number where none are', oneOf('number', 'boolean'), '19.90', 19.9],
      ['a list', oneOf('string', 'array'), '["a"]', ['a']],
      [
        'JSON where only texts and numbers are allowed',
        {type: ['string', 'number']},
        '["a"]',
        '["a"]',
      ],
      ['an object', {type: ['string', 'object']}, '{"a": 1}', {a: 1}],
      ['no number that JSON lacks', {type: ['string', 'object']}, '{"a": NaN}', '{"a": NaN}'],
      ['a text among constants', {anyOf: [{enum: ['a', 'b']}, {type: 'integer'}]}, 'a', 'a'],
    ] as const) {
      it(`reads ${what}`, async () => {
        expect(await answer(schema, element => write(element, '', typed))).to.deep.equal(expected);
      });
    }

    it('keeps all digits of a number', async () => {
      const schema = oneOf('string', 'object');
      const written = '{"id":1234567890123456789}';
      const input = await answer(schema, element => write(element, '', written));
      expect(sentJson(input)).to.equal(written);
    });

    it('keeps a default with its type', async () => {
      const schema = object({a: {...oneOf('integer', 'string'), default: 5}});
      expect(await answer(schema)).to.deep.equal({a: 5});
    });
  });
});

describe('a form of a schema refuses what is not valid', () => {
  const problem = 'Code: Enter this in the expected format.';
  for (const [pattern, right, wrong] of [
    ['^[\\w-.]+$', 'a.b-c', 'a b'],
    ['^\\d{3}\\-\\d{4}$', '123-4567', '1234567'],
    ['^[a-z\\_\\ ]{2,}$', 'a_ b', 'A'],
    ['^{x}$', '{x}', 'x'],
    ['^\\p{Lu}+$', 'É', 'é'],
    ['^[^\\\'\\"]+$', 'ab', "a'b"],
    ['^\\@[[\\]]$', '@]', '@a'],
  ] as const) {
    it(`by the pattern ${pattern}`, async () => {
      const schema = required({code: {type: 'string', pattern}});
      const send = (value: string) => answer(schema, element => set(element, '/code', value));
      expect(await send(right)).to.deep.equal({code: right});
      expect(await send(wrong)).to.deep.equal([problem]);
    });
  }

  for (const [what, broken] of [
    ['pattern', {type: 'string', pattern: '(', default: 'x'}],
    ['reference', {$ref: '#/$defs/missing', default: 'x'}],
    ['address', {$ref: 'Address.json', default: 'x'}],
    ['anchor', {$ref: '#address', default: 'x'}],
    ['enumeration', {type: 'string', enum: 'x', default: 'x'}],
    ['list of required keys', {...object({b: text}), required: true, default: {b: 'x'}}],
  ] as const) {
    it(`although the ${what} of another field is invalid`, async () => {
      const schema = object({a: broken, name: text}, {required: ['name']});
      expect(await answer(schema)).to.deep.equal(['Name: Enter a value.']);
    });
  }

  it('by bounds that are written as in draft 4', async () => {
    const schema = object({
      n: {type: 'number', minimum: 5, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false},
    });
    const send = (value: string) => answer(schema, element => set(element, '/n', value));
    expect(await send('5')).to.deep.equal(['N: Enter more than 5.']);
    expect(await send('9')).to.deep.equal({n: 9});
  });

  for (const more of [
    {dependentRequired: {card: ['owner']}},
    {dependencies: {card: ['owner']}},
    {if: {required: ['card']}, then: {required: ['owner']}},
  ]) {
    it(`at the field that another one requires: ${Object.keys(more)[0]}`, async () => {
      const schema = object({card: text, owner: text}, more);
      expect(await answer(schema, element => set(element, '/card', '1'))).to.deep.equal([
        'Owner: Enter a value.',
      ]);
      expect(await answer(schema)).to.deep.equal({});
    });
  }

  it('moves the focus to a group whose problem is not that of a field [WCAG 3.3.1]', async () => {
    const schema = object({
      contact: required({a: text, b: text}, {required: [], minProperties: 2}),
    });
    const element = await mount(schema);
    set(element, '/contact/a', 'x');
    find(element, 'form', HTMLFormElement).requestSubmit();
    await until(() => problems(element).length > 0);
    expect(problems(element)).to.deep.equal(['Contact: Check this value.']);
    await until(() => element.shadowRoot?.activeElement?.localName === 'fieldset');
    await expect(element).to.be.accessible();
  });
});

describe('a form of a schema has a field for every key', () => {
  it('that a condition adds', async () => {
    const schema = object(
      {kind: {enum: ['known', 'other']}},
      {
        required: ['kind'],
        allOf: [
          {
            if: {properties: {kind: {const: 'other'}}, required: ['kind']},
            then: {properties: {details: {type: 'string', minLength: 2}}, required: ['details']},
          },
        ],
      },
    );
    const other = (details: string) =>
      answer(schema, element => {
        click(element, '/kind', '1');
        set(element, '/details', details);
      });
    expect(await other('')).to.deep.equal(['Details: Enter a value.']);
    expect(await other('x')).to.deep.equal(['Details: Enter at least 2 characters.']);
    expect(await other('xy')).to.deep.equal({kind: 'other', details: 'xy'});
    expect(await answer(schema, element => click(element, '/kind', '0'))).to.deep.equal({
      kind: 'known',
    });
  });

  it('that several conditions add, with the values of all', async () => {
    const when = (country: string, region: object): object => ({
      if: {properties: {country: {const: country}}, required: ['country']},
      then: {properties: {region}, required: ['region']},
    });
    const schema = object(
      {country: {enum: ['US', 'CA']}},
      {allOf: [when('US', {enum: ['NY', 'TX']}), when('CA', {enum: ['ON', 'QC']})]},
    );
    const regions = ['NY', 'TX', 'ON', 'QC'];
    const choose = (form: UbikRequest, country: string, region: string): void => {
      click(form, '/country', country);
      click(form, '/region', String(regions.indexOf(region)));
    };
    expect(await answer(schema, form => choose(form, '0', 'TX'))).to.deep.equal({
      country: 'US',
      region: 'TX',
    });
    expect(await answer(schema, form => choose(form, '1', 'QC'))).to.deep.equal({
      country: 'CA',
      region: 'QC',
    });
    expect(await answer(schema, form => choose(form, '1', 'NY'))).to.have.length(1);

    const secret = {type: 'string', format: 'password'};
    for (const [one, other, selector] of [
      [{...secret, maxLength: 6}, {...secret, minLength: 12}, '[type="password"]'],
      [{type: 'integer', maximum: 5}, {type: 'integer', maximum: 10}, '[type="number"]'],
      [{const: 'x'}, {enum: ['a', 'b']}, '[type="radio"]'],
      [
        {type: 'object', properties: {a: text}, required: ['a']},
        {type: 'object', properties: {b: text}},
        '[name="field/v/b"]',
      ],
      [{type: 'string', format: 'date'}, false, '[type="date"]'],
    ] as const) {
      const same = object(
        {kind: {enum: ['one', 'other']}},
        {
          if: {properties: {kind: {const: 'one'}}},
          then: {properties: {v: one}},
          else: {properties: {v: other}},
        },
      );
      expect(has(await mount(same), `[name^="field/v"]${selector}`), selector).to.be.true;
    }

    const types = object(
      {isCode: {type: 'boolean'}},
      {
        if: {properties: {isCode: {const: true}}, required: ['isCode']},
        then: {properties: {value: {type: 'integer'}}},
        else: {properties: {value: {type: 'string'}}},
      },
    );
    const fill = (form: UbikRequest): void => write(form, '/value', 'twelve');
    expect(await answer(types, fill)).to.deep.equal({value: 'twelve'});
  });

  it('that is required but not described', async () => {
    const schema = object({a: text}, {required: ['b'], additionalProperties: {type: 'integer'}});
    expect(await answer(schema, element => set(element, '/b', '7'))).to.deep.equal({b: 7});
  });

  it('also for the only type of a list of types', async () => {
    const schema = required({sure: {type: ['boolean']}, age: {type: ['integer']}});
    const fill = (element: UbikRequest): void => {
      click(element, '/sure', '1');
      set(element, '/age', '7');
    };
    expect(await answer(schema, fill)).to.deep.equal({sure: false, age: 7});
  });

  it('except for an object without keys', async () => {
    expect(await answer(object({}))).to.deep.equal({});
    expect(await answer(required({a: object({})}))).to.deep.equal({a: {}});
    const open = await mount(object({}, {additionalProperties: {type: 'integer'}}));
    expect(has(open, 'textarea')).to.be.true;
  });

  it('that the user cannot change, if it is only read', async () => {
    const id = {type: 'string', readOnly: true};
    const schema = required({id: {...id, default: 'A7'}, note: id});
    const element = await mount(schema);
    expect(all(element, 'input').map(input => input.matches('[readonly]'))).to.deep.equal([
      true,
      false,
    ]);
  });

  describe('that the user only reads, with the default as the answer', () => {
    const colours = ['red', 'green', 'blue', 'black', 'white'];
    const when = '2026-03-01T10:00:00Z';
    for (const [what, property, shown] of [
      ['a select', {enum: colours, default: 'blue'}, ['blue']],
      ['radio buttons', {enum: [1, 2], enumNames: ['One', 'Two'], default: 2}, ['Two']],
      ['yes or no', {type: ['boolean', 'null'], default: false}, ['No']],
      ['a box', {type: 'boolean', default: true}, ['Yes']],
      [
        'boxes',
        {type: 'array', items: {enum: colours}, default: ['green', 'white']},
        ['green, white'],
      ],
      ['JSON', {default: {a: [1]}}, ['{"a":[1]}']],
      ['a number', {type: 'number', default: 0.5}, ['0.5']],
      ['a date', {type: 'string', format: 'date-time', default: when}, undefined],
      ['a list', {type: 'array', items: text, default: ['x', 'y']}, ['x', 'y']],
      ['an empty list', {type: 'array', items: text, default: []}, []],
      [
        'a list of groups',
        {type: 'array', items: object({a: text}), default: [{a: 'x'}]},
        undefined,
      ],
      ['a group', {...object({a: {enum: colours}}), default: {a: 'red'}}, ['red']],
      ['no text', {type: ['string', 'null'], default: null}, ['']],
      ['no choice', {enum: [...colours, null], default: null}, ['No answer']],
    ] as const) {
      for (const names of [['a'], []]) {
        it(`${what}, ${names.length > 0 ? 'required' : 'optional'}`, async () => {
          const schema = object({a: {...property, readOnly: true}}, {required: names});
          const read = all(await mount(schema), 'input:not([type="hidden"]), textarea');
          expect(read.every(input => input.matches('[readonly]'))).to.be.true;
          const values = read.map(input => (input as HTMLInputElement).value);
          if (shown) expect(values).to.deep.equal(shown);
          const sent = await answer(schema, element => {
            expect(all(element, '[type="checkbox"], [type="radio"], select')).to.be.empty;
            expect(all(element, '.add, .icon-button')).to.be.empty;
          });
          expect(sent).to.deep.equal({a: property.default});
        });
      }
    }

    it('but not a default that is no value of the field', async () => {
      const schema = object({
        a: {enum: ['x', 'y'], default: 'z', readOnly: true},
        b: {type: 'boolean', readOnly: true},
        c: {type: 'array', items: {enum: ['x', 'y']}, default: ['z'], readOnly: true},
        d: {type: 'array', items: {type: 'number'}, default: ['x'], readOnly: true},
      });
      expect(all(await mount(schema), '[readonly]')).to.be.empty;
    });

    it('but not a list with groups that the default does not fill in', async () => {
      const items = object({a: text, b: text});
      const list = {type: 'array', items, default: [{a: 'x'}], readOnly: true};
      const sent = await answer(object({list}), element => {
        set(element, '/list/0/b', 'y');
      });
      expect(sent).to.deep.equal({list: [{a: 'x', b: 'y'}]});
    });
  });

  describe('of lists with a default', () => {
    const list = {type: 'array', items: text, default: ['x', 'y']};

    it('that stay when an entry before them is removed', async () => {
      const sent = await answer(object({list}), async element => {
        all(element, '.entry .icon-button')[0]?.click();
        await element.updateComplete;
      });
      expect(sent).to.deep.equal({list: ['y']});
    });

    it('but none of a removed entry in a new one', async () => {
      const sent = await answer(object({list}), async element => {
        all(element, '.entry .icon-button')[1]?.click();
        await element.updateComplete;
        all(element, '.add')[0]?.click();
        await element.updateComplete;
        const inputs = all(element, '.entry input');
        expect(inputs.map(input => (input as HTMLInputElement).value)).to.deep.equal(['x', '']);
      });
      expect(sent).to.deep.equal({list: ['x']});
    });
  });

  it('and the description of the answer', async () => {
    const element = await mount(object({a: text}, {description: 'For the invoice'}));
    expect(words(find(element, '.fields > .quiet'))).to.equal('For the invoice');
  });

  it('but few of a schema that contains itself often, or requires many entries', async () => {
    const keys = 'abcdefghij'.split('');
    const tree = object({
      ...Object.fromEntries(keys.map(key => [key, {$ref: '#'}])),
      list: {type: 'array', minItems: 1e9, items: text},
      all: {allOf: keys.map(() => ({$ref: '#/properties/all'}))},
    });
    const element = await mount(tree);
    expect(all(element, 'input, textarea').length).to.be.within(10, 20_000);
  });
});
