import { analyze, type FileReport } from '../referee/analyze.js';
import { profiled, type CheckProfile } from './profiles.js';
import { capFindings, MAX_PER_CODE } from '../findings/cap-findings.js';
import type { Finding } from '../findings/finding.js';
import { inputOf, type AnalyzeOptions } from '../referee/options.js';
import type { PlacedFinding } from '../referee/report.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import { lintAgainstFile, sharedHeaderOf, zeroBytes, type SharedHeader } from './shared-header.js';
import { lintGame } from './check-game.js';

export { CHECK_PROFILES, type CheckProfile } from './profiles.js';

/** What `checkFile` takes: the options of `analyze`, and how severe the check is. */
export type CheckOptions = Partial<AnalyzeOptions> & {
  readonly profile?: CheckProfile;
  /** For a later part of a file: what its first part reported. */
  readonly shared?: SharedHeader | undefined;
};

/** What `checkFile` found. */
export interface CheckReport extends FileReport {
  /** What the games should agree in, by the first one; `undefined` where there is no game. */
  readonly shared: SharedHeader | undefined;
}

/**
 * Checks every node of every variation of the games of one file, FF[1] to FF[4]: the tree, property names, values,
 * what stands where and what stands together, and what `analyze` finds about settings, handicap, komi, the ending and
 * the moves of the main line; about those of variations too where `variations` is asked for. Nothing is scored.
 * Findings carry line and column (1-based), node and path (`variation`), and are ordered within a game by their place.
 * `profile`: `strict` raises what breaks a format, `lenient` leaves out what is style only.
 * `input` as for `analyze`. Never throws for what is in the file.
 */
export function checkFile(input: Uint8Array | string, given: CheckOptions = {}): CheckReport {
  const { profile = 'default' } = given;
  const { bytes, whole: options } = inputOf(input, given);
  const by = options.variations ? 'replay' : 'form';
  let { shared } = given;
  const report = analyze(bytes, {
    ...options,
    score: false,
    places: true,
    maxPerCode: 0, // later, when the findings are in order
    inspect: {
      game: (file, game) => lint(file, game, (shared ??= sharedHeaderOf(game)), options, by),
      file: ({ text }) => zeroBytes(text),
    },
  });
  return {
    ...report,
    games: report.games.map((game) => ({
      ...game,
      findings: capFindings(ordered(profiled(game.findings, profile)), options.maxPerCode ?? MAX_PER_CODE),
    })),
    findings: profiled(report.findings, profile),
    shared,
  };
}

function lint(
  file: RawFile,
  game: RawGame,
  shared: SharedHeader,
  { limits }: AnalyzeOptions,
  by: 'form' | 'replay',
): readonly Finding[] {
  const among = lintAgainstFile(shared, game);
  const own = lintGame(file.text, game, limits, by);
  return among.length === 0 ? own : [...among, ...own];
}

/** By place in the file; what two stages told at one place stands once. */
function ordered(found: readonly PlacedFinding[]): readonly PlacedFinding[] {
  if (found.length < 2) return found;
  const sorted = [...found].sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
  return sorted.filter((one, at) => {
    for (let i = at - 1; i >= 0 && sorted[i]!.offset === one.offset; i--)
      if (one.offset !== undefined && sorted[i]!.code === one.code) return false;
    return true;
  });
}
