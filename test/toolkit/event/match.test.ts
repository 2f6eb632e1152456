import { describe, expect, it, test } from 'vitest';
import { roundOf, type MatchGame } from '../../../src/toolkit/event/game-facts.js';
import { matchGames, type Matching } from '../../../src/toolkit/event/match.js';
import { likeness, nameForms, namesakeFinder } from '../../../src/toolkit/event/names.js';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import type { Table, TableFormat } from '../../../src/toolkit/event/table.js';
import {
  ABILITIES,
  diceOf,
  madeEvent,
  oneOf,
  written,
  type Dice,
  type MadeEvent,
  type MadeGame,
  type MadePlayer,
} from '../../support/event-tables.js';

describe('likeness of names', () => {
  it.each([
    ['Baden Kor', 'Kor Baden', 'same'],
    ['BADEN, Kor', 'baden_kor', 'same'],
    ['Le Calvet Tanguy', 'Tanguy LeCalvet', 'same'],
    ["O'Brien Sean", 'OBrien Seán', 'same'],
    ['Łukasz Żółw', 'Zolw Lukasz', 'same'],
    ['Søren Bæk', 'Soren Baek', 'same'],
    ['Kor Baden 3d', 'Baden Kor', 'same'],
    ['Kor Baden (SE)', 'Baden Kor', 'same'],
    ['Jörg Müller', 'Mueller Joerg', 'close'],
    ['Иван Щукин', 'Shchukin Ivan', 'same'],
    ['Юрий Хохлов', 'Khokhlov Yuri', 'close'],
    ['Ōhashi Kōji', 'Oohashi Kouji', 'close'],
    ['Badem Kor', 'Baden Kor', 'faint'],
    ['Baden Korneluis', 'Baden Kornelius', 'close'],
    ['Badem Kornleius', 'Baden Kornelius', 'close'],
    ['BadenKornelus', 'Baden Kornelius', 'close'],
    ['B. Kornelus', 'Baden Kornelius', 'faint'],
    ['Zheng Wei', 'Zhang Wei', 'faint'],
    ['Papadopoulos-Konstantinidis Alex', 'Alexandros Papadopoulos-Konstantinidis', 'close'],
    ['BadenKorn', 'Baden Kornelius', 'other'],
    ['Baden', 'Baden Kor', 'partial'],
    ['K. Baden', 'Baden Kor', 'partial'],
    ['Baden Kor Maria', 'Baden Kor', 'close'],
    ['Li W', 'Li Wei', 'partial'],
    ['Lipi Kor', 'Baden Kor', 'other'],
    ['K B', 'Baden Kor', 'other'],
    ['', 'Baden Kor', 'other'],
    ['Black', 'Baden Kor', 'other'],
    ['李昌鎬', '李世乭', 'other'],
  ] as const)('%s and %s are %s', (a, b, expected) => {
    expect(likeness(nameForms(a), nameForms(b))).toBe(expected);
    expect(likeness(nameForms(b), nameForms(a))).toBe(expected);
  });
});

test.each([
  ['the table with the name', 'kor99', [[0, 0]]],
  [
    'a table that has the nick itself',
    'shark',
    [
      [0, 0],
      [1, 1],
    ],
  ],
  ['not a player whose name is like the nick', 'sharka', [[0, 1]]],
])('a player who goes by a nick is found in %s', (_, name, found) => {
  const tables = [
    { players: [{ name: 'Baden Kor' }, { name: 'Lipi Ran' }] },
    { players: [{ name: 'Lagi Sun' }, { name: 'shark' }] },
  ];
  const aliases = [
    ['kor99', 'Baden Kor'],
    ['shark', 'Baden Kor'],
    ['sharka', 'Lipi Ran'],
  ] as const;
  const { players } = namesakeFinder(tables, aliases)(name);
  expect(players.map(({ table, player }) => [table, player])).toEqual(found);
});

