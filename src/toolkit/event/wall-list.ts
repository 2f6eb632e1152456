/**
 * Tables with a line for each player and an entry for each round, in which every game is entered twice: the EGD's (`h9`, also with
 * tabs) and the French federation's (`tou`). Sources: gemma.ujf.cas.cz/~cieply/GO/format.html, and what OpenGotha and Pairgoth write.
 */
import { type Color, opponent } from '../../core/color.js';
import type { WallFormat } from './plain-tables.js';
import { dateIn, linesOf, numberIn, type Piece, type TableText, wordsOf } from './table-text.js';
import {
  emptyTable,
  finished,
  malformed,
  tableFinding,
  type Half,
  type HandicapPolicy,
  type Pairing,
  type Player,
  type Table,
  type TableDraft,
  type TableOutcome,
  type TablePlace,
  type TimeLimits,
} from './table.js';

/** Opponent's place, result, `/` or `!` with color and handicap. The French table omits the sign. */
const ENTRY = /^(\d{1,4})([-+=?])(?:([/!])([wb?])?(\d)?|([wb?])(\d)?)?$/i;
const RANK = /^\d{1,2}[kdp]$/i;
/** What is meant as an entry, readable or not. */
const LIKE_ENTRY = /^\d*[-+=?/!]|^\d+\W/;
const CRITERION = /^-?\d{1,5}(?:[.,]\d)?$/;
const MAX_CRITERIA = 4;
const EXPECTED_ENTRY = 'an entry such as 3+/w2, 0+ or 12-!b';

const SCORES = { '+': 'won', '-': 'lost', '=': 'jigo', '?': 'unknown' } as const;
const MIRRORED = { won: 'lost', lost: 'won', jigo: 'jigo', unknown: 'unknown' } as const;

/** Header lines of both formats: `; EV[name]` and `;name=name`. */
const HEADER = /^;\s*(?:([A-Z]{2})\[(.*)\]\s*$|([a-z]+)=(.*))/;

/** What the words of both headers mean. */
const HEADER_FIELDS = {
  ...{ EV: 'name', PC: 'place', DT: 'dates', KM: 'komi', TM: 'adjusted time', HA: 'handicap' },
  ...{ name: 'name', vill: 'place', date: 'dates', komi: 'komi', ta: 'adjusted time' },
  ...{ size: 'size', time: 'main time' },
} as const;

/** A player's line, and its words after the place. */
interface Line {
  readonly player: number;
  readonly place: number;
  readonly words: readonly Piece[];
  readonly piece: Piece;
}

/**
 * Reads a wall list. Findings: `table/malformed`; `table/asymmetric` where the two entries of a game contradict each other;
 * `table/player-unknown` where an entry names a place that no line has.
 */
export function readWallList(source: TableText, format: WallFormat): Table {
  const draft = emptyTable(format, [source.file]);
  const lines: Line[] = [];
  const places = new Set<string>();
  for (const piece of linesOf(source)) {
    const header = HEADER.exec(piece.text);
    if (header) readHeader(draft, source.at(piece.offset), header);
    const [text = ''] = piece.text.split(';');
    if (text.trim() === '') continue;
    const line = readPlayer(draft, source, { text, offset: piece.offset }, places);
    if (line) lines.push(line);
  }
  const rounds = mostCommon(lines.map(({ words }) => entriesAtEnd(words).length));
  draft.rounds = rounds;
  postCriteria(draft, source, lines);
  const byPlace = new Map(lines.map((line) => [line.place, line]));
  const halves = lines.flatMap((line) => halvesOf(draft, line, { source, byPlace, rounds }));
  pair(draft, halves, rounds);
  return finished(draft);
}

/** The numbers before the entries, with the names that OpenGotha's heading has in columns of five. */
function postCriteria(draft: TableDraft, source: TableText, lines: readonly Line[]): void {
  const numbers = lines.map(({ words }) => {
    const before = withoutPin(words).slice(0, -draft.rounds || undefined);
    const from = before.findLastIndex(({ text }) => !CRITERION.test(text)) + 1;
    return before.slice(Math.max(from, before.length - MAX_CRITERIA)).map(({ text }) => text);
  });
  const count = mostCommon(numbers.map(({ length }) => length));
  const used = [...Array(count).keys()].filter((i) => numbers.some((row) => row[i] !== '0'));
  const heading = /^;\s*Pl\s+Name\b.*?\bClub(.*)$/m.exec(source.text)?.[1] ?? '';
  draft.criteria = used.map((i) => heading.slice(5 * i, 5 * i + 5).trim());
  for (const [i, row] of numbers.entries()) {
    const { player } = lines[i]!;
    if (row.length !== count) continue;
    draft.players[player] = { ...draft.players[player]!, criteria: used.map((at) => row[at]!) };
  }
}

