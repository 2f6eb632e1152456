import { COLORS, opponent, type Color } from '../../core/color.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import { finding, type Finding, type Place, type Severity } from '../../core/findings/finding.js';
import type { GameRecord, TimeSystem, ClockReading, Origin, Overtime } from '../record/record.js';
import type { Replay } from '../replay/replayed.js';
import { placeAt } from './audit.js';

/** What the record says about the time. */
export interface Clock {
  readonly system: TimeSystem | undefined;
  /** The last reading of each player. */
  readonly black: Shown | undefined;
  readonly white: Shown | undefined;
  /** The longest time known for a move, a lower bound in seconds, and the number of that move. */
  readonly longest: { readonly seconds: number; readonly move: number } | undefined;
}

/** The clock of a game, and what was found about it. */
interface ClockAudit {
  readonly clock: Clock | undefined;
  readonly findings: readonly Finding[];
}

const NO_TIME: ClockAudit = { clock: undefined, findings: [] };

/**
 * Audits the clocks of a game: `time/*`, except findings about the header and about single values, which are reported when these
 * are read. Follows each player's clock from move to move under the time limit of the record. Checks nothing across a gap in the
 * readings, across setup in mid-game, or where overtime is not stated or not understood.
 */
export function auditClock(record: GameRecord, replay: Replay): ClockAudit {
  const { time, clocks } = record;
  if (clocks.length > 0 && record.isGo) return followClocks(record, replay);
  if (time === undefined) return NO_TIME;
  const clock = { system: time, black: undefined, white: undefined, longest: undefined };
  return { clock, findings: NO_TIME.findings };
}

function followClocks(record: GameRecord, replay: Replay): ClockAudit {
  const found: Finding[] = [];
  const players = {
    black: new PlayerClock('black', record, found),
    white: new PlayerClock('white', record, found),
  };
  const shown = shownBy(record);
  for (const one of shown) players[one.color].read(one);
  for (const color of COLORS) players[color].end();
  checkSides(shown, record, replay, found);
  checkLoss(record, replay, players, found);
  return { clock: summary(record.time, players), findings: found };
}

type Players = Readonly<Record<Color, PlayerClock>>;

function summary(system: TimeSystem | undefined, { black, white }: Players): Clock {
  const both = [black.longest, white.longest].filter((one) => one !== undefined);
  const longest = both.sort((a, b) => b.seconds - a.seconds || a.move - b.move)[0];
  return { system, black: black.last, white: white.last, longest };
}

/** The readings, with the moves of the line up to their nodes. */
function shownBy({ clocks, line }: GameRecord): readonly Shown[] {
  const shown: Shown[] = [];
  let black = 0;
  let white = 0;
  let edits = 0;
  let next = 0;
  let node = -1;
  /** Who moved in the current node: bits of MOVED. */
  let movers = 0;
  let action = -1;
  for (const { color, node: at, offset, left, count } of clocks) {
    if (at !== node) {
      node = at;
      movers = 0;
      action = -1;
    }
    for (; next < line.count && line.nodes[next]! <= node; next++) {
      const kind = line.kinds[next]!;
      if (kind < FIRST_NON_MOVE) {
        const isWhite = (kind & 1) === 1;
        if (isWhite) white++;
        else black++;
        if (line.nodes[next] !== node) continue;
        movers |= isWhite ? MOVED.white : MOVED.black;
        action = next;
      } else if (kind <= ACTION.addEmpty && black + white > 0) edits++;
    }
    const own = color === 'black' ? black : white;
    shown.push({ color, node, offset, left, count, action, move: black + white, own, movers, edits });
  }
  return shown;
}

/** Least number of right readings for each wrong one: with fewer, it is a habit of the program that wrote the file. */
const USUAL = 5;
/** With this many moves of each player, it is odd that only one has a clock. */
const MANY_MOVES = 10;