test.each([
  ['3', '', 3],
  ['Round 3', '', 3],
  ['3rd round', '', 3],
  ['第3回戦', '', 3],
  ['R03', '', 3],
  ['3 (board 12)', '', 3],
  ['3/5', '', 3],
  ['Table 5, round 3', '', 3],
  ['Final', '', undefined],
  ['Final 2', '', undefined],
  ['Board 2', '', undefined],
  ['', 'open/R3/a-b.sgf', 3],
  ['', 'open/round-3/x.sgf', 3],
  ['', 'open/rd_03.sgf', 3],
  ['', 'server12/x.sgf', undefined],
  ['', 'year 2026/x.sgf', undefined],
  ['2', 'open/R3/a-b.sgf', undefined],
  ['3', 'open/R3/a-b.sgf', 3],
  ['', '/tmp/9r2M1d/a.sgf', undefined],
  ['', 'open2026r3/a.sgf', 3],
  ['', 'open2026/r3b2.sgf', 3],
])('RO %j in %j is of round %s', (round, file, expected) => {
  expect(roundOf({ round, file }).round).toBe(expected);
});

const encoder = new TextEncoder();

function tablesOf(...texts: readonly string[]): readonly Table[] {
  return readTables(texts.map((text, i) => ({ name: `t${String(i)}`, bytes: encoder.encode(text) }))).tables;
}

/** A game by `Black - White`, with what else it says. */
function gameOf(players: string, more: Partial<MatchGame> = {}): MatchGame {
  const [black = '', white = ''] = players.split(' - ');
  return { file: 'games/x.sgf', black, white, round: '', date: '', ...more };
}

/** `0: 1 2t (3)`: pairing 0 has the games 1 and 2, the latter with colors turned, and 3 may be its. `0: 1? black is 2`: see `maybe`. */
function shown({ pairings, unlisted }: Matching): string[] {
  const lines = pairings.map(({ pairing, games, doubtful, maybe }) =>
    [
      `${String(pairing)}:`,
      ...(maybe ? [`${String(maybe.game)}? ${maybe.color} is ${String(maybe.player)}`] : []),
      ...games.map(({ game, colors }) => String(game) + { same: '', turned: 't', unknown: '?' }[colors]),
      ...doubtful.map((game) => `(${String(game)})`),
    ].join(' '),
  );
  return [...lines, ...unlisted.map(({ game, because }) => `${String(game)} ${because}`)];
}

const CSV = 'round,table,white,black,handicap,komi,result,file\n';
const ONCE = `${CSV}1,1,Baden Kor,Lipi Ran,,,,\n1,2,Süvek Tal,Womo Nes,,,,\n2,1,Lipi Ran,Süvek Tal,,,,\n`;
const PLAYED =
  'round,black,white,result\n1,Baden Kor,Lipi Ran,B\n1,Süvek Tal,Womo Nes,W\n2,Lipi Ran,Süvek Tal,B\n2,Womo Nes,Baden Kor,?\n';
const TWICE = `${CSV}1,1,Baden Kor,Lipi Ran,,,,\n2,2,Lipi Ran,Baden Kor,,,,\n`;
const SAME_COLORS = `${CSV}1,1,Baden Kor,Lipi Ran,,,,\n2,1,Baden Kor,Lipi Ran,,,,\n`;
const LIKE = `${CSV}1,1,Li Wei,Baden Kor,,,,\n2,1,Li Wen,Baden Kor,,,,\n`;
const DATED =
  '; DT[2026-05-02,2026-05-03]\n1 Baden Kor 3K CH Nor 2+/w0 2-/w0\n2 Lipi Ran 4K SE Ost 1-/b0 1+/b0\n';
