import { ACTION, FIRST_NON_MOVE } from '../core/line.js';
import { finding, type Finding } from '../findings/finding.js';
import type { Point } from '../core/point.js';
import type { GameRecord } from '../record/record.js';
import { handicapPoints, placementOf } from '../rules/handicap.js';
import { headerPlace } from './audited.js';

/**
 * `handicap/placement`: stones that setup placed before the first move, against the fixed points for their number.
 * Three stones may leave D16 or Q4 open; turned and mirrored boards are worth the note as well (RULES 2.4).
 * Not checked where no table names points: more than nine stones, small and even-sized boards.
 */
export function checkPlacement(record: GameRecord, found: Finding[]): void {
  const { width, height } = record;
  const points = stonesBeforePlay(record);
  if (!handicapPoints(width, height, points.length, 'aga')) return;
  if (placementOf(points, width, height) === 'standard') return;
  if (record.origin === 'fox' && isFoxBefore2018(points, width, height)) return;
  found.push(finding('handicap/placement', { stones: points.length }, headerPlace(record.at.HA)));
}

/** Fox used to put the sixth and seventh stone at the top and bottom. */
function isFoxBefore2018(points: readonly Point[], width: number, height: number): boolean {
  const old = handicapPoints(width, height, points.length, 'fox-before-2018');
  return old?.every((point) => points.includes(point)) === true;
}

function stonesBeforePlay(record: GameRecord): readonly Point[] {
  const { line } = record;
  const points = new Set<Point>();
  for (let i = 0; i < line.count && line.kinds[i]! >= FIRST_NON_MOVE; i++) {
    const kind = line.kinds[i];
    if (kind === ACTION.addBlack) points.add(line.points[i]!);
    else if (kind === ACTION.addEmpty) points.delete(line.points[i]!);
  }
  return [...points];
}
