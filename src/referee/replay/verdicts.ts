import { colorOf, type Stone } from '../../core/color.js';
import {
  type Disposition,
  type Finding,
  finding,
  type FindingArgs,
  type FindingCode,
  type Place,
} from '../../core/findings/finding.js';
import type { SettledRepetition } from '../../core/findings/move.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import { type History, NEVER } from '../../go/board/history.js';
import { cite, type Ground } from '../../go/rules/citation.js';
import type { Ruleset, SuperkoRule } from '../../go/rules/ruleset.js';
import { type DeclaredResult, isPlayedOn } from '../record/record.js';
import type { IllegalPolicy, ReplayOptions } from './replayed.js';

const SUPERKO_CODES = {
  positional: 'move/superko-positional',
  situational: 'move/superko-situational',
  natural: 'move/superko-natural',
} as const;

/** Moves that no player can have made: the record is at fault, not a player. */
const IMPOSSIBLE: ReadonlySet<string> = new Set<SingleMoveCode>(['move/occupied', 'move/off-board']);

/** From this many impossible moves on, the board is no longer the players' board: what follows from it is not their error. */
const BELIEVED_IMPOSSIBLE = 3;

/** Codes of illegal moves. */
type SingleMoveCode =
  | 'move/off-board'
  | 'move/occupied'
  | 'move/self-capture'
  | 'move/ko'
  | 'move/out-of-turn'
  | `move/superko-${Superko}`;

/** Turns observations on single moves into findings, and counts the illegal ones. */
export class Verdicts {
  /** Moves that the applied ruleset forbids. */
  illegal = 0;
  readonly rules: KoRules;
  /** Index of each color's last move on the line, found on first use. */
  private lastMoves: readonly [number, number] | undefined;

  readonly findings: Finding[];
  private readonly line: MainLine;
  private readonly ruleset: Ruleset | undefined;
  private readonly policy: IllegalPolicy;
  /** Moves so far that no player can have made. */
  impossible = 0;
  /** Whether an earlier move has lost the game under rules that say so. */
  private lost = false;

  private readonly result: DeclaredResult;
  /** As in `ReplayOptions`. */
  private readonly mostRepetitions: number;
  private repetitions = 0;
  /** Counts those that are not listed. */
  private more: { code: 'move/repetition'; severity: 'note'; count: number } | undefined;

  constructor(
    findings: Finding[],
    line: MainLine,
    ruleset: Ruleset | undefined,
    { illegal, mostRepetitions = Infinity }: Pick<ReplayOptions, 'illegal' | 'mostRepetitions'>,
    result: DeclaredResult,
  ) {
    this.result = result;
    this.findings = findings;
    this.line = line;
    this.ruleset = ruleset;
    this.policy = illegal;
    this.mostRepetitions = mostRepetitions;
    this.rules = ruleset ?? COMMON_RULES;
  }

  /** Reports a forbidden move; `index` is its action. */
  forbid<C extends SingleMoveCode>(
    code: C,
    args: FindingArgs[C],
    index: number,
    move: number,
    ground: Ground,
    repeats = -1,
  ): void {
    const stone = this.stoneAt(index);
    const impossible = IMPOSSIBLE.has(code);
    const doubtful = this.isForced(index) || (!impossible && this.impossible >= BELIEVED_IMPOSSIBLE);
    const place: Place = {
      ...this.place(index, move),
      ...cite(this.ruleset, ground),
      ...this.ruling(index, stone, code, impossible || doubtful),
      ...(repeats >= 0 ? { repeatsMove: repeats } : {}),
    };
    this.illegal++;
    const made = finding(code, args, place);
    if (impossible) this.impossible++;
    this.findings.push(made.severity === 'error' && doubtful ? { ...made, severity: 'warning' } : made);
  }

  /** Reports something about a move that is not forbidden. */
  remark<C extends FindingCode>(code: C, args: FindingArgs[C], index: number, move: number): void {
    this.findings.push(finding(code, args, this.place(index, move)));
  }

  /** Reports something about a move that is not forbidden as a note, whatever its code. */
  note<C extends FindingCode>(
    code: C,
    args: FindingArgs[C],
    index: number,
    move: number,
    ground?: Ground,
  ): void {
    const place = this.place(index, move);
    this.findings.push(
      finding(code, args, ground ? { ...place, ...cite(this.ruleset, ground) } : place, 'note'),
    );
  }

