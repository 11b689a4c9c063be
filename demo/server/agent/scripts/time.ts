import type {Script} from '../agent.js';
import {withDigits} from '../arithmetic.js';
import {
  asksForDays,
  dateOf,
  dayIn,
  daysBetween,
  daysUntil,
  namesDate,
  spanIn,
  spokenDay,
  todayIn,
  weekOf,
  type Day,
} from '../calendar.js';
import {withoutPoliteness} from '../requests.js';
import {clock} from '../tools/clock.js';

/**
 * Says the time, now or at another moment, where the user is or in the places of the message, or the weekday of a date and
 * the days until then.
 */
export const showTime: Script = (agent, message) =>
  agent.step('Look at the clock', async () => {
    const text = withDigits(message.text.slice(0, maxCharacters))
      .replace(/\b(?:noon|midday)\b/i, '12:00')
      .replace(/\bmidnight\b/i, '0:00');
    const ownZone = message.timeZone ?? zoneOfMachine;
    const span = spanIn(text);
    if (span) {
      const now = new Date((await agent.call(clock, {zone: ownZone})).time);
      const [from, to] = span.map(spokenDay);
      const days = daysBetween(span, now, ownZone);
      await agent.say(`From ${from} to ${to} it is **${days}** ${days === 1 ? 'day' : 'days'}.`);
      return;
    }
    if (dayIn(text)) {
      const now = new Date((await agent.call(clock, {zone: ownZone})).time);
      const day = dayIn(text, todayIn(now, ownZone));
      if (day) await agent.say(describe(day, now, ownZone));
      return;
    }
    if (asksForDays(text) || namesDate(text)) {
      await agent.say('I do not know that day. Name a date, such as **24 December**.');
      return;
    }
    const [, wantedDay] = dayElsewhere.exec(withoutPoliteness(text)) ?? [];
    const moment = momentIn(wantedDay === undefined ? text : text.replace(wantedDay, ''));
    if (
      !moment.of &&
      /\b(?:when|if) it(?:'s| is| was)\b|\d\s*(?:[ap]m|o'clock)\b|(?<![+\d-])\d{1,2}:\d\d\b/i.test(
        moment.rest,
      )
    ) {
      await agent.say(
        'I do not understand that time. Write it as in **What time is it here when it is 3 pm in London?**',
      );
      return;
    }
    const names = placesIn(moment.rest);
    const unknown = names.filter(name => zoneOf(name) === undefined);
    if (unknown.length > 0)
      await agent.say(`I do not know the time zone of ${unknown.join(' and ')}. `);
    const found = names.flatMap(name => {
      const zone = zoneOf(name);
      return zone === undefined ? [] : [{place: `In ${name}`, zone}];
    });
    const places = found.length > 0 ? found : [{place: 'Where you are', zone: ownZone}];
    for (const {place, zone} of places) {
      const {spoken, time} = await agent.call(clock, {zone});
      if (wantedDay !== undefined) {
        const now = new Date(time);
        const days = (todayIn(now, zone).getTime() - todayIn(now, ownZone).getTime()) / 86_400_000;
        const isDay = days === daysFromToday[wantedDay.toLowerCase() as keyof typeof daysFromToday];
        await agent.say(isDay ? 'Yes. ' : 'No. ');
      }
      const date = moment.of?.(time);
      const [week, year] = weekOf(todayIn(date ?? new Date(time), zone));
      await agent.say(
        asksForWeek.test(text)
          ? `${place} (${zone}) it ${moment.verb} week **${week}** of ${year}.\n`
          : date && moment.name !== undefined
            ? `The date of ${moment.name} is **${dayOf(date, zone)}** (${zone}).\n`
            : `${place} (${zone}) it ${moment.verb} **${date ? timeOf(date, zone) : spoken}**.\n`,
      );
    }
  });