const DATED_ONCE = '; DT[2026-05-02,2026-05-03]\n1 Baden Kor 3K CH Nor 2+/w0\n2 Lipi Ran 4K SE Ost 1-/b0\n';
const IDS = '; EV[x]\n1 Baden Kor 3K CH Nor 2+/w0 |12345678\n2 Lipi Ran 4K SE Ost 1-/b0 |23456789\n';
const FILES = `${CSV}1,1,Baden Kor,Lipi Ran,,,,games/a.sgf\n2,1,Baden Kor,Lipi Ran,,,,games/b.sgf\n`;

describe('matching', () => {
  it.each([
    ['names in any order', ONCE, [gameOf('Ran Lipi - Kor Baden')], ['0: 0', '1:', '2:']],
    ['colors turned', ONCE, [gameOf('Baden Kor - Lipi Ran')], ['0: 0t', '1:', '2:']],
    ['slips in both short names', ONCE, [gameOf('Wono Nes - Suvek Tall')], ['0:', '1: (0)', '2:']],
    [
      'a slip in one short name, with the round',
      ONCE,
      [gameOf('Wono Nes - Suvek Tal', { round: '1' })],
      ['0:', '1: 0', '2:'],
    ],
    [
      'a pair that is not in the table',
      ONCE,
      [gameOf('Baden Kor - Womo Nes')],
      ['0:', '1:', '2:', '0 the table has no pairing of these players'],
    ],
    ['strangers', ONCE, [gameOf('A B - C D')], ['0:', '1:', '2:', '0 neither player is in the table']],
    [
      'one stranger',
      ONCE,
      [gameOf('A B - Womo Nes')],
      ['0:', '1:', '2:', "0 the table lists no player with Black's name"],
    ],
    [
      'one stranger, and only one game of the other player has no record',
      PLAYED,
      [gameOf('A B - Womo Nes')],
      ['0:', '1: 0? black is 2', '2:', '3:', "0 the table lists no player with Black's name"],
    ],
    [
      'one stranger, whose round tells which game',
      PLAYED,
      [gameOf('Lipi Ran - C D', { round: '2' })],
      ['0:', '1:', '2: 0? white is 2', '3:', "0 the table lists no player with White's name"],
    ],
    [
      'one stranger, and two games without a record',
      PLAYED,
      [gameOf('Lipi Ran - C D')],
      ['0:', '1:', '2:', '3:', "0 the table lists no player with White's name"],
    ],
    [
      'one stranger, and the other game of the player has a record',
      PLAYED,
      [gameOf('Lipi Ran - C D'), gameOf('Baden Kor - Lipi Ran')],
      ['0: 1', '1:', '2: 0? white is 2', '3:', "0 the table lists no player with White's name"],
    ],
    [
      'two strangers for one game',
      PLAYED,
      [gameOf('A B - Womo Nes'), gameOf('C D - Womo Nes')],
      [
        ...['0:', '1:', '2:', '3:'],
        ...[0, 1].map((game) => `${String(game)} the table lists no player with Black's name`),
      ],
    ],
    ['surnames without round or date', ONCE, [gameOf('Lipi - Baden')], ['0: (0)', '1:', '2:']],
    ['surnames with the round', ONCE, [gameOf('Lipi - Baden', { round: '1' })], ['0: 0', '1:', '2:']],
    ['another round', ONCE, [gameOf('Lipi Ran - Baden Kor', { round: '2' })], ['0: (0)', '1:', '2:']],
    [
      'two records of one game',
      ONCE,
      [gameOf('Lipi Ran - Baden Kor'), gameOf('Lipi R - Baden Kor')],
      ['0: 0 1', '1:', '2:'],
    ],
    ['a pair that met twice, no round', TWICE, [gameOf('Lipi Ran - Baden Kor')], ['0: (0)', '1: (0)']],
    [
      'met twice, both rounds known',
      TWICE,
      [gameOf('Lipi Ran - Baden Kor', { round: '2' }), gameOf('Lipi Ran - Baden Kor', { file: 'R1/x.sgf' })],
      ['0: 1', '1: 0t'],
    ],
    [
      'met twice, told apart by colors',
      TWICE,
      [gameOf('Baden Kor - Lipi Ran'), gameOf('Lipi Ran - Baden Kor')],
      ['0: 1', '1: 0'],
    ],
    [
      'met twice, the same colors in both records',
      TWICE,
      [gameOf('Baden Kor - Lipi Ran'), gameOf('Baden Kor - Lipi Ran')],
      ['0: (0) (1)', '1: (0) (1)'],
    ],
    [
      'met twice, dates against the colors',
      TWICE,
      [
        gameOf('Baden Kor - Lipi Ran', { date: '2026-05-02' }),
        gameOf('Lipi Ran - Baden Kor', { date: '2026-05-03' }),
      ],
      ['0: (0) (1)', '1: (0) (1)'],
    ],
    [
      'met twice, three records',
      TWICE,
      ['a', 'b', 'c'].map(() => gameOf('Baden Kor - Lipi Ran')),
      ['0: (0) (1) (2)', '1: (0) (1) (2)'],
    ],
    [
      'met twice, one round known, the other by its colors',
      TWICE,
      [gameOf('Lipi Ran - Baden Kor', { round: '1' }), gameOf('Baden Kor - Lipi Ran')],
      ['0: 0', '1: 1'],
    ],
    [
      'met twice, one round known, the other may be its copy',
      SAME_COLORS,
      [gameOf('Lipi Ran - Baden Kor', { round: '1' }), gameOf('Lipi Ran - Baden Kor')],
      ['0: 0 (1)', '1: (1)'],
    ],
    [
      'met twice in the same colors, no dates',
      SAME_COLORS,
      [gameOf('Lipi Ran - Baden Kor'), gameOf('Lipi Ran - Baden Kor')],
      ['0: (0) (1)', '1: (0) (1)'],
    ],
    [
      'round and table in the file name',
      TWICE,
      [gameOf('Lipi Ran - Baden Kor', { file: 'x/2-2.sgf' })],
      ['0:', '1: 0t'],
    ],
    [
      'numbers in the file name that are something else',
      TWICE,
      [gameOf('Lipi Ran - Baden Kor', { file: 'x/2-1.sgf' })],
      ['0: (0)', '1: (0)'],
    ],
    ['names near each other: the exact one', LIKE, [gameOf('Baden Kor - Li Wen')], ['0:', '1: 0']],
    ['names near each other: neither', LIKE, [gameOf('Baden Kor - Li W')], ['0: (0)', '1: (0)']],
    [
      'names near each other, with the round',
      LIKE,
      [gameOf('Baden Kor - Li W', { round: '2' })],
      ['0:', '1: 0'],
    ],
    [
      'dates in the order of the rounds',
      DATED,
      [
        gameOf('Lipi Ran - Baden Kor', { date: '2026-05-03' }),
        gameOf('Lipi Ran - Baden Kor', { date: '2026-05-02' }),
      ],
      ['0: 1', '1: 0'],
    ],
    [
      'the same date twice',
      DATED,
      [
        gameOf('Lipi Ran - Baden Kor', { date: '2026-05-02' }),
        gameOf('Lipi Ran - Baden Kor', { date: '2026-05-02' }),
      ],
      ['0: (0) (1)', '1: (0) (1)'],
    ],
    ['another year', DATED_ONCE, [gameOf('Lipi Ran - Baden Kor', { date: '2025-05-03' })], ['0: (0)']],
    [
      'the day after, in another time zone',
      DATED_ONCE,
      [gameOf('Lipi Ran - Baden Kor', { date: '2026-05-04' })],
      ['0: 0'],
    ],
    ['ids in the file name', IDS, [gameOf('x - y', { file: 'g/23456789-12345678.sgf' })], ['0: 0?']],
    [
      'ids in the file name, one name known',
      IDS,
      [gameOf('Kor Baden - y', { file: 'g/23456789-12345678.sgf' })],
      ['0: 0t'],
    ],
    [
      'the table names the files',
      FILES,
      [
        gameOf('x - y', { file: 'all/games/b.sgf' }),
        gameOf('Lipi Ran - Baden Kor', { file: 'all/games/a.sgf' }),
      ],
      ['0: 1', '1: 0?'],
    ],
    [
      'the table names a file of others',
      FILES + '3,1,Womo Nes,Süvek Tal,,,,\n',
      [gameOf('Womo Nes - Süvek Tal', { file: 'games/b.sgf' })],
      ['0:', '1:', '2:', '0 the table names this file for a game of other players'],
    ],
  ] as const)('%s', (_, table, games, expected) => {
    expect(shown(matchGames(tablesOf(table), games))).toEqual(expected);
  });

  it('takes nicks for the names they stand for', () => {
    const found = matchGames(tablesOf(ONCE), [gameOf('dragon_9 - Baden Kor')], [['Dragon 9', 'Lipi Ran']]);
    expect(shown(found)).toEqual(['0: 0', '1:', '2:']);
  });

  it('finds the same pairing in two tables, and does not choose between two events', () => {
    const game = gameOf('Lipi Ran - Baden Kor');
    expect(shown(matchGames(tablesOf(ONCE, ONCE), [game])).filter((line) => line.startsWith('0:'))).toEqual([
      '0: 0',
      '0: 0',
    ]);
    const other = `${CSV}4,1,Lipi Ran,Baden Kor,,,,\n`;
    expect(shown(matchGames(tablesOf(ONCE, other), [game])).filter((line) => line.startsWith('0:'))).toEqual([
      '0: (0)',
      '0: (0)',
    ]);
  });
});

