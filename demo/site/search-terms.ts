import {stemmer} from 'stemmer';

/** Words that say nothing about what is searched. */
const stopWords = new Set(
  `a about add all also am an and any are as at be been being but by can cannot change changes changing could create custom
  did do does doing done e each for from g get gets getting give given gives had happen happens has have help here how i i'd
  i'm if in into is isn it its just know let lets like ll make makes many may me mine much must my need needs no not now of
  off on one only or our out own please possible re s say says set should show so some still sure t tell than that the their
  them then there these they thing things this those to too up us use used uses using ve very via want wanted wants was way
  we were what when where whether which while who whose why will with without work works would yes you your yours able
  actually again already write writes writing handle anything else ever everything mean more most put really same something thing today until whats hows wheres dont doesnt didnt cant wont isnt arent im ive pls plz u ur teh`.split(
    /\s+/,
  ),
);
const stopStems = new Set(
  [...stopWords].filter(word => word.length > 3).map(word => stemmer(word)),
);

/** Forms of verbs that a stemmer does not reduce to one stem. */
const irregularForms: ReadonlyMap<string, string> = new Map(
  [
    'begin began begun',
    'break broke broken',
    'build built',
    'choose chose chosen',
    'draw drew drawn',
    'find found',
    'forget forgot forgotten',
    'hide hid hidden',
    'hold held',
    'keep kept',
    'lose lost loss',
    'run ran',
    'send sent',
    'show shown',
    'speak spoke spoken',
  ].flatMap(group => {
    const [infinitive = '', ...forms] = group.split(' ');
    return forms.map(form => [form, infinitive] as const);
  }),
);

