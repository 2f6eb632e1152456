import type { Cell } from '../columns/columns.js';
import { formatHalves } from '../columns/numbers.js';
import type { Limits } from '../core/limits.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../core/line.js';
import type { GameRecord } from '../record/record.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import { readTree } from '../sgf/tree.js';
import { isProperty } from './columns.js';

/** A game that was read, and no more. */
export interface ReadGame {
  readonly file: string;
  readonly raw: RawGame;
  readonly source: RawFile;
  readonly record: GameRecord;
  readonly ruleset: string;
  readonly rulesetSource: string;
  readonly sha256: () => string;
}

/** Properties that have a column with a name of its own. */
const HEADER: Readonly<Record<string, string>> = {
  black_rank: 'BR',
  white_rank: 'WR',
  black_team: 'BT',
  white_team: 'WT',
  place: 'PC',
  time: 'TM',
  overtime: 'OT',
};

/** Makes the function that tells cells of one game which need no replay; counts are made once, when they are asked for. */
export function readCells(game: ReadGame, limits: Limits): (column: string) => Cell {
  const { raw, record, source } = game;
  let tree: TreeCounts | undefined;
  let actions: Uint32Array | undefined;
  const counts = (): TreeCounts => (tree ??= countTree(source.text, raw, limits));
  const of = (kind: number): number => (actions ??= countActions(raw.line))[kind]!;
  const plays = (): number => of(ACTION.playBlack) + of(ACTION.playWhite);

  return (column) => {
    if (isProperty(column)) return raw.header.all(column).join(' ');
    const ident = HEADER[column];
    if (ident !== undefined) return raw.header.get(ident) ?? '';
    switch (column) {
      case 'file':
        return game.file;
      case 'game':
        return raw.game;
      case 'sha256':
        return game.sha256();
      case 'black':
      case 'white':
      case 'event':
      case 'round':
      case 'date':
      case 'origin':
        return record[column];
      case 'year':
        return record.year ?? '';
      case 'size':
        return record.width === record.height ? record.width : `${record.width}x${record.height}`;
      case 'handicap':
        return record.handicap.declared ?? record.handicap.stones;
      case 'komi':
        return record.komi.kind === 'komi' ? formatHalves(record.komi.halves) : '';
      case 'rules_declared':
        return record.rulesRaw ?? '';
      case 'ruleset':
        return game.ruleset;
      case 'ruleset_source':
        return game.rulesetSource;
      case 'result_declared':
        return record.result.kind === 'missing' ? '' : record.result.raw;
      case 'declared_margin':
        return marginOf(record);
      case 'moves':
        return record.isGo ? plays() + of(ACTION.passBlack) + of(ACTION.passWhite) + malformed(of) : 0;
      case 'plays':
        return plays();
      case 'passes_black':
        return of(ACTION.passBlack);
      case 'passes_white':
        return of(ACTION.passWhite);
      case 'passes':
        return of(ACTION.passBlack) + of(ACTION.passWhite);
      case 'setup_stones':
        return of(ACTION.addBlack) + of(ACTION.addWhite);
      case 'charset':
        return source.charset.used;
      case 'format':
        return source.format ?? 'sgf';
      case 'bytes':
        return raw.end - raw.start;
      case 'nodes':
      case 'variations':
      case 'branches':
      case 'comments':
        return counts()[column];
      case 'comment_characters':
        return counts().commentCharacters;
      default:
        return '';
    }
  };
}

function malformed(of: (kind: number) => number): number {
  return of(ACTION.badBlack) + of(ACTION.badWhite);
}

function marginOf({ result }: GameRecord): Cell {
  if (result.kind === 'margin') return formatHalves(result.marginHalves);
  return result.kind === 'jigo' ? '0' : '';
}

const KINDS = 12;

function countActions({ kinds, count }: MainLine): Uint32Array {
  const counts = new Uint32Array(KINDS);
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind < FIRST_NON_MOVE || kind < KINDS) counts[kind]!++;
  }
  return counts;
}

/** What a whole game tree holds, variations too. */
interface TreeCounts {
  readonly nodes: number;
  /** Lines from the root to an end: 1 for a game without variations. */
  readonly variations: number;
  /** Nodes after which the tree splits. */
  readonly branches: number;
  /** Nodes with C that is not empty. */
  readonly comments: number;
  /** Characters in all C values, escapes resolved. */
  readonly commentCharacters: number;
}

/** Counts over the tree of one game, up to the limits of nodes and depth; nothing is checked. */
export function countTree(
  text: Uint8Array,
  game: Pick<RawGame, 'textStart' | 'textEnd'>,
  limits: Pick<Limits, 'nodesPerGame' | 'depth'>,
): TreeCounts {
  const { nodes, roots } = readTree(text, game, limits, 'values');
  let variations = 0;
  let branches = roots.length > 1 ? 1 : 0;
  let comments = 0;
  let commentCharacters = 0;
  for (const { children, data } of nodes) {
    if (children.length === 0) variations++;
    else if (children.length > 1) branches++;
    const texts = data['C']?.filter((value) => value !== '') ?? [];
    if (texts.length > 0) comments++;
    for (const value of texts) commentCharacters += value.replace(/[\ud800-\udbff]/g, '').length;
  }
  return { nodes: nodes.length, variations, branches, comments, commentCharacters };
}