const EVENTS = 1000;
const SEED = 20261122;

/** One letter is another, missing, doubled, or changes places with the next. */
function misspelt(dice: Dice, word: string): string {
  const at = 1 + dice(Math.max(1, word.length - 2));
  const letters = Array.from(word);
  const kind = dice(4);
  if (kind === 0) letters[at] = oneOf(dice, ['a', 'e', 'n', 's', 't']);
  else if (kind === 1) letters.splice(at, 1);
  else if (kind === 2) letters.splice(at, 0, letters[at]!);
  else letters.splice(at, 2, letters[at + 1] ?? '', letters[at]!);
  return letters.join('');
}

const CYRILLIC: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'б',
  d: 'д',
  e: 'е',
  g: 'г',
  h: 'х',
  i: 'и',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  z: 'з',
};
const ASCII: Readonly<Record<string, string>> = { ä: 'ae', ø: 'oe', ñ: 'n', š: 'sh', í: 'i' };

/** The name of a player as a record of the event may have it. */
function asWritten(dice: Dice, { surname, first }: MadePlayer): string {
  switch (dice(12)) {
    case 0:
      return misspelt(dice, `${surname} ${first}`);
    case 1:
      return `${misspelt(dice, first)} ${misspelt(dice, surname)}`;
    case 2:
      return `${surname} ${first}`.slice(0, Math.max(10, surname.length + 2));
    case 3:
      return Array.from(`${first} ${surname}`.toLowerCase(), (letter) => ASCII[letter] ?? letter).join('');
    case 4:
      return Array.from(`${first} ${surname}`.toLowerCase(), (letter) => CYRILLIC[letter] ?? letter).join('');
    case 5:
      return `${surname.toUpperCase()}, ${first}`;
    case 6:
      return `${first}_${surname}`.toLowerCase();
    case 7:
      return `${first[0]!}. ${surname}`;
    default:
      return dice(2) === 0 ? `${surname} ${first}` : `${first} ${surname}`;
  }
}

