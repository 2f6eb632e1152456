import { isAnObject, oneOf } from '../../core/checks.js';
import {
  capFindings,
  MAX_PER_CODE,
  finding,
  type FindingCode,
  type Finding,
  type Severity,
} from '../../core/findings/finding.js';
import { analyzeWhole, type FileReport } from '../../referee/judge/analyze.js';
import { type AnalyzeOptions, inputOf } from '../../referee/judge/options.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { RawFile, RawGame } from '../../sgf/raw.js';
import { readRecord } from '../../referee/record/read-record.js';
import { judgeVariations } from '../../referee/replay/judge-variations.js';
import { readLineTree } from '../../sgf/tree.js';
import { checkGame } from './check-game.js';

/** What `checkFile` takes: the options of `analyze`, and how severe the check is. */
export type CheckOptions = Partial<AnalyzeOptions> & {
  readonly profile?: CheckProfile;
  /** For a later part of a file: what its first part reported. */
  readonly shared?: SharedHeader | undefined;
};

/** What `checkFile` found. */
export interface CheckReport extends FileReport {
  /** The values that all games should share, from the first one; `undefined` without a game. */
  readonly shared: SharedHeader | undefined;
}

/**
 * Checks every node of every variation of the games of one file, FF[1] to FF[4]: the tree, property names, values,
 * which properties may be where and together, and what `analyze` finds about settings, handicap, komi, the ending and
 * the moves of the main line; about those of variations too with the option `variations`. Nothing is scored.
 * Findings carry line and column (1-based), node and path (`variation`), and are ordered within a game by their place.
 * `profile`: `strict` raises the severity of what breaks a format, `lenient` leaves out matters of style.
 * `input` as for `analyze`. Never throws for what is in the file.
 */
export function checkFile(input: Uint8Array | string, given: CheckOptions = {}): CheckReport {
  const { bytes, whole: options } = inputOf(input, given, {
    profile: oneOf(CHECK_PROFILES),
    shared: isAnObject,
  });
  const { profile = 'default' } = given;
  const by = options.variations ? 'replay' : 'form';
  const { maxPerCode = MAX_PER_CODE } = options;
  let { shared } = given;
  const report = analyzeWhole(bytes, {
    ...options,
    score: false,
    places: true,
    maxPerCode: 0, // later, when the findings are in order
    inspect: {
      game: (file, game) => lint(file, game, (shared ??= sharedHeaderOf(game)), options, by),
      file: ({ text }) => zeroBytes(text),
      maxPerCode,
    },
  });
  return {
    ...report,
    games: report.games.map((game) => ({
      ...game,
      findings: capFindings(ordered(profiled(game.findings, profile)), maxPerCode),
    })),
    findings: profiled(report.findings, profile),
    shared,
  };
}

function lint(
  file: RawFile,
  game: RawGame,
  shared: SharedHeader,
  { limits, illegal }: AnalyzeOptions,
  by: 'form' | 'replay',
): readonly Finding[] {
  const among = lintAgainstFile(shared, game);
  const { findings, setsUpInVariations } = checkGame(file.text, game, limits, by);
  const redundant =
    by === 'form' && setsUpInVariations ? redundantSetup(file, game, { limits, illegal }) : NOTHING;
  return among.length + redundant.length === 0 ? findings : [...among, ...findings, ...redundant];
}

const NOTHING: readonly Finding[] = [];

/** Setup in variations that changes nothing. */
function redundantSetup(
  file: RawFile,
  game: RawGame,
  { limits, illegal }: Pick<AnalyzeOptions, 'limits' | 'illegal'>,
): readonly Finding[] {
  const record = readRecord(game);
  if (!record.isGo) return NOTHING;
  const tree = readLineTree(file.text, game, limits);
  const judged = judgeVariations(record, tree, undefined, { illegal, faults: 'every' });
  return judged.filter(({ code }) => code === 'setup/redundant');
}

/** Orders findings by place in the file; drops those that two stages reported at one place. */
function ordered(found: readonly PlacedFinding[]): readonly PlacedFinding[] {
  if (found.length < 2) return found;
  const sorted = [...found].sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
  return sorted.filter((one, at) => {
    for (let i = at - 1; i >= 0 && sorted[i]!.offset === one.offset; i--)
      if (one.offset !== undefined && sorted[i]!.code === one.code) return false;
    return true;
  });
}

/** How severe a check is. */
export const CHECK_PROFILES = ['default', 'strict', 'lenient'] as const;
export type CheckProfile = (typeof CHECK_PROFILES)[number];

/** Codes whose severity a profile changes; `off`: not reported. Every other code keeps its own severity. */
const CHANGES: Readonly<
  Record<Exclude<CheckProfile, 'default'>, Partial<Record<FindingCode, Severity | 'off'>>>
