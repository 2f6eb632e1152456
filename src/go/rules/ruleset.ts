import type { Color } from '../../core/color.js';

/**
 * Repetition of whole-board positions (see RULES). Every rule restricts board plays only: passes are always legal.
 * `fighting-disturbing`: Ing's, by what depends on the ko; only partly decidable, see `judgeRepetition`.
 */
export const SUPERKO_RULES = ['none', 'positional', 'situational', 'natural', 'fighting-disturbing'] as const;
export type SuperkoRule = (typeof SUPERKO_RULES)[number];

/** `forbidden`; `multi`: two stones or more; `allowed`: a single stone too, unless a repetition rule forbids it. */
export const SELF_CAPTURE_RULES = ['forbidden', 'multi', 'allowed'] as const;
type SelfCaptureRule = (typeof SELF_CAPTURE_RULES)[number];

export const COUNTINGS = ['territory', 'area'] as const;
export type Counting = (typeof COUNTINGS)[number];

export const SCORINGS = ['territory', 'area', 'stones', 'first-capture'] as const;
type Scoring = (typeof SCORINGS)[number];

/** White's extra points under area counting for N handicap stones. */
export const COMPENSATIONS = ['none', 'n-1', 'n'] as const;
type Compensation = (typeof COMPENSATIONS)[number];

export const ILLEGAL_MOVE_RULES = ['taken-back-as-pass', 'refused', 'loses', 'unstated'] as const;
type IllegalMoveRule = (typeof ILLEGAL_MOVE_RULES)[number];

/** Until when an illegal move can be claimed: before the opponent moves, or before the result is confirmed. */
export const ILLEGAL_MOVE_CLAIMS = ['reply', 'result', 'unstated'] as const;
type IllegalMoveClaim = (typeof ILLEGAL_MOVE_CLAIMS)[number];

/** Which of two moves in a row by one player are taken back. */
export const DOUBLE_MOVE_RULES = ['both', 'second', 'unstated'] as const;
type DoubleMoveRule = (typeof DOUBLE_MOVE_RULES)[number];

/** What a game becomes after a repetition that players or a referee may settle. `referee`: a draw, no result or another game. */
export const REPETITION_SETTLEMENTS = ['no-result', 'jigo', 'referee', 'none'] as const;
type RepetitionSettlement = (typeof REPETITION_SETTLEMENTS)[number];

/**
 * How stones that could be captured come off once play has stopped. `agreement`: by agreement, else the players play on, so that
 * ko threats count; `confirmation`: by hypothetical play without ko threats; `playing-out`: only by play; `stay`: not at all.
 */
export const DEAD_STONE_RULES = ['agreement', 'confirmation', 'playing-out', 'stay', 'unstated'] as const;
type DeadStoneRule = (typeof DEAD_STONE_RULES)[number];

/** Who plays first when play goes on after the passes that stop it; `never`: those passes end the game for good. */
export const RESUMPTION_RULES = [
  'opponent-of-last-passer',
  'opponent-of-requester',
  'by-agreement',
  'never',
  'unstated',
] as const;
type ResumptionRule = (typeof RESUMPTION_RULES)[number];

/** A komi in force from a year on (0: always), in half points. */
export interface KomiRow {
  readonly fromYear: number;
  readonly halves: number;
}

/**
 * One set of rules as orthogonal fields. Code reads fields, never the name.
 * `articles` cites the place of each field in its text, `sources` the texts that it was read from, `doubts` its open questions,
 * all keyed by field name; the first two by RULE_TOPICS too.
 */
export interface Ruleset {
  readonly name: string;
  readonly title: string;

