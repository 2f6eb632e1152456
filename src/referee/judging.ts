import { EMPTY } from '../core/color.js';
import { finding, type Finding } from '../findings/finding.js';
import { formatPoint } from '../core/point.js';
import { judgeLife } from '../life/judge.js';
import type { Life } from '../life/life-types.js';
import type { AnalyzeOptions, GivenDead } from './options.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import type { Judged } from './scoring.js';

/** Judges life on the final board, or tells why the position cannot be scored. */
export function judgeFinal(record: GameRecord, executed: Replay, options: AnalyzeOptions): Judged {
  const { width, height } = record;
  const stones = new Uint8Array(width * height);
  executed.board.copyTo(stones);
  const outside = options.deadStones?.(record.game, width, height);
  const failed = outside && 'failed' in outside ? outside.failed : undefined;
  const life = judgeLife(
    { width, height, stones },
    {
      marks: record.marks,
      outside: outside && 'points' in outside ? outside : undefined,
      estimator: failed === undefined ? options.estimator : 'none',
    },
  );
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

/** Who was asked and gave no usable answer leaves a game that nobody has judged. */
function withoutVerdict(life: Life, unfinished: string, found: Finding): Life {
  return { ...life, unfinished, findings: [...life.findings, found] };
}

/** The first of the given dead stones that is no stone. */
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
