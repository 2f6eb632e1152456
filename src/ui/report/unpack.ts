import { FINDING_CODES } from '../../findings/catalogue.js';
import { SEVERITIES, type Finding } from '../../findings/finding.js';
import { positionAt } from '../../replay/position-at.js';
import {
  type Actions,
  decodeBytes,
  decodeLine,
  type LineMove,
  movesOf,
} from '../../output/html/line-code.js';
import type { Picture } from '../../picture/picture.js';
import type { PlacedFinding } from '../../referee/report.js';
import {
  BASIS_FIELDS,
  LEDGER_FIELDS,
  PLACE_FIELDS,
  SCORE_FIELDS,
  SIDE_FIELDS,
  STONE_MARK,
  type Detail,
  type FoundLine,
  type PlainScore,
  type ScoreNumbers,
} from '../../output/html/report-data.js';
import type { Game } from './fields.js';

export function findingOf([code, severity, args, ...place]: FoundLine): PlacedFinding {
  const named = Object.entries(fieldsOf(PLACE_FIELDS, place)).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const found = { line: 0, column: 0, ...Object.fromEntries(named) };
  return {
    ...found,
    code: FINDING_CODES[code]!,
    severity: SEVERITIES[severity]!,
    args,
  } as unknown as Finding & typeof found;
}

function fieldsOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? undefined]));
}

export function scoreOf([black, white, score, basis, ledger]: ScoreNumbers): PlainScore {
  return {
    black: fieldsOf(SIDE_FIELDS, black),
    white: fieldsOf(SIDE_FIELDS, white),
    score: fieldsOf(SCORE_FIELDS, score),
    basis: { ...fieldsOf(BASIS_FIELDS, basis), ledger: fieldsOf(LEDGER_FIELDS, ledger) },
  } as unknown as PlainScore;
}

/** A game's line with the board after any of its moves. */
export interface Played {
  readonly line: Actions;
  readonly moves: readonly LineMove[];
  readonly after: (move: number) => Uint8Array;
}

export function playedOf({ width, height }: Game, main: string): Played {
  const line = decodeLine(main, width, height);
  const whole = { ...line, nodes: new Uint32Array(0), offsets: new Uint32Array(0), nodeCount: 0 };
  return { line, moves: movesOf(line), after: (move) => positionAt(whole, width, height, move) };
}

/** The final board with what the score says of it. */
export function finalPictureOf(game: Game, detail: Detail, { moves, after }: Played): Picture {
  const { width, height } = game;
  const points = width * height;
  const stones = detail.stones === undefined ? after(moves.length) : decodeBytes(detail.stones, points);
  const last = moves.findLast(({ point }) => point !== undefined)?.point;
  const picture: Picture = {
    width,
    height,
    stones,
    lastMove: last,
    title: '',
    label: 'the final board',
    captions: [],
  };
  if (detail.marks === undefined) return picture;
  const marks = decodeBytes(detail.marks, points);
  const ofStones = (pick: (mark: number) => number): Uint8Array =>
    marks.map((mark) => (mark < STONE_MARK ? 0 : pick(mark - STONE_MARK)));
  return {
    ...picture,
    owner: marks.map((mark) => (mark < STONE_MARK ? mark : 0)),
    dead: ofStones((mark) => mark & 1),
    seki: ofStones((mark) => (mark >> 1) & 1),
    uncertain: ofStones((mark) => mark >> 2),
  };
}