interface MadeRecord extends MatchGame {
  readonly of: MadeGame | undefined;
}

/** Some clues of a record are missing, and some are wrong. */
function recordOf(dice: Dice, game: MadeGame, isListed: boolean): MadeRecord {
  const swaps = dice(50) === 0;
  const black = asWritten(dice, swaps ? game.white : game.black);
  const white = asWritten(dice, swaps ? game.black : game.white);
  const round = oneOf(dice, ['', '', String(game.round), `Round ${String(game.round)}`]);
  const folder = oneOf(dice, ['games', 'games', `games/R${String(game.round)}`]);
  const date = oneOf(dice, ['', '2026-05-02', '2026-05-03', '2026-05-02']);
  return { file: `${folder}/x.sgf`, black, white, round, date, of: isListed ? game : undefined };
}

interface Tally {
  right: number;
  wrong: string[];
  of: number;
}

/** Makes an event, loses some of its table and of its records, adds games of strangers, and counts how many are found. */
function tally(seed: number, total: Tally): void {
  const dice = diceOf(seed);
  const format = oneOf(dice, ['h9', 'opengotha', 'csv', 'pairgoth', 'aga'] as const satisfies TableFormat[]);
  const event = madeEvent(dice, { ...ABILITIES[format], hidesColors: false });
  const lost = dice(4) === 0 ? 1 + dice(event.rounds) : 0;
  const kept: MadeEvent = { ...event, games: event.games.filter(({ round }) => round !== lost) };
  const [table] = readTables(
    written(kept, format).map(({ name, text }) => ({ name, bytes: encoder.encode(text) })),
  ).tables;
  if (!table) return;
  const records = event.games.flatMap((game) =>
    dice(10) === 0 ? [] : [recordOf(dice, game, game.round !== lost)],
  );
  const others = madeEvent(dice, ABILITIES[format]);
  for (const game of others.games.slice(0, 2)) records.push({ ...recordOf(dice, game, false), round: '' });
  const [game] = event.games;
  const [stranger] = others.players;
  // A game of one player with somebody who is not there.
  if (game && stranger)
    records.push({ ...recordOf(dice, { ...game, white: stranger }, false), round: '', file: 'x.sgf' });
  // A game beside the event, of two players who are not paired.
  const friends = event.players
    .filter((one) => event.games.some(({ black, white }) => black === one || white === one))
    .slice(0, 2);
  const havePlayed = event.games.some(
    ({ black, white }) => friends.includes(black) && friends.includes(white),
  );
  if (game && friends.length === 2 && !havePlayed)
    records.push({
      ...recordOf(dice, { ...game, black: friends[0]!, white: friends[1]! }, false),
      round: '',
      file: 'x.sgf',
    });
  const { pairings } = matchGames([table], records);
  total.of += records.filter((record) => record.of !== undefined).length;
  const { players } = table;
  for (const { pairing, games } of pairings) {
    for (const { game } of games) {
      const { of, black, white } = records[game]!;
      const { round, ...one } = table.pairings[pairing]!;
      const isRight =
        of?.round === round &&
        [of.black, of.white].every((player) =>
          [one.black, one.white].some(
            (index) =>
              likeness(nameForms(players[index]!.name), nameForms(`${player.surname} ${player.first}`)) ===
              'same',
          ),
        );
      if (isRight) total.right++;
      else
        total.wrong.push(
          `seed ${String(seed)}: ${black} - ${white} as ${players[one.black]!.name} - ${players[one.white]!.name} of round ${String(round)}, is ${of === undefined ? 'not listed' : `round ${String(of.round)} ${of.black.surname} ${of.black.first} - ${of.white.surname} ${of.white.first}`}`,
        );
    }
  }
}