  /** Reports a repetition; returns whether it is forbidden. `lastPass`: move number of the last pass before it, 0 for none. */
  repetition(one: Repetition, index: number, move: number, lastPass: number): 'forbidden' | 'allowed' {
    const { verdict, repeats, under } = one;
    const { ruleset } = this;
    const cycle = move - repeats;
    if (verdict === 'ko') {
      this.forbid('move/ko', {}, index, move, 'ko', repeats);
      return 'forbidden';
    }
    if (verdict === 'undecided') {
      const place = { ...this.place(index, move), ...cite(ruleset, 'ko-fight'), repeatsMove: repeats };
      this.findings.push(finding('move/ko-undecided', { cycle, under }, place));
      return 'allowed';
    }
    const isLong = lastPass <= repeats && cycle % 2 === 0;
    if (verdict === 'allowed') {
      this.allow(one, index, move, isLong);
      return 'allowed';
    }
    const settled = settledRepetition(ruleset, isLong);
    const args = settled ? { cycle, settled } : { cycle };
    const ground = verdict === 'situational' && !under.includes('natural') ? 'situational-only' : verdict;
    // No result, or a draw, is what a repetition can be settled as.
    if (settled && (this.result.kind === 'void' || this.result.kind === 'jigo')) {
      const place = { ...this.place(index, move), ...cite(ruleset, ground), repeatsMove: repeats };
      this.findings.push(finding(SUPERKO_CODES[verdict], args, place, 'note'));
      return 'allowed';
    }
    this.forbid(SUPERKO_CODES[verdict], args, index, move, ground, repeats);
    return 'forbidden';
  }

  /** A repetition that nothing forbids; `isLong`: a cycle that a referee may settle. */
  private allow(one: Repetition, index: number, move: number, isLong: boolean): void {
    const { ruleset } = this;
    const { repeats, under, isStartOfNobody } = one;
    const letter = ruleset?.literalSuperko ?? 'none';
    if (isSuperko(letter) && one.first[letter] >= 0) {
      this.byTheLetter(letter, one, index, move);
      return;
    }
    if (!isStartOfNobody && !this.isListed(index, move)) return;
    const settled = settledRepetition(ruleset, isLong);
    const args = {
      cycle: move - repeats,
      ...(settled && { settled }),
      under,
      ...(isStartOfNobody && { isStartOfNobody }),
    };
    const place = { ...this.place(index, move), ...cite(ruleset, 'allowed'), repeatsMove: repeats };
    const severity = isStartOfNobody ? 'warning' : 'note';
    this.findings.push(finding('move/repetition', args, place, severity));
  }

  /** A repetition that a sentence of the text forbids, and its usual reading does not. */
  private byTheLetter(letter: Superko, { first }: Repetition, index: number, move: number): void {
    const repeatsMove = first[letter];
    const place = { ...this.place(index, move), ...cite(this.ruleset, letter), repeatsMove };
    const args = { cycle: move - repeatsMove, letter: this.ruleset?.literalSuperkoText ?? '' };
    this.findings.push(finding(SUPERKO_CODES[letter], args, place, 'warning'));
  }

  /** Whether one more repetition that is allowed is listed; the others are counted at the place of the first of them. */
  private isListed(index: number, move: number): boolean {
    if (++this.repetitions <= this.mostRepetitions) return true;
    if (this.more) this.more.count++;
    else {
      const { nodes, offsets } = this.line;
      this.more = { code: 'move/repetition', severity: 'note', count: 1 };
      const place = { node: nodes[index]!, move, offset: offsets[index]! };
      this.findings.push(finding('findings/more', this.more, place));
    }
    return false;
  }

  private place(index: number, move: number): Place {
    const { kinds, points, nodes, offsets } = this.line;
    const place = { node: nodes[index]!, move, color: colorOf(this.stoneAt(index)), offset: offsets[index]! };
    return kinds[index]! <= ACTION.playWhite ? { ...place, point: points[index]! } : place;
  }

  private stoneAt(index: number): Stone {
    return ((this.line.kinds[index]! & 1) + 1) as Stone;
  }