/** Phrases that developers type, and the words of the documentation for them. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bcss (custom )?(variables?|propert(y|ies))|\bcustom propert(y|ies)/g, 'theme tokens'],
  [/\bcontent[- ]security[- ]policy/g, 'csp policy'],
  [/\bright[- ]to[- ]left/g, 'rtl'],
  [/\bdrag( and | & |[- ]?n[- ]?)drop/g, 'drag file'],
  [/\bdark ?mode/g, 'dark theme'],
  [/\bhuman[- ]in[- ]the[- ]loop/g, 'question'],
  [/\bnode\.js/g, 'node'],
  [/\bnext\.?js/g, 'nextjs'],
  [/^next$/g, 'nextjs'],
  [/\bget(ting)? started|\bquick ?start/g, 'start'],
  [/\bheadless|\bwithout (an? )?(ui|dom|page)\b/g, 'controller'],
  [/\b(hook|usechat)\b/g, 'usechat'],
  [/\bvue\.?js/g, 'vue'],
  [/\bno[- ]build/g, 'nobuild'],
  [/\b(no|without( a| any| the)?) ((java)?script |js )?frameworks?\b/g, 'nobuild'],
  [/\bhow (big|large|heavy)\b/g, 'bundle size'],
  [/\bin the middle( of)?\b|\b(do|does) (you|it|this|the chat|the widget) support\b/g, ' '],
  [/\b(two|several|multiple) (chats|assistants|widgets|bots)\b/g, 'severalchats'],
  [/\b(not|never|n't)( be| been| being| get)? (sent|delivered)\b/g, 'notsent'],
  [/\bblind\b/g, 'screenreader'],
  [/\bhistori(al|que)\b/g, 'load history'],
  [/\b(e2e|end[- ]to[- ]end)\b(?! encr)/g, 'playwright'],
  [
    /\b(pass|send|give)(ing)? (\w+ )?(data|information|info) to the (agent|assistant|bot|model|prompt)\b/g,
    'send context',
  ],
  // Its stem is that of `response`.
  [/\bresponsive\b/g, 'breakpoint'],
  [/\bonmessage\b/g, 'on message received'],
  [/\bwith ?credentials\b/g, 'cookie authentication'],
  [/\b(document|customelements|htmlelement|self) is not defined\b/g, 'window is not defined'],
  [/\bcommercial(ly)?\b/g, 'license'],
  [
    /\b(draggable|movable|moveable) (window|panel)\b|\bdrag the (window|panel)\b/g,
    'panel position',
  ],
  [/\bsingle[- ]page[- ]app(lication)?s?\b|\bspas?\b/g, 'disappear navigation'],
  [/\brefused to (load|connect|apply|execute|run)\b/g, 'csp policy'],
  [/\bvoice (input|typing)\b/g, 'dictation'],
  [/\bhow long can (an? |the |my )?(message|text|question|prompt)s?( be)?\b/g, 'maxlength'],
  [/\bhide (the )?reasoning\b/g, 'hide thinking'],
  [/\bserver[- ]side rendering/g, 'ssr'],
  [/\bserver rendering/g, 'ssr'],
  [/\bapi keys?/g, 'key'],
  [/\bscript tag/g, 'script'],
  [/\bback[- ]end/g, 'backend'],
  [/\bsign(ed|ing)?[- ](out|in)/g, 'sign$2'],
  [/\b(log|sign)(ged|ging|s|ing|ed)? (the |a |my )?(user |users |customer )out\b/g, 'signout'],
  [/\blog(ged|ging)? ?out/g, 'signout'],
  [
    /\b(connection|stream|network|internet|wi-?fi)( is| gets)? (drops?|breaks?|lost|fails?|dies|goes down|interrupted)/g,
    'reconnect',
  ],
  [/\blog ?in/g, 'signin'],
  [/\brate[- ]?limit(s|ed|ing|er)?\b/g, 'limit'],
  [/\b(ie ?\d+|internet explorer)/g, 'internetexplorer'],
  [/\bcall(ing)? functions?|\bfunction[- ]call(ing|s)?/g, 'functioncalling'],
  [/\bz[- ]index/g, 'stacking'],
  [/\bread[- ]only\b/g, 'readonly'],
  [/\b(loading|progress) indicators?\b|\bspinners?\b|\bskeletons?\b/g, 'loadingindicator'],
  [/\bminimi[sz](e[ds]?|ing)\b/g, 'hide'],
  [/\brelease notes\b/g, 'changelog'],
  [/\b(full|whole|entire)[- ]screen\b/g, 'fullscreen'],
  [/\b(tak(es?|en|ing)|hand(s|ed|ing)?)[- ]?o(ver|ff)\b/g, 'takeover'],
  [
    /\b(clear(s|ed|ing)?|reset(s|ting)?|emptying) (the |a |my )?(chat|conversation|messages?)\b/g,
    'newsession',
  ],
  [/\b(speaks?|talks?|says? something|begins?|starts?) (first|the conversation)\b/g, 'greeting'],
  [
    /\b(initial|opening) (messages? (from|of|by) (the )?(bot|assistant|agent)|message)\b/g,
    'greeting',
  ],
  [/\bmax(imum)?[- ]tokens?\b/g, 'maxtokens'],
  [/\btyping (indicator|dots|status)|\bis typing\b/g, 'typingindicator'],
  [/\b(semantic versioning|semver)\b/g, 'semver'],
  [/\bpre-?fill/g, 'draft'],
  [/\b(differences?|differs?|different) (between|from|to|than)\b/g, 'compare'],
  [/\bgolang\b/g, 'go'],
  [/\bserver[- ]sent events?|\beventsource\b/g, 'sse'],
  [/\bthumbs?([- ](up|down))?\b/g, 'rating'],
  [
    /\bself[- ]?host(ed|ing)?\b|\bhost(ing)? (it|this|the chat|the files|myself)\b|\bgo(ing)? live\b/g,
    'deploy',
  ],
  [/\b(own|eigene[mnrs]?) (api|server)\b/g, 'own backend'],
  [
    /\b(answer|message|reply|response|run) (is |has |was )?(complete[ds]?|done|end(s|ed)|finish(ed|es))\b/g,
    'turnend',
  ],
  [
    /\b(not|isn'?t|doesn'?t|don'?t|nothing) (show(s|n|ing|ed)?( up)?|appear(s|ing)?|display(s|ed)?|happens?|load(s|ed|ing)?|visible|render(s|ed|ing)?|work(s|ed|ing)?)\b/g,
    'blank',
  ],
  [/\btrouble ?shoot(ing)?\b/g, 'blank'],
  [/\b(show|display|list|link)s?( the)? sources\b|\bsource links?\b/g, 'citation'],
  [/\bproactive (messages?|chat)\b/g, 'teaser'],
  [/\b(multiple|several|two|other|many) (browser )?tabs\b/g, 'browsertabs'],
  [/\b(live|customer) (chat )?(agents?|operators?|support)\b/g, 'person'],
  [
    /\b((bot|assistant)('?s)? name|name (of|for) (the|an) assistant|(re)?name (the |my )?(bot|assistant))\b/g,
    'assistantname',
  ],
];

/** Words of one meaning. In texts and queries, each is replaced by the first of its group. */
const synonyms: ReadonlyMap<string, string> = new Map(
  [
    'resume reconnect rejoin reconnection resumable disconnect',
    'attach upload attachment file',
    'colour color',
    'rtl bidi bidirectional arabic hebrew',
    'language locale localization localisation i18n l10n translate translation internationalization',
    'theme style skin branding brand styling design appearance',
    'key secret apikey',
    'accessibility a11y aria screenreader',
    'phone mobile smartphone touch iphone ipad ios android tablet',
    'cancel abort prevent',
    'typescript types typing typings',
    'install setup installation npm',
    'policy csp nonce',
    'event listen listener callback',
    'finish complete',
    'approve permission consent confirm confirmation approval',
    'deploy deployment production publish',
    'rating feedback rate',
    'blank invisible',
    'bundle size kilobyte gzip weight',
    'hide close collapse disable',
    'motion animation',
    'header headers',
    'history persist persistence',
    'test testing mock',
    'upgrade upgrading migrate migration breaking deprecate deprecation deprecated',
    'browser browsers chrome firefox safari edge',
    'button launcher',
    'question ask input-required',
    'diagram mermaid chart',
    'mathematics math latex katex mathjax formula',
    'highlight highlighting prism prismjs shiki hljs highlightjs',
    'dictation microphone speech voice',
    'analytics tracking metrics statistics telemetry',
    'export download transcript',
    'delete erase forget',
    'several multiple multi',
    'smallest minimal minimum',
    'svelte sveltekit',
    'anthropic claude',
    'openai gpt chatgpt',
    'speed fast slow performance latency',
    'sanitize xss sanitizer injection',
    'debug debugger devtools inspect inspector',
    'label wording string',
    'run generation',
    'authentication auth authorization authenticate credential signin',
    'code programmatic programmatically script',
    'licence license',
    'greeting welcome',
    'person people human operator',
    'privacy gdpr',
    'remove unmount destroy detach dispose teardown cleanup',
    'limit maximum max',
    'compare comparison versus vs alternative competitor',
    'store save storage',
    'suggestion starter',
    'image picture photo logo',
    'chat widget chatbot',
    'restore undo revert rollback',
    'reload refresh',
    'arrive receive',
    'clear reset',
    'user visitor customer',
    'title heading',
    'disclosure disclaimer',
  ].flatMap(group => {
    const words = group.split(' ').map(stemmer);
    return words.map(word => [word, words[0] ?? word] as const);
  }),
);