test(`${String(EVENTS)} made-up events: no wrong pair, and at least 95 % found (seed ${String(SEED)})`, () => {
  const total: Tally = { right: 0, wrong: [], of: 0 };
  for (let i = 0; i < EVENTS; i++) tally(SEED + i, total);
  const recall = total.right / total.of;
  console.log(
    `matching: ${String(total.right)} of ${String(total.of)} records found (${(recall * 100).toFixed(2)} %)`,
  );
  expect(total.wrong).toEqual([]);
  expect(recall).toBeGreaterThanOrEqual(0.95);
}, 300_000);

/** Pairings of players who each have a name of their own, and a record of each. */
function largeEvent(pairings: number, nameOf: (i: number) => string): [Table[], MatchGame[]] {
  const rows = Array.from(
    { length: pairings },
    (_, i) => `1,,${nameOf(2 * i)},${nameOf(2 * i + 1)},,,,g/${i}.sgf`,
  );
  const games = Array.from({ length: pairings + 2000 }, (_, i) =>
    gameOf(`${nameOf(2 * i + 1)} - ${nameOf(2 * i)}`, { file: `${String(i)}.sgf` }),
  );
  return [[...tablesOf(CSV + rows.join('\n'))], games];
}

/** A word of four letters for each number, and none for two. */
function wordFor(i: number): string {
  const digits = ((i * 104_729) % 26 ** 4).toString(26).padStart(4, '0');
  return digits.replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)));
}

