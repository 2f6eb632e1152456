import { CHECK_FINDINGS } from './check.js';
import { DEAD_FINDINGS, ENDING_FINDINGS, RESULT_FINDINGS } from './ending.js';
import { DECISION_FINDINGS, EVENT_FINDINGS, TABLE_FINDINGS } from './event.js';
import { ENCODING_FINDINGS, FILE_FINDINGS, INTERNAL_FINDINGS } from './file.js';
import type { Explanation, FindingRow, Severity } from './family.js';
import {
  GAME_FINDINGS,
  HANDICAP_FINDINGS,
  KOMI_FINDINGS,
  RECORD_FINDINGS,
  RULES_FINDINGS,
} from './header.js';
import { MOVE_FINDINGS, SETUP_FINDINGS } from './move.js';
import { SGF_FINDINGS } from './sgf.js';
import { TIME_FINDINGS } from './time.js';
import type { Color } from '../color.js';
import { formatPoint, type Point } from '../point.js';
import { checkArgument, isObject, isText, must } from '../checks.js';
import { failure, success, type Outcome, UserError } from '../outcome.js';
import { suggestion, trimmed } from '../text.js';
import en from '../words/en.json' with { type: 'json' };
import explanations from '../words/explanations.json' with { type: 'json' };
import { sentence, type Wording } from '../words/template.js';

export { SEVERITIES, type Explanation, type Severity } from './family.js';

/** Every finding, by its code: all families in the order in which lists of codes show them. */
const FINDINGS = {
  ...MOVE_FINDINGS,
  ...SETUP_FINDINGS,
  ...RECORD_FINDINGS,
  ...HANDICAP_FINDINGS,
  ...KOMI_FINDINGS,
  ...RULES_FINDINGS,
  ...ENDING_FINDINGS,
  ...RESULT_FINDINGS,
  ...DEAD_FINDINGS,
  ...DECISION_FINDINGS,
  ...TIME_FINDINGS,
  ...GAME_FINDINGS,
  ...ENCODING_FINDINGS,
  ...SGF_FINDINGS,
  ...CHECK_FINDINGS,
  ...FILE_FINDINGS,
  ...TABLE_FINDINGS,
  ...EVENT_FINDINGS,
  ...INTERNAL_FINDINGS,
};

type Findings = typeof FINDINGS;

export type FindingCode = keyof Findings;

/** The arguments of each code: what its sentence takes. */
export type FindingArgs = {
  readonly [C in FindingCode]: Findings[C] extends FindingRow<infer Args> ? Args : never;
};

/** Every code, family by family. */
export const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[];

/** The severity of a code, unless the stage that reports it gives another. */
export function severityOf(code: FindingCode): Severity {
  return FINDINGS[code].severity;
}

/** The sentences of findings in a language, and the phrases in them. */
export interface FindingWords extends Wording {
  readonly findings: Readonly<Record<FindingCode, string>>;
}

export const ENGLISH: FindingWords = { language: 'en', findings: en.findings, phrases: en.phrases };

const EXPLANATIONS: Readonly<Record<FindingCode, Explanation>> = explanations;

/**
 * The full explanation of a code: its meaning, the rule it rests on, a minimal case, and what to do. Throws UserError, with the nearest code,
 * where there is no such code.
 */
export function explain(code: FindingCode): Explanation {
  checkArgument('code', code, isText);
  if (!Object.hasOwn(FINDINGS, code)) throw new UserError(noCode(code));
  return EXPLANATIONS[code];
}