  /**
   * What becomes of an illegal move by the option of the run, else by the ruleset. `isFaulty`: it is a fault of the record (a move on
   * a stone or off the board, or a consequence of several such), so that no finding says that it lost the game.
   */
  private ruling(
    index: number,
    stone: Stone,
    code: SingleMoveCode,
    isFaulty: boolean,
  ): Pick<Place, 'disposition' | 'dispositionRule'> {
    if (this.policy === 'stop') return { disposition: 'stopped' };
    const { ruleset } = this;
    const isSecond = code === 'move/out-of-turn' && ruleset?.doubleMove !== 'unstated';
    const cited = articleOf(ruleset, isSecond ? 'doubleMove' : 'illegalMove');
    if (this.policy === 'pass') {
      const isOfRules = ruleset?.illegalMove === 'taken-back-as-pass';
      return { disposition: 'as-pass', ...(isOfRules ? cited : {}) };
    }
    switch (ruleset?.illegalMove) {
      case undefined:
      case 'unstated':
        return { disposition: 'unstated' };
      case 'refused':
        return { disposition: 'refused' };
      case 'loses':
        return { disposition: this.loss(index, code, isFaulty), ...cited };
      case 'taken-back-as-pass':
        if (ruleset.illegalMoveClaim !== 'reply') return { disposition: 'void', ...cited };
        this.lastMoves ??= lastMovesOf(this.line);
        return {
          disposition: this.lastMoves[2 - stone]! > index ? 'accepted' : 'last-move',
          ...articleOf(ruleset, 'illegalMoveClaim'),
        };
    }
  }

  /** How an illegal move loses the game, if it does: what was left out of the record must not cost the game, unless RE says that it did. */
  private loss(index: number, code: SingleMoveCode, isFaulty: boolean): Disposition {
    if (isFaulty) return 'doubtful';
    if (this.lost) return 'decided';
    const { result } = this;
    const isRuled = result.kind === 'ended' && (result.by === 'forfeit' || result.by === 'illegal');
    if (code === 'move/out-of-turn' || (!isRuled && isPlayedOn(this.line, index))) return 'conditional';
    this.lost = true;
    return 'forfeit';
  }

  /** KO in the node of the move: the writer knew that it was illegal. */
  private isForced(index: number): boolean {
    const { kinds, nodes, count } = this.line;
    const node = nodes[index];
    for (let i = index + 1; i < count && nodes[i] === node; i++) if (kinds[i] === ACTION.force) return true;
    for (let i = index - 1; i >= 0 && nodes[i] === node; i--) if (kinds[i] === ACTION.force) return true;
    return false;
  }
}

function articleOf(
  ruleset: Ruleset | undefined,
  field: 'doubleMove' | 'illegalMove' | 'illegalMoveClaim',
): Pick<Place, 'dispositionRule'> {
  const rule = ruleset?.articles[field];
  return rule === undefined ? {} : { dispositionRule: rule };
}

/** Indices of the last move of Black and of White, -1 for none. */
function lastMovesOf({ kinds, count }: MainLine): readonly [number, number] {
  const last: [number, number] = [-1, -1];
  for (let i = count - 1; i >= 0 && (last[0] < 0 || last[1] < 0); i--) {
    const kind = kinds[i]!;
    if (kind >= FIRST_NON_MOVE) continue;
    const color = kind & 1 ? 1 : 0;
    if (last[color] < 0) last[color] = i;
  }
  return last;
}

/** How players or a referee may settle a repetition; referees settle long cycles only, in which both play and nobody passes. */
function settledRepetition(ruleset: Ruleset | undefined, isLong: boolean): SettledRepetition | undefined {
  const as = ruleset?.repetitionByAgreement ?? 'none';
  if (as === 'none' || (as === 'referee' && !isLong)) return undefined;
  return { as, article: ruleset?.articles['repetitionByAgreement'] ?? '' };
}

/** The fields of a ruleset that forbid board plays. */
export type KoRules = Pick<Ruleset, 'basicKo' | 'superko' | 'startCounts' | 'selfCapture'>;

/** What every ruleset forbids, plus the basic ko: applied when the ruleset is not known. */
export const COMMON_RULES: KoRules = {
  basicKo: true,
  superko: 'none',
  startCounts: true,
  selfCapture: 'multi',
};

export type Superko = Exclude<SuperkoRule, 'none' | 'fighting-disturbing'>;

