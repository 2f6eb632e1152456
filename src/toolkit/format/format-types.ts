import {
  type Check,
  checkArgument,
  checkOptions,
  type Checks,
  isAnObject,
  isBytes,
  isFunction,
  isText,
  limitsOf,
  listOf,
  oneOf,
  whole,
} from '../../core/checks.js';
import type { Finding } from '../../core/findings/finding.js';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.js';
import type { LineKey } from '../../core/line-key.js';
import { type Decision, isDecision } from '../../referee/judge/decisions.js';
import type { ForeignFormat } from '../../sgf/foreign/lines.js';
import type { CharsetEvidence } from '../../sgf/raw.js';

/** Header properties that `format` can bring into the form of FF[4]. `rank` means BR and WR. */
export const NORMALIZATIONS = ['DT', 'RE', 'KM', 'RU', 'HA', 'TM', 'rank'] as const;
export type Normalization = (typeof NORMALIZATIONS)[number];

/**
 * What can be left out. `unknown`: properties that no FF[1] to FF[4] defines; `private`: those of them longer than two letters;
 * `obsolete`: properties that an older format defines and FF[4] does not; `illegalTail`: text before, between and after the games.
 */
export const STRIPS = [
  'variations',
  'comments',
  'markup',
  'unknown',
  'private',
  'obsolete',
  'emptyNodes',
  'illegalTail',
] as const;
export type Strip = (typeof STRIPS)[number];

/** The symmetries of the board, in the order of `symmetriesOf`; the last four only where the board is square. */
export const SYMMETRIES = [
  'none',
  'mirror-horizontal',
  'mirror-vertical',
  'rotate-180',
  'transpose',
  'rotate-left',
  'rotate-right',
  'transpose-other',
] as const;
export type SymmetryName = (typeof SYMMETRIES)[number];

/** What is written from the computed score. */
export const SCORE_PARTS = ['territory', 'result'] as const;
export type ScorePart = (typeof SCORE_PARTS)[number];

/** What `formatFile` does. Plain data: can be sent to a worker and written as JSON. */
export interface FormatOptions {
  /** Charset of the input: `auto` (CA, then what the bytes say), or a label (`gb18030`, `shift_jis`, ...). */
  readonly charsetIn: string;
  /** Charset of the output: `utf-8`, or a label; a character that it does not have is a loss. */
  readonly charsetOut: string;
  /** `repaired`: root has FF[4], GM (1 where missing), CA. `kept`: only CA is corrected. */
  readonly root: 'repaired' | 'kept';
  /** `repaired`: lower-case letters of FF[1] to FF[3] identifiers left out (`Black` is `B`). */
  readonly identifiers: 'repaired' | 'kept';
  /** `ff4`: root properties, game info, setup, moves, the rest; the same kind in the order of the file. */
  readonly order: 'kept' | 'ff4';
  /** Lists of points: rectangles where they save space, or each point by itself. */
  readonly points: 'kept' | 'compressed' | 'expanded';
  readonly normalize: readonly Normalization[];
  readonly strip: readonly Strip[];
  /** Which nodes: all, or only the main line, as if variations were stripped. */
  readonly nodes: 'all' | 'mainLine';
  readonly symmetry: SymmetryName;
  /** `swapped`: Black and White are exchanged, and komi changes its sign. */
  readonly colors: 'kept' | 'swapped';
  /** `repaired`: komi written scaled (Fox 375, 650) or in zi (3.75) as points. */
  readonly komi: 'kept' | 'repaired';
  /** `repaired`: what a record with impossible moves should probably be (`record/misprint`), with a comment at each changed move. */
  readonly moves: 'kept' | 'repaired';
  /** The name of another record with the moves of a key, if there is one: a proposed repair with which a record has them is certain. */
  readonly copyOf?: ((key: LineKey) => string | undefined) | undefined;
  /**
   * `added`: a pass between two moves of one color, once both have moved; and those that end a main line with a margin in RE.
   */
  readonly passes: 'kept' | 'added';
  /** TB and TW in the last node of the main line, RE in the root, from our score of a finished game. */
  readonly score: readonly ScorePart[];
  /** Ruleset that `score` counts by: a name, or `auto` as in `audit`. */
  readonly rules: string;
  /** What a referee decided: RE and KM, and a line of GC for each decision. Decisions about other games are ignored. */
  readonly decisions?: readonly Decision[] | undefined;
  /** `refused`: a file that cannot be kept completely gives no text. */
  readonly lossy: 'refused' | 'allowed';
  /** Numbers of the games to write, from 1, or `all`. */
  readonly games: 'all' | readonly number[];
  /** Games and nodes beyond these are not read, which is a loss. */
  readonly limits: Limits;
}

