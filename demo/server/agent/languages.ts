import {englishOf} from '../../site/foreign-words.js';
import {inWords, withPlainNumbers} from './arithmetic.js';
import {factorOf, numberOf, separated} from './foreign-numbers.js';
import {conversionIn, unitOf} from './units.js';

/** A language that the agent recognizes, but answers with one sentence only. */
interface ForeignLanguage {
  /** Frequent words of the language that are rare in English. They say nothing about the subject. */
  readonly words: ReadonlySet<string>;
  /** Letters that English words do not have. */
  readonly letters: RegExp;
  /** Its words for 0 to 20, and 30 to 90 in tens. */
  readonly numbers: readonly string[];
  /** What the agent says first. */
  readonly sentence: string;
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const english = list(
  'a about an and any are as at be by can could do does for from have how i if in is it me my no not of on one or please plus she sin so the there this to was we what when where which who why will with would yo you your elf mil null once six cent',
);

const languages: readonly ForeignLanguage[] = [
  {
    words: list(
      `moin servus tschüss tschuess aber alle als am auch auf aus bei bis bekomme bekommt bin bitte brauche dafür danke das dass dein deine dem den der des die
      dies diese diesem diesen dieser dir doch du durch ein eine einem einen einer eines er es etwas euch euer für gibt gibts
      gut guten habe haben hallo hast hat ich ihr ihre im ins ist ja jede kann kannst kein keine kosten kostet können könnt lässt
      machen mache macht man mehr mein meine meinem meinen meiner mich mir mit mache möchte muss müssen nach nicht noch nur ob
      oder ohne schon sehr sein seine sich sie sind sollte soll über uhr um und uns unser unsere viel viele verstehe vom von vor wann warum
      was wegen welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieviel will wir wird wo wofür womit
      wurde würde zu zum zur`,
    ),
    letters: /[äöüß]/i,
    numbers:
      'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(
        ' ',
      ),
    sentence: 'Diese Demo folgt einem Skript und antwortet auf Englisch.',
  },
  {
    words: list(
      `revoir ai as au aussi aux avec avez bien bonjour bonsoir ça car ce cela ces cet cette chez combien comment comprends coûte dans de depuis des dois
      doit donc du elle elles en est est-ce et être fait faire faut heure il ils j'ai je l'ai la le les leur lui ma mais marche
      me merci mes mettre moi mon ne non nos notre nous on ont ou où oui par pas peut peut-on peux plus pour pourquoi puis-je
      puis quand que quel quelle quelles quels qu'est-ce qui quoi sa salut sans se ses si son sont suis sur ta te tes toi ton
      tous tout toute très tu un une vers veux vos votre vous y`,
    ),
    letters: /[àâçéèêëîïôûœ]/i,
    numbers:
      'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix'.split(
        ' ',
      ),
    sentence: 'Cette démo suit un script et répond en anglais.',
  },
  {
    words: list(
      `adiós adios luego al algo ante aquí así buenos cada cómo como con cuál cuáles cuando cuándo cuánto cuántos cuesta de debe debo del desde donde
      dónde el ella ellos en entiendo entre eres es esa ese eso esta está están estas este esto gracias ha hace hacer hacia hago hasta
      hay hola hora la las le les lo los más me mi mis muy nada necesito no nos nuestra nuestro o otra otro para pero poner por
      porque pueda puede pueden puedes puedo qué que quién quiero se según ser si sí sin sobre son soy su sus tan te tengo ti
      tiene tienen todo todos tu tus un una unas unos usar usted va y ya yo`,
    ),
    letters: /[áíóúñ¿¡]/i,
    numbers:
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(
        ' ',
      ),
    sentence: 'Esta demo sigue un guion y responde en inglés.',
  },
];

/** Phrases in these languages, and the English for them. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /was kannst du|(?:que|qu'est-ce que|ce que) (?:peux-tu|pouvez-vous|sais-tu|savez-vous|tu (?:peux|sais))|qué (?:puedes|sabes|más puedes)/i,
    'what can you do',
  ],
  [
    /wie hei(?:ß|ss)t du|wer bist du|qui es-tu|qui êtes-vous|quién eres|cómo te llamas/i,
    'who are you',
  ],
  [/was ist (?:das|hier)|c'est quoi|qu'est-ce que c'est|qué es est[oe]/i, 'what is this'],
  [/verstehe (?:ich )?(?:nichts?|kein)|comprends (?:pas|rien)|no (?:lo )?entiendo/i, 'sorry'],
  [/quel temps|qué tiempo hace/i, 'weather'],
  [
    /guten (?:tag|morgen|abend)|^(?:moin|servus|gr(?:ü|ue)(?:ß|ss) (?:dich|euch|gott|sie))(?!\p{L})/iu,
    'hello',
  ],
  [
    /^(?:tsch(?:ü|ue)s|auf wiedersehen|bis (?:bald|später)|au revoir|adi[oó]s|hasta (?:luego|pronto))/i,
    'bye',
  ],
  [/wie sp(?:ä|ae)t|wie ?viel uhr|quelle heure|qué hora/i, 'what time is it'],
  [/wie (?:geht|läuft)|comment (?:ça )?va\b|qué tal|cómo estás/i, 'how are you'],
];

/** Characters and words of a message that are examined. */
const maxCharacters = 200;