/** A board play that made a position that occurred before. */
export interface Repetition {
  /** `ko` and superko rules: what forbids it; `allowed`: nothing in the ruleset; `undecided`: it depends on more than a record shows. */
  readonly verdict: 'ko' | Superko | 'allowed' | 'undecided';
  /** Move number after which the position occurred before; 0 is the start. The first one that the verdict rests on. */
  readonly repeats: number;
  /** Definitions that forbid it, whatever the ruleset, if the start position counts as an earlier one; joined by commas. */
  readonly under: string;
  /** The first moves of each of them, NEVER where it does not forbid. */
  readonly first: FirstMoves;
  /** A ko retaken at once, allowed only because nobody is known to have made the start position that it restores. */
  readonly isStartOfNobody: boolean;
}

/** What the rules of fighting and disturbing ko depend on besides the earlier positions. */
export interface KoFight {
  /** The board play before this one restored a position too: a full cycle has been played already. */
  readonly hasCycled: boolean;
  /** The opponent's move before the play took nothing, so that another board or pass play lies in between. */
  readonly isAfterPause: boolean;
}

/**
 * Judges the position that `history.seek` found after a board play, before it is recorded.
 * `koFrom`: move number before the opponent's immediately preceding board play if the position is again the same, else NEVER.
 * `fight`: given where the rules depend on it.
 * Definitions: basic ko is the position before the opponent's board play just made; positional any earlier one;
 * situational one with the same player to move; natural one that the player had made by a board play.
 *
 * Fighting and disturbing ko (Ing): whether life and death depend on the ko does not follow from the positions, so only what both
 * kinds of ko have in common is decided. Stones of a fighting ko may be taken again after another board or pass play,
 * and a disturbing ko may run through one full cycle: the first restoration after such a play is allowed under both.
 * Any other, but the basic ko, is undecided.
 */
export function judgeRepetition(
  history: History,
  player: Stone,
  koFrom: number,
  rules: KoRules,
  fight: KoFight | undefined,
): Repetition {
  const other = (3 - player) as Stone;
  const repeats = {
    positional: earliest(history.firstToMove(player), history.firstToMove(other)),
    situational: history.firstToMove(other),
    natural: history.firstMadeBy(player),
  };
  const { superko } = rules;
  const broken = isSuperko(superko) && repeats[superko] !== NEVER;
  const under = history.isStart && !rules.startCounts ? withStart(history, player, repeats) : repeats;
  const names =
    NAMES[
      (under.positional === NEVER ? 0 : 1) +
        (under.situational === NEVER ? 0 : 2) +
        (under.natural === NEVER ? 0 : 4)
    ]!;
  // Without a spread, which takes ten times as long: records made to waste time repeat with every move.
  const made = (verdict: Repetition['verdict'], from: number, isStartOfNobody = false): Repetition => {
    return { verdict, repeats: from, under: names, first: under, isStartOfNobody };
  };
  if (koFrom !== NEVER && (rules.basicKo || broken)) return made('ko', koFrom);
  if (broken) return made(superko, repeats[superko]);
  const isUndecided = fight !== undefined && (fight.hasCycled || !fight.isAfterPause);
  const isStartOfNobody = koFrom !== NEVER && isSuperko(superko) && under[superko] !== NEVER;
  return made(isUndecided ? 'undecided' : 'allowed', under.positional, isStartOfNobody);
}

/** Names of definitions joined by commas, by sums of 1 (positional), 2 (situational) and 4 (natural). */
const NAMES = Array.from({ length: 8 }, (_, bits) =>
  ['positional', 'situational', 'natural'].filter((_, i) => (bits & (1 << i)) !== 0).join(','),
);

/** Whether a rule on repetition is decided by the positions alone. */
export function isSuperko(rule: SuperkoRule): rule is Superko {
  return rule !== 'none' && rule !== 'fighting-disturbing';
}

/** Whether the ruleset forbids the play. */
export function isForbidden({ verdict }: Repetition): boolean {
  return verdict !== 'allowed' && verdict !== 'undecided';
}

type FirstMoves = Readonly<Record<Superko, number>>;

/** The first moves as they would be if the start position counted, made by the player not to move. */
function withStart(history: History, player: Stone, repeats: FirstMoves): FirstMoves {
  const { start, startToMove } = history;
  return {
    positional: start,
    situational: startToMove === player ? repeats.situational : start,
    natural: startToMove === player ? repeats.natural : start,
  };
}

function earliest(one: number, two: number): number {
  return one === NEVER ? two : two === NEVER ? one : Math.min(one, two);
}
