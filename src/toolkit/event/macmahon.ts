/** Tournament files of MacMahon 3.9 (C. Gerlach). */
import { valueAt } from '../../core/text.js';
import { elementsAt, numberIn, readXml, type TableText, textAt, type XmlElement } from './table-text.js';
import {
  emptyTable,
  finished,
  malformed,
  tableFinding,
  type Table,
  type TableDraft,
  type TableOutcome,
} from './table.js';

const OUTCOMES: Readonly<Record<string, TableOutcome>> = {
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
    else
      draft.findings.push(
        tableFinding('table/player-unknown', { name: named.text, where: 'pairing' }, named.place),
      );
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
  const outcome = valueAt(OUTCOMES, score.replace(/\s+/g, ''));
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
  draft.pairings.push({
    round,
    table,
    black,
    white,
    knowsColors: true,
    handicap,
    komi: undefined,
    result: { outcome: outcome ?? 'unknown' },
    byDefault: isDefault || textAt(pairing, 'ResultByReferee') === 'true',
    file: '',
    place: pairing.place,
  });
}