type HeaderField = (typeof HEADER_FIELDS)[keyof typeof HEADER_FIELDS];

function readHeader(draft: TableDraft, place: TablePlace, header: RegExpExecArray): void {
  const [, code = header[3]!, value = header[4]!] = header;
  const text = value.trim();
  if (text === '') return;
  const checked = <T>(read: T | undefined, expected: string): T | undefined => {
    if (read === undefined) malformed(draft, place, text, expected);
    return read;
  };
  const date = (written: string): string =>
    dateIn(written.trim(), (expected) => malformed(draft, place, written, expected));
  switch (HEADER_FIELDS[code as keyof typeof HEADER_FIELDS] as HeaderField | undefined) {
    case 'name':
      draft.name = text;
      break;
    case 'place':
      draft.place = text.replace(/^[,\s]+/, '');
      break;
    case 'dates': {
      const [begins = '', ends = ''] = text.split(',');
      draft.begins = date(begins);
      draft.ends = date(ends);
      break;
    }
    case 'komi':
      draft.komi = checked(numberIn(text), 'komi as a number of points');
      break;
    case 'size':
      draft.size = checked(numberIn(text), 'a board size');
      break;
    case 'adjusted time': {
      const adjustedMinutes = checked(numberIn(text), 'adjusted minutes');
      if (adjustedMinutes !== undefined)
        draft.time = { ...(draft.time ?? { system: 'unknown' }), adjustedMinutes };
      break;
    }
    case 'main time':
      draft.time =
        checked(withMainTime(text, draft.time), 'main time in minutes, such as 60+b') ?? draft.time;
      break;
    case 'handicap':
      draft.handicap = checked(handicapOf(text), 'a handicap reduction such as h2') ?? draft.handicap;
      break;
    case undefined:
  }
}

function withMainTime(text: string, others: TimeLimits | undefined): TimeLimits | undefined {
  const [, minutes, overtime] = /^(\d+)\s*(\+.*)?$/.exec(text) ?? [];
  if (minutes === undefined) return undefined;
  const system = overtime === undefined ? 'sudden-death' : 'unknown';
  return { ...others, system, mainSeconds: Number(minutes) * 60 };
}

function handicapOf(text: string): HandicapPolicy | undefined {
  const [, stones] = /^h(\d)$/i.exec(text) ?? [];
  if (stones === undefined) return undefined;
  // h9 is what programs write for even games.
  return stones === '9' ? { isUsed: false } : { correction: Number(stones) };
}

/**
 * Reads the left part of a line: place, name, rank, country or licence, club; the last three may be missing. `places`: those of
 * earlier lines.
 */
function readPlayer(
  draft: TableDraft,
  source: TableText,
  piece: Piece,
  places: Set<string>,
): Line | undefined {
  const words = wordsOf(piece);
  const first = words[0]!;
  const at = source.at(first.offset);
  if (!/^\d{1,4}$/.test(first.text)) {
    malformed(draft, at, first.text, 'the place of a player as a number');
    return undefined;
  }
  const key = String(Number(first.text));
  const isAgain = places.has(key);
  if (isAgain) malformed(draft, at, first.text, 'a place that no other line has');
  const rest = draft.format === 'tou' ? apart(words.slice(1)) : words.slice(1);
  const rankAt = rest.findIndex(({ text }, i) => i > 0 && RANK.test(text));
  const nameEnd = rankAt > 0 ? rankAt : rest.findIndex(({ text }) => /^\d/.test(text));
  const name = rest
    .slice(0, nameEnd < 0 ? rest.length : nameEnd)
    .map(({ text }) => text)
    .join(' ');
  const lacks = (expected: string, found: Piece | undefined): void => {
    const offset = found?.offset ?? piece.offset + piece.text.trimEnd().length;
    malformed(draft, source.at(offset), found?.text ?? '', expected);
  };
  if (name === '') {
    lacks("a player's name", rest[0]);
    return undefined;
  }
  if (rankAt <= 0) lacks('a rank such as 3K or 1D', rest[nameEnd]);
  const after = rankAt > 0 ? rest.slice(rankAt + 1).map(({ text }) => text) : [];
  places.add(key);
  draft.players.push({
    key,
    name: name.replaceAll('_', ' '),
    rank: rankAt > 0 ? rest[rankAt]!.text.toLowerCase() : '',
    ...affiliation(after, draft.format),
    standing: Number(key),
    place: at,
  });
  // Nothing shows whose games the entries of a repeated place are.
  if (isAgain) return undefined;
  return { player: draft.players.length - 1, place: Number(key), words: words.slice(1), piece };
}

