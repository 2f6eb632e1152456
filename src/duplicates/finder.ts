import type { GameRecord } from '../record/record.js';
import { lineKey } from '../replay/line-key.js';
import {
  BEGINNINGS,
  createKeyTable,
  DUPLICATE_KINDS,
  type DuplicateKind,
  type DuplicateRow,
  HEADER_FACTS,
  KEY,
  type KeyTable,
  levelOf,
} from './game-keys.js';

/** Words of one line that is looked for: stones, then the four halves of its key. */
export const SOUGHT_WORDS = 5;

/** Lines that may be the beginning of longer ones, and where those are. */
interface Question {
  /** Heads of the lines that are looked for. */
  readonly heads: readonly number[];
  /** SOUGHT_WORDS for each of them. */
  readonly sought: Uint32Array;
  /** Heads of the lines that may begin like them. */
  readonly longer: readonly number[];
}

/** The bits of a sort key below the word of a beginning: longer lines count as this long. */
const MOST_STONES = 2 ** 21 - 1;

/**
 * Which lines must be read again because the last beginning that is kept of a line is also that of a longer line.
 * `undefined`: there is none. Time is that of sorting, memory eight bytes a game.
 */
function askBeginnings(table: KeyTable, fewest: number): Question | undefined {
  const shared = sharedBeginnings(table);
  const longer = new Set<number>();
  const heads: number[] = [];
  for (let i = 0; i < table.count(); i++) {
    const stones = table.word(i, KEY.stones);
    if (stones === 0 || !table.isHead(i)) continue;
    const level = levelOf(stones, fewest);
    if (level < 0) continue;
    const most = shared[level]!.get(table.word(i, KEY.beginnings + level));
    if (most !== undefined && most > Math.min(stones, MOST_STONES)) heads.push(i);
    for (let l = 0; l <= level; l++) {
      if (shared[l]!.has(table.word(i, KEY.beginnings + l))) longer.add(i);
    }
  }
  if (heads.length === 0) return undefined;
  const sought = new Uint32Array(heads.length * SOUGHT_WORDS);
  for (const [h, head] of heads.entries()) {
    const fields = [KEY.stones, KEY.symmetricLow, KEY.symmetricHigh, KEY.exactLow, KEY.exactHigh];
    for (const [f, field] of fields.entries()) sought[h * SOUGHT_WORDS + f] = table.word(head, field);
  }
  return { heads, sought, longer: [...longer] };
}

/** For each level the beginnings that lines of different lengths share, with the stones of the longest. */
function sharedBeginnings(table: KeyTable): Map<number, number>[] {
  return Array.from({ length: BEGINNINGS }, (_, level) => {
    const keys = new Float64Array(table.count());
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
      const beginning = table.word(i, KEY.beginnings + level);
      if (beginning === 0 || !table.isHead(i)) continue;
      keys[count++] = beginning * (MOST_STONES + 1) + Math.min(table.word(i, KEY.stones), MOST_STONES);
    }
    const sorted = keys.subarray(0, count).sort();
    const shared = new Map<number, number>();
    for (let i = 1; i < count; i++) {
      if (sorted[i] === sorted[i - 1]) continue;
      const beginning = Math.floor(sorted[i]! / (MOST_STONES + 1));
      if (beginning !== Math.floor(sorted[i - 1]! / (MOST_STONES + 1))) continue;
      shared.set(beginning, sorted[i]! % (MOST_STONES + 1));
    }
    return shared;
  });
}

/** A sought line that a game begins with. */
export interface Found {
  /** Index among the sought lines. */
  readonly sought: number;
  readonly board: 'same' | 'turned';
}

/** Returns the function that finds which of the sought lines a game begins with and continues. */
export function createProbe(sought: Uint32Array): (record: GameRecord) => Found[] {
  const byLow = new Map<number, number[]>();
  for (let s = 0; s * SOUGHT_WORDS < sought.length; s++) {
    const low = sought[s * SOUGHT_WORDS + 1]!;
    const others = byLow.get(low);
    if (others) others.push(s);
    else byLow.set(low, [s]);
  }
  return ({ isGo, line, width, height }) => {
    if (!isGo) return [];
    const found: Found[] = [];
    let all = 0;
    lineKey(line, width, height, (stones, exactLow, exactHigh, low, high) => {
      all = stones;
      for (const s of byLow.get(low) ?? []) {
        const at = s * SOUGHT_WORDS;
        if (sought[at] !== stones || sought[at + 2] !== high) continue;
        const isSame = sought[at + 3] === exactLow && sought[at + 4] === exactHigh;
        found.push({ sought: s, board: isSame ? 'same' : 'turned' });
      }
    });
    return found.filter(({ sought: s }) => sought[s * SOUGHT_WORDS]! < all);
  };
}

/** Looks for games that are one among any number of games: give it the keys of all, answer its question, take the rows. */
export interface Finder {
  /** Keys of one game; files by number. */
  readonly add: (words: Uint32Array, at: number, file: number) => void;
  /** What must be looked up in the games once more for `prefix`; `undefined`: nothing. */
  readonly question: () => Question | undefined;
  /** What one of the `longer` games of the question begins with. */
  readonly answer: (longer: number, found: Found) => void;
  /** The index of a game among the `longer` ones of the question. */
  readonly longerAt: (file: number, game: number) => number | undefined;
  readonly file: (index: number) => number;
  readonly rows: () => Generator<DuplicateRow>;
}

