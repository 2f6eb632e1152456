import { readFileSync } from 'node:fs';
import { formatPoint } from '../../src/core/point.js';
import { readRecord } from '../../src/referee/record/read-record.js';
import { openingOf } from '../../src/referee/repair/edits.js';
import { diagnose } from '../../src/referee/repair/misprints.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { sgfFiles } from '../accuracy/counted-games.js';
let n = 0;
let worst = 0;
for (const folder of process.argv.slice(2)) {
  for (const file of sgfFiles(folder)) {
    for (const raw of scanFile(new Uint8Array(readFileSync(file))).games) {
      const record = readRecord(raw);
      if (!record.isGo) continue;
      const { line, width, height } = record;
      const opening = openingOf(line, width, height);
      if (!opening || opening.moves.points.length < 10) continue;
      const begin = performance.now();
      const d = diagnose(opening, false);
      if (!d) continue;
      const ms = performance.now() - begin;
      worst = Math.max(worst, ms);
      n++;
      const p = opening.moves.points;
      const at = (q: number): string => (q < 0 ? 'pass' : formatPoint(q, width, height));
      console.log(
        file.slice(file.length - 50),
        `${p.length} moves, fault ${d.fault + 1} ${at(p[d.fault]!)} ${ms.toFixed(0)} ms`,
      );
      for (const { edits, chance } of d.repairs.slice(0, 2))
        console.log(
          '    ',
          chance.toFixed(2),
          edits
            .map(
              (e) =>
                `${e.kind} ${e.at + 1} ${at(p[e.at] ?? -1)}${'point' in e ? '>' + at(e.point) : ''}${'with' in e ? ' with ' + (e.with + 1) : ''}`,
            )
            .join(' + '),
        );
    }
  }
}
console.log(n, 'worst', worst);
