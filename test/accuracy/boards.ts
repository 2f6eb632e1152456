import { readFileSync } from 'node:fs';
import { BLACK, EMPTY, WHITE } from '../../src/core/color.js';
import type { TerritoryMarks } from '../../src/core/line.js';
import { judgeLife } from '../../src/go/life/judge.js';
import { readRecord } from '../../src/referee/record/read-record.js';
import { chooseRuleset, DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import { replay } from '../../src/referee/replay/replay.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { valueAt } from '../../src/sgf/properties.js';
import { sgfFiles } from './counted-games.js';
import { table } from './tally.js';

/** Confidence from which a wrong judgement is an error and no doubt. */
const SURE = 0.9;

/**
 * Stones judged otherwise than TB and TW say. Where these name the owners of living stones as well, a stone that neither names is
 * open and not compared; else it is alive.
 */
function wronglyJudged(stones: Uint8Array, dead: Uint8Array, { black, white }: TerritoryMarks): number {
  const owner = new Uint8Array(stones.length);
  for (const p of black) owner[p] = BLACK;
  for (const p of white) owner[p] = WHITE;
  const namesLiving = stones.some((stone, p) => stone !== EMPTY && owner[p] === stone);
  return stones.reduce((wrong, stone, p) => {
    if (stone === EMPTY || (owner[p] === EMPTY && namesLiving)) return wrong;
    const isDead = owner[p] !== EMPTY && owner[p] !== stone;
    return (dead[p] === 1) === isDead ? wrong : wrong + 1;
  }, 0);
}

/**
 * Prints how the estimator judges boards whose dead stones are known from TB and TW of their files, which it does not see. A board
 * that was not played out is judged too.
 */
export function measureBoards(folder: string): void {
  const rows = [['board', 'size', 'stones wrong', 'confidence', '']];
  let [right, surelyWrong] = [0, 0];
  for (const file of sgfFiles(folder)) {
    const scanned = scanFile(new Uint8Array(readFileSync(file)));
    for (const raw of scanned.games) {
      const record = readRecord(raw);
      const { width, height, marks } = record;
      if (!record.isGo || !marks) continue;
      const { ruleset } = chooseRuleset(record, DEFAULT_OPTIONS);
      const executed = replay(record, ruleset, {
        illegal: 'stands',
        valueAt: (offset) => valueAt(scanned.text, offset),
      });
      const stones = executed.board.contents();
      const options = { marks: undefined, outside: undefined, estimator: 'playouts' } as const;
      const { dead, confidence, unfinished } = judgeLife({ width, height, stones }, options);
      const wrong = wronglyJudged(stones, dead, marks);
      if (wrong === 0) right++;
      else if (confidence >= SURE && unfinished === '') surelyWrong++;
      rows.push([
        file.slice(folder.length),
        `${width}x${height}`,
        String(wrong),
        confidence.toFixed(2),
        unfinished,
      ]);
    }
  }
  console.log(table(rows));
  console.log(
    `${right} of ${rows.length - 1} boards with every stone right; wrong with a confidence of at least ${SURE}: ${surelyWrong}`,
  );
}