/** Splits a text into words. */
function wordsOf(text: string): string[] {
  let plain = text.toLowerCase();
  for (const [pattern, words] of phrases) plain = plain.replace(pattern, words);
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Names of several words, such as `token-endpoint` or `not_a_stream`, each as one word. */
const joinedNames = (text: string, separators: string): readonly string[] =>
  (text.match(/[\p{L}\p{N}_-]+/gu) ?? [])
    .filter(name => new RegExp(`\\p{L}[${separators}]\\p{L}`, 'u').test(name))
    .map(name => name.replaceAll(/[_-]/g, '').toLowerCase());

/** The words of a query, also the whole of `not_a_stream`, whose parts say nothing. */
export const queryWords = (text: string): string[] => [...wordsOf(text), ...joinedNames(text, '_')];

/**
 * The words of a text, also the parts of `tokenEndpoint` and the whole of `token-endpoint`. The text may come from any user:
 * every pattern matches in linear time.
 */
export function indexedWords(text: string): string[] {
  const names = text.match(/\p{L}+/gu)?.filter(name => /\p{Ll}\p{Lu}/u.test(name)) ?? [];
  return [
    ...wordsOf(text),
    ...names.flatMap(name => wordsOf(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))),
    ...joinedNames(text, '_-'),
  ];
}

/** The different names of several words in a code sample: `isCustomElement`, `token-endpoint`, `CUSTOM_ELEMENTS_SCHEMA`. */
export const namesOfCode = (code: string): string =>
  [...new Set(code.match(/[\p{L}_][\p{L}\p{N}_-]*/gu))]
    .filter(name => /\p{Ll}\p{Lu}|\p{L}[_-]\p{L}/u.test(name))
    .join(' ');

/** The term of a word of a query; `null` for a word that is not searched. */
export function termOf(word: string): string | null {
  const stem = stemmer(irregularForms.get(word) ?? word);
  if (stopWords.has(word) || (word.length > 3 && stopStems.has(stem))) return null;
  return synonyms.get(stem) ?? stem;
}

/** The terms of a word of a text: also the word itself, so that its beginning and a typing error are found. */
export function indexedTermsOf(word: string): string[] | null {
  const term = termOf(word);
  return term === null ? null : [...new Set([term, stemmer(word)])];
}

/** The different terms of a text. */
export const termsOf = (
  text: string,
  termsOfWord = (word: string): readonly string[] => [termOf(word)].filter(term => term !== null),
): ReadonlySet<string> => new Set(queryWords(text).flatMap(termsOfWord));