/** What became of an illegal move. */
export const DISPOSITIONS = [
  'accepted',
  'last-move',
  'as-pass',
  'stopped',
  'forfeit',
  /** It would lose the game, unless the record lacks a move or a pass, or is wrong. */
  'conditional',
  /** An earlier illegal move had lost the game. */
  'decided',
  /** Void by the rules; the record continues from it nevertheless. */
  'void',
  /** A server with these rules refuses it. */
  'refused',
  /** The record itself is faulty, so no player can be ruled against. */
  'doubtful',
  /** The applied rules do not say. */
  'unstated',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** Where a finding is, as far as that is known. */
export interface Place {
  /** 0-based node along the main line, or along the variation's own line from the root. */
  readonly node?: number;
  /** 1-based count of B/W properties, passes included. */
  readonly move?: number;
  readonly color?: Color;
  readonly point?: Point;
  /** Byte offset in the scanned text; the report turns it into line and column. */
  readonly offset?: number;
  /** The rule it is based on, such as `Japanese 1989, article 6: basic ko` or `FF[4] HA`. */
  readonly rule?: string;
  /** The text in which that rule was read. */
  readonly ruleSource?: string;
  /** Number of the move after which the position occurred before; 0 is the start. */
  readonly repeatsMove?: number;
  readonly disposition?: Disposition;
  /** Where the text says what becomes of an illegal move: `Japanese 1989, article 14`. */
  readonly dispositionRule?: string;
  /** `decided by A. Referee on 2026-11-22: both players agreed`, where a referee accepted the move or declared the result. */
  readonly decided?: string;
  /** Number of the move that is probably misprinted, where the finding follows from that. */
  readonly follows?: number;
  /**
   * Path of a place outside the main line: `12.2/30.3` is the second child of node 12, then the third child of node 30 of that line.
   * Absent on the main line.
   */
  readonly variation?: string;
}

/** Anything reported about a record: a permanent code with typed arguments. `messageOf` gives its sentence. */
export type Finding = {
  [C in FindingCode]: Place & {
    readonly code: C;
    readonly severity: Severity;
    readonly args: FindingArgs[C];
    /** Both 1-based, computed from `offset` by the report; before that, and without a place in the text, 0 or absent. */
    readonly line?: number;
    readonly column?: number;
  };
}[FindingCode];

/** A finding with the severity of the catalogue, or the one given. */
export function finding<C extends FindingCode>(
  code: C,
  args: FindingArgs[C],
  place?: Place,
  severity: Severity = severityOf(code),
): Finding {
  // Most findings have no place, and an object literal takes a tenth of the time of a spread.
  if (place === undefined) return { code, severity, args, line: 0, column: 0 } as unknown as Finding;
  return { ...place, code, severity, args, line: 0, column: 0 } as unknown as Finding;
}

export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

/** Phrases that name a place: what a sentence may name besides its arguments, its point (`at`) and its color. */
const PLACES: ReadonlySet<string> = new Set(['subject', 'setup', 'earlier', 'player']);

const isFinding = must(
  'a finding of a report',
  (value) => isObject(value) && Object.hasOwn(FINDINGS, String(value['code'])) && isObject(value['args']),
);
const isSize = must(
  'an object with the width and height of a board, such as the record of a report',
  (value) => isObject(value) && Number.isInteger(value['width']) && Number.isInteger(value['height']),
);

/**
 * The sentence of a finding: what was found, with move number and point if it has them, and what became of an illegal move.
 * One line, without a full stop. `size`: columns and rows of the game's board, for point names. Throws UserError for another kind of value.
 */
export function messageOf(f: Finding, size: BoardSize, words: FindingWords = ENGLISH): string {
  checkArgument('finding', f, isFinding);
  checkArgument('size', size, isSize);
  const args = f.args as Readonly<Record<string, unknown>>;
  const place = (name: string): unknown => {
    if (name === 'at')
      return f.point === undefined ? undefined : formatPoint(f.point, size.width, size.height);
    return name === 'afterMove' ? (f.move ?? 0) : f[name as keyof Place];
  };
  const value = (name: string): unknown => {
    if (args[name] !== undefined) return args[name];
    if (name === 'board') return `${size.width}x${size.height}`;
    if (name === 'at' || name === 'color') return place(name);
    return PLACES.has(name) ? sentence(words.phrases[name]!, place, words) : undefined;
  };
  return sentence(words.findings[f.code], value, words) + outcomeOf(f, words);
}

/** What became of an illegal move, to follow the sentence; '' without a disposition. */
function outcomeOf(found: Finding, words: FindingWords): string {
  const { code, disposition, dispositionRule, decided, follows } = found;
  if (follows !== undefined) return sentence(words.phrases['follows']!, () => follows, words);
  if (decided !== undefined)
    return sentence(
      words.phrases[disposition === 'accepted' ? 'accepted' : 'settled']!,
      () => decided,
      words,
    );
  if (disposition === undefined) return '';
  const isDouble = code === 'move/out-of-turn';
  // Of two moves in a row only the second is void, and it does not count as a pass.
  const became =
    isDouble && disposition === 'void'
      ? 'void-second'
      : !isDouble && disposition === 'conditional'
        ? 'conditional-answered'
        : disposition;
  const value = (name: string): unknown => (name === 'disposition' ? became : dispositionRule);
  return sentence(words.phrases['outcome']!, value, words);
}

/** Always reported: otherwise nothing shows that there are more findings, or that the program failed. */
export const ALWAYS: ReadonlySet<FindingCode> = new Set([
  'findings/more',
  'internal/fault',
  'internal/worker-lost',
]);

/** The codes that a word names: one code, or all that begin with the text before a final `/` or `*` (`komi/`, `komi/*`). */
export function codesNamed(word: string): readonly FindingCode[] {
  const [, beginning] = /^(.*\/|.*(?=\*$))\*?$/.exec(word) ?? [];
  return FINDING_CODES.filter(
    (code) => code === word || (beginning !== undefined && code.startsWith(beginning)),
  );
}

/** The codes of several lists of words joined by commas. The error names the word that names none. */
export function codesInLists(lists: readonly string[]): Outcome<FindingCode[], string> {
  const codes = new Set<FindingCode>();
  for (const word of wordsIn(lists)) {
    const named = codesNamed(word);
    if (named.length === 0) return failure(noCode(word));
    for (const code of named) codes.add(code);
  }
  return success([...codes]);
}

/** Words joined by commas; empty ones are ignored. */
export function wordsIn(lists: readonly string[]): string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** The codes to leave out: those ignored and, given `only`, all others than those. */
export function codesLeftOut(
  ignored: readonly FindingCode[],
  only: readonly FindingCode[] | undefined,
): FindingCode[] {
  const left = only
    ? FINDING_CODES.filter((code) => !only.includes(code) || ignored.includes(code))
    : ignored;
  return left.filter((code) => !ALWAYS.has(code));
}

/** `there is no finding code move/kko; did you mean move/ko?` */
function noCode(word: string): string {
  return `there is no finding code ${word.slice(0, 60)}${codeAdvice(word)}`;
}

/** `; did you mean X?` for a word that names no code. */
export function codeAdvice(word: string): string {
  const family = `${trimmed(word.toLowerCase(), /[/*]/)}/`;
  if (FINDING_CODES.some((code) => code.startsWith(family))) return `; did you mean ${family}?`;
  const families = new Set(FINDING_CODES.map((code) => `${code.split('/')[0]!}/`));
  return suggestion(word, [...FINDING_CODES, ...families]);
}

/** Findings of one code and severity that are listed for a game, unless the caller asks for more. */
export const MAX_PER_CODE = 100;

/**
 * The first `most` findings of each code and severity; in place of the others, one `findings/more` at the place of the first of
 * them says how many there are. 0: all are listed. An earlier `findings/more` counts findings that were never made.
 */
export function capFindings<F extends Finding>(found: readonly F[], most: number): readonly F[] {
  if (most === 0 || found.length <= most) return found;
  const met = new Map<string, { count: number; more?: MutableMore }>();
  const listed: F[] = [];
  for (const one of found) {
    const more = one.code === 'findings/more' ? one.args : undefined;
    const { code, severity } = more ?? one;
    const count = more?.count ?? 1;
    const key = `${code} ${severity}`;
    const kind = met.get(key) ?? { count: 0 };
    met.set(key, kind);
    if (++kind.count <= most) listed.push(one);
    else if (kind.more) kind.more.count += count;
    else {
      kind.more = { code, severity, count };
      listed.push(moreFrom(one, kind.more));
    }
  }
  return listed;
}

/** The code that a finding counts under: `findings/more` counts under that of the findings it stands for. */
export function countedCode(found: Finding): FindingCode {
  return found.code === 'findings/more' ? (found.args.code as FindingCode) : found.code;
}

type MutableMore = { -readonly [K in keyof FindingArgs['findings/more']]: FindingArgs['findings/more'][K] };

/** `findings/more` at the place of a finding. */
function moreFrom<F extends Finding>(one: F, args: FindingArgs['findings/more']): F {
  const { node, move, offset, variation, line, column } = one;
  const place = { node, move, offset, variation, line, column };
  const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
  return { ...known, code: 'findings/more', severity: 'note', args } as unknown as F;
}

/** The misprint that may explain a finding about a move: it is shown first, though it is less severe. `undefined` where none does. */
export function misprintBefore<Found extends Finding>(
  found: Found | undefined,
  findings: readonly Found[],
): Found | undefined {
  if (!found?.code.startsWith('move/') || found.variation !== undefined) return undefined;
  return findings.findLast(
    ({ code, args, move = 0 }) =>
      code === 'record/misprint' && 'repair' in args && args.repair !== '' && move <= (found.move ?? 0),
  );
}

/** Fewest findings after the first that follow from one misprint and are only counted where people read them. */
const COUNTED = 3;

/** Of many findings that follow from one misprint the first, with how many others there are, and these. */
export function onlyCounted<Found extends Pick<Finding, 'follows'>>(
  findings: readonly Found[],
): ReadonlyMap<Found, number | 'counted'> {
  const all = new Map<Found, number | 'counted'>();
  for (const move of new Set(findings.map(({ follows }) => follows))) {
    const [first, ...others] = move === undefined ? [] : findings.filter(({ follows }) => follows === move);
    if (others.length < COUNTED) continue;
    all.set(first!, others.length);
    for (const one of others) all.set(one, 'counted');
  }
  return all;
}
