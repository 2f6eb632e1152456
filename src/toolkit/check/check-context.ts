import { pathOf } from '../../core/line.js';
import {
  finding,
  type FindingArgs,
  type FindingCode,
  type Finding,
  type Severity,
} from '../../core/findings/finding.js';
import {
  identCode,
  PROPERTIES,
  PROPERTY_CLASSES,
  VALUE_KINDS,
  type ValueKind,
} from '../../sgf/properties.js';
import type { RawGame } from '../../sgf/raw.js';
import type { TreeShape } from '../../core/line.js';
import { shapeOf } from '../../sgf/tree.js';

/** What judges the moves of variations: this check by their form alone, or the replay on a board. */
export type MovesJudgedBy = 'form' | 'replay';

/** One game while its nodes are checked, and what was found. Reused for every game. */
export class CheckContext {
  nodes: TreeShape = shapeOf([]);
  text: Uint8Array = new Uint8Array(0);
  found: Finding[] = [];
  /** Node being checked, -1 before the first. */
  node = -1;
  /** Format, 1 to 4; 1 when the game declares none; 0 when it declares one that does not exist. */
  format = 0;
  /** Whether the game has no FF, which makes it FF[1]. */
  lacksFormat = false;
  width = 19;
  height = 19;
  isGo = true;
  movesJudgedBy: MovesJudgedBy = 'form';
  readonly #reported = new Set<string>();

  reset(text: Uint8Array, game: RawGame, parents: readonly number[], movesJudgedBy: MovesJudgedBy): void {
    this.nodes = shapeOf(parents);
    this.text = text;
    this.found = [];
    this.node = -1;
    const format = game.header.get('FF') ?? '';
    this.lacksFormat = format.trim() === '';
    this.format = this.lacksFormat ? 1 : ([1, 2, 3, 4].find((one) => one === Number(format)) ?? 0);
    this.width = game.width;
    this.height = game.height;
    this.isGo = Number(game.header.get('GM') ?? 1) === 1;
    this.movesJudgedBy = movesJudgedBy;
    if (this.#reported.size > 0) this.#reported.clear();
  }

  /** Whether the node belongs to the main line, whose moves and setup the replay judges. */
  isOnMainLine(): boolean {
    return this.node >= 0 && this.nodes.runs[this.node] === 0;
  }

  /** Whether the replay reports what is wrong with the moves and the setup of the node. */
  isReplayed(): boolean {
    return this.movesJudgedBy === 'replay' || this.isOnMainLine();
  }

  report<C extends FindingCode>(
    code: C,
    args: FindingArgs[C],
    offset: number,
    severity?: Severity,
    node = this.node,
  ): void {
    const { nodes } = this;
    if (node < 0) {
      this.found.push(finding(code, args, { offset }, severity));
      return;
    }
    const place = { node: nodes.depths[node]!, offset };
    const path = nodes.runs[node] === 0 ? '' : pathOf(nodes, node);
    this.found.push(finding(code, args, path === '' ? place : { ...place, variation: path }, severity));
  }

  /** Reports a finding once per game; `about` identifies it. */
  reportOnce<C extends FindingCode>(code: C, about: string, args: FindingArgs[C], offset: number): void {
    const key = `${code} ${about}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.report(code, args, offset);
  }

  /** Whether the property describes the whole game. */
  isHeader(ident: number): boolean {
    const kind = classOf[ident]!;
    return kind === CLASS.root || kind === CLASS.gameInfo;
  }
}

/** Codes of one and two letters are direct indexes into the tables. */
const CODES = 1 << 10;

/** Kinds of values as numbers, for switches on the hot path. */
export const KIND = Object.fromEntries(VALUE_KINDS.map((kind, i) => [kind, i])) as Readonly<
  Record<ValueKind, number>
>;
/** Classes as numbers; 0 is no class: the property is unknown. */
export const CLASS = { root: 1, gameInfo: 2, setup: 3, move: 4, node: 5 } as const;

export const kindOf = new Uint8Array(CODES);
export const classOf = new Uint8Array(CODES);
/** Bit n: FF[n] defines the property. */
export const formatsOf = new Uint8Array(CODES);

/** Points within such a group must be unique in a node. */
export const GROUP = { none: 0, setup: 1, markup: 2, territory: 3 } as const;
export const groupOf = new Uint8Array(CODES);

/** What a node has, as bits. */
export const HAS = {
  black: 1,
  white: 2,
  gameInfo: 4,
  setup: 8,
  badMove: 16,
  tesuji: 32,
  doubtful: 64,
  interesting: 128,
  force: 256,
  even: 512,
  unclear: 1024,
  goodBlack: 2048,
  goodWhite: 4096,
  any: 8192,
  turn: 16384,
} as const;
export const bitOf = new Uint16Array(CODES);

for (const [ident, { value, class: propertyClass, formats }] of PROPERTIES) {
  const code = identCode(ident);
  kindOf[code] = KIND[value];
  classOf[code] = PROPERTY_CLASSES.indexOf(propertyClass) + 1;
  for (const format of formats) formatsOf[code]! |= 1 << format;
}

const GROUPS: readonly (readonly [group: number, idents: readonly string[]])[] = [
  [GROUP.setup, ['AB', 'AW', 'AE']],
  [GROUP.markup, ['CR', 'MA', 'SL', 'SQ', 'TR']],
  [GROUP.territory, ['TB', 'TW']],
];
for (const [group, idents] of GROUPS) for (const ident of idents) groupOf[identCode(ident)] = group;

const BITS: Readonly<Record<string, number>> = {
  B: HAS.black,
  W: HAS.white,
  AB: HAS.setup,
  AW: HAS.setup,
  AE: HAS.setup,
  PL: HAS.turn,
  BM: HAS.badMove,
  TE: HAS.tesuji,
  DO: HAS.doubtful,
  IT: HAS.interesting,
  KO: HAS.force,
  DM: HAS.even,
  UC: HAS.unclear,
  GB: HAS.goodBlack,
  GW: HAS.goodWhite,
};
for (const [ident, bit] of Object.entries(BITS)) bitOf[identCode(ident)] = bit;

/** Judgements of a move contradict each other, and so do judgements of a position. */
export const MOVE_JUDGEMENTS: readonly (readonly [bit: number, ident: string])[] = [
  [HAS.badMove, 'BM'],
  [HAS.doubtful, 'DO'],
  [HAS.interesting, 'IT'],
  [HAS.tesuji, 'TE'],
];
export const POSITION_JUDGEMENTS: readonly (readonly [bit: number, ident: string])[] = [
  [HAS.even, 'DM'],
  [HAS.goodBlack, 'GB'],
  [HAS.goodWhite, 'GW'],
  [HAS.unclear, 'UC'],
];

/** Formats of a property in words, such as `FF[1] to FF[3]`. */
export function formatsInWords(code: number): string {
  const formats = [1, 2, 3, 4].filter((format) => (formatsOf[code]! & (1 << format)) !== 0);
  const [first] = formats;
  const last = formats.at(-1);
  return first === last ? `FF[${String(first)}]` : `FF[${String(first)}] to FF[${String(last)}]`;
}
