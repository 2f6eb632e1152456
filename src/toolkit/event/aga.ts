/**
 * Tables of the American Go Association: the report for its ratings (`aga`), and the register and round files of its pairing
 * program (`tde`). Source: usgo.org, Rating Submission Requirements; what AccelRat and OpenGotha write.
 */
import { valueAt } from '../../core/text.js';
import { dateIn, linesOf, numberIn, type Piece, type TableText, wordsOf } from './table-text.js';
import {
  addPairing,
  emptyTable,
  finished,
  malformed,
  type Table,
  type TableDraft,
  type TableOutcome,
  unknownPlayer,
} from './table.js';

const RANK = /^(?:\d{1,2}[kdp]|-?\d{1,2}(?:\.\d+)?)$/i;
const OUTCOMES: Readonly<Record<string, TableOutcome>> = { w: 'white', b: 'black', '?': 'unknown' };

/** Begins a section; `END` ends the last one, and players without an opponent follow `PASSED`. */
const KEYWORD = /^\s*(TOURNEY|PLAYERS|GAMES|PASSED|END)\b:?\s*(.*)/i;

/** The normal form of an id that files write in several ways: upper case, no leading zeros. */
function idOf(text: string): string {
  return text.toUpperCase().replace(/^([A-Z]*)0+(?=\d)/, '$1');
}

interface Reader {
  readonly draft: TableDraft;
  /** Indexes of the players by their ids. */
  readonly players: Map<string, number>;
}

function agaReader(format: 'aga' | 'tde', sources: readonly TableText[]): Reader {
  const files = sources.map(({ file }) => file);
  return { draft: { ...emptyTable(format, files), komiIsWhole: true }, players: new Map() };
}

/**
 * Reads AGA reports that belong to one event. They drop the half point of komi, and write a handicap of 1 as 0 with komi 0.
 * Findings: `table/malformed`, `table/player-unknown`.
 */
export function readAgaReport(sources: readonly TableText[]): Table {
  const reader = agaReader('aga', sources);
  const { draft } = reader;
  const games: Game[] = [];
  for (const source of sources) {
    let section = '';
    let round = 0;
    for (const piece of linesOf(source)) {
      if (piece.text.trim() === '') continue;
      const [, word = '', rest = ''] = KEYWORD.exec(piece.text.trimEnd()) ?? [];
      const keyword = word.toLowerCase();
      if (keyword === 'tourney') readTourney(draft, rest);
      if (keyword === 'games') round = /^\d+$/.test(rest) ? Number(rest) : round + 1;
      if (keyword === 'passed')
        games.push(...rest.split(/[\s,]+/).map((bye) => ({ round, bye, source, piece })));
      if (keyword !== '' && keyword !== 'passed') section = keyword;
      if (keyword !== '') continue;
      if (section === 'tourney') readSetting(draft, source, piece);
      else if (section === 'players') readPlayer(reader, source, piece);
      else if (section === 'games') games.push({ round, source, piece });
      else malformed(draft, placeOf(source, piece), piece.text.trim(), 'TOURNEY, PLAYERS or GAMES before it');
    }
  }
  for (const game of games) readGame(reader, game);
  return finished(draft);
}

/** `name, place, dates`; the dates, written freely here, are read from the settings. */
function readTourney(draft: TableDraft, text: string): void {
  const [name = '', ...others] = text.split(',').map((part) => part.trim());
  draft.name = name;
  draft.place = others[0] ?? '';
}

