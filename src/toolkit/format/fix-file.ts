import { checkFile, type CheckOptions } from '../check/check-file.js';
import { ACTION } from '../../core/line.js';
import type { FindingCode } from '../../core/findings/finding.js';
import type { GameReport } from '../../referee/judge/report.js';
import { formatFile } from './format-file.js';
import { FAITHFUL, type FormatOptions } from './format-types.js';

/** Whether a repair changes the form alone, or also what the record says. */
export type FixKind = 'safe' | 'unsafe';

/** What `format` does for a code. */
interface Fix {
  readonly kind: FixKind;
  readonly options: Partial<FormatOptions>;
  /** Further options if unsafe repairs are requested. */
  readonly unsafe?: Partial<FormatOptions>;
}

/** Writing a file again repairs its structure and its encoding. */
const REWRITTEN: Fix = { kind: 'safe', options: {} };
/** The file becomes FF[4]. */
const AS_FF4: Fix = { kind: 'safe', options: { root: 'repaired' } };
/** What has no place in SGF is left out. */
const LOSSY: Fix = { kind: 'unsafe', options: { lossy: 'allowed' } };

/** The repairs by the codes that they settle; docs/archives.md has them. */
export const FIXES: Readonly<Partial<Record<FindingCode, Fix>>> = {
  'encoding/declared-wrong': REWRITTEN,
  // CA is said in the file then, which is of FF[4].
  'encoding/guessed': AS_FF4,
  'sgf/empty-variation': REWRITTEN,
  'sgf/lower-case-ident': REWRITTEN,
  'sgf/missing-semicolon': REWRITTEN,
  'sgf/surplus-parenthesis': REWRITTEN,
  'sgf/unclosed-tree': REWRITTEN,
  'sgf/unclosed-value': REWRITTEN,
  'sgf/unopened-tree': REWRITTEN,
  'sgf/variation-start': REWRITTEN,
  'sgf/feature-format': AS_FF4,
  'sgf/mixed-format': AS_FF4,
  'sgf/pass-format': AS_FF4,
  // What FF[4] has in another form is converted; what it lacks is left out.
  'sgf/property-format': { ...AS_FF4, unsafe: { strip: ['obsolete'] } },
  'sgf/unknown-format': AS_FF4,
  'sgf/view': AS_FF4,
  'result/repaired': { kind: 'safe', options: { normalize: ['RE'] } },
  'sgf/date-format': { kind: 'safe', options: { normalize: ['DT'] } },
  'sgf/time-format': { kind: 'safe', options: { normalize: ['TM'] } },
  'komi/scaled': { kind: 'unsafe', options: { komi: 'repaired' } },
  'ending/passes-missing': { kind: 'unsafe', options: { passes: 'added' } },
  'sgf/empty-node': { kind: 'unsafe', options: { strip: ['emptyNodes'] } },
  'sgf/illegal-text': LOSSY,
  'sgf/brackets-mended': REWRITTEN,
  'sgf/coordinates': REWRITTEN,
  'sgf/moves-restored': LOSSY,
  'sgf/property-without-value': LOSSY,
  'sgf/text-outside': { kind: 'unsafe', options: { strip: ['illegalTail'] } },
  'sgf/unknown-property': { kind: 'unsafe', options: { strip: ['unknown'] } },
  'sgf/value-without-property': LOSSY,
};

/** Findings by their codes. */
export type CodeCounts = Readonly<Partial<Record<FindingCode, number>>>;

/** A file with its repairs. */
export interface FixedFile {
  /** The new file; `undefined` where nothing was repaired. */
  readonly text: Uint8Array | undefined;
  /** Findings that the new file no longer has, of the repaired codes. */
  readonly fixed: CodeCounts;
  /** Findings that only unsafe repairs can settle, if those are not requested. */
  readonly unsafe: CodeCounts;
  /** Findings in a form that no repair knows, or whose repair would lose something, make new findings or change moves or results. */
  readonly left: CodeCounts;
}

/**
 * Repairs the findings of a check that `format` settles; `wanted`: `unsafe` means all repairs. The new file is checked: it has
 * fewer of the repaired findings and not more of any other, its games have the same moves (`ending/passes-missing` adds passes)
 * and the same results. Where that fails, the repairs are tried one by one, and those that fail are left out. The new file is
 * repaired again, since one repair may enable another, until nothing more is gained.
 */
export function fixFile(bytes: Uint8Array, wanted: FixKind, options: CheckOptions): FixedFile {
  const once = fixOnce(bytes, wanted, options);
  if (!once.text) return once;
  const again = fixFile(once.text, wanted, options);
  return { ...again, text: again.text ?? once.text, fixed: sum(once.fixed, again.fixed) };
}

