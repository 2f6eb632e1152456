/** Tournament files in XML: of OpenGotha (data versions 200 and 201), as it and Pairgoth write them, and of MacMahon 3.9 (C. Gerlach). */
import { valueAt } from '../../core/text.js';
import { foldName } from './names.js';
import { placePlayers, type StandingRules } from './standings.js';
import {
  dateIn,
  elementsAt,
  numberIn,
  readXml,
  type TableText,
  textAt,
  type XmlElement,
} from './table-text.js';
import {
  addPairing,
  emptyTable,
  finished,
  malformed,
  type Table,
  type TableDraft,
  type TableOutcome,
  type TableResult,
  type TimeLimits,
  unknownPlayer,
} from './table.js';

const GOTHA_OUTCOMES: Readonly<Record<string, TableOutcome>> = {
  UNKNOWN: 'unknown',
  WHITEWINS: 'white',
  BLACKWINS: 'black',
  EQUAL: 'jigo',
  BOTHLOSE: 'both-lose',
  // Pairgoth's spelling.
  BOTHLOOSE: 'both-lose',
  BOTHWIN: 'both-win',
};

export function isOpenGotha({ text }: TableText): boolean {
  return /<Tournament\b/.test(text) && /<(?:Players|Games|TournamentParameterSet)\b/.test(text);
}

/** Reads a tournament. Findings: `table/malformed`, `table/player-unknown`. */
export function readOpenGotha(source: TableText): Table {
  const draft = emptyTable('opengotha', [source.file]);
  const { root, damage } = readXml(source, draft);
  const [general] = elementsAt(root, 'TournamentParameterSet/GeneralParameterSet');
  if (general) readGeneral(draft, general);
  const [handicap] = elementsAt(root, 'TournamentParameterSet/HandicapParameterSet');
  if (handicap) readGothaHandicap(draft, handicap);
  const players = readGothaPlayers(draft, elementsAt(root, 'Players/Player'));
  for (const game of elementsAt(root, 'Games/Game')) readGame(draft, game, players);
  // Pairgoth writes one of these elements inside another.
  const byes = ['ByePlayer', 'ByePlayer/ByePlayer'].flatMap((path) => elementsAt(root, `ByePlayers/${path}`));
  for (const bye of byes) {
    if (bye.attributes['player'] === undefined) continue;
    const player = playerOf(draft, bye, 'player', players);
    const round = countOf(draft, bye, 'roundNumber');
    if (player !== undefined && round !== undefined) draft.byes.push({ round, player, score: 'won' });
  }
  const criteria = elementsAt(
    root,
    'TournamentParameterSet/PlacementParameterSet/PlacementCriteria/PlacementCriterion',
  );
  if (general && damage === 'whole') placePlayers(draft, gothaStandings(general, criteria));
  return finished(draft, damage);
}

function readGeneral(draft: TableDraft, general: XmlElement): void {
  const text = (name: string): string => general.attributes[name]?.trim() ?? '';
  const number = (name: string): number | undefined => {
    const read = numberIn(text(name));
    if (read === undefined && text(name) !== '')
      malformed(draft, general.place, text(name), `${name} as a number`);
    return read;
  };
  const date = (name: string): string =>
    dateIn(text(name), (expected) => malformed(draft, general.place, text(name), expected));
  draft.name = text('name');
  draft.place = text('location');
  draft.begins = date('beginDate');
  draft.ends = date('endDate');
  draft.komi = number('komi');
  draft.size = number('size');
  draft.rounds = number('numberOfRounds') ?? 0;
  draft.time = timeOf(text('complementaryTimeSystem'), number);
}

/** Criteria that are not used are called NULL; where the file leaves a setting out, the program's own applies. */
function gothaStandings(general: XmlElement, criteria: readonly XmlElement[]): StandingRules {
  const text = (name: string): string => general.attributes[name]?.trim() ?? '';
  const halves = (name: string, usual: number): number => numberIn(text(name)) ?? usual;
  const isOneCategory = (numberIn(text('numberOfCategories')) ?? 1) <= 1;
  const names = criteria
    .toSorted((a, b) => Number(a.attributes['number']) - Number(b.attributes['number']))
    .map(({ attributes }) => attributes['name'] ?? '');
  return {
    criteria: names.filter((name) => name !== 'NULL' && !(name === 'CAT' && isOneCategory)),
    floor: text('genMMFloor') || '20k',
    bar: text('genMMBar') || '4d',
    zero: text('genMMZero') || '30k',
    absent: { MMS: halves('genMMS2ValueAbsent', 1), NBW: halves('genNBW2ValueAbsent', 0) },
    bye: { MMS: halves('genMMS2ValueBye', 2), NBW: halves('genNBW2ValueBye', 2) },
    isRoundedDown: text('genRoundDownNBWMMS') !== 'false',
  };
}

