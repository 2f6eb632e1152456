import { analyzeFile, type FileReport } from './analyze-file.js';
import { judgeFinal } from './judging.js';
import { inputOf, type AnalyzeOptions } from './options.js';

export type { FileReport } from './analyze-file.js';
export {
  DEFAULT_OPTIONS,
  ESTIMATORS,
  type AnalyzeOptions,
  type EngineAnswer,
  type EstimatorName,
  type GivenDead,
} from './options.js';

/**
 * Referees every game of one file: reads, replays, judges, scores and compares with the declared result.
 * `input`: the bytes of the file, or its text, whose CA is then not believed. Options that are left out are those of
 * `DEFAULT_OPTIONS`. Pure and synchronous: the command, the workers, a page and a test call this same function.
 * Never throws for what is in the file; whatever is wrong with it is a finding.
 */
export function analyze(input: Uint8Array | string, options: Partial<AnalyzeOptions> = {}): FileReport {
  const { bytes, whole } = inputOf(input, options);
  return analyzeFile(bytes, whole, judgeFinal);
}

/** The same with every option given, as for each of many files. */
export function analyzeWhole(bytes: Uint8Array, options: AnalyzeOptions): FileReport {
  return analyzeFile(bytes, options, judgeFinal);
}
