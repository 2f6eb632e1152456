import { formatPoint } from '../core/point.js';
import type { Severity } from '../findings/finding.js';
import type { GameScore } from '../score/score-types.js';
import type { Cell } from './columns.js';
import { messageOf, type BoardSize } from '../findings/messages.js';
import { formatHalves, formatResult } from './numbers.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';

/** What a row says about the findings of a game, listed or only counted. */
export interface Tally {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** The gravest finding, earliest first. */
  readonly first: PlacedFinding | undefined;
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

export function tally(findings: readonly PlacedFinding[]): Tally {
  const counts = { error: 0, warning: 0, note: 0 };
  let first: PlacedFinding | undefined;
  for (const one of findings) {
    if (one.code === 'findings/more') counts[one.args.severity] += one.args.count;
    else counts[one.severity]++;
    if (first === undefined || RANK[one.severity] < RANK[first.severity]) first = one;
  }
  return { errors: counts.error, warnings: counts.warning, notes: counts.note, first };
}

/** The cells of one game's row, in the order of GAME_COLUMNS. Score cells are empty when there is no score. */
export function gameCells(report: GameReport): Cell[] {
  const { record, replay, score, findings } = report;
  const { errors, warnings, notes, first } = tally(findings);
  const { komi, handicap, result } = record;
  return [
    report.file,
    report.game,
    report.sha256,
    record.black,
    record.white,
    record.event,
    record.round,
    record.date,
    record.width === record.height ? record.width : `${record.width}x${record.height}`,
    handicap.declared ?? handicap.stones,
    komi.kind === 'komi' ? formatHalves(komi.halves) : '',
    record.rulesRaw ?? '',
    report.ruleset?.name ?? 'unknown',
    report.rulesetSource,
    replay.moves,
    replay.passesBlack,
    replay.passesWhite,
    report.ending,
    result.kind === 'missing' ? '' : result.raw,
    replay.illegal,
    errors,
    warnings,
    notes,
    first?.code ?? '',
    first?.move ?? '',
    score ? 'yes' : 'no',
    report.notScoredBecause,
    ...(score ? scoreCells(score) : NO_SCORE),
    report.settlement?.verdict ?? '',
    report.settlement?.explanation ?? '',
    declaredMargin(report),
  ];
}

const NO_SCORE: readonly Cell[] = new Array<Cell>(22).fill('');

function scoreCells(score: GameScore): Cell[] {
  const { black, white } = score;
  return [
    score.life.source,
    confidenceOf(score),
    black.dead,
    white.dead,
    black.stones,
    white.stones,
    ...countCells(score),
    formatHalves(score.komiHalves),
    ...marginCells(score),
  ];
}

/** The chance that the margin is right, to three places. */
export function confidenceOf(score: GameScore): number {
  return Math.round(score.confidence * 1000) / 1000;
}

/** The cells from `territory_black` to `handicap_compensation`, in the order that all tables of scores have. */
export function countCells(score: GameScore): Cell[] {
  const { black, white } = score;
  return [
    black.territory,
    white.territory,
    black.prisoners,
    white.prisoners,
    black.sekiPoints,
    white.sekiPoints,
    score.dame,
    score.passStonesBlack,
    score.passStonesWhite,
    formatHalves(score.compensationHalves),
  ];
}

/** The cells from `area_margin` to `result`, in the order that all tables of scores have. */
export function marginCells(score: GameScore): Cell[] {
  return [
    formatHalves(score.areaHalves),
    formatHalves(score.territoryHalves),
    formatResult(score.resultAreaHalves),
    formatResult(score.resultTerritoryHalves),
    resultOf(score),
  ];
}

/** A tie that the rules give to one color, or a win without a count, is `B+` or `W+`. */
export function resultOf(score: GameScore): string {
  if (score.resultHalves !== 0 || score.winner === 'jigo') return formatResult(score.resultHalves);
  return score.winner === 'black' ? 'B+' : 'W+';
}

function declaredMargin(report: GameReport): Cell {
  const { result } = report.record;
  if (result.kind === 'margin') return formatHalves(result.marginHalves);
  return result.kind === 'jigo' ? '0' : '';
}

/** Board size that findings without a game are worded for. */
export const NO_BOARD: BoardSize = { width: 19, height: 19 };

/** The cells of one finding's row, in the order of FINDING_COLUMNS. `game`: '' for findings that belong to no game. */
export function findingCells(file: string, game: Cell, found: PlacedFinding, board: BoardSize): Cell[] {
  return [
    file,
    game,
    found.code,
    found.severity,
    found.node ?? '',
    found.move ?? '',
    found.color ?? '',
    found.point === undefined ? '' : formatPoint(found.point, board.width, board.height),
    found.rule ?? '',
    found.repeatsMove ?? '',
    found.disposition ?? '',
    found.line || '',
    found.column || '',
    messageOf(found, board),
    found.variation ?? '',
    found.ruleSource ?? '',
  ];
}