function timeOf(system: string, number: (name: string) => number | undefined): TimeLimits | undefined {
  const minutes = number('basicTime');
  const main = minutes === undefined ? {} : { mainSeconds: minutes * 60 };
  const given = (key: keyof TimeLimits, name: string): Partial<TimeLimits> => {
    const value = number(name);
    return value === undefined ? {} : { [key]: value };
  };
  switch (system) {
    case '':
      return minutes === undefined ? undefined : { system: 'unknown', ...main };
    case 'SUDDENDEATH':
      return { system: 'sudden-death', ...main };
    case 'STDBYOYOMI':
      return { system: 'byo-yomi', ...main, ...given('periodSeconds', 'stdByoYomiTime') };
    case 'CANBYOYOMI':
      return {
        system: 'canadian',
        ...main,
        ...given('periodSeconds', 'canByoYomiTime'),
        ...given('moves', 'nbMovesCanTime'),
      };
    case 'FISCHER':
      return { system: 'fischer', ...main, ...given('incrementSeconds', 'fischerTime') };
    default:
      return { system: 'unknown', ...main };
  }
}

function readGothaHandicap(draft: TableDraft, set: XmlElement): void {
  const correction = numberIn(set.attributes['hdCorrection']);
  const ceiling = numberIn(set.attributes['hdCeiling']);
  const evenFrom = set.attributes['hdNoHdRankThreshold'];
  const byScore = set.attributes['hdBasedOnMMS'];
  draft.handicap = {
    ...(correction !== undefined && { correction }),
    ...(ceiling !== undefined && { ceiling, isUsed: ceiling > 0 }),
    ...(evenFrom !== undefined && { evenFrom: evenFrom.toLowerCase() }),
    ...(byScore !== undefined && { isByScore: byScore === 'true' }),
  };
}

/** Players by the key that games use, exact and folded; `undefined` if two share it. */
type Keys = ReadonlyMap<string, number | undefined>;

/** Surname and first name without blanks, in upper case: the program's keys. */
function keyOf(surname: string, first: string): string {
  return `${surname}${first}`.replace(/\s+/g, '').toUpperCase();
}

function readGothaPlayers(draft: TableDraft, elements: readonly XmlElement[]): Keys {
  const keys = new Map<string, number | undefined>();
  for (const element of elements) {
    const text = (name: string): string => element.attributes[name]?.trim() ?? '';
    const name = `${text('name')} ${text('firstName')}`.trim();
    if (name === '') {
      malformed(draft, element.place, '', "a player's name");
      continue;
    }
    const key = keyOf(text('name'), text('firstName'));
    if (keys.has(key)) malformed(draft, element.place, name, 'a name that no other player has');
    const index = draft.players.length;
    for (const one of new Set([key, foldName(key)])) keys.set(one, keys.has(one) ? undefined : index);
    draft.players.push({
      key,
      name: name.replaceAll('_', ' '),
      rank: (text('rank') || text('grade')).toLowerCase(),
      country: text('country').toUpperCase(),
      club: text('club'),
      ids: [text('egfPin'), text('ffgLicence'), text('agaId')].filter((id) => id !== ''),
      place: element.place,
    });
  }
  return keys;
}

function playerOf(
  draft: TableDraft,
  element: XmlElement,
  attribute: string,
  players: Keys,
): number | undefined {
  const key = element.attributes[attribute]?.trim() ?? '';
  const exact = players.get(key.toUpperCase());
  const index = exact ?? players.get(foldName(key));
  if (index !== undefined) return index;
  if (key === '') malformed(draft, element.place, '', `the attribute ${attribute}`);
  else if (players.has(key)) malformed(draft, element.place, key, 'a key that only one player has');
  else unknownPlayer(draft, key, element.place);
  return undefined;
}