  /** The play that restores the position before the opponent's immediately preceding board play is forbidden. */
  readonly basicKo: boolean;
  readonly superko: SuperkoRule;
  /** What the letter of the text forbids where practice and `superko` do not (Swedish S2: positional); for warnings only. */
  readonly literalSuperko?: SuperkoRule;
  /** The sentence of the text that `literalSuperko` rests on. */
  readonly literalSuperkoText?: string;
  readonly repetitionByAgreement: RepetitionSettlement;
  /** Both players can lose (Japanese article 13). */
  readonly bothLose: boolean;
  /**
   * Whether the start position (setup included) counts as an earlier position.
   * Setup counts as made by the player who is not to move (RULES 7.3): with `situational` the start is one situation
   * with its player to move, with `natural` it belongs to that player's opponent. False: nobody made it.
   */
  readonly startCounts: boolean;
  readonly selfCapture: SelfCaptureRule;
  readonly illegalMove: IllegalMoveRule;
  readonly illegalMoveClaim: IllegalMoveClaim;
  readonly doubleMove: DoubleMoveRule;
  /** Year since which a margin may hold penalties of two points that no move shows. */
  readonly penaltiesFrom?: number;
  /** Square sizes that the text names; empty: any. */
  readonly sizes: readonly number[];

  readonly scoring: Scoring;
  /** Countings the rules offer, the default one first. Empty for `stones` and `first-capture`. */
  readonly countings: readonly Counting[];
  /** Passes in a row that stop the game; 0: the rules know no pass. */
  readonly passesToEnd: number;
  readonly resumption: ResumptionRule;
  readonly deadStones: DeadStoneRule;
  /** Passes in a row that end the game with every stone alive; 0: no such rule. */
  readonly passesAllAlive: number;
  /** No stones come off after the first stop: if play resumes, every stone is alive at the second stop. */
  readonly secondStopAllAlive?: boolean;
  readonly passStones: boolean;
  readonly whitePassesLast: boolean;
  /** Points surrounded inside a seki count. */
  readonly sekiPoints: boolean;

  /** Komi and margins are also written in zi, two points each. */
  readonly zi: boolean;
  /** Newest row first; empty: the rules name no komi. */
  readonly komiEven: readonly KomiRow[];
  readonly komiHandicap: readonly KomiRow[];
  /** Other komi values in even games that are usual under the rules, in half points. */
  readonly komiAlsoSeen: readonly number[];
  /** Those that are usual in handicap games, in half points. */
  readonly komiHandicapAlsoSeen?: readonly number[];
  /** Komi is `komiEven` when Black passed first and one point more when White did (WMSG). */
  readonly komiByFirstPass: boolean;
  /** Who wins an exact tie; `jigo`: nobody. */
  readonly ties: 'jigo' | Color;
  /** Who wins an exact tie of a handicap game, where that differs. */
  readonly tiesHandicap?: 'jigo' | Color;
  readonly compensation: Compensation;
  /** Fewest stones for which compensation is given. */
  readonly compensationFrom: number;
  readonly handicapPlacement: 'fixed' | 'free' | 'either';
  /** Square sizes for which fixed points are named; empty: any. */
  readonly placementSizes: readonly number[];
  /** A one-stone handicap is a placed stone (S2), not a normal first move. */
  readonly oneStoneIsPlaced: boolean;
  /** Komi of a one-stone handicap: that of handicap games, or either where the text says nothing. */
  readonly oneStoneKomi: 'handicap' | 'either';
  /** Most stones that the rules speak of; `UNLIMITED_HANDICAP` when they name no limit. */
  readonly handicapMax: number;

  /** Games before this year follow another named ruleset. */
  readonly predecessor?: { readonly beforeYear: number; readonly name: string };

  /** As a ruling cites it: `Japanese 1989, article 6`. */
  readonly articles: Readonly<Record<string, string>>;
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly doubts: Readonly<Record<string, string>>;
}

/** More stones than any board of the usual size has points. */
export const UNLIMITED_HANDICAP = 361;

/** Where the ruleset of a game comes from. */
export const RULESET_SOURCES = ['declared', 'option', 'default', 'unknown'] as const;
export type RulesetSource = (typeof RULESET_SOURCES)[number];

/** Fields of a ruleset that say something about the game; the others only describe the row. */
export type RuleField = Exclude<keyof Ruleset, 'name' | 'title' | 'articles' | 'sources' | 'doubts'>;

/** Subjects of rulings that are not fields, because all rulesets agree on them: where stones are played, whose turn it is, who is dead. */
export const RULE_TOPICS = ['points', 'turns', 'life'] as const;
export type RuleTopic = (typeof RULE_TOPICS)[number];