function readSetting(draft: TableDraft, source: TableText, piece: Piece): void {
  const [, key, value = ''] = /^\s*(\w+)\s*=\s*(.*)/.exec(piece.text.trimEnd()) ?? [];
  const bare = value.replace(/^(['"])(.*)\1$/, '$2');
  const date = (): string =>
    dateIn(bare, (expected) => malformed(draft, placeOf(source, piece), bare, expected), 'month-first');
  switch (key?.toLowerCase()) {
    case undefined:
      malformed(draft, placeOf(source, piece), piece.text.trim(), 'a setting such as rules=AGA');
      break;
    case 'start':
      draft.begins = date();
      break;
    case 'finish':
      draft.ends = date();
      break;
    case 'rules':
      draft.rules = bare;
      break;
    case 'location':
      draft.place = bare;
      break;
  }
}

/**
 * Reads `register.tde` and the files of the rounds, in any order. The round is in a line `## 2` of the file, or is the number in
 * its name. Findings: `table/malformed`, `table/player-unknown`.
 */
export function readTde(sources: readonly TableText[]): Table {
  const reader = agaReader('tde', sources);
  const { draft } = reader;
  const games: Game[] = [];
  for (const source of sources) {
    let round = Number(
      /\d{1,9}$/.exec(source.file.slice(0, Math.max(0, source.file.lastIndexOf('.'))))?.[0] ?? 0,
    );
    for (const piece of linesOf(source)) {
      const [, heading] = /^##\s*(.*)/.exec(piece.text.trimEnd()) ?? [];
      if (heading !== undefined) {
        if (/^\d+$/.test(heading)) round = Number(heading);
        else readHeading(draft, source, { text: heading, offset: piece.offset });
        continue;
      }
      const text = piece.text.replace(/#.*/, '');
      const words = wordsOf({ text, offset: piece.offset });
      if (words.length === 0) continue;
      const line = { text: text.trimEnd(), offset: piece.offset };
      if (isId(words[1]?.text)) games.push({ round, source, piece: line });
      else readPlayer(reader, source, line);
    }
  }
  for (const game of games) readGame(reader, game);
  return finished(draft);
}

function isId(text: string | undefined): boolean {
  return text !== undefined && /^[a-z]{3}\d+$/i.test(text);
}

function readHeading(draft: TableDraft, source: TableText, { text, offset }: Piece): void {
  const [, key = '', rest = ''] = /^(\w+)(.*)$/s.exec(text) ?? [];
  const value = rest.trim();
  switch (key.toUpperCase()) {
    case 'TOURNEY':
      draft.name = value;
      break;
    case 'RULES':
      draft.rules = value;
      break;
    case 'ROUNDS':
      if (/^\d+$/.test(value)) draft.rounds = Number(value);
      else malformed(draft, source.at(offset), value, 'a number of rounds');
      break;
    case 'HANDICAPS':
      draft.handicap = { isUsed: !/^(?:none|no|0)$/i.test(value) };
      break;
  }
}

/** `ID  Surname, First names  RANK`, and what a register has after it. */
function readPlayer({ draft, players }: Reader, source: TableText, piece: Piece): void {
  const words = wordsOf(piece);
  const [first, ...rest] = words;
  const at = source.at(first!.offset);
  if (!/\d/.test(first!.text)) {
    malformed(draft, at, first!.text, "a player's id");
    return;
  }
  const rankAt = rest.findIndex(({ text }, i) => i > 0 && RANK.test(text));
  const name = (rankAt < 0 ? rest : rest.slice(0, rankAt)).map(({ text }) => text).join(' ');
  if (rankAt < 0) {
    malformed(
      draft,
      source.at(piece.offset + piece.text.trimEnd().length),
      '',
      'a rank such as 5k or a rating',
    );
  }
  if (name === '') return;
  const key = idOf(first!.text);
  if (players.has(key)) {
    malformed(draft, at, first!.text, 'an id that no other player has');
    return;
  }
  const club = rest.flatMap(({ text }) => /^CLUB=(.+)$/i.exec(text)?.[1] ?? [])[0] ?? '';
  const rank = rankAt < 0 ? '' : rest[rankAt]!.text.toLowerCase();
  players.set(key, draft.players.length);
  draft.players.push({ key, name: name.replace(/,$/, ''), rank, country: '', club, ids: [key], place: at });
}

/** A line with a game, kept until all players are known. `bye`: the id of a player without an opponent. */
interface Game {
  readonly round: number;
  readonly bye?: string;
  readonly source: TableText;
  readonly piece: Piece;
}

/** `WHITE BLACK RESULT HANDICAP KOMI`. */
function readGame({ draft, players }: Reader, { round, bye, source, piece }: Game): void {
  const player = (id: string, offset: number): number => {
    const index = players.get(idOf(id)) ?? -1;
    if (index < 0) unknownPlayer(draft, id, source.at(offset));
    return index;
  };
  if (bye !== undefined) {
    const index = player(bye, piece.offset);
    if (index >= 0) draft.byes.push({ round, player: index, score: 'unknown' });
    return;
  }
  const words = wordsOf(piece);
  const [white, black, result, handicap, komi] = words;
  if (!white || !black || !result) {
    const end = source.at(piece.offset + piece.text.trimEnd().length);
    malformed(draft, end, piece.text.trim(), 'White, Black, result, handicap and komi');
    return;
  }
  const whiteAt = player(white.text, white.offset);
  const blackAt = player(black.text, black.offset);
  const outcome = valueAt(OUTCOMES, result.text.toLowerCase());
  if (outcome === undefined) malformed(draft, source.at(result.offset), result.text, 'W, B or ?');
  const numberOf = (word: Piece | undefined, expected: string): number | undefined => {
    const read = numberIn(word?.text);
    if (word && read === undefined) malformed(draft, source.at(word.offset), word.text, expected);
    return read;
  };
  const stones = numberOf(handicap, 'a number of handicap stones');
  const points = numberOf(komi, 'komi as a number of points');
  if (whiteAt < 0 || blackAt < 0 || outcome === undefined) return;
  if (whiteAt === blackAt) {
    malformed(draft, source.at(black.offset), black.text, 'another player as opponent');
    return;
  }
  const place = source.at(white.offset);
  const pairing = { round, black: blackAt, white: whiteAt, handicap: stones, komi: points, place };
  addPairing(draft, { ...pairing, result: { outcome } });
}

function placeOf(source: TableText, piece: Piece): ReturnType<TableText['at']> {
  return source.at(wordsOf(piece)[0]?.offset ?? piece.offset);
}
