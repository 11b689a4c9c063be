import {termsOf} from '../../site/search-terms.js';
import type {Agent, Script, UserMessage} from './agent.js';
import {calculationIn, comparisonIn} from './arithmetic.js';
import {asksForDays} from './calendar.js';
import type {Corpus} from './corpus.js';
import {translated} from './languages.js';
import {
  isQuestion,
  type RequestKind,
  requestsIn,
  withoutInterruption,
  withoutPoliteness,
} from './requests.js';
import {compareAndSearch} from './scripts/compare.js';
import {fail, toolFails} from './scripts/failing.js';
import {handOver} from './scripts/hand-over.js';
import {long} from './scripts/long.js';
import {markdown} from './scripts/markdown.js';
import {searchDocumentation} from './scripts/search.js';
import * as small from './scripts/small.js';
import {dayElsewhere, onlyPlacesOf, showTime} from './scripts/time.js';
import {docsSearch} from './tools/docs-search.js';
import {sql} from './tools/sql.js';
import {webPage} from './tools/web-page.js';

type Plans = readonly (readonly [RegExp, Script])[];

/** Requests in a few words, at any place of a message. */
const conversation: Plans = [
  [
    /\b(?:wh?at|wath|waht) (?:else )?(?:can you|you can|are you able to) do\b|\bwhat do you do\W*$|^(?:i need |get |give |me |some )*help(?: me| please)*\W*$/i,
    small.help,
  ],
  [
    /^(?:(?:hello|hi|hey|hiya|hej|yo|sup|ciao|greetings|good (?:morning|afternoon|evening|day|night))\b[\s,!.?]*)+(?:(?:there|agent|everyone|you)[\s!.?]*)?$/i,
    small.greet,
  ],
  [
    /^(?:many )?(?:thanks|thank you|thx|ty|cheers|great|perfect|cool|nice|awesome|ok(?:ay)?)\b[^?]{0,60}$/i,
    small.thank,
  ],
  [/^(?:bye|goodbye|see you)\b/i, small.leave],
  [
    /^(?:no[,.!]? )?(?:(?:you(?:'re| are)|that(?:'s| is| was)) (?:not |so )?(?:wrong|right|correct|true|false)|i (?:do not|don't) (?:understand|know|get it)|(?:sorry|huh|never ?mind|stop|wait|test(?:ing)?|continue|explain|example)(?=\W*$)|(?:please )?(?:repeat|say) (?:that|it)\b|be more (?:specific|precise|detailed)\b|(?:tell|give) me more(?: details?)?(?=\W*$)|(?:what|which question) did i\b|(?:do|can) you remember\b|(?:and |then |now )*(?:plus|minus|times|divided? by|multipl\w+ by)\b)[^?]{0,40}[?!.\s]*$/i,
    small.rememberNothing,
  ],
  [
    /^(?:how are you|how(?:'s| is) it going|what(?:'s| is) up|nice to meet you|(?:ha|he){2,}|lol|wow|i (?:really )?(?:love|like|hate) (?:it|this|you|that)|(?:good|well|great|nice|bad) (?:job|bot|done|work)|(?:you(?:'re| are)?|shut|fuck|stupid|idiot)\b(?!.*\?))\b[^?]{0,30}[?!.\s]*$/i,
    small.answerMood,
  ],
  [
    /^(?!(?:how|what|why|can|does|is)\b[^]*\?)[^]*?(?:\b(?:useless|terrible|awful|horrible|garbage|rubbish|crap|nonsense|sucks?|annoying|frustrating)\b|\byou (?:(?:do not|don'?t|did not|didn'?t|never|cannot|can'?t) )(?:understand|listen|help|answer|know|get)\b|\b(?:your|the|this|that|last) (?:answer|reply|response)s? (?:(?:is|was|were|are) (?:not |so )?(?:wrong|bad|incorrect|right|helpful|useful)|makes? no sense)|\b(?:that|this|it)(?:'s| is| was) not what i\b|\b(?:that|this|it) (?:does not|doesn'?t|did not|didn'?t) (?:help|answer))/i,
    small.apologize,
  ],
  [
    /\bsource code\b|\bgit ?(?:hub|lab)\b|\b(?:your|the|a) repo(?:sitory)?\b|\bcontribute\b|\bdiscord\b|\bmaintain(?:s|ers?)\b/i,
    small.stateSource,
  ],
  [
    /\b(?:who|what) (?:are|made|built|created|wrote) you\b|\b(?:who|what) is your\b|\babout you(?:rself)?\b|\bintroduce yourself\b|\bare you (?:a |an )?(?:real|human|bot|robot|ai|model|person|llm|gpt|chatgpt)|\bwhich (?:model|llm) (?:are|do) you\b|\byour name\b|\bhow old are you\b/i,
    small.introduce,
  ],
  [
    /^(?:so |and )?what(?:'s| is| does) (?:ubik(?:[- ]?chat)?|this)(?: (?:thing|chat|widget|page|site|demo|product|about|for|do))*\W*$/i,
    small.describe,
  ],
  [
    /\bprices?\b|\bpricing\b|(?<!\d[^?]{0,60})\bhow much (?:is|does|do)\b(?![^?]{0,60}\d)|\b(?:does|do) (?:it|this|you) cost\b|\blicen[cs]e\b|\bfor free\b|\bcommercial(?:ly)?\b|\b(?:it|this|chat) free\b|\brefunds?\b|\bmoney back\b|\bmy subscription\b/i,
    small.statePrice,
  ],
  [
    /\b(?:weather|forecast|poem|haiku|joke|story|song|recipe for|stock price|news|president|capital of|essay)\b/i,
    small.decline,
  ],
  [/^translate\b(?!.{0,60}\b(?:interface|labels?|buttons?|ui|chat|widget)\b)/i, small.decline],
  [
    /\b(?:see|read|access|open|know|control) (?:all |of )?my (?:files?|computer|screen|desktop|data|name|location|camera|ip)\b|\b(?:browse|search|access) the (?:internet|web)\b/i,
    small.decline,
  ],
];

/** Requests to produce something. What the documentation answers with all of their words is searched there. */
const production =
  /^(?:write|compose|code|program|generate|summari[sz]e|recommend|fix|solve|convert|imagine|pretend)\b/i;

const moment = '(?:time|date|(?:week)?day|week(?: number)?|month|year)';
/** What may follow `the time` in a question for it, unlike `the time limit`. */
const afterMoment = String.raw`(?=\W*$|[?!.,]|\s(?:is|was|will|in|at|on|now|right|today|tomorrow|yesterday|here|there|please|and|where|next|this|difference|of the week|of (?:tomorrow|yesterday)|\S+ (?:minute|hour|day|week|month|year)s?)\b)`;
const time = new RegExp(
  [
    String.raw`\b(?:what|which)(?:'s| is| was| will be| are)? (?:the |my )?(?:current |local |exact )?(?:time|date|(?:week)?day)${afterMoment}`,
    String.raw`\b${moment} (?:is|was|will) it\b`,
    String.raw`\b(?:date|(?:week)?day) (?:is|was)\b`,
    String.raw`\b(?:today|tomorrow|yesterday)['’]?s (?:date|day)\b`,
    String.raw`\b(?:is it|is today|today is) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b`,
    dayElsewhere.source,
    String.raw`^(?:look up |tell me |show me )?(?:the )?(?:current )?(?:time|date)${afterMoment}[^?]{0,40}\??$`,
    String.raw`\bclock\b|\btime in [a-z]|\bmy time ?zone\b|\btime ?zone (?:of|in|is) [a-z]`,
  ].join('|'),
  'i',
);

/** The beginnings of questions how something is used, or whether it is possible. */
const asksAboutUse =
  /^(?:how (?!much\b)|(?:can|could|may|should|must|is|are|does|do|will|which|why|when|where)\b)/i;

/** Words that ask for a calculation, whatever its numbers look like. */
const toCalculate = /\b(?:calculate|compute|evaluate|solve|work out|divide|results? of)\b/gi;

/** What beside other words is no subtraction and no division: `24/7`, `3-5 seconds`, `2026-11-27`. */
const rangeOrDate = /^\d+(?:[-/]\d+)+$/;

/** A name is written with a capital, and an abbreviation with capitals. */
const isName = /^(?:\p{Lu}..|\p{Lu}+$)/u;

/** Abbreviations of time zones: `UTC` alone asks for the time there, although the documentation has this word. */
const isAbbreviation = /^(?:\p{Lu}{3}|utc|gmt)$/u;

/** Messages of emoji that approve or thank: 👍 👏 👌 🙏 🎉 ❤ ✅. */
const isApproval =
  /^(?:[\s\u{FE0F}\u{1F44D}\u{1F44F}\u{1F44C}\u{1F64F}\u{1F389}\u{2764}\u{2705}]|\p{Emoji_Modifier})+$/u;

/** Emoji beside words. */
const pictures = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D})+/gu;

/** The beginning of a request that orders something, with the verbs that may come first. */
const ordering = (words: string): RegExp =>
  new RegExp(
    String.raw`^(?:i(?:'d| would)? (?:want|like|need) (?:to )?)?(?:(?:show|give|make|create|draw|send|plot|generate|let|run|answer with|try)(?: me| us)? )?(?:${words})`,
    'i',
  );
const article = '(?:an? |the )?(?:very |really )?';

/** Messages that do not ask anything. */
const statement = /^(?:i am|i'm|my name is|we are|we have|i have|i work|we work)\b/i;

/**
 * Selects the script for a message. A message with several requests gets one script after the other. Commands are found
 * by patterns, of which the first wins; everything else is a question to the documentation. Messages may be long, so every
 * pattern must match in linear time.
 */
export class Planner {
  readonly #commands: Plans;
  readonly #search: Script;
  readonly #corpus: Corpus;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    const table: Script = (agent, message) => small.showTable(agent, message, sql(corpus));
    const compare: Script = (agent, message) =>
      compareAndSearch(agent, message, docsSearch(corpus, []));
    this.#search = (agent, message) => searchDocumentation(agent, message, corpus);
    this.#commands = [
      [/^compare\b(?=[^]*(?:\d|\bnumbers\b))|\brun with (?:tools|steps|everything)\b/i, compare],
      [
        /\b(?:talk|speak|connect me|hand over|transfer me) (?:to|with) (?:a|an|some|your)\b[^]{0,20}\b(?:person|human|people|colleague)\b/i,
        handOver,
      ],
      // The words of a statement or an error message begin no script: `TypeError: Failed to fetch`, `it takes too long`.
      [ordering(String.raw`${article}tool (?:that )?fails?\b`), toolFails],
      [ordering(String.raw`(?:(?:it|the run) )?fail\b`), fail],
      [
        ordering(
          String.raw`(?:write )?${article}(?:long(?: (?:answer|text|reply)\b|\W*$)|\d+\s*kb\b)`,
        ),
        long,
      ],
      [
        ordering(String.raw`(?:write )?${article}web ?page\b`),
        (agent, message) => small.makePage(agent, message, webPage(corpus)),
      ],
      [
        ordering(
          String.raw`(?:an? )?table of\b|(?:show|give|make|draw)(?: me)? an? table\b|(?:run )?(?:an? )?sql\b`,
        ),
        table,
      ],
      [ordering(String.raw`(?:fill(?: in| out)? )?${article}form\b`), small.showForm],
      [/search|docs|documentation/i, this.#search],
      [ordering(String.raw`draw\b|${article}(?:(?:bar|line|pie) )?chart\b(?!\.)`), small.drawChart],
      [
        ordering(
          String.raw`(?:confirm|approve)\b(?! (?:that|whether|if)\b)|book\b(?!.*\bdemo\b)|ask (?:me )?for (?:an? )?(?:approval|confirmation)\b`,
        ),
        small.confirm,
      ],
      [ordering(String.raw`ask(?: me\b| for (?:my|an?) address\b|\W*$)`), small.askForAddress],
      [
        ordering(String.raw`(?:all |everything )?markdown\b(?=(?: syntax| can do| please)?\W*$)`),
        markdown,
      ],
      [ordering(String.raw`(?:think|ponder)\b`), small.ponder],
    ];
  }

  scriptFor(message: string): Script {
    const words = withoutInterruption(message);
    const text = /\p{L}/u.test(words) ? words.replaceAll(pictures, ' ').trim() : words;
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    if (isApproval.test(text)) return small.thank;
    if (!/[\p{L}\p{N}]/u.test(text)) return small.readNothing;
    if ((text.match(/\p{Script=Latin}/gu)?.length ?? 0) < letters / 2) return small.stateLanguages;
    const isKnown = (word: string): boolean => this.#corpus.has(word);
    const foreign = translated(text, isKnown);
    if (foreign) {
      const parts = requestsIn(text, () => undefined).map(part => translated(part, isKnown));
      const isWhole = parts.every(part => part !== undefined);
      return this.#answerIn(
        foreign.sentence,
        isWhole ? parts.map(part => part.text) : [foreign.text],
      );
    }
    const requests = requestsIn(text, part => this.#kindOf(withoutPoliteness(part)));
    const scripts = requests.flatMap(request => {
      const script = this.#scriptOf(request, requests.length > 1);
      return script ? [[request, script] as const] : [];
    });
    const [only] = scripts;
    if (!only) return this.#scriptOf(text, false) ?? this.#search;
    if (scripts.length === 1) return withText(only[1], only[0]);
    return async (agent, message) => {
      agent.plan(scripts.length);
      for (const [request, script] of scripts) await withText(script, request)(agent, message);
    };
  }

  /** The script for one request; `undefined` for words that ask nothing beside other requests. */
  #scriptOf(text: string, isOneOfSeveral: boolean): Script | undefined {
    const request = withoutPoliteness(text);
    const calculates = this.#asksForResult(request) || comparisonIn(request) !== undefined;
    const talk = calculates
      ? undefined
      : conversation.find(([pattern]) => pattern.test(request) || pattern.test(text))?.[1];
    if (talk) {
      return isOneOfSeveral && isCourtesy(talk) ? undefined : talk;
    }
    if (/^compare\b/i.test(request)) return this.#command(request) ?? this.#search;
    const isAsking = isQuestion(request);
    const command = isAsking ? undefined : this.#command(request);
    if (command && /\bchart\b|\bkb\b|\blong\b/i.test(request)) return command;
    if (calculates || /\bcalculate\b|\bsqrt\b/i.test(request)) {
      return small.calculate;
    }
    if (/\bworld clock\b/i.test(request)) return small.showWorldClock;
    if (time.test(request) || asksForDays(request) || this.#isPlace(text)) {
      return showTime;
    }
    if (command) return command;
    if (!isOneOfSeveral && /\p{L}/u.test(request) && termsOf(request).size === 0)
      return small.rememberNothing;
    if (production.test(request) && this.#corpus.search(request, 1)[0]?.share !== 1) {
      return small.decline;
    }
    if (statement.test(request) && !isAsking) return isOneOfSeveral ? undefined : small.acknowledge;
    return isAsking || !isOneOfSeveral ? this.#search : undefined;
  }

  #kindOf(text: string): RequestKind | undefined {
    if (this.#asksForResult(text) || comparisonIn(text)) return 'result';
    if (asksForDays(text)) return 'days';
    if (time.test(text)) return 'time';
    const isTalk = conversation.some(([pattern]) => pattern.test(text));
    return isTalk || (!isQuestion(text) && this.#command(text)) ? 'other' : undefined;
  }

  /** Whether a message asks for a calculation, instead of for something in the documentation that has numbers. */
  #asksForResult(text: string): boolean {
    const calculation = calculationIn(text);
    if (!calculation) return false;
    const count = termsOf(calculation.beside.replaceAll(toCalculate, ' ')).size;
    const isAboutUse = asksAboutUse.test(text);
    if (count > 0 && rangeOrDate.test(calculation.expression)) return false;
    if (count < (isAboutUse ? 1 : 2)) return true;
    return this.#corpus.search(calculation.beside, 1)[0]?.share !== 1;
  }

  /** Whether a message consists of places. Alone, `center` and `wake` are words, although there are places of these names. */
  #isPlace(text: string): boolean {
    const [name, ...others] = onlyPlacesOf(text);
    if (name === undefined) return false;
    const isAlone = others.length === 0 && text.replace(/\P{L}+$/u, '') === name;
    if (!isAlone || isAbbreviation.test(name)) return true;
    return isName.test(name) && !this.#corpus.has(name);
  }

  #command(request: string): Script | undefined {
    return this.#commands.find(([pattern]) => pattern.test(request))?.[1];
  }

  /** Says a sentence in the language of the user, then answers in English. */
  #answerIn(sentence: string, requests: readonly string[]): Script {
    const found = requests.map(text => ({
      text,
      script: this.#scriptOf(text, false) ?? this.#search,
    }));
    const asking = found.filter(({script}) => !isCourtesy(script));
    const scripts = (asking.length > 0 ? asking : found.slice(0, 1)).map(({text, script}) =>
      withText(script, text),
    );
    return async (agent, message) => {
      await agent.say(`${sentence}\n\n`);
      if (scripts.length > 1) agent.plan(scripts.length);
      for (const script of scripts) await script(agent, message);
    };
  }
}

/** Whether a script is not needed beside the answer to another request. */
const isCourtesy = (script: Script): boolean => script === small.greet || script === small.thank;

/** A script that answers a part of the message. */
const withText =
  (script: Script, text: string): Script =>
  (agent: Agent, message: UserMessage) =>
    script(agent, {...message, text});
