import { expect, it, test } from 'vitest';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import type { Table } from '../../../src/toolkit/event/table.js';

function read(text: string | Uint8Array): Table {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { tables, findings } = readTables([{ name: 't', bytes }]);
  expect(findings).toEqual([]);
  return tables[0]!;
}

/** Pairings as `round White-Black handicap outcome`, with `!` for a default and `?` where the colors are not known. */
function pairingsOf({ pairings, players }: Table): string[] {
  return pairings.map(
    ({ round, white, black, handicap, result, byDefault, knowsColors }) =>
      `${String(round)} ${players[white]!.name}-${players[black]!.name} ${String(handicap)} ${result.outcome}${byDefault ? '!' : ''}${knowsColors ? '' : '?'}`,
  );
}

const tables = [
  [
    'the short form without colors and handicaps',
    '1 Baden Kor 3K CH Nor 1 2+\n2 Lipi Ran 4K SE Ost 0 1-\n; EV[x]',
    ['1 Lipi Ran-Baden Kor undefined black?'],
  ],
  [
    'a color without a handicap is an even game',
    '1 Baden Kor 3K CH Nor 1 2+/w\n2 Lipi Ran 4K SE Ost 0 1-/b',
    ['1 Baden Kor-Lipi Ran 0 white'],
  ],
  [
    'only one of the two entries has the color',
    '1 Baden Kor 3K CH Nor 1 2+/?\n2 Lipi Ran 4K SE Ost 0 1-/w2',
    ['1 Lipi Ran-Baden Kor 2 black'],
  ],
  [
    'won by default',
    '1 Baden Kor 3K CH Nor 1 2+!w0\n2 Lipi Ran 4K SE Ost 0 1-!b0',
    ['1 Baden Kor-Lipi Ran 0 white!'],
  ],
  [
    'won by default, without a word of the handicap',
    '1 Baden Kor 3K CH Nor 1 2+!w\n2 Lipi Ran 4K SE Ost 0 1-!b',
    ['1 Baden Kor-Lipi Ran undefined white!'],
  ],
  [
    'both lost by default',
    '1 Baden Kor 3K CH Nor 1 2-!w0\n2 Lipi Ran 4K SE Ost 0 1-!b0',
    ['1 Baden Kor-Lipi Ran 0 both-lose!'],
  ],
  [
    'both lost by decision, which programs write without the mark of a default',
    '1 Baden Kor 3K CH Nor 1 2-/w0\n2 Lipi Ran 4K SE Ost 0 1-/b0',
    ['1 Baden Kor-Lipi Ran 0 both-lose'],
  ],
  [
    'a criterion that looks like an entry',
    '1 Baden Kor 3K CH Nor 35= 2+/w0\n2 Lipi Ran 4K SE Ost 34 1-/b0\n3 Mo Su 9K SE Ost 30 0-',
    ['1 Baden Kor-Lipi Ran 0 white'],
  ],
  [
    'country and club are missing',
    '1 Baden Kor 3K 12 2+/w0\n2 Lipi Ran 4K 11 1-/b0',
    ['1 Baden Kor-Lipi Ran 0 white'],
  ],
  [
    'tabs, as in wallist',
    '1\tBaden Kor\t3k\tCH\tNor\t2+/w0\n2\tLipi Ran\t4k\tSE\tOst\t1-/b0',
    ['1 Baden Kor-Lipi Ran 0 white'],
  ],
  [
    'a comment behind the entries',
    '1 Baden Kor 3K CH Nor 2+/w0 ; late\n2 Lipi Ran 4K SE Ost 1-/b0',
    ['1 Baden Kor-Lipi Ran 0 white'],
  ],
  [
    'only one half can be read',
    '1 Baden Kor 3K CH Nor 2+/w3 0+\n2 Lipi Ran 4K SE Ost 1~/b3 0-\n3 Mo Su 9K SE Ost 0- 0-',
    ['1 Baden Kor-Lipi Ran 3 white'],
  ],
  [
    'tou: a name that fills its column',
    ';name=x\n   1 Baden-Baden Kornelius-Ema10K 1000001 Nor   2+w0\n   2 Lipi Ran                  4K         SE    1-b0',
    ['1 Baden-Baden Kornelius-Ema-Lipi Ran 0 white'],
  ],
] as const;

it.each(tables)('%s', (_, text, expected) => {
  expect(pairingsOf(read(text))).toEqual(expected);
});

test('the parts of a line', () => {
  const { players } = read(
    '7 Le_Den Kor 1D xx xxxx 36 120 8+/w0 |12345678\n8 Lipi Ran 2p SE Ost 36 120 7-/b0 |23456789',
  );
  expect(players).toMatchObject([
    { key: '7', name: 'Le Den Kor', rank: '1d', country: '', club: '', ids: ['12345678'] },
    { key: '8', name: 'Lipi Ran', rank: '2p', country: 'SE', club: 'Ost', ids: ['23456789'] },
  ]);
});

test('byes and free rounds', () => {
  const { byes } = read(
    '1 Baden Kor 3K CH Nor 0+ 2+/w0\n2 Lipi Ran 4K SE Ost 0= 1-/b0\n3 Mo Su 9K SE Ost 0- 0?',
  );
  expect(byes.map(({ round, player, score }) => [round, player, score])).toEqual([
    [1, 0, 'won'],
    [1, 1, 'jigo'],
    [1, 2, 'lost'],
    [2, 2, 'unknown'],
  ]);
});

test.each([
  ['h9', { isUsed: false }],
  ['h2', { correction: 2 }],
])('HA[%s] of the header', (value, handicap) => {
  expect(read(`; HA[${value}]\n; EV[x]\n1 Baden Kor 3K CH Nor 0-`).handicap).toEqual(handicap);
});

const text = '1 Bäden Kör 3K CH Süd 2+/w0\n2 Šipi Ran 4K SE Ost 1-/b0\n';
const latin9 = Uint8Array.from(text, (letter) => (letter === 'Š' ? 0xa6 : letter.charCodeAt(0)));
const utf16 = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['ISO-8859-15', latin9],
  ['UTF-16', utf16],
])('names in %s', (_, bytes) => {
  expect(read(bytes).players.map(({ name }) => name)).toEqual(['Bäden Kör', 'Šipi Ran']);
});

test('an XML declaration names the encoding', () => {
  const xml = `<?xml version="1.0" encoding="windows-1250"?><Tournament><Players><Player name="B\xb3ad" firstName="Kor"/></Players></Tournament>`;
  expect(read(Uint8Array.from(xml, (letter) => letter.charCodeAt(0))).players[0]!.name).toBe('Bład Kor');
});

test('an entity is not expanded', () => {
  const bomb = `<!DOCTYPE t [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Tournament><Players><Player name="Bo &b; &amp; Li" firstName="Kor"/></Players></Tournament>`;
  const table = read(bomb);
  expect(table.players[0]!.name).toBe('Bo &b; & Li Kor');
  expect(table.findings).toHaveLength(1);
});

test('two players who both won disagree, and nobody knows the result', () => {
  const table = read('1 Baden Kor 3K CH Nor 1 2+/w0\n2 Lipi Ran 4K SE Ost 0 1+/b0');
  expect(pairingsOf(table)).toEqual(['1 Baden Kor-Lipi Ran 0 unknown']);
  expect(table.findings.map(({ finding }) => finding.code)).toEqual(['table/asymmetric']);
});
