import {decodeUri} from '../../core/decode-uri.js';
/*
 * Detects links whose text names another target than their address: a host, an e-mail address or a phone number. The
 * text is compared as a reader sees it: without invisible characters, and with one form of each character that has
 * several. In doubt a name counts as a host, because an unnecessary notice is better than a missing one.
 */

import {noPage, showControls} from '../shared/html/safe-url.js';

/** Letters of scripts that write words without spaces between them. */
const UNSPACED = 'ー\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';
const COMMON_TLD =
  'com|net|org|edu|gov|mil|int|info|biz|io|co|app|dev|me|jp|cn|tw|hk|kr|th|asia|中国|中國|公司|网络|香港|台湾|台灣|みんな|コム|한국|닷컴|ไทย';

const BLANK_LETTERS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** Default-ignorable characters, and spaces too thin to see. */
const INVISIBLE = /[\p{DI}\u2004-\u200A\u202F\u205F]/gu;
/** Long runs of combining marks, which are slow to normalize. */
const MANY_MARKS = /(\p{M}{4})\p{M}+/gu;
const LOW_DOTS =
  /(?<=[a-z\d])(?:[\u0660\u06D4\u06F0\u0701\u0702\uA4F8\uA60E\u{10A50}]|\u{1D16D})(?=[a-z\d])/giu;
/** Dots that only look like one. NFKC would turn the first into a space with a combining dot. */
const SPACING_DOT = /\u02D9/g;
const LOOKALIKE_DOTS = '。·‧•∙⋅・\\u1427\\u16EB\\u2E31\\u2E33\\uA78F\\u{10101}';
const OTHER_DOTS = new RegExp(
  `(?<=[a-z\\d-])。(?=[a-z\\d])|[${LOOKALIKE_DOTS}](?=(?:${COMMON_TLD})(?![\\p{L}\\d]))|(?<=[a-z\\d-]{2})[${LOOKALIKE_DOTS}](?=[a-z]{2}(?![\\p{L}\\d]))`,
  'giu',
);
const SCRIPT_BORDER = new RegExp(
  `(?<=[a-z\\d])(?=[${UNSPACED}])|(?<=[${UNSPACED}])(?:\\.(?!(?:${COMMON_TLD})(?![a-z\\d])))?(?=[a-z\\d])`,
  'giu',
);

/** The text as it looks to a reader. */
function appearanceOf(text: string): string {
  return text
    .replace(BLANK_LETTERS, ' ')
    .replace(SPACING_DOT, '·')
    .replace(INVISIBLE, '')
    .replace(MANY_MARKS, '$1')
    .normalize('NFKC')
    .replace(LOW_DOTS, '.')
    .replace(OTHER_DOTS, '.')
    .replace(SCRIPT_BORDER, ' ');
}

