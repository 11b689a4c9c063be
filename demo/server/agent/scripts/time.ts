import type {Agent, Script} from '../agent.js';
import {asksForDays, dayIn, daysUntil, spokenDay} from '../calendar.js';
import {clock} from '../tools/clock.js';

/**
 * Says the time, now or later, the date of another day, or the days until then, where the user is or in the places of the
 * message.
 */
export const showTime: Script = (agent, message) =>
  agent.step('Look at the clock', async () => {
    const [text, minutes] = withoutDelay(message.text.slice(0, maxCharacters));
    const ownZone = message.timeZone ?? zoneOfMachine;
    if (asksForDays.test(text)) {
      await countDays(agent, text, ownZone);
      return;
    }
    const days = daysFromToday(text);
    const names = days === 0 ? placesIn(text) : [];
    const found = names.flatMap(name => {
      const zone = zoneOf(name);
      return zone === undefined ? [] : [{place: `In ${name}`, zone}];
    });
    const unknown = names.filter(name => zoneOf(name) === undefined);
    if (unknown.length > 0)
      await agent.say(`I do not know the time zone of ${unknown.join(' and ')}. `);
    for (const {place, zone} of found.length > 0
      ? found
      : [{place: 'Where you are', zone: ownZone}]) {
      const {spoken, time} = await agent.call(clock, {zone});
      if (minutes > 0)
        await agent.say(`${place} (${zone}) it will be **${timeOf(time, minutes, zone)}**.\n`);
      else if (days === 0) await agent.say(`${place} (${zone}) it is **${spoken}**.\n`);
      else
        await agent.say(
          `The date ${dayNames.get(days) ?? ''} is **${dateOf(time, days, zone)}** (${zone}).\n`,
        );
    }
  });

/** Says how many days there are until the day that a message names. */
async function countDays(agent: Agent, text: string, zone: string): Promise<void> {
  const day = dayIn(text);
  if (!day) {
    await agent.say('I do not know that day. Name a date, such as **24 December**.');
    return;
  }
  const {time} = await agent.call(clock, {zone});
  const days = daysUntil(day, new Date(time), zone);
  await agent.say(`Until ${spokenDay(day)} it is **${days}** ${days === 1 ? 'day' : 'days'}.`);
}

/** Characters of a message that are searched for places and days. */
const maxCharacters = 400;

/** The time zone of this machine, which is that of the user as long as the server runs there. */
const zoneOfMachine = Intl.DateTimeFormat().resolvedOptions().timeZone;

const dayNames: ReadonlyMap<number, string> = new Map([
  [2, 'of the day after tomorrow'],
  [-2, 'of the day before yesterday'],
  [1, 'of tomorrow'],
  [-1, 'of yesterday'],
]);

const daysFromToday = (text: string): number =>
  [...dayNames].find(([, name]) =>
    text.toLowerCase().includes(name.replace(/^of (?:the )?/, '')),
  )?.[0] ?? 0;

function dateOf(time: string, days: number, zone: string): string {
  const date = new Date(Date.parse(time) + days * 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat('en', {dateStyle: 'full', timeZone: zone}).format(date);
}

function timeOf(time: string, minutes: number, zone: string): string {
  const date = new Date(Date.parse(time) + minutes * 60_000);
  const style = {dateStyle: 'full', timeStyle: 'short', timeZone: zone} as const;
  return new Intl.DateTimeFormat('en', style).format(date);
}

const minutesOf: Readonly<Record<string, number>> = {minute: 1, hour: 60, day: 24 * 60};

/** The message without `in 3 hours`, and how many minutes that is. */
function withoutDelay(text: string): [text: string, minutes: number] {
  const [delay, count, unit = ''] =
    /\s+in (\d{1,4}) (minute|hour|day)s?\b/i.exec(text) ?? ([''] as const);
  return [text.replace(delay, ''), Number(count ?? 0) * (minutesOf[unit.toLowerCase()] ?? 0)];
}

/** Words after the name of a place. */
const afterPlace =
  /\s+(?:right now|now|today|at the moment|currently|please|at present|time|and (?:what|how|tell|show).*)$/i;

/** The names of places in a message: `the time in Oslo and Rome` has two. */
function placesIn(text: string): readonly string[] {
  const [, names = ''] = /\b(?:in|for|at) (\p{L}[\p{L}'. ,&-]*)/u.exec(text) ?? [];
  return names
    .split(/,|&|\b(?:and|or|versus|vs)\b/)
    .map(name => name.replace(/^\s*in\s+/, '').trim())
    .map(name => name.replace(afterPlace, '').replace(/[. -]+$/, ''))
    .filter(name => name !== '' && !/^(?:the|my|your|a|here|what|how|words)\b/i.test(name));
}

/** Places by another name than that of their time zone. */
const otherNames: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'America/New_York: nyc, washington, boston, miami, atlanta, philadelphia, nueva york',
    'America/Chicago: dallas, houston, austin, texas',
    'America/Los_Angeles: la, san francisco, sf, california, seattle, san diego, las vegas',
    'America/Toronto: montreal, ottawa, canada',
    'America/Sao_Paulo: rio, rio de janeiro, brazil, brasilia',
    'America/Argentina/Buenos_Aires: argentina',
    'America/Mexico_City: mexico',
    'Asia/Kolkata: india, delhi, new delhi, mumbai, bangalore, bengaluru, chennai, calcutta',
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
    'Europe/Paris: france, lyon',
    'Europe/Madrid: spain, barcelona',
    'Europe/London: england, uk, united kingdom, britain, scotland, manchester, londres',
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

/** The time zone of a place: letters count without their accents. */
function zoneOf(name: string): string | undefined {
  const wanted = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const suffix = `/${wanted.replaceAll(' ', '_')}`;
  const zones = Intl.supportedValuesOf('timeZone');
  return otherNames[wanted] ?? zones.find(zone => zone.toLowerCase().endsWith(suffix));
}