/** What follows the rank: a country or a licence, a club, and at the end of the line a PIN. */
function affiliation(
  words: readonly string[],
  format: TableDraft['format'],
): Pick<Player, 'country' | 'club' | 'ids'> {
  const country = /^[a-z]{2}$/i.test(words[0] ?? '') ? words[0]!.toUpperCase() : '';
  const [licence] = words.filter((word) => format === 'tou' && /^\d{7}$/.test(word));
  const club = words[country === '' && licence === undefined ? 0 : 1] ?? '';
  const [pin] = words.flatMap((word) => /^\|(\d+)$/.exec(word)?.[1] ?? []);
  return {
    country: country === 'XX' ? '' : country,
    club: /^(?:\d*|x+)$/i.test(club) || ENTRY.test(club) ? '' : club,
    ids: [licence, pin].filter((id) => id !== undefined),
  };
}

/** Columns of a fixed width may leave no blank between a long name and `10K`. */
function apart(words: readonly Piece[]): readonly Piece[] {
  if (words.some(({ text }, i) => i > 0 && RANK.test(text))) return words;
  return words.flatMap((word) => {
    const [, name, rank] = /^(.*?\D)(\d{1,2}[kdp])$/i.exec(word.text) ?? [];
    if (name === undefined) return [word];
    return [
      { text: name, offset: word.offset },
      { text: rank!, offset: word.offset + name.length },
    ];
  });
}

function withoutPin(words: readonly Piece[]): readonly Piece[] {
  return words.at(-1)?.text.startsWith('|') === true ? words.slice(0, -1) : words;
}

function entriesAtEnd(words: readonly Piece[]): readonly Piece[] {
  const all = withoutPin(words);
  const before = all.findLastIndex(({ text }) => !ENTRY.test(text));
  return all.slice(before + 1);
}

/** The most frequent number of the list; of several, the smallest. A criterion may look like an entry: `35=`. */
function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}

/** A half and its round. */
type RoundHalf = Half & { readonly round: number };

interface Lines {
  readonly source: TableText;
  readonly byPlace: ReadonlyMap<number, Line>;
  readonly rounds: number;
}

function halvesOf(draft: TableDraft, line: Line, all: Lines): RoundHalf[] {
  const { source, rounds } = all;
  const words = withoutPin(line.words);
  const window = words.slice(Math.max(0, words.length - rounds));
  // Nothing shows which round is missing, so no entry of a short line can be used.
  if (window.length < rounds || (rounds > 0 && !LIKE_ENTRY.test(window[0]!.text))) {
    const end = line.piece.offset + line.piece.text.trimEnd().length;
    const last = words.at(-1)?.text ?? '';
    malformed(draft, source.at(end), last, `${String(rounds)} entries in the line, one for each round`);
    return [];
  }
  return window.flatMap((word, i) => {
    const half = readEntry(draft, word, { ...all, line });
    if (half === undefined) return [];
    if (half !== 'bye') return [{ ...half, round: i + 1 }];
    const score = SCORES[/[-+=?]/.exec(word.text)![0] as keyof typeof SCORES];
    draft.byes.push({ round: i + 1, player: line.player, score });
    return [];
  });
}

