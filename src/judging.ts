import { finding } from './core/finding.js';
import { judgeLife } from './life/judge.js';
import type { Life } from './life/life-types.js';
import type { AnalyzeOptions } from './options.js';
import type { GameRecord } from './record/record.js';
import type { Replay } from './replay/replay-types.js';
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
  return { stones, life: failed === undefined ? life : withoutVerdict(life, failed) };
}

/** An engine that was asked and failed leaves a game that nobody has judged. */
function withoutVerdict(life: Life, reason: string): Life {
  return {
    ...life,
    unfinished: 'the engine gave no verdict',
    findings: [...life.findings, finding('dead/engine-failed', { reason })],
  };
}