/** The weekday of a day, and how far it is from today. */
function describe(day: Day, now: Date, zone: string): string {
  const days = daysUntil(day, now, zone);
  const count = `**${Math.abs(days)}** ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  const distance =
    days < 0
      ? `Since ${spokenDay(day)} it has been ${count}.`
      : `Until ${spokenDay(day)} it is ${count}.`;
  return `${distance}\nThat day ${days < 0 ? 'was' : 'is'} a **${dayOf(dateOf(day, now, zone), 'UTC')}**.`;
}

const asksForWeek = /\bweek(?: number)? (?:is|was|will) it\b/i;

/** Characters of a message that are searched for places and days. */
const maxCharacters = 400;

/** The time zone of this machine, which is that of the user as long as the server runs there. */
const zoneOfMachine = Intl.DateTimeFormat().resolvedOptions().timeZone;

const dayOf = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', {dateStyle: 'full', timeZone}).format(date);

const timeOf = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', {dateStyle: 'full', timeStyle: 'short', timeZone}).format(date);

/** A moment that a message asks for. */
interface Moment {
  readonly verb: 'is' | 'was' | 'will be';
  /** A day with a name of its own, such as `tomorrow`. */
  readonly name?: string;
  /** The message without the moment. */
  readonly rest: string;
  /** Computes the moment. Missing if it is now. */
  readonly of?: (now: string) => Date;
}

/** A question whether a day has begun elsewhere: `is it already tomorrow in Auckland?` */
export const dayElsewhere = /^is it (?:already |still |now )?(today|tomorrow|yesterday)\b/i;

const daysFromToday = {yesterday: -1, today: 0, tomorrow: 1};

const namedDays: readonly (readonly [name: string, days: number])[] = [
  ['the day after tomorrow', 2],
  ['the day before yesterday', -2],
  ['tomorrow', 1],
  ['yesterday', -1],
];

const delay =
  /\s+(?:in )?(an?|\d{1,4}) (minute|hour|day|week|month|year)s?\b(?: (ago|from now|earlier|later))?/i;

const timeElsewhere =
  /\b(?:when|if) it(?:'s| is| was) (\d{1,2})(?:[:.](\d\d))?\s*(am|pm|o'clock)? in (\p{L}[\p{L}'. -]*?)(?=\s*(?:$|[,?!]|\bwhat\b|\bthen\b|\bhere\b|\bfor me\b))/iu;

const timeOfPlace =
  /\b(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|o'clock) (?:in )?(\p{L}[\p{L} ]*?) time\b/iu;

/** `5 o'clock in Paris in Tokyo` asks for the time in Tokyo. */
const timeInPlace =
  /\b(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|o'clock)? in (\p{L}[\p{L} ]*?)(?= in \p{L})/iu;

/** The moment of a message such as `when it is 3pm in New York` or `3 pm New York time`, today there. */
function momentElsewhere(text: string): Moment | undefined {
  const [whole, hour = '', minute = '0', half = '', name = ''] =
    timeElsewhere.exec(text) ?? timeOfPlace.exec(text) ?? timeInPlace.exec(text) ?? [];
  if (whole === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const zone = zoneOf(name);
  const rest = text.replace(whole, '');
  if (zone === undefined) return {verb: 'is', rest: `${rest} in ${name}`};
  const hours =
    half === '' || /^o/i.test(half)
      ? Number(hour)
      : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  return {verb: 'is', rest, of: now => momentOf((hours * 60 + Number(minute)) * 60_000, now, zone)};
}

/** The moment at which the clocks of a time zone have advanced so far since midnight. */
function momentOf(sinceMidnight: number, now: string, zone: string): Date {
  const wanted = todayIn(new Date(now), zone).getTime() + sinceMidnight;
  const shown = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(wanted)
    .replace(' ', 'T');
  return new Date(wanted - (Date.parse(`${shown}Z`) - wanted));
}

/** The moment of a message such as `tomorrow`, `in 3 hours` or `2 weeks ago`; else now. */
function momentIn(text: string): Moment {
  const elsewhere = momentElsewhere(text);
  if (elsewhere) return elsewhere;
  const named = namedDays.find(([name]) => text.toLowerCase().includes(name));
  if (named) return {verb: 'is', name: named[0], rest: '', of: now => moved(now, named[1], 'day')};
  const [whole = '', number = '', unit = '', direction = ''] = delay.exec(text) ?? [];
  if (!/ in |ago|from|earlier|later/i.test(whole)) return {verb: 'is', rest: text};
  const isPast = /ago|earlier/i.test(direction);
  const count = (/\d/.test(number) ? Number(number) : 1) * (isPast ? -1 : 1);
  return {
    verb: isPast ? 'was' : 'will be',
    rest: text.replace(whole, ''),
    of: now => moved(now, count, unit.toLowerCase()),
  };
}

const minutesOf: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 24 * 60,
  week: 7 * 24 * 60,
};

/** The date that is `count` units from another one. */
function moved(from: string, count: number, unit: string): Date {
  const date = new Date(Date.parse(from) + count * (minutesOf[unit] ?? 0) * 60_000);
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + count);
  if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() + count);
  return date;
}

/** Words after the name of a place. */
const afterPlace =
  /\s+(?:(?:right now|now|today|at the moment|currently|please|pls|plz|here|for me|at present|time)$|(?:when|if|and (?:what|how|tell|show))\b.*)/i;

const place = String.raw`(?:gmt|utc)[+-]\d{1,2}(?::\d\d)?|\p{L}[\p{L}'. ,&-]*`;
const afterPreposition = new RegExp(String.raw`\b(?:in|for|at|of|between) (${place})`, 'giu');
const alone = new RegExp(
  String.raw`^(?:(?:and|or|what|how|about|in|for|at)\s+)*(${place})\W*$`,
  'iu',
);