/** `time/wrong-side`. Nodes with both clocks, or with moves of both players or of neither, are no evidence. */
function checkSides(shown: readonly Shown[], { line }: GameRecord, replay: Replay, found: Finding[]): void {
  const readings = { black: 0, white: 0 };
  const wrong: Shown[] = [];
  shown.forEach((one, i) => {
    if (didMove(one)) readings[one.color]++;
    else if (one.movers > 0 && shown[i - 1]?.node !== one.node && shown[i + 1]?.node !== one.node)
      wrong.push(one);
  });
  const [first] = wrong;
  if (first && wrong.length * USUAL <= readings.black + readings.white) {
    const args = { player: first.color, of: 'node', readings: wrong.length } as const;
    found.push(finding('time/wrong-side', args, placeOf(first, line)));
  }
  const moves = {
    black: replay.playsBlack + replay.passesBlack,
    white: replay.playsWhite + replay.passesWhite,
  };
  for (const player of COLORS) {
    const other = opponent(player);
    if (readings[player] < MANY_MOVES || moves[other] < MANY_MOVES) continue;
    if (shown.some(({ color }) => color === other)) continue;
    const args = { player, of: 'game', readings: readings[player] } as const;
    found.push(finding('time/wrong-side', args, {}, 'note'));
  }
}

/** `time/loss-with-time` and `time/loser-to-move`: the last reading of a player who lost on time. */
function checkLoss({ result, line }: GameRecord, replay: Replay, players: Players, found: Finding[]): void {
  if (result.kind !== 'ended' || result.by !== 'time') return;
  const player = opponent(result.winner);
  const last = players[player].last;
  const left = players[player].remaining();
  if (last === undefined || left === undefined || left <= 0) return;
  if (replay.lastMove === result.winner) {
    const args = { player, left, since: last.move };
    found.push(finding('time/loss-with-time', args, placeOf(last, line)));
  } else if (last.move === replay.moves && didMove(last) && replay.trailingPasses === 0) {
    const args = { player, left, result: result.raw };
    found.push(finding('time/loser-to-move', args, placeOf(last, line)));
  }
}

/** A reading with what the line says about its node. */
interface Shown extends ClockReading {
  /** The last move of this node among the actions of the line; -1 where the node has none. */
  readonly action: number;
  /** Who moved in this node: bits of MOVED. */
  readonly movers: number;
  /** Moves of the game, and of the player, up to this node. */
  readonly move: number;
  readonly own: number;
  /** Points changed by setup since play began. */
  readonly edits: number;
}

const MOVED = { black: 1, white: 2 } as const;

/** Whether the owner of the clock moved in this node. */
function didMove({ movers, color }: Shown): boolean {
  return (movers & MOVED[color]) !== 0;
}

function placeOf({ node, offset, action, move }: Shown, line: MainLine): Place {
  return action < 0 ? { node, offset } : { ...placeAt(line, action, move), offset };
}

/** Seconds by which clocks may differ from the model: rounding and network delay. KGS records thousandths. */
const TOLERANCE = 1;
const KGS_TOLERANCE = 0.5;

/** Servers that run the clocks and let players or referees add time: there, unexpected time was added. */
const KEEPS_CLOCKS: ReadonlySet<Origin> = new Set([
  'kgs',
  'ogs',
  'igs',
  'nngs',
  'dgs',
  'fox',
  'tygem',
  'tom',
]);

/** Overtime that is counted in periods or moves. */
type Counted = Extract<Overtime, { readonly kind: 'byo-yomi' | 'canadian' }>;

/**
 * One player's clock from move to move. Readings without a count are main time, or overtime from a program that writes
 * no count: then they may be as long as all periods together. KGS writes the clock after a period has restarted, so
 * that in byo-yomi only the count shows how much time was taken.
 */
class PlayerClock {
  last: Shown | undefined;
  longest: { readonly seconds: number; readonly move: number } | undefined;
  readonly #player: Color;
  readonly #system: TimeSystem;
  readonly #tolerance: number;
  /** The severity of added time that nothing in the record explains. */
  readonly #gain: Severity;
  readonly #line: MainLine;
  readonly #found: Finding[];
  /** What was reported already; each kind is reported once per game. */
  readonly #reported = new Set<string>();
  /** The first reading below zero, and the lowest time. */
  #negative: Shown | undefined;
  #least = 0;
  /** The first reading with no time left. */
  #fallen: Shown | undefined;

  constructor(player: Color, { time, origin, line }: GameRecord, found: Finding[]) {
    this.#player = player;
    this.#system = time ?? { main: undefined, overtime: { kind: 'unstated' } };
    this.#tolerance = origin === 'kgs' ? KGS_TOLERANCE : TOLERANCE;
    this.#gain = KEEPS_CLOCKS.has(origin) ? 'note' : 'warning';
    this.#line = line;
    this.#found = found;
  }