interface Relation {
  readonly kind: DuplicateKind;
  readonly of: number;
  readonly turned: boolean;
}

/** `fewest`: the same as for the keys. `kinds`: those to report; a game is reported once, by its closest kind. */
export function createFinder(fewest: number, kinds: ReadonlySet<DuplicateKind>): Finder {
  const table = createKeyTable();
  const places = new Map<string, number>();
  let question: Question | undefined;
  /** Heads of lines that are the beginning of a longer one. */
  const longest = new Map<number, { readonly of: number; readonly turned: boolean }>();

  /** Lines by the longest one that they are beginnings of. */
  function beginningsByHead(): Map<number, number[]> {
    const by = new Map<number, number[]>();
    for (const [head, { of }] of longest) {
      const others = by.get(of);
      if (others) others.push(head);
      else by.set(of, [head]);
    }
    return by;
  }

  return {
    add: table.add,
    question() {
      question = kinds.has('prefix') ? askBeginnings(table, fewest) : undefined;
      for (const index of question?.longer ?? []) {
        places.set(`${table.file(index)} ${table.word(index, KEY.game)}`, index);
      }
      return question;
    },
    answer(longer, { sought, board }) {
      const head = question?.heads[sought];
      if (head === undefined) return;
      const stones = table.word(longer, KEY.stones);
      const known = longest.get(head);
      if (known && table.word(known.of, KEY.stones) >= stones) return;
      longest.set(head, { of: longer, turned: board === 'turned' });
    },
    longerAt: (file, game) => places.get(`${file} ${game}`),
    file: table.file,
    *rows() {
      const beginnings = beginningsByHead();
      let group = 0;
      for (let head = 0; head < table.count(); head++) {
        if (!table.isHead(head) || longest.has(head)) continue;
        const relations = new Map<number, Relation>();
        relationsIn(table, head, relations);
        for (const shorter of beginnings.get(head) ?? []) {
          relationsIn(table, shorter, relations);
          const { of, turned } = longest.get(shorter)!;
          relations.set(shorter, { kind: 'prefix', of, turned });
        }
        for (const [first, copies] of groupsOf(relations, kinds)) {
          group++;
          yield rowOf(table, group, first, undefined);
          for (const copy of copies) yield rowOf(table, group, copy, relations.get(copy));
        }
      }
    },
  };
}

/** Each game of a chain with the earlier one that it is closest to. */
function relationsIn(table: KeyTable, head: number, relations: Map<number, Relation>): void {
  const members = table.members(head);
  if (members.length === 1) return;
  const seen = new Map<string, number>();
  for (const index of members) {
    const word = (field: number): number => table.word(index, field);
    const exact = `${word(KEY.exactLow)} ${word(KEY.exactHigh)}`;
    const facts = HEADER_FACTS.map((fact) => word(KEY[fact])).join(' ');
    const keys = [
      [0, 1, 2, 3].map((i) => word(KEY.bytes + i)).join(' '),
      `${exact} h ${facts}`,
      `${exact} r ${word(KEY.result)}`,
      exact,
      '',
    ];
    for (const [k, key] of keys.entries()) {
      const of = seen.get(key);
      if (of === undefined) seen.set(key, index);
      else if (!relations.has(index)) relations.set(index, { kind: DUPLICATE_KINDS[k]!, of, turned: false });
    }
  }
}

function differences(table: KeyTable, index: number, { kind, of, turned }: Relation): string[] {
  if (kind === 'exact') return [];
  const words: string[] = HEADER_FACTS.filter(
    (fact) => table.word(index, KEY[fact]) !== table.word(of, KEY[fact]),
  );
  if (turned) words.push('turned');
  return words.length === 0 && kind === 'moves' ? ['text'] : words;
}

function rowOf(table: KeyTable, group: number, index: number, relation: Relation | undefined): DuplicateRow {
  const of = relation?.of ?? index;
  return {
    group,
    kind: relation?.kind ?? 'first',
    file: table.file(index),
    game: table.word(index, KEY.game),
    ofFile: table.file(of),
    ofGame: table.word(of, KEY.game),
    moves: table.word(index, KEY.moves),
    differs: relation ? differences(table, index, relation) : [],
  };
}

/** Copies of the wanted kinds under the game that they lead back to, all in input order. */
function groupsOf(
  relations: ReadonlyMap<number, Relation>,
  kinds: ReadonlySet<DuplicateKind>,
): [first: number, copies: number[]][] {
  const wanted = new Map([...relations].filter(([, { kind }]) => kinds.has(kind)));
  const groups = new Map<number, number[]>();
  for (const index of [...wanted.keys()].sort((a, b) => a - b)) {
    let first = index;
    for (let above = wanted.get(first); above; above = wanted.get(first)) first = above.of;
    const copies = groups.get(first);
    if (copies) copies.push(index);
    else groups.set(first, [index]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}