/** The places that a message consists of, as in `and in Tokyo?`, if their time zones are known; else none. */
export function onlyPlacesOf(text: string): readonly string[] {
  const names = separated(alone.exec(text.slice(0, maxCharacters).trim())?.[1] ?? '');
  return names.every(name => zoneOf(name) !== undefined) ? names : [];
}

/** The names of places in a message: `the time in Oslo and Rome` has two. */
function placesIn(text: string): readonly string[] {
  const only = onlyPlacesOf(text);
  if (only.length > 0) return only;
  return [...text.matchAll(afterPreposition)]
    .flatMap(([, names = '']) => separated(names))
    .filter(name => !notPlaces.test(name));
}

/** The names in a text such as `Oslo, Rome and Paris`. */
const separated = (names: string): readonly string[] =>
  names
    .split(/,|&|\b(?:and|or|versus|vs|in)\b/)
    .map(name =>
      name
        .trim()
        .replace(afterPlace, '')
        .replace(/[. -]+$/, ''),
    )
    .filter(name => name !== '');

const notPlaces = /^(?:the|my|your|a|an|here|what|how|words|day|week|month|year|time|date)\b/i;

/** Places by another name than that of their time zone. */
const otherNames: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'America/New_York: nyc, washington, boston, miami, atlanta, philadelphia, nueva york, est, edt',
    'America/Chicago: dallas, houston, austin, texas, cst',
    'America/Los_Angeles: la, san francisco, sf, california, seattle, san diego, las vegas, pst, pdt',
    'America/Toronto: montreal, ottawa, canada',
    'America/Sao_Paulo: rio, rio de janeiro, brazil, brasilia',
    'America/Argentina/Buenos_Aires: argentina',
    'America/Mexico_City: mexico',
    'Asia/Kolkata: kolkata, india, delhi, new delhi, mumbai, bangalore, bengaluru, chennai, calcutta, ist',
    'Asia/Shanghai: china, beijing, peking, shenzhen',
    'Asia/Tokyo: japan, tokio, osaka, kyoto',
    'Asia/Seoul: korea, south korea',
    'Asia/Jakarta: indonesia',
    'Asia/Karachi: pakistan',
    'Asia/Bangkok: thailand',
    'Asia/Dubai: uae, abu dhabi',
    'Asia/Jerusalem: israel, tel aviv',
    'Asia/Ho_Chi_Minh: vietnam, hanoi, saigon',
    'Africa/Johannesburg: south africa, cape town',
    'Africa/Cairo: egypt',
    'Africa/Nairobi: kenya',
    'Africa/Lagos: nigeria',
    'Australia/Sydney: australia, canberra',
    'Pacific/Auckland: new zealand, wellington',
    'Europe/Berlin: germany, munich, munchen, hamburg, frankfurt, cologne, deutschland',
    'Europe/Paris: france, lyon, cet, cest',
    'Europe/Madrid: spain, barcelona',
    'Europe/London: england, uk, united kingdom, britain, scotland, manchester, londres, bst',
    'Europe/Rome: italy, milan, rom, roma',
    'Europe/Vienna: austria, wien',
    'Europe/Zurich: switzerland, geneva, bern, basel',
    'Europe/Amsterdam: netherlands, the hague',
    'Europe/Brussels: belgium',
    'Europe/Lisbon: portugal',
    'Europe/Warsaw: poland',
    'Europe/Stockholm: sweden',
    'Europe/Oslo: norway',
    'Europe/Copenhagen: denmark',
    'Europe/Helsinki: finland',
    'Europe/Dublin: ireland',
    'Europe/Athens: greece',
    'Europe/Istanbul: turkey, ankara',
    'Europe/Moscow: russia, moskau',
    'Europe/Kyiv: ukraine',
    'UTC: utc, gmt',
  ].flatMap(line => {
    const [zone = '', names = ''] = line.split(': ');
    return names.split(', ').map(name => [name, zone] as const);
  }),
);

/** Zones without daylight saving time whose distance from UTC is no whole hour. */
const halfHours: Readonly<Record<string, string>> = {
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+9:30': 'Australia/Darwin',
  '-9:30': 'Pacific/Marquesas',
};

/** The time zone of a place: letters count without their accents. The signs of the zones `Etc/GMT-2` are reversed. */
function zoneOf(name: string): string | undefined {
  const wanted = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // Such a zone has no name; `Intl` reads its distance itself in newer engines only.
  if (/^(?:gmt|utc)[+-]\d{1,2}:/.test(wanted)) return halfHours[wanted.slice(3)];
  const [, sign, hours] = /^(?:gmt|utc)([+-])(\d{1,2})$/.exec(wanted) ?? [];
  if (hours !== undefined) {
    return Number(hours) > 12 ? undefined : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  }
  const suffix = `/${wanted.replaceAll(' ', '_')}`;
  const zones = Intl.supportedValuesOf('timeZone');
  return otherNames[wanted] ?? zones.find(zone => zone.toLowerCase().endsWith(suffix));
}