  /** Checks the next reading of this player. */
  read(now: Shown): void {
    const before = this.last;
    this.last = now;
    if (now.left !== undefined && now.left < this.#least) {
      this.#negative ??= now;
      this.#least = now.left;
    }
    this.#checkFlag(now);
    const { overtime } = this.#system;
    if (isCounted(overtime) && now.count !== undefined) this.#checkPeriod(now, now.count, overtime, before);
    if (before === undefined) {
      if (now.own === 1 && now.count === undefined) this.#took(now, this.#system.main);
    } else if (before.edits === now.edits && now.own - before.own <= 1) this.#step(before, now);
    if (now.left !== undefined) this.#checkLimit(now, now.left);
  }

  /** After the last reading. */
  end(): void {
    if (this.#negative === undefined) return;
    const args = { player: this.#player, least: this.#least };
    this.#found.push(finding('time/negative', args, this.#place(this.#negative)));
  }

  /** Time left at the last reading, with the remaining periods where they are known; `undefined`: unknown. */
  remaining(): number | undefined {
    const { left, count } = this.last ?? {};
    const { overtime } = this.#system;
    if (left === undefined || overtime.kind !== 'byo-yomi' || count === undefined) return left;
    return left + Math.max(0, count - 1) * overtime.seconds;
  }

  #checkLimit(now: Shown, left: number): void {
    const most = this.#most(now);
    if (most === undefined || left <= most + this.#tolerance || this.#isReported('limit')) return;
    this.#found.push(
      finding('time/above-limit', { player: this.#player, left, most }, this.#place(now), this.#gain),
    );
  }

  /** The most that a clock can show outside counted periods. */
  #most({ own, count }: Shown): number | undefined {
    const { main, overtime } = this.#system;
    if (main === undefined) return undefined;
    switch (overtime.kind) {
      case 'absolute':
        return main;
      case 'byo-yomi':
      case 'canadian':
        return count === undefined ? Math.max(main, wholeOf(overtime)) : undefined;
      case 'fischer': {
        // One increment more than moves: some programs add it before the first move.
        const sum = main + overtime.seconds * (own + 1);
        return overtime.cap === undefined ? sum : Math.max(main, Math.min(sum, overtime.cap));
      }
      case 'simple':
        return Math.max(main, overtime.seconds);
      case 'no-limit':
      case 'unstated':
      case 'unknown':
        return undefined;
    }
  }

  /** `time/flag-fallen`: a move after a reading with no time left. */
  #checkFlag(now: Shown): void {
    const fallen = this.#fallen;
    if (fallen?.left !== undefined && now.own > fallen.own && now.edits === fallen.edits) {
      if (!this.#isReported('flag')) {
        const args = { player: this.#player, left: fallen.left, since: fallen.move };
        this.#found.push(finding('time/flag-fallen', args, this.#place(now)));
      }
    }
    if (now.left === undefined || now.left >= -this.#tolerance) return;
    const { kind } = this.#system.overtime;
    const isLastPeriod =
      (kind === 'canadian' && now.count !== undefined) || (kind === 'byo-yomi' && (now.count ?? 2) <= 1);
    if (kind === 'absolute' || kind === 'fischer' || isLastPeriod) this.#fallen ??= now;
  }

  /** Checks a counted reading by itself: no more periods or moves than there are, and no more time than a period has. */
  #checkPeriod(now: Shown, count: number, overtime: Counted, before: Shown | undefined): void {
    const most = overtime.kind === 'byo-yomi' ? overtime.periods : overtime.moves;
    if (count > most && !this.#isReported('periods')) this.#tooMany(now, count, most);
    const { left } = now;
    if (left === undefined || left <= overtime.seconds + this.#tolerance) return;
    // Some programs write the count in main time too, from the first move on.
    if (this.#isCountedMain(now, most) && (before === undefined || this.#isCountedMain(before, most))) return;
    this.#overdrawn(now, 'period', left, overtime.seconds);
  }

  #isCountedMain({ left, count }: Shown, most: number): boolean {
    const main = this.#system.main ?? Infinity;
    return left !== undefined && left <= main + this.#tolerance && (count === 0 || count === most);
  }

  #step(before: Shown, now: Shown): void {
    const { overtime } = this.#system;
    switch (overtime.kind) {
      case 'absolute':
        this.#checkGrowth(before, now, 0);
        this.#took(now, before.left);
        return;
      case 'fischer':
        this.#checkGrowth(before, now, overtime.seconds);
        this.#took(now, before.left === undefined ? undefined : before.left + overtime.seconds);
        return;
      case 'byo-yomi':
      case 'canadian':
        this.#stepCounted(before, now, overtime);
        return;
      case 'simple':
        return;
      case 'no-limit':
      case 'unstated':
      case 'unknown':
        if ((before.count === undefined) === (now.count === undefined)) this.#took(now, before.left);
    }
  }

  #stepCounted(before: Shown, now: Shown, overtime: Counted): void {
    if (before.count === undefined && now.count === undefined) {
      if ((now.left ?? 0) > wholeOf(overtime) + this.#tolerance) this.#checkGrowth(before, now, 0);
      this.#took(now, before.left);
    } else if (now.count === undefined) {
      if ((now.left ?? 0) > wholeOf(overtime) + this.#tolerance) this.#checkGrowth(before, now, 0);
    } else if (overtime.kind === 'byo-yomi') {
      this.#stepByoyomi(before, now, now.count, overtime);
    } else this.#stepCanadian(before, now, now.count, overtime);
  }

  #stepByoyomi(
    before: Shown,
    now: Shown,
    count: number,
    { periods, seconds }: Extract<Overtime, { readonly kind: 'byo-yomi' }>,
  ): void {
    const most = before.count ?? periods;
    if (count > most) {
      if (before.count !== undefined) this.#tooMany(now, count, most);
      return;
    }
    // A lower bound: the periods used, and the main time before them.
    const gone = (most - count) * seconds;
    this.#keepLongest(before.count === undefined ? (before.left ?? 0) + gone : gone, now);
  }

  #stepCanadian(
    before: Shown,
    now: Shown,
    count: number,
    { moves, seconds }: Extract<Overtime, { readonly kind: 'canadian' }>,
  ): void {
    if (now.own === before.own) return;
    if (before.count === undefined) {
      const spent = count === moves - 1 ? Math.max(0, seconds - (now.left ?? seconds)) : 0;
      this.#keepLongest((before.left ?? 0) + spent, now);
      return;
    }
    const isNext = count === before.count - 1;
    const isNew = before.count <= 1 && (count === moves || count === moves - 1);
    if (!isNext && !isNew) {
      this.#overdrawn(now, 'moves', count, before.count <= 1 ? moves : before.count - 1);
    } else if (isNext && !isNew && before.left !== undefined && now.left !== undefined) {
      if (now.left > before.left + this.#tolerance) this.#overdrawn(now, 'period', now.left, before.left);
      else this.#took(now, before.left);
    }
  }

  #place(now: Shown): Place {
    return placeOf(now, this.#line);
  }

  #tooMany(now: Shown, count: number, most: number): void {
    const args = { player: this.#player, count, most };
    this.#found.push(finding('time/periods', args, this.#place(now), this.#gain));
  }

  #checkGrowth(before: Shown, now: Shown, added: number): void {
    if (before.left === undefined || now.left === undefined) return;
    if (now.left <= before.left + added + this.#tolerance) return;
    const args = { player: this.#player, before: before.left, left: now.left, since: before.move };
    this.#found.push(finding('time/increase', args, this.#place(now), this.#gain));
    // Added time may exceed the limit.
    this.#reported.add('limit');
  }

  /** Takes the difference between `from` and the new reading as the time of the move. */
  #took(now: Shown, from: number | undefined): void {
    if (from !== undefined && now.left !== undefined) this.#keepLongest(from - now.left, now);
  }

  #keepLongest(seconds: number, now: Shown): void {
    if (!didMove(now) || seconds <= (this.longest?.seconds ?? 0)) return;
    this.longest = { seconds: Math.round(seconds * 1000) / 1000, move: now.move };
  }

  #overdrawn(now: Shown, of: 'period' | 'moves', shown: number, expected: number): void {
    if (this.#isReported(of)) return;
    const args = { player: this.#player, of, shown, expected };
    this.#found.push(finding('time/overdrawn', args, this.#place(now), this.#gain));
  }

  /** Whether it was reported before; marks it as reported. */
  #isReported(what: string): boolean {
    const is = this.#reported.has(what);
    this.#reported.add(what);
    return is;
  }
}

function isCounted(overtime: Overtime): overtime is Counted {
  return overtime.kind === 'byo-yomi' || overtime.kind === 'canadian';
}

/** The overtime available at its start, in seconds. */
function wholeOf(overtime: Counted): number {
  return overtime.kind === 'byo-yomi' ? overtime.periods * overtime.seconds : overtime.seconds;
}