/**
 * A message in German, French or Spanish: what to say first, and the question in English as far as it is understood.
 * `isKnown` says whether a word that has no translation here is one of the documentation.
 */
export function translated(
  text: string,
  isKnown: (word: string) => boolean,
): {sentence: string; text: string} | undefined {
  const start = withPlainNumbers(text.slice(0, maxCharacters)).replaceAll(percent, ' % ');
  const words = start.split(/[^\p{L}\p{N}'%*/+.-]+/u).filter(Boolean);
  const plain = words.map(word => word.toLowerCase().replace(/^[cdjlmnst]'(?=\p{L})|[.-]+$/gu, ''));
  const countOf = (
    {words: known, numbers}: Pick<ForeignLanguage, 'words' | 'numbers'>,
    text: readonly string[],
  ): number =>
    text.filter(
      word =>
        known.has(word) ||
        word.split('-').some(part => known.has(part)) ||
        numberOf(word, numbers) !== undefined,
    ).length;
  const [best] = languages
    .map(language => ({
      language,
      count:
        countOf(language, separated(plain, language.numbers)) +
        (language.letters.test(start) ? 1 : 0),
    }))
    .sort((a, b) => b.count - a.count);
  const isShort = words.length <= 2 && best?.count === 1;
  if (
    !best ||
    best.count <= countOf({words: english, numbers: []}, plain) ||
    (best.count < 2 && !isShort)
  )
    return undefined;
  const meaning = inEnglish(start, separated(plain, best.language.numbers), best.language, isKnown);
  // An article alone says nothing, in no language.
  if (meaning === '' && words.length < 4) return undefined;
  return {sentence: best.language.sentence, text: meaning};
}

/** Percent in these languages, where it is two words of other meanings, too. */
const percent = /\b(?:por ciento|pour ?cent)\b/gi;

/** The words of a question for a number. */
const howMany = /^(?:(?:wie)?viel(?:en?)?|combien|cuánt[oa]s?)$/;

/** A question for a quantity in another unit: two units and a number, in the order of `10 miles in km` or `how many km are 10 miles`. */
function conversionOf(words: readonly string[], numbers: readonly string[]): string | undefined {
  const quantities = words.flatMap((word, place) => {
    const number = numberOf(word, numbers) ?? 0;
    if (unitOf(word) || /^\d/.test(word)) return [{word, place}];
    return number > 1 ? [{word: String(number), place}] : [];
  });
  const [first, second, third] = quantities;
  if (!first || !second || !third || quantities.length > 3) return undefined;
  const startsWithNumber = /^\d/.test(first.word);
  const [number, unit, other] = startsWithNumber ? [first, second, third] : [second, third, first];
  if (unit.place !== number.place + 1 || unitOf(unit.word) === unitOf(other.word)) return undefined;
  // `Which day is in 3 weeks` asks for a date.
  const asksForNumber = words.some(word => howMany.test(word));
  if (!asksForNumber && !/^(?:in|en|à|a)$/.test(words[other.place - 1] ?? '')) return undefined;
  const question = startsWithNumber
    ? `${number.word} ${unit.word} in ${other.word}`
    : `how many ${other.word} ${number.word} ${unit.word}`;
  return conversionIn(question) === undefined ? undefined : question;
}

function inEnglish(
  text: string,
  words: readonly string[],
  {words: frequent, numbers}: ForeignLanguage,
  isKnown: (word: string) => boolean,
): string {
  const phrase = phrases.find(([pattern]) => pattern.test(text))?.[1];
  const places = [...text.matchAll(/\s(?:in|à|en|a)\s+(\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)*)/gu)];
  if (phrase !== undefined) return [phrase, ...places.map(([, place]) => `in ${place}`)].join(' ');
  const conversion = conversionOf(words, numbers);
  if (conversion !== undefined) return conversion;
  const isArithmetic = words.some(
    word => /\d/.test(word) || (numberOf(word, numbers) !== undefined && !frequent.has(word)),
  );
  const meanings = words.map((word, at) => {
    const factor = factorOf(word);
    if (factor !== undefined) return factor;
    // `un` is an article, unless it follows a sign.
    const isWord = frequent.has(word) && !(isArithmetic && connectives.has(words[at - 1] ?? ''));
    const number = isWord ? undefined : numberOf(word, numbers);
    const isPart = [words[at - 1], words[at + 1]].some(next => factorOf(next ?? '') !== undefined);
    if (number !== undefined) return isPart ? inWords(number) : String(number);
    const meaning = englishOf(word);
    if (meaning !== undefined) return meaning;
    if (connectives.has(word)) return isArithmetic ? word : '';
    return !frequent.has(word) && (/\d/.test(word) || isKnown(word)) ? word : '';
  });
  return meanings.filter(Boolean).join(' ');
}

/** Words and signs between the numbers of arithmetic. */
const connectives: ReadonlySet<string> = list(
  '% + * / de von por plus und más minus mal fois moins menos geteilt durch divisé par dividido hoch',
);
