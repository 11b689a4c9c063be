import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {expressionIn} from '../../agent/arithmetic.js';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, finalContent} from '../client.js';
import {questions} from './questions.js';

describe('the demo agent answers what a stranger asks', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  for (const [question, ...parts] of questions) {
    it(`"${question}"`, async () => {
      const all = await client.send(await client.session(), question, {
        headers: {'x-time-zone': 'Asia/Kolkata'},
      });
      const content = finalContent(all);
      for (const part of parts) assert.match(content, part);
      assert.doesNotMatch(content, /I found nothing|<<ERROR/);
    });
  }

  it('with quotations that are sentences of the documentation, and links to its pages', async () => {
    const content = finalContent(
      await client.send(await client.session(), 'How do I add a theme?'),
    );
    const [, quotation = '', id = ''] =
      /^> (.+?) <citation id="([^"]+)" name="[^"]+">\[1\]<\/citation>$/m.exec(content) ?? [];
    assert.match(quotation, /^[^|`<]{20,}$/);
    const source = await fetch(`${server.origin}/documentation/${id}`);
    assert.equal(source.status, 200);
    const links = [...content.matchAll(/\]\((\/docs\/[^)#]+)/g)].map(([, path]) => path ?? '');
    assert.ok(links.length > 0, content);
    for (const path of links) {
      assert.equal((await fetch(server.origin + path)).status, 200, path);
    }
  });
});

describe('arithmetic in words', () => {
  for (const [text, expression] of [
    ['fifteen percent of two hundred and forty', '15 / 100 * 240'],
    ['add 20% to 50', '50 * (1 + 20 / 100)'],
    ['what percentage of 80 is 20?', '20 / 80 * 100'],
    ['three thousand divided by twelve', '3000 / 12'],
    ['3 squared plus 4 squared', '3 ^ 2 + 4 ^ 2'],
    ['the average of 4 and 8', '(4 + 8) / 2'],
    ['sqrt(16) * 2', 'sqrt(16) * 2'],
    ['one and a half plus two point five', '1.5 + 2.5'],
    ['three quarters of 200', '3 / 4 * 200'],
    ['add two and three then multiply by 4', '(2 + 3) * 4'],
    ['3 * 4, then subtract 2 and then divide it by 5', '((3 * 4) - 2) / 5'],
    ['2.5 thousand minus two hundred', '2500 - 200'],
    ['1.1 million plus 5', '1100000 + 5'],
    ['the square of 13', '13 ^ 2'],
    ['the cube of three', '3 ^ 3'],
    ['factorial of 6', 'factorial(6)'],
    ['12,5 % von 1.200', '12.5 / 100 * 1200'],
    ['1.500 Euro plus 19 %', '1500 * (1 + 19 / 100)'],
    ['1.000 times 3', '1.000 * 3'],
    ['15% of 1.5k', '15 / 100 * 1500'],
    ['remainder of 17 divided by 5', '17 % 5'],
    ['the remainder when 29 is divided by 6', '29 % 6'],
    ["what's 30% more than 90?", '90 * (1 + 30 / 100)'],
    ['25 percent less than 60', '60 * (1 - 25 / 100)'],
    ['what is 50% of 20% of 300', '50 / 100 * 20 / 100 * 300'],
    ['the VAT of 7 percent on 150 euros', '7 / 100 * 150'],
    ['3 to the 4th power', '3 ^ 4'],
    ['two to the fifth power', '2 ^ 5'],
    ['triple 21', '3 * 21'],
    ['90 dollars split 6 ways', '90 / 6'],
    ['20 divided by 3 rounded to 2 decimals', 'round((20 / 3) * 100) / 100'],
    ['I have 5 pears and eat 2, how many are left?', '5 - 2'],
    ['5 feet 11 inches in cm', '(5 * 0.3048 + 11 * 0.0254) / 0.01'],
    ['how many days are 3 weeks and 2 days', '(2 * 86400 + 3 * 604800) / 86400'],
    ['two thousand three hundred times two', '2300 * 2'],
    ['three thousand five hundred plus one', '3500 + 1'],
    ['one million two hundred thousand divided by 3', '1200000 / 3'],
    ['one hundred twenty three thousand four hundred fifty six plus one', '123456 + 1'],
    ['two thousand million plus 1', '2000000000 + 1'],
    ['add one hundred and two hundred', '100 + 200'],
    ['the sum of one hundred, two hundred and three hundred', '100 + 200 + 300'],
    ['add one thousand and two thousand', '1000 + 2000'],
    ['two and a half million plus 1', '2500000 + 1'],
    ['half a million divided by four', '500000 / 4'],
    ['a million and a half plus 1', undefined],
    ['negative 7 plus 10', '-7 + 10'],
    ['minus ten minus ten', '-10 - 10'],
    ['ten times minus two', '10 * -2'],
    ['10 apples minus 3 plus 2', undefined],
    ['minus 10 celsius in fahrenheit', '-10 * 9 / 5 + 32'],
    ['-5 km in miles', '-5 * 1000 / 1609.344'],
    ['half a mile in km', '(1/2) * 1609.344 / 1000'],
    ['1/2 mile in km', '(1/2) * 1609.344 / 1000'],
    ['1 1/2 cups in ml', '(1 + 1/2) * 0.2365882365 / 0.001'],
    ['three quarters of an hour in minutes', '(3/4) * 3600 / 60'],
    ['one and a half hours in minutes', '1.5 * 3600 / 60'],
    ['3 miles minus 1 mile in km', undefined],
    ['5! + 3', 'factorial(5) + 3'],
    ['2 * 3!', '2 * factorial(3)'],
    ['2 * (1 + 2)!', '2 * factorial((1 + 2))'],
    ['5!! + 3', undefined],
    ['0x10 + 1', '16 + 1'],
    ['ln(e)', 'ln(e)'],
    ['pi * 2', 'pi * 2'],
    ['€1.500 plus 19 %', '1500 * (1 + 19 / 100)'],
    ['€ 1.000 plus €500', '1000 + 500'],
    ['1.500,50 € plus 1', '1500.50 + 1'],
    ['3 apples of 5 and 6 * 7', undefined],
    ['I have two cats and one dog', undefined],
    ['version 2.5', undefined],
  ] as const) {
    it(`"${text}" is ${expression ?? 'none'}`, () => {
      assert.equal(expressionIn(text), expression);
    });
  }
});
