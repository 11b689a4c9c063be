import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {directionOf, lettersOf, onlyDirectionOf} from '../../../src/core/markdown/direction.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {decode} from './to-html.js';

const cases: readonly (readonly [string, string | undefined, string | undefined])[] = [
  ['OpenAI تعلن عن نموذج جديد للمطورين.', 'rtl', undefined],
  ['GitHub הוא שירות לאחסון קוד, והוא חינמי.', 'rtl', undefined],
  ['1. خدمة سريعة\n2. Google تقدم خدمة\n3. خدمة ثالثة', 'rtl', undefined],
  ['| اسم | حالة |\n|---|---|\n| Google شركة كبيرة. | ok |', 'rtl', undefined],
  ['> Google\n> شركة كبيرة جدا', 'rtl', undefined],
  ['استخدم Docker Compose لتشغيل PostgreSQL و Redis و RabbitMQ.', 'rtl', undefined],
  ['سعر iPhone 15 Pro Max هو $999 USD', 'rtl', undefined],
  ['| الاسم | Name |\n|-|-|\n| GitHub Actions | تكامل |', 'rtl', undefined],
  ['שלום is the Hebrew word for peace.', 'ltr', undefined],
  ['Docker Compose, PostgreSQL و Redis', 'ltr', undefined],
  ['The word شكر means thanks.', 'ltr', undefined],
  ['Only English.', 'ltr', 'ltr'],
  ['شكرا', 'rtl', 'rtl'],
  ['شكرا `const value = anything()` https://example.com/long/path', 'rtl', 'rtl'],
  ['1 + 2 = 3', undefined, undefined],
  ['اكتب إلى someone.with.long.name@subdomain.example.com الآن', 'rtl', 'rtl'],
  ['العمل على file_name_is_long.tsx و README.md', 'rtl', 'rtl'],
  ['docker-compose.override-for-tests.yml ملف', 'rtl', 'rtl'],
  ['@scope-of-it/package-name-x حزمة', 'rtl', 'rtl'],
  ['left-to-right نص', 'ltr', undefined],
  ['𐴀𐴁𐴂 OK', 'rtl', undefined],
  ['ࡀࡁࡂ و ࠀࠁࠂ', 'rtl', 'rtl'],
  ['استخدم ``git `log` --oneline --graph`` ثم', 'rtl', 'rtl'],
  ['המשוואה \\(E = mc^2 + \\text{abcdefghijkl}\\) חשובה', 'rtl', 'rtl'],
  ['&nbsp;&copy; مثال', 'rtl', 'rtl'],
  ['iPhone Pro Max: $999 في الولايات المتحدة، $1099 in Europe', 'rtl', undefined],
];

describe('the direction of a block', () => {
  for (const [text, most, only] of cases) {
    it(`of ${JSON.stringify(text)} is ${String(most)}`, () => {
      const document = new MarkdownDocument(decode);
      document.update(text, [], false);
      const [block] = document.blocks;
      assert.ok(block);
      assert.equal(directionOf(lettersOf(block)), most);
      assert.equal(onlyDirectionOf(lettersOf(block)), only);
    });
  }

  it('is that of its start while it grows, also if that has no letters', () => {
    const document = new MarkdownDocument(decode);
    document.update(`${'.'.repeat(5000)} שלום`, [], true);
    const [block] = document.blocks;
    assert.ok(block);
    assert.equal(directionOf(lettersOf(block, 40)), undefined);
    assert.equal(directionOf(lettersOf(block)), 'rtl');
  });
});
