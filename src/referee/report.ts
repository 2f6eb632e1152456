import type { Clock } from '../audit/clock.js';
import type { Finding } from '../findings/finding.js';
import type { Ending, GameRecord } from '../record/record.js';
import type { LineKey } from '../replay/line-key.js';
import type { Replay } from '../replay/replay.js';
import type { Ruleset, RulesetSource } from '../rules/ruleset.js';
import type { Conversion, ConvertOptions } from '../score/convert.js';
import type { SettledKomi } from '../score/margins.js';
import type { GameScore, ScoreBasis, Settlement } from '../score/score-types.js';
import type { Ahead } from './ahead.js';
import type { Decision } from './decisions.js';

/** A finding with the line and column (both 1-based) of its place in the file; 0 when it has none. */
export type PlacedFinding = Finding & { readonly line: number; readonly column: number };

/** A place in the text of a file: line and column, both 1-based. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Everything the referee has to say about one game. Plain data, except `replay.board`, which is left out. */
export interface GameReport {
  readonly file: string;
  readonly game: number;
  /** Where the game begins; only when the options asked for it. */
  readonly place?: TextPlace | undefined;
  /** Hex SHA-256 of the game's own bytes, `(` to `)`. */
  readonly sha256: string;
  readonly record: GameRecord;
  /** `undefined`: unknown, judged by what every ruleset forbids plus the basic ko. */
  readonly ruleset: Ruleset | undefined;
  readonly rulesetSource: RulesetSource;
  readonly ending: Ending;
  readonly replay: Omit<Replay, 'board' | 'findings'>;
  /** `undefined`: the record says nothing of time. */
  readonly clock: Clock | undefined;
  /** Final position, a byte a point; only when the options asked for it or the game was scored. */
  readonly finalBoard: Uint8Array | undefined;
  /** Sorted by node, findings about the whole game first, those in variations last, in the order of the file; --ignore and --max-per-code applied. */
  readonly findings: readonly PlacedFinding[];
  readonly score: GameScore | undefined;
  /** Why there is no score; '' when there is one. */
  readonly notScoredBecause: string;
  /** Who was ahead on the board of a game that was not counted; `undefined`: not asked, or nothing to say. */
  readonly ahead?: Ahead | undefined;
  readonly settlement: Settlement | undefined;
  /** Whether the game counts under the conditions of an event, where they were given. */
  readonly event?: { readonly counts: 'yes' | 'no' | 'unknown'; readonly because: string };
  /** Scores under further rulesets, in the order asked for. */
  readonly scores?: readonly RuledScore[];
  readonly conversion?: ConversionReport;
  /** What referees decided about the game, where they did. */
  readonly decisions?: readonly Decision[];
  /** Keys of the main line for finding duplicates in a run: exact, and the least of the eight symmetries. */
  readonly lineKey: LineKey;
  /** The game's own bytes, `(` to `)`, where the options asked for them. */
  readonly source?: Uint8Array;
}

/** A ruleset, or that of the record itself (RU, then the default of the run). */
export type WantedRuleset = Ruleset | 'auto';

/** What a report should include besides the score under the ruleset that was applied. */
export interface AccountOptions {
  /** Rulesets under which the game is scored as well, in the order of the report. */
  readonly scoreUnder?: readonly WantedRuleset[];
  /** Rulesets into which the result is converted, from the one that was applied. */
  readonly convertTo?: readonly Ruleset[];
  readonly convert?: ConvertOptions;
}

/** One game counted under one ruleset; life is judged once for all of them. */
export interface RuledScore {
  /** `undefined`: the record names none that is known. */
  readonly ruleset: Ruleset | undefined;
  readonly rulesetSource: RulesetSource;
  readonly score: GameScore | undefined;
  /** Why there is no score; '' when there is one. */
  readonly notScoredBecause: string;
  readonly settlement: Settlement;
}

/** A result converted into one ruleset: no basis, one or two. */
export interface Converted {
  readonly to: Ruleset;
  readonly bases: readonly Conversion[];
}

/** What became of a game that was to be converted. */
export interface ConversionReport {
  /** The ruleset that was applied; `undefined`: the record names none that is known. */
  readonly from: Ruleset | undefined;
  readonly to: readonly Converted[];
  /** Why there is nothing to convert from, '' when there may be. */
  readonly blockedBecause: string;
  /** What the accounts rest on; `undefined` when blocked. */
  readonly basis: ScoreBasis | undefined;
  /** Unfilled dame, where life was judged. */
  readonly dame: number;
  readonly komiFrom: SettledKomi | undefined;
  /** A margin is declared, but no count can give it with this komi, so it is not a basis (`0` with komi 6.5). */
  readonly declaredIsNoCount: boolean;
}
