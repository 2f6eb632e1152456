import type { FindingArgs, FindingCode } from '../core/catalogue.js';
import { colorOf, type Stone } from '../core/color.js';
import { finding, type Disposition, type Finding, type Place } from '../core/finding.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../core/line.js';
import { cite, type Ground } from '../rules/citation.js';
import type { Ruleset } from '../rules/ruleset.js';
import { COMMON_RULES, type KoRules, type Repetition, type Superko } from './ko.js';
import type { IllegalPolicy } from './replay-types.js';

const SUPERKO_CODES = {
  positional: 'move/superko-positional',
  situational: 'move/superko-situational',
  natural: 'move/superko-natural',
} as const;

/** Moves that no player can have made: the record is at fault, not a player. */
const IMPOSSIBLE: ReadonlySet<string> = new Set<SingleMoveCode>(['move/occupied', 'move/off-board']);

/** After so many impossible moves the board is not the players' any more: what follows from it is no error of theirs. */
const BELIEVED_IMPOSSIBLE = 3;

/** Codes of illegal moves. */
type SingleMoveCode =
  | 'move/off-board'
  | 'move/occupied'
  | 'move/self-capture'
  | 'move/ko'
  | 'move/out-of-turn'
  | `move/superko-${Superko}`;

/** Turns what was seen at single moves into findings, and counts the illegal ones. */
export class Verdicts {
  /** Moves that the applied ruleset forbids. */
  illegal = 0;
  readonly rules: KoRules;
  /** Index of each color's last move on the line, found when first asked for. */
  private lastMoves: readonly [number, number] | undefined;

  readonly findings: Finding[];
  private readonly line: MainLine;
  private readonly ruleset: Ruleset | undefined;
  private readonly policy: IllegalPolicy;
  /** Moves so far that no player can have made. */
  impossible = 0;
  /** Whether an earlier move has lost the game under rules that say so. */
  private lost = false;

  constructor(findings: Finding[], line: MainLine, ruleset: Ruleset | undefined, policy: IllegalPolicy) {
    this.findings = findings;
    this.line = line;
    this.ruleset = ruleset;
    this.policy = policy;
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
    const place: Place = {
      ...this.place(index, move),
      ...cite(this.ruleset, ground),
      disposition: this.disposition(index, stone, code),
      ...(repeats >= 0 ? { repeatsMove: repeats } : {}),
    };
    this.illegal++;
    const made = finding(code, args, place);
    const impossible = IMPOSSIBLE.has(code);
    const doubtful = this.isForced(index) || (!impossible && this.impossible >= BELIEVED_IMPOSSIBLE);
    if (impossible) this.impossible++;
    this.findings.push(made.severity === 'error' && doubtful ? { ...made, severity: 'warning' } : made);
  }

  /** Reports something about a move that is not forbidden. */
  remark<C extends FindingCode>(code: C, args: FindingArgs[C], index: number, move: number): void {
    this.findings.push(finding(code, args, this.place(index, move)));
  }

  /** The same as `remark`, but as a mere note. */
  note<C extends FindingCode>(code: C, args: FindingArgs[C], index: number, move: number): void {
    this.findings.push(finding(code, args, this.place(index, move), 'note'));
  }

  /** Reports a repetition; tells whether it is forbidden. */
  repetition({ verdict, repeats, under }: Repetition, index: number, move: number): 'forbidden' | 'allowed' {
    const cycle = move - repeats;
    if (verdict === 'ko') {
      this.forbid('move/ko', {}, index, move, 'ko', repeats);
      return 'forbidden';
    }
    if (verdict === 'undecided') {
      const place = { ...this.place(index, move), ...cite(this.ruleset, 'ko-fight'), repeatsMove: repeats };
      this.findings.push(finding('move/ko-undecided', { cycle, under }, place));
      return 'allowed';
    }
    if (verdict !== 'allowed') {
      const ground = verdict === 'situational' && !under.includes('natural') ? 'situational-only' : verdict;
      this.forbid(SUPERKO_CODES[verdict], { cycle }, index, move, ground, repeats);
      return 'forbidden';
    }
    const { ruleset } = this;
    const literal = ruleset?.literalSuperko ?? 'none';
    const severity = literal !== 'none' && under.split(',').includes(literal) ? 'warning' : 'note';
    const place = {
      ...this.place(index, move),
      ...cite(ruleset, 'allowed'),
      repeatsMove: repeats,
    };
    this.findings.push(finding('move/repetition', { cycle, under }, place, severity));
    return 'allowed';
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
   * A stone on a stone, or beside the board, is a fault of the record: no player can have made that move,
   * so nobody is told that it lost the game.
   */
  private disposition(index: number, stone: Stone, code: SingleMoveCode): Disposition {
    if (this.policy === 'stop') return 'stopped';
    if (this.policy === 'pass') return 'as-pass';
    if (this.ruleset?.illegalMove === 'loses' && !this.lost && !IMPOSSIBLE.has(code)) {
      this.lost = true;
      return 'forfeit';
    }
    this.lastMoves ??= lastMovesOf(this.line);
    return this.lastMoves[2 - stone]! > index ? 'accepted' : 'last-move';
  }

  /** KO in the node of the move: the writer knew that it is illegal. */
  private isForced(index: number): boolean {
    const { kinds, nodes, count } = this.line;
    const node = nodes[index];
    for (let i = index + 1; i < count && nodes[i] === node; i++) if (kinds[i] === ACTION.force) return true;
    for (let i = index - 1; i >= 0 && nodes[i] === node; i--) if (kinds[i] === ACTION.force) return true;
    return false;
  }
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