/** A faithful rewriting: FF[4], UTF-8, nothing left out, nothing normalized. */
export const FAITHFUL: FormatOptions = {
  charsetIn: 'auto',
  charsetOut: 'utf-8',
  root: 'repaired',
  identifiers: 'repaired',
  order: 'kept',
  points: 'kept',
  normalize: [],
  strip: [],
  nodes: 'all',
  symmetry: 'none',
  colors: 'kept',
  komi: 'kept',
  moves: 'kept',
  passes: 'kept',
  score: [],
  rules: 'auto',
  lossy: 'refused',
  games: 'all',
  limits: DEFAULT_LIMITS,
};

const isKept = (...others: readonly string[]): Check => oneOf(['kept', ...others]);
const isGameNumbers = listOf(whole(1));

const CHECKS: Checks<keyof FormatOptions> = {
  charsetIn: isText,
  charsetOut: isText,
  root: isKept('repaired'),
  identifiers: isKept('repaired'),
  order: isKept('ff4'),
  points: isKept('compressed', 'expanded'),
  normalize: listOf(oneOf(NORMALIZATIONS)),
  strip: listOf(oneOf(STRIPS)),
  nodes: oneOf(['all', 'mainLine']),
  symmetry: oneOf(SYMMETRIES),
  colors: isKept('swapped'),
  komi: isKept('repaired'),
  moves: isKept('repaired'),
  copyOf: isFunction,
  passes: isKept('added'),
  score: listOf(oneOf(SCORE_PARTS)),
  rules: isText,
  decisions: listOf(isDecision),
  lossy: oneOf(['refused', 'allowed']),
  games: (value) =>
    value === 'all' ? undefined : isGameNumbers(value) && '"all" or a list of numbers of games',
  limits: isAnObject,
};

/** All options of `formatFile`. Throws UserError for bytes and options that it cannot take. */
export function formatOptions(bytes: unknown, given: Partial<FormatOptions> = {}): FormatOptions {
  checkArgument('bytes', bytes, isBytes);
  checkOptions(given, CHECKS);
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...FAITHFUL, ...Object.fromEntries(stated), limits: limitsOf(given.limits ?? {}) };
}

/**
 * Why something could not be kept. `characters`: not decodable, or not in the output's charset; `illegal-text`: text between
 * properties; `bare-value`: a value without a property; `bare-property`: a property without a value; `stray-node`: nodes after
 * a variation, which belong to no line; `pasted-text`: a name pasted over moves, which were put back; `limit`: games or
 * nodes beyond a limit; `foreign`: the file is not SGF, and some of its lines have no place in SGF.
 */
export type LossKind =
  | 'characters'
  | 'illegal-text'
  | 'bare-value'
  | 'bare-property'
  | 'stray-node'
  | 'pasted-text'
  | 'limit'
  | 'foreign';

/** One thing that the rewriting lacks. */
export interface Loss {
  readonly kind: LossKind;
  /** Number of the game, 0 outside of all. */
  readonly game: number;
  /** 1-based, in the text of the file; column in characters. */
  readonly line: number;
  readonly column: number;
  /** The text itself, at most 60 characters. */
  readonly what: string;
}

/** One game, rewritten. */
export interface FormattedGame {
  /** Number in the file, from 1. */
  readonly number: number;
  /** The game by itself, ending with a line feed; empty where the file is refused. */
  readonly text: Uint8Array;
  /** Header fields after the operations, by identifier (PB, PW, DT, EV, RO, RE, SZ, ...), first values, for names of files. */
  readonly names: Readonly<Record<string, string>>;
  /** The moves that were repaired, as the column `repair` has them; '' for none. */
  readonly repair: string;
  /** The record that has the moves of this one with the repair, as `copyOf` names it. */
  readonly copy?: string;
  /** Moves that were not repaired: the chance of the likeliest repair is too small, or a node has two moves. */
  readonly proposal?: { readonly repair: string; readonly chance: number };
  /** What `audit` finds of decisions that do not fit the game: these parts of them are not written. */
  readonly unfit: readonly Finding[];
  /** What the scan found in the game as it was. */
  readonly findings: readonly Finding[];
}

/** A file, rewritten. */
export interface FormatResult {
  readonly games: readonly FormattedGame[];
  /** The whole collection, every game ends with a line feed; empty where the file is refused or has no game. */
  readonly text: Uint8Array;
  readonly losses: readonly Loss[];
  /** Something cannot be kept and `lossy` does not allow that. */
  readonly refused: boolean;
  /** Properties that were kept although FF[4] no longer defines them, by identifier, in order; none with `root: 'kept'`. */
  readonly obsolete: readonly string[];
  /** What was found about the file itself. */
  readonly findings: readonly Finding[];
  readonly charset: CharsetEvidence;
  /** Format of the file; the output always is SGF. */
  readonly source: 'sgf' | ForeignFormat;
}
