import type { Finding } from '../core/finding.js';
import type { GameRecord } from '../record/record.js';
export function checkPlacement(_r: GameRecord, _f: Finding[]): void {
  return;
}
