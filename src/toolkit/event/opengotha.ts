/** OpenGotha's tournament files (data versions 200 and 201), as OpenGotha and Pairgoth write them. */
import { valueAt } from '../../core/text.js';
import { foldName } from './names.js';
import { elementsAt, isoDate, numberIn, readXml, type TableText, type XmlElement } from './table-text.js';
import {
  emptyTable,
  finished,
  malformed,
  tableFinding,
  type Table,
  type TableDraft,
  type TableOutcome,
  type TimeLimits,
} from './table.js';

const OUTCOMES: Readonly<Record<string, TableOutcome>> = {
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
  if (handicap) readHandicap(draft, handicap);
  const players = readPlayers(draft, elementsAt(root, 'Players/Player'));
  for (const game of elementsAt(root, 'Games/Game')) readGame(draft, game, players);
  // Pairgoth writes one of these elements inside another.
  const byes = ['ByePlayer', 'ByePlayer/ByePlayer'].flatMap((path) => elementsAt(root, `ByePlayers/${path}`));
  for (const bye of byes) {
    if (bye.attributes['player'] === undefined) continue;
    const player = playerOf(draft, bye, 'player', players);
    const round = countOf(draft, bye, 'roundNumber');
    if (player !== undefined && round !== undefined) draft.byes.push({ round, player, score: 'won' });
  }
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
  const date = (name: string): string => {
    const read = isoDate(text(name));
    if (read === undefined && text(name) !== '')
      malformed(draft, general.place, text(name), 'a date such as 2026-11-22');
    return read ?? '';
  };
  draft.name = text('name');
  draft.place = text('location');
  draft.begins = date('beginDate');
  draft.ends = date('endDate');
  draft.komi = number('komi');
  draft.size = number('size');
  draft.rounds = number('numberOfRounds') ?? 0;
  draft.time = timeOf(text('complementaryTimeSystem'), number);
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

function readHandicap(draft: TableDraft, set: XmlElement): void {
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

function readPlayers(draft: TableDraft, elements: readonly XmlElement[]): Keys {
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
  else
    draft.findings.push(tableFinding('table/player-unknown', { name: key, where: 'pairing' }, element.place));
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
  const outcome = valueAt(OUTCOMES, word);
  if (outcome === undefined) malformed(draft, game.place, text, 'a result such as RESULT_BLACKWINS');
  if (black !== undefined && black === white)
    malformed(draft, game.place, draft.players[black]!.name, 'another player as opponent');
  if (round === undefined || black === undefined || white === undefined || black === white) return;
  draft.pairings.push({
    round,
    table,
    black,
    white,
    knowsColors: game.attributes['knownColor'] !== 'false',
    handicap,
    komi: undefined,
    result: { outcome: outcome ?? 'unknown' },
    byDefault: byDefault !== undefined,
    file: '',
    place: game.place,
  });
}