/** A host after a scheme. It needs no dot. */
const AUTHORITY =
  /(?:https?|wss?|s?ftp):[\\/]+(?:[^\s\\/?#@]*@)?([\p{L}\p{M}\d_.%-]+|\[[\da-f:.]+\])(:\d+)?/giu;
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)(:\d+)?/g;
const IPV6 = /(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/gi;
const NAMES = /[\p{L}\p{M}\d_.-]+/gu;
const PORT = /:\d{1,5}(?!\d)/y;
const SPACE = /\s|$/g;

const TLD = new RegExp(
  `^(?:xn--[a-z\\d-]+|(?:${COMMON_TLD})(?![^_-])|(?![${UNSPACED}])\\p{L}[\\p{L}\\p{M}]+(?=[_-]|$))`,
  'iu',
);

/**
 * Endings of names of files and of program parts. Those that are also top-level domains need more evidence to count as
 * a host.
 */
const FILE =
  /^(?:[cm]?[jt]sx?|vue|svelte|astro|jsonl?|json5|mdx|txt|rst|x?html?|s?css|less|xml|svg|png|jpe?g|gif|webp|avif|ico|pdf|docx?|xlsx?|pptx?|od[stp]|[ct]sv|sql|db|sqlite|ipynb|rb|go|java|kts?|swift|cpp|hpp|cs|php|aspx?|jsp|bash|zsh|ps1|bat|cmd|exe|dll|dmg|deb|rpm|apk|jar|tar|t?gz|bz2|xz|7z|rar|iso|mp[34]|wav|ogg|avi|webm|ya?ml|toml|ini|cfg|conf|config|env|lock|logs?|lua|exs?|hs|ml|dart|scala|proto|wasm|woff2?|ttf|prototype|push|pop|length|parse|stringify|then|keys|values|entries|filter|reduce|floor|random|join|path|array|exports|argv|warn|error|assign|append|write|close|cookie|init|self|args)$/i;
const FILE_OR_DOMAIN = /^(?:md|py|rs|sh|pl|so|cc|zip|mov|map)$/i;
/** An identifier such as `querySelector`, or a product with a dot in its name. */
const IDENTIFIER = /\.(?=\w{5})\w*[a-z][A-Z]\w*$|^(?:ADO|ASP|ML|VB)\.NET$/;
const COMMON_HOST = /.\.(?:com|net|org|edu|gov)$/i;

/** The host in a match, if it is one: `.com` in a path and the version `1.2.3` are not. */
function hostIn(name: string, before: string, after: string): string | undefined {
  const labels = name.split('.').filter(Boolean);
  let end: string | undefined;
  for (; labels.length > 1; labels.pop()) {
    [end] = TLD.exec(labels.at(-1) ?? '') ?? [];
    if (end !== undefined) break;
  }
  const [first = ''] = labels;
  if (end === undefined) return /^localhost$/i.test(first) ? first : undefined;
  const host = [...labels.slice(0, -1), end].join('.');
  if (/^www\./i.test(host) || /[/\\]{2}$|[\w+-]@$/.test(before)) return host;
  const isFile =
    FILE.test(end) ||
    (FILE_OR_DOMAIN.test(end) && !/[/\\]/.test(after)) ||
    IDENTIFIER.test(host) ||
    name.startsWith('.env.');
  if (!isFile) return host;
  // The name of a file may begin with that of a host.
  const rest = labels.slice(0, -1).join('.');
  return COMMON_HOST.test(rest) ? rest : undefined;
}

/** Whether a host (and port, if one is given) is the expected one. */
type IsExpected = (host: string, port?: string) => boolean;

/**
 * Whether a text names an unexpected host. After an expected one follows a path, in which names do not count as hosts.
 */
function namesOther(text: string, isExpected: IsExpected): boolean {
  for (const [, host = '', port] of text.matchAll(AUTHORITY))
    if (!isExpected(host, port)) return true;
  for (const [address, port = ''] of text.matchAll(IPV4)) {
    const host = address.slice(0, address.length - port.length);
    if (canonical(host) !== undefined && !isExpected(host, port)) return true;
  }
  for (const [address] of text.matchAll(IPV6)) {
    const host = `[${address}]`;
    if (/\d/.test(address) && canonical(host) !== undefined && !isExpected(host)) return true;
  }
  let pathEnd = 0;
  for (const {0: run, index} of text.matchAll(NAMES)) {
    if (index < pathEnd) continue;
    const end = index + run.length;
    const before = text.slice(Math.max(0, index - 2), index);
    for (const name of run.split(/\.{2,}/)) {
      const host = hostIn(name, before, text.charAt(end));
      if (host === undefined) continue;
      PORT.lastIndex = end;
      const port = PORT.exec(text)?.[0] ?? '';
      if (!isExpected(host, port)) return true;
      if (!/[/\\?#]/.test(text.charAt(end + port.length))) continue;
      SPACE.lastIndex = end;
      pathEnd = SPACE.exec(text)?.index ?? text.length;
    }
  }
  return false;
}

const LONGEST_HOST = 253;

/** Normalizes a host as browsers do, without `www.`; `undefined` if it is not a host. */
function canonical(host: string): string | undefined {
  if (host.length > LONGEST_HOST) return undefined;
  const url = URL.parse(`https://${host}`);
  return url?.hostname.replace(/^www\.(?=.)|\.$/g, '');
}

const LATIN = /\p{sc=Latin}/u;
const LATIN_LOOKING = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}]/u;

/** Expects the host of an address, unless it mixes letters of scripts that look alike. */
function expectHost({protocol, hostname, port}: URL): IsExpected {
  const expected = canonical(hostname);
  return (host, named) =>
    canonical(host) === expected &&
    !(LATIN.test(host) && LATIN_LOOKING.test(host)) &&
    (!named || URL.parse(`${protocol}//${hostname}${named}`)?.port === port);
}

const MAIL = /[\p{L}\p{M}\d_.+%'@-]+/gu;

function namesOtherMail(text: string, recipients: readonly string[]): boolean {
  const expected = new Set(recipients.map(recipient => appearanceOf(recipient).toLowerCase()));
  const named = new Set<string>();
  const rest = text.toLowerCase().replace(MAIL, word => {
    if (!word.includes('@')) return word;
    named.add(word.replace(/^[.'+-]+/, '').replace(/(?<![.'+-])[.'+-]+$/, ''));
    return ' ';
  });
  const all = new Set([...named, ...expected]);
  if (named.size > 0 && (all.size > named.size || all.size > expected.size)) return true;
  const domains = Array.from(expected, mail => canonical(mail.slice(mail.lastIndexOf('@') + 1)));
  return namesOther(rest, host => {
    const named = canonical(host);
    return named !== undefined && domains.every(domain => domain === named);
  });
}

/**
 * The recipients of a `mailto:` address, also those of answers (`Reply-To`). Programs differ in how they separate recipients and
 * fields, so all separators count.
 */
function recipientsOf({pathname, search, hash}: URL): readonly string[] {
  const fields = (search + hash).split(/[?&;#]/).map(field => /^([^=]*)=(.*)$/s.exec(field) ?? []);
  const lists = fields.flatMap(([, name = '', list = '']) =>
    /^(?:[a-z]+-)?(?:to|b?cc)$/i.test(decodeUri(name).trim()) ? [list] : [],
  );
  return [pathname, ...lists].flatMap(list => decodeUri(list).split(/[,;]/)).filter(Boolean);
}

const NUMBER = /\+?\(?\d[\d\s().,/_·•∙−\p{Pd}]*\d/gu;
/** `24/7` or `9–17`: two numbers of at most two digits, with what does not separate the digits of a short telephone number. */
const isTime = (number: string): boolean => /^\d{1,2}\s*[^\d\s().+-]+\s*\d{1,2}$/.test(number);
/** Such a time behind a number: `, 24/7`, ` (9–17` or ` – 24/7`. */
const TIME_AT_END = /(?:\s*[,·•∙(]|\s\p{Pd})\s*\(?\d{1,2}\s*[^\d\s().,+-]+\s*\d{1,2}$/u;

/** Digits that have no ASCII form in Unicode, from 0 to 9. */
const OTHER_DIGITS = '〇一二三四五六七八九⓿❶❷❸❹❺❻❼❽❾⓿➊➋➌➍➎➏➐➑➒';
const DIGIT = new RegExp(`(?!\\d)\\p{Nd}|[${OTHER_DIGITS}]`, 'gu');

/** Writes the digits of all scripts as ASCII. The code point of a zero ends with the hexadecimal digit 0 or 6. */
function withAsciiDigits(text: string): string {
  return text.replace(/\p{M}/gu, '').replace(DIGIT, digit => {
    const index = OTHER_DIGITS.indexOf(digit);
    if (index >= 0) return String(index % 10);
    const code = digit.codePointAt(0) ?? 0;
    const row = code - (code % 16);
    return String(code - row - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? 0 : 6));
  });
}

function namesOtherNumber(visibleText: string, address: string): boolean {
  const [text, target] = [withAsciiDigits(visibleText), withAsciiDigits(address)];
  const digits = target.replace(/[;,].*$/s, '').replace(/\D/g, '');
  const isSame = (number: string): boolean => {
    const [all, national] = [number, number.replace(/\(0\)/, '')].map(digits =>
      digits.replace(/\D/g, ''),
    );
    if (all === undefined || national === undefined || all.length < 3) return true;
    if (isTime(number)) return true;
    if (all === digits || national === digits) return true;
    // A national number; the address also contains the country code.
    const own = national.replace(/^0/, '');
    const isNational = !number.startsWith('+') && target.startsWith('+');
    return isNational && own.length >= 7 && digits.length - own.length <= 3 && digits.endsWith(own);
  };
  const isSameBeforeTime = (number: string): boolean => {
    const own = number.replace(TIME_AT_END, '');
    return own.replace(/\D/g, '').length > 2 && !isTime(own) && isSame(own);
  };
  const numbers = text.match(NUMBER) ?? [];
  return (
    !numbers.every(number => isSame(number) || isSameBeforeTime(number)) ||
    namesOther(text.replace(NUMBER, ' '), () => false)
  );
}

/**
 * The actual target of a link whose text names another one: a host, an e-mail address or a phone number. Also returned
 * if the address begins with a user name or password, which looks like a host.
 *
 * @param visibleText The text of the link.
 * @param target The parsed address.
 * @param href The address as written.
 * @param isReadable Whether the text is displayed as it is; otherwise it may name any target.
 */
export function hiddenTarget(
  visibleText: string,
  target: URL,
  href: string,
  isReadable = true,
): string | undefined {
  if (href.startsWith('#')) return undefined; // It stays within the page.
  const text = appearanceOf(visibleText).trim();
  if (target.protocol === 'mailto:' || target.protocol === 'tel:') {
    if (target.protocol === 'tel:') {
      const number = decodeUri(target.pathname);
      return isReadable && !namesOtherNumber(text, number) ? undefined : showControls(number);
    }
    const recipients = recipientsOf(target);
    if (isReadable && !namesOtherMail(text, recipients)) return undefined;
    return showControls(recipients.join(', ')) || target.protocol;
  }
  // A URL that is its own text shows its target, so host names in its path cannot mislead.
  const isAddress = text === href || text === href.replace(/^https?:\/\//i, '');
  const host = isAddress ? (/^(?:[a-z]+:)?[\\/]*[^\\/?#]*/i.exec(text)?.[0] ?? '') : text;
  const isNamed = target.username || target.password || namesOther(host, expectHost(target));
  if (isReadable && !isNamed) return undefined;
  return target.host === noPage.host ? href : target.host;
}