function countOf(draft: TableDraft, element: XmlElement, attribute: string): number | undefined {
  const text = element.attributes[attribute]?.trim() ?? '';
  if (/^\d{1,3}$/.test(text)) return Number(text);
  malformed(draft, element.place, text, `the attribute ${attribute} as a number`);
  return undefined;
}

function readGame(draft: TableDraft, game: XmlElement, players: Keys): void {
  const round = countOf(draft, game, 'roundNumber');
  const table =
    game.attributes['tableNumber'] === undefined ? undefined : countOf(draft, game, 'tableNumber');
  const handicap = game.attributes['handicap'] === undefined ? 0 : countOf(draft, game, 'handicap');
  const black = playerOf(draft, game, 'blackPlayer', players);
  const white = playerOf(draft, game, 'whitePlayer', players);
  const text = game.attributes['result'] ?? 'RESULT_UNKNOWN';
  const [, word = '', byDefault] = /^RESULT_(\w+?)(_BYDEF)?$/.exec(text) ?? [];
  const outcome = valueAt(GOTHA_OUTCOMES, word);
  if (outcome === undefined) malformed(draft, game.place, text, 'a result such as RESULT_BLACKWINS');
  if (black !== undefined && black === white)
    malformed(draft, game.place, draft.players[black]!.name, 'another player as opponent');
  if (round === undefined || black === undefined || white === undefined || black === white) return;
  addPairing(draft, {
    round,
    table,
    black,
    white,
    knowsColors: game.attributes['knownColor'] !== 'false',
    handicap,
    result: outcome === undefined ? { outcome: 'unknown', unread: text } : { outcome },
    byDefault: byDefault !== undefined,
    place: game.place,
  });
}

const MACMAHON_OUTCOMES: Readonly<Record<string, TableOutcome>> = {
  '': 'unknown',
  '?-?': 'unknown',
  '1-0': 'white',
  '0-1': 'black',
  '1/2-1/2': 'jigo',
  '0.5-0.5': 'jigo',
  '0-0': 'both-lose',
  '1-1': 'both-win',
};

export function isMacMahon({ text }: TableText): boolean {
  return /<TournamentData\b/.test(text);
}

/**
 * Reads a tournament. Which color wins with `1-0` has not been verified on a real file: the reading is left open (see `Table`).
 * Findings: `table/malformed`, `table/player-unknown`.
 */
export function readMacMahon(source: TableText): Table {
  const draft = emptyTable('macmahon', [source.file]);
  const { root, damage } = readXml(source, draft);
  const [settings] = elementsAt(root, 'Tournament');
  if (settings) readSettings(draft, settings);
  const players = new Map<string, number>();
  for (const player of elementsAt(root, 'Playerlist/Player')) readPlayer(draft, player, players);
  for (const [i, round] of elementsAt(root, 'Roundlist/Round').entries()) {
    const number = numberIn(textAt(round, 'RoundNumber'));
    for (const pairing of elementsAt(round, 'Pairing'))
      readPairing(draft, pairing, { round: number ?? i + 1, players });
  }
  const criteria = elementsAt(root, 'Walllist/Criterion').map((one) => textAt(one, 'ShortName'));
  if (settings && damage === 'whole') placePlayers(draft, macMahonStandings(settings, criteria));
  draft.isReadingOpen = draft.pairings.some(
    ({ result }) => result.outcome === 'white' || result.outcome === 'black',
  );
  return finished(draft, damage);
}

function readSettings(draft: TableDraft, settings: XmlElement): void {
  const rounds = textAt(settings, 'NumberOfRounds');
  draft.name = textAt(settings, 'Name');
  draft.rounds = numberIn(rounds) ?? 0;
  if (rounds !== '' && numberIn(rounds) === undefined)
    malformed(draft, settings.place, rounds, 'a number of rounds');
  const used = textAt(settings, 'HandicapUsed');
  const ceiling =
    textAt(settings, 'HandicapLimit') === 'true'
      ? numberIn(textAt(settings, 'HandicapLimitValue'))
      : undefined;
  const evenFrom = textAt(settings, 'HandicapBelow') === 'true' ? textAt(settings, 'HandicapBelowLevel') : '';
  draft.handicap = {
    ...(used !== '' && { isUsed: used === 'true' }),
    ...(ceiling !== undefined && { ceiling }),
    ...(evenFrom !== '' && { evenFrom }),
  };
}