> = {
  strict: {
    'sgf/text-outside': 'warning',
    'sgf/unopened-tree': 'error',
    'sgf/unclosed-tree': 'error',
    'sgf/surplus-parenthesis': 'error',
    'sgf/unclosed-value': 'error',
    'sgf/missing-semicolon': 'error',
    'sgf/empty-variation': 'error',
    'sgf/variation-start': 'error',
    'sgf/node-outside': 'error',
    'sgf/lower-case-ident': 'warning',
    'sgf/repeated-property': 'error',
    'sgf/property-without-value': 'error',
    'sgf/value-without-property': 'error',
    'sgf/bad-point': 'error',
    'sgf/bad-value': 'error',
    'sgf/composed-value': 'error',
    'sgf/too-many-values': 'error',
    'sgf/empty-value': 'warning',
    'sgf/illegal-text': 'warning',
    'sgf/move-in-root': 'warning',
    'sgf/variation-level': 'warning',
    'sgf/property-format': 'error',
    'sgf/feature-format': 'error',
    'sgf/pass-format': 'warning',
    'sgf/unknown-format': 'error',
    'sgf/mixed-format': 'warning',
    'sgf/point-twice': 'error',
    'sgf/bad-rectangle': 'error',
    'sgf/square-as-rectangle': 'warning',
    'sgf/view': 'warning',
    'sgf/integer-komi': 'warning',
    'sgf/root-property-elsewhere': 'error',
    'sgf/game-info-elsewhere': 'error',
    'sgf/date-format': 'warning',
    'sgf/time-format': 'warning',
    'sgf/annotation-clash': 'error',
    'sgf/annotation-pair': 'warning',
    'sgf/annotation-without-move': 'error',
    'move/with-setup': 'error',
    'move/both-colors': 'error',
  },
  lenient: {
    'sgf/several-games': 'off',
    'sgf/empty-node': 'off',
    'sgf/long-ident': 'off',
    'sgf/unknown-property': 'off',
    'sgf/property-format': 'off',
    'sgf/feature-format': 'off',
    'sgf/pass-format': 'off',
    'sgf/mixed-format': 'off',
    'sgf/empty-value': 'off',
    'sgf/lower-case-ident': 'off',
    'sgf/date-format': 'off',
    'sgf/time-format': 'off',
    'sgf/square-as-rectangle': 'off',
    'sgf/bad-rectangle': 'off',
    'sgf/move-in-root': 'off',
    'sgf/annotation-pair': 'off',
    'sgf/variation-level': 'off',
    'setup/redundant': 'off',
    'sgf/root-property-elsewhere': 'note',
    'sgf/game-info-elsewhere': 'note',
    'sgf/point-twice': 'note',
    'sgf/too-many-values': 'note',
    'sgf/composed-value': 'note',
  },
};

/** Findings with the severities of a profile. */
function profiled(found: readonly PlacedFinding[], profile: CheckProfile): readonly PlacedFinding[] {
  if (profile === 'default' || found.length === 0) return found;
  const changes = CHANGES[profile];
  const kept: PlacedFinding[] = [];
  for (const one of found) {
    const change = changes[one.code];
    if (change === 'off') continue;
    kept.push(change === undefined ? one : { ...one, severity: change });
  }
  return kept;
}

/** What the games of one file must agree in: a property, the code of the finding, and the value of a game without the property. */
const SHARED: readonly (readonly [
  ident: 'FF' | 'GM' | 'CA',
  code: Extract<FindingCode, `sgf/mixed-${string}`>,
  usual: string | undefined,
])[] = [
  ['FF', 'sgf/mixed-format', '1'],
  ['GM', 'sgf/mixed-game', '1'],
  ['CA', 'sgf/mixed-charset', undefined],
];

/** What all games of a file should agree in: the values of its first game. */
export type SharedHeader = Readonly<Partial<Record<'FF' | 'GM' | 'CA', string>>>;

function sharedHeaderOf({ header }: RawGame): SharedHeader {
  const shared: Partial<Record<'FF' | 'GM' | 'CA', string>> = {};
  for (const [ident, , usual] of SHARED) {
    const value = header.get(ident)?.trim() ?? usual;
    if (value !== undefined) shared[ident] = value;
  }
  return shared;
}

/** Checks a game against its file: its number, its format, and whether it agrees with the first game. */
function lintAgainstFile(shared: SharedHeader, game: RawGame): readonly Finding[] {
  const found: Finding[] = [];
  const { header } = game;
  if (game.game === 2) found.push(finding('sgf/several-games', {}, { offset: game.textStart }));
  const format = header.get('FF')?.trim();
  if (format !== undefined && !/^[1-4]$/.test(format))
    found.push(finding('sgf/unknown-format', { value: format }, { offset: header.offset('FF') }));
  for (const [ident, code, usual] of SHARED) {
    const expected = shared[ident];
    const value = header.get(ident)?.trim() ?? usual;
    if (expected === undefined || value === undefined) continue;
    if (value.toLowerCase() === expected.toLowerCase()) continue;
    const offset = header.offset(ident) < 0 ? game.textStart : header.offset(ident);
    found.push(finding(code, { value, first: expected }, { offset }));
  }
  return found;
}

/** Zero bytes in a file, reported once, at the first. */
function zeroBytes(text: Uint8Array): Finding | undefined {
  const first = text.indexOf(0);
  if (first < 0) return undefined;
  let count = 0;
  for (let at = first; at >= 0; at = text.indexOf(0, at + 1)) count++;
  return finding('sgf/zero-byte', { count }, { offset: first });
}