function readEntry(
  draft: TableDraft,
  word: Piece,
  { source, line, byPlace }: Lines & { readonly line: Line },
): Half | 'bye' | undefined {
  const place = source.at(word.offset);
  const match = ENTRY.exec(word.text);
  if (!match) {
    malformed(draft, place, word.text, EXPECTED_ENTRY);
    return undefined;
  }
  const [, number, sign, mark, color = match[6], stones = match[7]] = match;
  if (Number(number) === 0) return 'bye';
  const opponent = byPlace.get(Number(number));
  if (!opponent) {
    draft.findings.push(tableFinding('table/player-unknown', { name: number!, where: 'entry' }, place));
    return undefined;
  }
  if (opponent === line) {
    malformed(draft, place, word.text, 'another player as opponent');
    return undefined;
  }
  return {
    player: line.player,
    opponent: opponent.player,
    score: SCORES[sign as keyof typeof SCORES],
    color: colorOf(color),
    // A win by default says nothing of the stones of a game that may have been played all the same.
    handicap: stones !== undefined ? Number(stones) : mark === '!' ? undefined : colorOf(color) && 0,
    byDefault: mark === '!',
    text: word.text,
    place,
  };
}

function colorOf(letter: string | undefined): Color | undefined {
  if (letter === undefined || letter === '?') return undefined;
  return letter.toLowerCase() === 'w' ? 'white' : 'black';
}

/** Makes pairings of halves that name each other in the same round. */
function pair(draft: TableDraft, halves: readonly RoundHalf[], rounds: number): void {
  const names = (player: number): string => draft.players[player]!.name;
  // A player has at most one entry in a round.
  const inRounds = Array.from({ length: rounds }, () => new Map<number, RoundHalf>());
  for (const half of halves) inRounds[half.round - 1]!.set(half.player, half);
  const byes = new Set(draft.byes.map(({ round, player }) => `${String(round)} ${String(player)}`));
  for (const [i, inRound] of inRounds.entries()) {
    const round = i + 1;
    const taken = new Set<RoundHalf>();
    for (const half of inRound.values()) {
      if (taken.has(half)) continue;
      taken.add(half);
      const other = inRound.get(half.opponent);
      const mirror = other?.opponent === half.player ? other : undefined;
      if (mirror) taken.add(mirror);
      const isElsewhere = other !== undefined || byes.has(`${String(round)} ${String(half.opponent)}`);
      const disagrees = mirror ? contradicts(half, mirror) : isElsewhere;
      draft.pairings.push(pairingOf(half, mirror, disagrees));
      if (!disagrees) continue;
      const args = {
        round,
        first: names(half.player),
        entry: half.text,
        second: names(half.opponent),
        other: other?.text ?? 'a bye',
      };
      draft.findings.push(tableFinding('table/asymmetric', args, (mirror ?? half).place));
    }
  }
}

function contradicts(a: Half, b: Half): boolean {
  const results = a.score !== MIRRORED[b.score] && !isForBoth(a, b);
  const colors = a.color !== undefined && a.color === b.color;
  const stones = a.handicap !== undefined && b.handicap !== undefined && a.handicap !== b.handicap;
  return results || colors || stones || a.byDefault !== b.byDefault;
}

/** Whether a referee decided against or for both: programs write two losses like any others, two wins only with the mark of a default. */
function isForBoth(a: Half, b: Half): boolean {
  return a.score === b.score && (a.score === 'lost' || (a.byDefault && b.byDefault));
}

function pairingOf(half: RoundHalf, mirror: RoundHalf | undefined, disagrees: boolean): Pairing {
  const color = half.color ?? (mirror?.color && opponent(mirror.color));
  const isWhite = color === 'white';
  return {
    round: half.round,
    table: undefined,
    black: isWhite ? half.opponent : half.player,
    white: isWhite ? half.player : half.opponent,
    knowsColors: color !== undefined,
    handicap: half.handicap ?? mirror?.handicap,
    komi: undefined,
    result: { outcome: outcomeOf(half, mirror, isWhite ? 'white' : 'black') },
    byDefault: half.byDefault || mirror?.byDefault === true,
    file: '',
    place: half.place,
    halves: mirror ? [half, mirror] : [half],
    disagrees,
  };
}

function outcomeOf(half: Half, mirror: Half | undefined, color: Color): TableOutcome {
  if (mirror && mirror.score !== MIRRORED[half.score]) {
    if (!isForBoth(half, mirror)) return 'unknown';
    return half.score === 'won' ? 'both-win' : 'both-lose';
  }
  switch (half.score) {
    case 'won':
      return color;
    case 'lost':
      return opponent(color);
    case 'jigo':
    case 'unknown':
      return half.score;
  }
}
