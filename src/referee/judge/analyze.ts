import { EMPTY } from '../../core/color.js';
import { formatPoint } from '../../core/point.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { decideGroups, judgeLife } from '../../go/life/judge.js';
import type { Life } from '../../go/life/life.js';
import type { GameRecord } from '../record/record.js';
import { withRepair } from '../repair/repair.js';
import type { Replay } from '../replay/replayed.js';
import type { Judged } from './scoring.js';
import { aheadIn } from './ahead.js';
import { type Decision, decidedGroups } from './decisions.js';
import { analyzeFile, type FileReport } from './analyze-file.js';
import { type AnalyzeOptions, type GivenDead, inputOf } from './options.js';

export { ESTIMATORS, type EstimatorName } from '../../go/life/life.js';
export type { FileReport } from './analyze-file.js';
export { DEFAULT_OPTIONS, type AnalyzeOptions, type EngineAnswer, type GivenDead } from './options.js';

/**
 * Referees every game of one file: reads, replays, judges, scores and compares with the declared result.
 * `input`: the bytes of the file, or its text, whose CA is then ignored. Options that are left out have the values of
 * `DEFAULT_OPTIONS`. Pure and synchronous: the command, the workers, a page and a test call this same function.
 * Never throws because of what is in the file; whatever is wrong with it is a finding.
 */
export function analyze(input: Uint8Array | string, options: Partial<AnalyzeOptions> = {}): FileReport {
  const { bytes, whole } = inputOf(input, options);
  return analyzeFile(bytes, whole, JUDGES);
}

/** Referees a file with every option given, for runs over many files. */
export function analyzeWhole(bytes: Uint8Array, options: AnalyzeOptions): FileReport {
  return analyzeFile(bytes, options, JUDGES);
}

/** Judges life on the final board, or says why the position cannot be scored. */
function judgeFinal(
  record: GameRecord,
  executed: Replay,
  options: AnalyzeOptions,
  decisions: readonly Decision[],
): Judged {
  const { width, height } = record;
  const stones = executed.board.contents();
  const outside = options.deadStones?.(record.game, width, height);
  const failed = outside && 'failed' in outside ? outside.failed : undefined;
  const position = { width, height, stones };
  const judged = judgeLife(position, {
    marks: record.marks,
    outside: outside && 'points' in outside ? outside : undefined,
    estimator: failed === undefined ? options.estimator : 'none',
  });
  const { groups, findings } = decidedGroups(decisions, record, stones);
  const life =
    groups.size + findings.length === 0 ? judged : decideGroups(position, judged, groups, findings);
  if (failed !== undefined) {
    const found = finding('dead/engine-failed', { reason: failed });
    return { stones, life: withoutVerdict(life, 'the engine gave no verdict', found) };
  }
  const refused = outside && 'points' in outside && refusedOf(outside, record, stones);
  return {
    stones,
    life: refused ? withoutVerdict(life, 'the given dead stones were refused', refused) : life,
  };
}

const JUDGES = { judgeFinal, aheadIn, withRepair };

/** Without a usable answer from outside, the game is not judged. */
function withoutVerdict(life: Life, unfinished: string, found: Finding): Life {
  return { ...life, unfinished, findings: [...life.findings, found] };
}

/** The finding about the first given dead stone that is not a stone on the board. */
function refusedOf(
  { source, points, refused, row = 0 }: GivenDead,
  { width, height }: GameRecord,
  stones: Uint8Array,
): Finding | undefined {
  if (source !== 'given') return undefined;
  if (refused !== undefined)
    return finding('dead/given-refused', { row, point: refused, reason: 'no-point' });
  const empty = points.find((p) => stones[p] === EMPTY);
  if (empty === undefined) return undefined;
  const point = formatPoint(empty, width, height);
  return finding('dead/given-refused', { row, point, reason: 'empty' });
}