test.each([
  ['names of two words', (i: number) => `${wordFor(i)} ${wordFor(i + 17)}`, 3000],
  ['a surname that all share', (i: number) => `Li ${wordFor(i)}`, 3000],
  ['names of brackets', (i: number) => '('.repeat(3000) + wordFor(i), 0],
  ['names of 30,000 letters', (i: number) => wordFor(i) + 'ab'.repeat(15_000), 200],
  ['one pair', (i: number) => `x${String(i % 2)}`, 0],
])('3,000 pairings, %s: matched while one waits', { timeout: 60_000 }, (_, nameOf, least) => {
  const [tables, games] = largeEvent(nameOf(0).length > 1000 ? 200 : 3000, nameOf);
  const { pairings } = matchGames(tables, games);
  expect(pairings.filter(({ games: sure }) => sure.length > 0).length).toBeGreaterThanOrEqual(least);
});

test('every player whose name is alike is found by a key', () => {
  const dice = diceOf(20261123);
  const words = Array.from({ length: 60 }, (_, i) =>
    (wordFor(i) + wordFor(i + 60) + wordFor(i + 120)).slice(0, 2 + (i % 9)),
  );
  const nameBy = (roll: Dice): string =>
    Array.from({ length: 1 + roll(3) }, () => oneOf(roll, words)).join(' ');
  const slipped = (roll: Dice, name: string): string => {
    const at = roll(name.length);
    return name.slice(0, at) + oneOf(roll, ['', 'x', name[at]! + 'y']) + name.slice(at + 1);
  };
  for (let round = 0; round < 40; round++) {
    const names = [...new Set(Array.from({ length: 20 }, () => nameBy(dice)))];
    const players = names.map((name) => ({ name }));
    const find = namesakeFinder([{ players }], []);
    for (const name of names) {
      const asked = slipped(dice, slipped(dice, name));
      const alike = names.map((one) => likeness(nameForms(asked), nameForms(one)));
      const wanted = alike.includes('same') ? 'same' : undefined;
      expect(
        find(asked).players.map(({ player }) => player),
        `${asked} among ${names.join(', ')}`,
      ).toEqual(
        [...alike.entries()]
          .filter(([, like]) => like !== 'other' && like === (wanted ?? like))
          .map(([i]) => i),
      );
    }
  }
});

test.each([
  ['bytes', [ONCE, ' '.repeat(16 * 1024 * 1024)], 3, '16777216 bytes'],
  ['pairings', [ONCE, CSV + '1,1,A,B,,,,\n'.repeat(20_001)], 20_000, '20001 pairings'],
])('tables of too many %s: read up to the limit, with a finding', (_, texts, least, value) => {
  const files = texts.map((text, i) => ({ name: `t${String(i)}.csv`, bytes: encoder.encode(text) }));
  const { tables, findings } = readTables(files);
  expect(tables.reduce((sum, { pairings }) => sum + pairings.length, 0)).toBe(least);
  expect(findings.map(({ finding: { args } }) => args)).toContainEqual(expect.objectContaining({ value }));
});