function fixOnce(bytes: Uint8Array, wanted: FixKind, options: CheckOptions): FixedFile {
  const check = { ...options, maxPerCode: 0 };
  const before = checkFile(bytes, check);
  const found = countsOf(before);
  // Most of a game may be in it, which nobody wants left out.
  const hasMovesOutside = before.findings.some((one) => one.code === 'sgf/text-outside' && one.args.moves);
  const codes = (Object.keys(found) as FindingCode[]).filter(
    (code) => FIXES[code] !== undefined && !(hasMovesOutside && code === 'sgf/text-outside'),
  );
  const allowed = codes.filter((code) => wanted === 'unsafe' || FIXES[code]!.kind === 'safe');
  const tried = (some: readonly FindingCode[]): Repaired | undefined => {
    const result = formatFile(bytes, optionsFor(some, wanted));
    if (result.refused || result.source !== 'sgf' || result.games.length !== before.games.length)
      return undefined;
    const after = checkFile(result.text, check);
    const counts = countsOf(after);
    return isBetter(found, counts, some) && isSame(before.games, after.games)
      ? { text: result.text, counts }
      : undefined;
  };
  let done = allowed;
  let repaired = allowed.length === 0 ? undefined : tried(allowed);
  if (!repaired) {
    done = [];
    for (const code of allowed) {
      const better = tried([...done, code]);
      if (!better) continue;
      repaired = better;
      done = [...done, code];
    }
  }
  const left = repaired?.counts ?? found;
  const isUnsafe = (code: FindingCode): boolean =>
    codes.includes(code) && wanted === 'safe' && (FIXES[code]!.kind === 'unsafe' || !!FIXES[code]!.unsafe);
  return {
    text: repaired?.text,
    fixed: some(found, (code) => (done.includes(code) ? found[code]! - (left[code] ?? 0) : 0)),
    unsafe: some(left, (code) => (isUnsafe(code) ? left[code]! : 0)),
    left: some(left, (code) => (allowed.includes(code) && !isUnsafe(code) ? left[code]! : 0)),
  };
}

/** A new file, and its findings. */
interface Repaired {
  readonly text: Uint8Array;
  readonly counts: CodeCounts;
}

function sum(one: CodeCounts, other: CodeCounts): CodeCounts {
  const counts: Partial<Record<FindingCode, number>> = { ...one };
  for (const code of Object.keys(other) as FindingCode[]) counts[code] = (counts[code] ?? 0) + other[code]!;
  return counts;
}

/** The codes with the wanted numbers, where these are not 0. */
function some(counts: CodeCounts, wanted: (code: FindingCode) => number): CodeCounts {
  const codes = Object.keys(counts) as FindingCode[];
  return Object.fromEntries(
    codes.map((code) => [code, wanted(code)] as const).filter(([, count]) => count > 0),
  );
}

/** The options of all repairs together. */
function optionsFor(codes: readonly FindingCode[], wanted: FixKind): FormatOptions {
  const all = codes.flatMap((code) => {
    const { options, unsafe } = FIXES[code]!;
    return unsafe && wanted === 'unsafe' ? [options, unsafe] : [options];
  });
  const normalize = all.flatMap((one) => one.normalize ?? []);
  const strip = all.flatMap((one) => one.strip ?? []);
  return Object.assign({}, FAITHFUL, { root: 'kept' }, ...all, { normalize, strip }) as FormatOptions;
}

function countsOf({ games, findings }: ReturnType<typeof checkFile>): CodeCounts {
  const counts: Partial<Record<FindingCode, number>> = {};
  for (const { code } of [...games.flatMap((game) => game.findings), ...findings])
    counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** Whether the repaired codes have fewer findings and no code has more. */
function isBetter(before: CodeCounts, after: CodeCounts, repaired: readonly FindingCode[]): boolean {
  const codes = Object.keys(after) as FindingCode[];
  return codes.every((code) => after[code]! + (repaired.includes(code) ? 1 : 0) <= (before[code] ?? 0));
}

/** Whether games have the same stones on their main lines, the same komi and the same results. */
function isSame(before: readonly GameReport[], after: readonly GameReport[]): boolean {
  return before.every((game, i) => {
    const other = after[i];
    return other !== undefined && said(game) === said(other);
  });
}

function said({ record: { line, komi, result, width, height, black, white } }: GameReport): string {
  const { count, kinds, points } = line;
  const stones: number[] = [];
  for (let i = 0; i < count; i++)
    if (kinds[i] !== ACTION.passBlack && kinds[i] !== ACTION.passWhite) stones.push(kinds[i]!, points[i]!);
  const halves = komi.kind === 'komi' ? komi.halves : komi.kind;
  const { raw: _written, ...outcome } = { raw: '', ...result };
  return JSON.stringify([width, height, black, white, halves, outcome, stones]);
}