/** What an article of a text can be about. */
export type RuleSubject = RuleField | RuleTopic;

/** What a komi depends on: the handicap stones, and the year if the record gives one. */
interface KomiGame {
  readonly handicap: number;
  readonly year: number | undefined;
}

/** Komi of the rules in half points, by handicap and year (no year: the newest); `undefined` when the rules name none. */
export function komiFor(ruleset: Ruleset, game: KomiGame): number | undefined {
  return inForce(rowsFor(ruleset, game), game.year ?? Infinity)?.halves;
}

/**
 * The komi of the rules in half points: both values in the year of a change and in the years before and after it; empty when
 * the rules name none. Without other values in use (`komiAlsoSeen`).
 */
export function komiStandard(ruleset: Ruleset, game: KomiGame): readonly number[] {
  const { year = Infinity } = game;
  const rows = rowsFor(ruleset, game);
  const found = [-1, 0, 1].map((shift) => inForce(rows, year + shift)?.halves);
  return [...new Set(found.filter((halves) => halves !== undefined))];
}

/**
 * Every usual komi in half points: that of the rules, those also seen, and both values in the year of a change and in the
 * years before and after it. Empty when the rules name none and none is usual.
 * A one-stone handicap takes the values of both even and handicap games, unless the text says which.
 */
export function komiAccepted(ruleset: Ruleset, game: KomiGame): readonly number[] {
  const dated =
    game.year === undefined ? rowsFor(ruleset, game).map((row) => row.halves) : komiStandard(ruleset, game);
  const also = isHandicap(game) ? (ruleset.komiHandicapAlsoSeen ?? []) : ruleset.komiAlsoSeen;
  const found = new Set([...dated, ...also]);
  if (game.handicap === 1 && ruleset.oneStoneKomi === 'either') {
    const other = { ...game, handicap: 0 };
    for (const halves of komiAccepted(ruleset, other)) found.add(halves);
  }
  return [...found];
}

/** White's extra half points under area counting for this many handicap stones. */
export function compensationFor(ruleset: Ruleset, stones: number): number {
  if (stones < ruleset.compensationFrom) return 0;
  switch (ruleset.compensation) {
    case 'none':
      return 0;
    case 'n-1':
      return 2 * (stones - 1);
    case 'n':
      return 2 * stones;
  }
}

/** Who wins an exact tie of a game with this many handicap stones. */
export function tiesFor({ ties, tiesHandicap }: Ruleset, stones: number): Ruleset['ties'] {
  return stones >= 1 ? (tiesHandicap ?? ties) : ties;
}

/** For komi, one stone is a handicap: Black plays first and gives the small komi. */
function isHandicap(game: KomiGame): boolean {
  return game.handicap >= 1;
}

function rowsFor(ruleset: Ruleset, game: KomiGame): readonly KomiRow[] {
  return isHandicap(game) ? ruleset.komiHandicap : ruleset.komiEven;
}

function inForce(rows: readonly KomiRow[], year: number): KomiRow | undefined {
  return rows.find((row) => row.fromYear <= year);
}

type Undecided = 'basicKo' | 'superko' | 'scoring' | 'countings' | 'deadStones' | 'sekiPoints';

/** The defaults of every row, which names only what differs. */
export const PLAIN: Omit<Ruleset, 'name' | 'title' | Undecided> = {
  repetitionByAgreement: 'none',
  bothLose: false,
  startCounts: true,
  selfCapture: 'forbidden',
  illegalMove: 'unstated',
  illegalMoveClaim: 'unstated',
  doubleMove: 'unstated',
  sizes: [],
  passesToEnd: 2,
  resumption: 'unstated',
  passesAllAlive: 0,
  passStones: false,
  whitePassesLast: false,
  zi: false,
  komiEven: [],
  komiHandicap: [],
  komiAlsoSeen: [],
  komiByFirstPass: false,
  ties: 'jigo',
  compensation: 'none',
  compensationFrom: 2,
  handicapPlacement: 'either',
  placementSizes: [],
  oneStoneIsPlaced: false,
  oneStoneKomi: 'either',
  handicapMax: UNLIMITED_HANDICAP,
  articles: {},
  sources: {},
  doubts: {},
};