const MACMAHON_CRITERIA: Readonly<Record<string, string>> = { Score: 'MMS', SOS: 'SOSM', SOSOS: 'SOSOSM' };

/** The file says nothing of rounds without a game: none counts, and a bye is a win. */
function macMahonStandings(settings: XmlElement, criteria: readonly string[]): StandingRules {
  const level = (bar: string, unlimited: string): string =>
    textAt(settings, bar) === 'true' ? textAt(settings, `${bar}Level`) : unlimited;
  return {
    criteria: criteria.map((name) => valueAt(MACMAHON_CRITERIA, name) ?? name),
    floor: level('LowerMacMahonBar', '30k'),
    bar: level('UpperMacMahonBar', '9d'),
    zero: '30k',
    absent: { MMS: 0, NBW: 0 },
    bye: { MMS: 2, NBW: 2 },
    isRoundedDown: false,
  };
}

/** `players`: indexes of the players read so far, by id. */
function readPlayer(draft: TableDraft, player: XmlElement, players: Map<string, number>): void {
  const key = textAt(player, 'Id');
  const text = (name: string): string => textAt(player, `GoPlayer/${name}`);
  const name = `${text('Surname')} ${text('FirstName')}`.trim();
  if (!/^\d+$/.test(key)) malformed(draft, player.place, key, "a player's Id");
  else if (players.has(key)) malformed(draft, player.place, key, 'an Id that no other player has');
  else if (name === '') malformed(draft, player.place, '', "a player's name");
  else {
    players.set(key, draft.players.length);
    draft.players.push({
      key,
      name,
      rank: text('GoLevel').toLowerCase(),
      country: text('Country').toUpperCase(),
      club: text('Club'),
      ids: [text('EgdPin')].filter((id) => id !== ''),
      place: player.place,
    });
  }
}

interface Round {
  readonly round: number;
  readonly players: ReadonlyMap<string, number>;
}

function readPairing(draft: TableDraft, pairing: XmlElement, { round, players }: Round): void {
  const isBye = textAt(pairing, 'PairingWithBye') === 'true';
  const playerOf = (element: 'White' | 'Black'): number | undefined => {
    const [named] = elementsAt(pairing, element);
    const index = players.get(named?.text ?? '');
    if (index !== undefined) return index;
    if (!named || named.text === '') malformed(draft, pairing.place, '', `the Id of a player as ${element}`);
    else unknownPlayer(draft, named.text, named.place);
    return undefined;
  };
  if (isBye) {
    const present = textAt(pairing, 'White') === '0' ? 'Black' : 'White';
    const player = playerOf(present);
    if (player !== undefined) draft.byes.push({ round, player, score: 'unknown' });
    return;
  }
  const white = playerOf('White');
  const black = playerOf('Black');
  const [result = pairing] = elementsAt(pairing, 'Result');
  const written = textAt(pairing, 'Result');
  const isDefault = written.endsWith('!');
  const score = isDefault ? written.slice(0, -1) : written;
  const outcome = valueAt(MACMAHON_OUTCOMES, score.replace(/\s+/g, ''));
  if (outcome === undefined) malformed(draft, result.place, written, 'a result such as 1-0');
  const [stones = pairing] = elementsAt(pairing, 'Handicap');
  const handicap = numberIn(textAt(pairing, 'Handicap'));
  if (handicap === undefined && stones !== pairing)
    malformed(draft, stones.place, stones.text, 'a number of handicap stones');
  if (white === undefined || black === undefined) return;
  if (white === black) {
    malformed(draft, pairing.place, draft.players[white]!.name, 'another player as opponent');
    return;
  }
  const table = numberIn(textAt(pairing, 'BoardNumber'));
  const byDefault = isDefault || textAt(pairing, 'ResultByReferee') === 'true';
  const ended: TableResult = outcome === undefined ? { outcome: 'unknown', unread: written } : { outcome };
  const { place } = pairing;
  addPairing(draft, { round, table, black, white, handicap, result: ended, byDefault, place });
}
