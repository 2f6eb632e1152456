import { analyze, type AnalyzeOptions, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import type { GameReport } from '../../src/referee/judge/report.js';

/** The report of the first game of an SGF text; life is not estimated unless an option says so. */
export function reportOf(sgf: string, options: Partial<AnalyzeOptions> = {}): GameReport {
  const all: AnalyzeOptions = {
    ...DEFAULT_OPTIONS,
    estimator: 'none',
    ...options,
    file: 'a.sgf',
    digest: () => '',
  };
  return analyze(new TextEncoder().encode(sgf), all).games[0]!;
}
