import type { Ruleset } from '../../src/go/rules/ruleset.js';
import { diagramOf, emptyRows, get, opponentOf, play, put, type Rows, type Sign } from './reference-board.js';
import type { Step } from './steps.js';

/** A position of the game: the stones after a move, who was to move, and who made it by a board play. */
interface Entry {
  readonly move: number;
  readonly text: string;
  readonly toMove: Sign;
  readonly maker: Sign | undefined;
  readonly isStart: boolean;
}

export interface Verdict {
  readonly move: number;
  readonly code: string;
  readonly repeats: number | undefined;
}

export interface ReferenceReplay {
  readonly rows: Rows;
  readonly verdicts: readonly Verdict[];
  readonly illegal: number;
  readonly stoppedAt: number;
}

type KoRules = Pick<Ruleset, 'basicKo' | 'superko' | 'startCounts' | 'selfCapture'>;

/** Replays and judges by looking through the whole list of earlier positions at every move. */
export function referenceReplay(
  steps: readonly Step[],
  width: number,
  height: number,
  rules: KoRules,
  policy: 'stands' | 'pass' | 'stop',
): ReferenceReplay {
  let rows = emptyRows(width, height);
  let entries: Entry[] = [];
  let move = 0;
  let turn: Sign | undefined;
  let previous:
    | {
        readonly kind: 'play' | 'other';
        readonly sign: Sign;
        readonly before: string;
        readonly beforeMove: number;
      }
    | undefined;
  /** Passes in a row: after two the rules tried here do not say whose turn it is. */
  let passes = 0;
  /** Of the preceding move: how many stones it took; and whether the board play before restored a position. */
  let took = 0;
  let restored = false;
  const verdicts: Verdict[] = [];
  let illegal = 0;

  for (const step of steps) {
    if (step.kind === 'force' || step.kind === 'bad') continue;
    if (step.kind === 'set') {
      rows = put(rows, step.spot, step.content);
      entries = [];
      turn = undefined;
      previous = undefined;
      took = 0;
      restored = false;
      continue;
    }
    if (step.kind === 'turn') {
      turn = step.sign;
      if (entries.length > 0) {
        const { move: since } = entries.at(-1)!;
        entries.push({
          move: since,
          text: diagramOf(rows),
          toMove: step.sign,
          maker: undefined,
          isStart: false,
        });
      }
      continue;
    }
    const { sign } = step;
    if (entries.length === 0) {
      const toMove = turn ?? sign;
      // With PL a position that was set up is one after a move of the other player.
      const isStart = turn === undefined || !/[XO]/.test(diagramOf(rows));
      entries.push({ move, text: diagramOf(rows), toMove, maker: opponentOf(toMove), isStart });
    }
    move++;
    const outOfTurn = turn !== undefined && turn !== sign;
    turn = opponentOf(sign);
    const before = diagramOf(rows);
    const beforeMove = entries.at(-1)!.move;
    let verdict: Verdict | undefined;
    let after = rows;
    let captured = 0;
    if (step.kind === 'play') {
      const played = play(rows, step.spot, sign);
      after = played.rows;
      captured = played.captured;
      verdict = judge(played.selfCaptured, played.captured, get(rows, step.spot) !== '.');
    }
    if (!verdict && outOfTurn) {
      const found = { move, code: 'move/out-of-turn', repeats: undefined };
      if (passes < 2) verdict = found;
      else if (step.kind === 'play') verdicts.push(found);
    }
    if (verdict) {
      verdicts.push(verdict);
      illegal++;
      if (policy === 'stop') return { rows, verdicts, illegal, stoppedAt: move };
    }
    const remains = step.kind === 'play' && (!verdict || policy === 'stands');
    if (remains) {
      rows = after;
      restored = entries.some((entry) => entry.text === diagramOf(rows));
    }
    took = remains ? captured : 0;
    const isRefused = step.kind === 'play' && !remains;
    passes = remains ? 0 : passes + 1;
    entries.push({
      move: isRefused ? beforeMove : move,
      text: diagramOf(rows),
      toMove: turn,
      maker: remains ? sign : undefined,
      isStart: false,
    });
    previous = { kind: remains ? 'play' : 'other', sign, before, beforeMove };

    function judge(selfCaptured: number, captured: number, occupied: boolean): Verdict | undefined {
      if (occupied) return { move, code: 'move/occupied', repeats: undefined };
      if (rules.selfCapture === 'forbidden' && selfCaptured > 0) {
        return { move, code: 'move/self-capture', repeats: undefined };
      }
      const alone = rules.selfCapture === 'multi' && selfCaptured === 1;
      const text = diagramOf(after);
      const isKo =
        captured === 1 && previous?.kind === 'play' && previous.sign !== sign && previous.before === text;
      const earlier = entries.filter((entry) => entry.text === text && (rules.startCounts || !entry.isStart));
      const broken = {
        none: undefined,
        positional: earlier[0],
        situational: earlier.find((entry) => entry.toMove === opponentOf(sign)),
        natural: earlier.find((entry) => entry.maker === sign),
        'fighting-disturbing': undefined,
      }[rules.superko];
      if (isKo && (rules.basicKo || broken)) return { move, code: 'move/ko', repeats: previous!.beforeMove };
      if (broken) return { move, code: `move/superko-${rules.superko}`, repeats: broken.move };
      if (alone) return { move, code: 'move/self-capture', repeats: undefined };
      const all = entries.filter((entry) => entry.text === text);
      const isOpen = rules.superko === 'fighting-disturbing' && (restored || took > 0);
      const code = isOpen ? 'move/ko-undecided' : 'move/repetition';
      if (all.length > 0) verdicts.push({ move, code, repeats: all[0]!.move });
      return undefined;
    }
  }
  return { rows, verdicts, illegal, stoppedAt: 0 };
}
