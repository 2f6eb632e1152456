import { BLACK, colorOf, EMPTY, playerName, type Stone, WHITE } from '../../core/color.js';
import { formatPoint } from '../../core/point.js';
import { plural } from '../../core/text.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import type { GameRecord, Origin } from '../record/record.js';
import { type ConventionName, CONVENTIONS, isOpenEnd } from './conventions.js';
import { type Method, sekiOrFills } from './margins.js';
import { FEW, type Played, Reading } from './reading.js';
import type { AppliedConvention, GameScore, ProtectiveMove, ScoreBasis } from './score-types.js';
import { OWNER, type Territory } from './territory.js';

/** `protective moves Black D4, White Q16`. */
export function movesText(moves: readonly ProtectiveMove[], width: number, height: number): string {
  const named = moves.map(
    ({ point, color }) => `${playerName(colorOf(color))} ${formatPoint(point, width, height)}`,
  );
  return `${moves.length === 1 ? 'protective move' : 'protective moves'} ${named.join(', ')}`;
}

/** By color: the values of `OWNER` for points where it would play. */
const POINTS_OF: Readonly<Record<number, readonly number[]>> = {
  [BLACK]: [OWNER.black, OWNER.blackSeki, OWNER.blackFill],
  [WHITE]: [OWNER.white, OWNER.whiteSeki, OWNER.whiteFill],
};

/** Moves of the attacker that the search reads. */
const MOVES = 3;

type Charge = ScoreBasis['charge'];

/** A player who needs more moves than this did not play the game to its end, so none is reported. */
const MAX = 3;

/**
 * The protective moves that a final position still needs once the dame are taken: without them the opponent, moving first,
 * would catch a chain that lives, also by threatening two at once. Each costs its player a point of territory.
 * Reads three moves of the attacker, chains with two liberties or fewer, and attackers that live themselves. Every dame counts as
 * taken by the opponent unless it joins two of the player's chains. Not read: moves that kill without a capture, ko fights, and
 * whose turn each dame is. So a move found here is evidence for a margin, not the margin itself (Japanese rules 1989, article 9.2).
 */
export function protectiveMoves(score: Scored): ProtectiveMove[] {
  return ([BLACK, WHITE] as const).flatMap((color) => new Protection(score, color).find());
}

type Scored = Pick<GameScore, 'owner' | 'life' | 'basis'>;

/** Whether an attack at a point catches something whatever the answer; and the answers that might save what it threatens. */
interface Attack {
  readonly succeeds: boolean;
  readonly remedies: readonly number[];
}

const FAILS: Attack = { succeeds: false, remedies: [] };

/** The search for the protective moves of one color. */
class Protection {
  private readonly owner: Uint8Array;
  private readonly before: Uint8Array;
  private readonly color: Stone;
  private readonly attacker: Stone;
  private readonly width: number;
  private readonly height: number;
  private readonly reading: Reading;
  /** The color's living stones, and 1 where there is one. */
  private readonly ownStones: number[] = [];
  private readonly own: Uint8Array;
  /** 1 on the attacker's living stones. */
  private readonly attackers: Uint8Array;
  private readonly moves: ProtectiveMove[] = [];
  /** 1 on a stone of each chain that nothing saves. */
  private readonly hopeless: Uint8Array;

  constructor({ owner, life, basis }: Scored, color: Stone) {
    const { stones, width, height } = basis;
    this.owner = owner;
    this.before = stones;
    this.color = color;
    this.attacker = (3 - color) as Stone;
    this.width = width;
    this.height = height;
    this.reading = new Reading(stones, width, height);
    this.own = new Uint8Array(stones.length);
    this.attackers = new Uint8Array(stones.length);
    this.hopeless = new Uint8Array(stones.length);
    for (let p = 0; p < stones.length; p++) {
      if (stones[p] === EMPTY || life.dead[p] !== 0) continue;
      if (stones[p] === color) this.addOwn(p);
      else this.attackers[p] = 1;
    }
  }

  private addOwn(point: number): void {
    if (this.own[point] === 1) return;
    this.own[point] = 1;
    this.ownStones.push(point);
  }

  find(): readonly ProtectiveMove[] {
    this.takeDame();
    this.reading.countAll();
    this.protectChains();
    while (this.protectOnce());
    return this.moves.length > MAX ? [] : this.moves;
  }

  private takeDame(): void {
    const { reading, owner, color, attacker } = this;
    for (let p = 0; p < owner.length; p++) {
      if (owner[p] !== OWNER.dame || reading.stones[p] !== EMPTY) continue;
      const taker = reading.joins(p, color) ? color : attacker;
      const played = reading.play(p, taker);
      if (played && taker === attacker) {
        if (played.taken.length > 0) reading.takeBack(played);
        else this.attackers[p] = 1;
      }
      reading.liftKo();
    }
  }

  /** One stone of each living chain with a stone among these points that would be caught; at most `most` of them. */
  private caught(points: readonly number[], most: number): number[] {
    const { reading, color, own } = this;
    const found: number[] = [];
    /** A stone of each chain already examined. */
    const seen: number[] = [];
    for (const p of points) {
      if (found.length === most) break;
      if (own[p] === 0) continue;
      if (reading.stones[p] !== color) {
        found.push(p);
        continue;
      }
      if (reading.libertiesUpTo(FEW, p) > FEW) continue;
      if (seen.some((q) => reading.isCounted(q))) continue;
      seen.push(p);
      if (this.isAttackable() && reading.isCaught(p, color, MOVES)) found.push(p);
    }
    return found;
  }

  /** Whether the chain whose liberties were counted last has a living attacker beside it, and is not hopeless. */
  private isAttackable(): boolean {
    return this.reading.hasOpponent(this.attackers) && !this.reading.hasStone(this.hopeless);
  }

  /** Points that may help chains: their liberties, and those of opposing chains beside them with two or fewer. */
  private remedies(chains: readonly number[]): number[] {
    const { reading } = this;
    const points = new Set<number>();
    for (const p of chains) {
      if (reading.stones[p] !== this.color) continue;
      const { liberties, opponents } = reading.chainAt(p);
      for (const q of liberties) points.add(q);
      reading.addLiberties(points, opponents, FEW);
    }
    return [...points];
  }

  /** Plays the first remedy after which nothing is wrong; remedies that cost nothing come first. */
  private protect(points: readonly number[], isWrong: () => boolean): boolean {
    const { reading, color } = this;
    const costs = (p: number): boolean => this.owner[p] === color && this.before[p] === EMPTY;
    for (const p of [...points.filter((p) => !costs(p)), ...points.filter(costs)]) {
      reading.liftKo();
      const played = reading.play(p, color);
      if (!played) continue;
      reading.liftKo();
      if (isWrong()) {
        reading.takeBack(played);
        continue;
      }
      reading.countAll();
      this.addOwn(p);
      if (costs(p)) this.moves.push({ point: p, color, liberties: this.libertiesBeside(p) });
      return true;
    }
    return false;
  }

  /** Liberties of the weakest living chain of the color beside a point on the final board; 0 where there is none. */
  private libertiesBeside(point: number): number {
    const final = new Reading(this.before, this.width, this.height);
    const living = final.near[point]!.filter((p) => final.stones[p] === this.color && this.own[p] === 1);
    return living.length === 0 ? 0 : Math.min(...living.map((p) => final.chainAt(p).liberties.length));
  }

  /** Protects chains that would be caught at once. */
  private protectChains(): void {
    const { reading, color } = this;
    for (;;) {
      const [chain] = this.caught(this.ownStones, 1);
      if (chain === undefined || this.moves.length > MAX) return;
      const isWrong = (): boolean => reading.isCaught(chain, color, MOVES);
      if (!this.protect(this.remedies([chain]), isWrong)) this.hopeless[chain] = 1;
    }
  }

  private attackAt(point: number): Attack {
    const { reading, color } = this;
    const attack = ({ taken }: Played): Attack => {
      const chains = this.caught([...reading.chainAt(point).opponents, ...taken], Infinity);
      if (chains.length === 0) return FAILS;
      const remedies = this.remedies(chains);
      const isAnswer = (): boolean => !chains.some((q) => reading.isCaught(q, color, MOVES));
      const isSaved = remedies.some((p) => reading.after(p, color, isAnswer, false));
      return isSaved ? FAILS : { succeeds: true, remedies };
    };
    return reading.after(point, this.attacker, attack, FAILS);
  }

  /**
   * 1 on stones beside which an attack is worth reading: living chains that it leaves few enough liberties to be read, and the
   * attacker's chains beside living ones that already have so few. An attack elsewhere catches nothing, and most points are elsewhere.
   */
  private exposedStones(): Uint8Array {
    const { reading, color } = this;
    const { known } = reading;
    const exposed = new Uint8Array(known.length);
    for (const p of this.ownStones) {
      const liberties = known[p]!;
      if (liberties > FEW + 1 || exposed[p] === 1 || reading.stones[p] !== color) continue;
      const { stones, opponents } = reading.chainAt(p);
      const isRead = this.isAttackable();
      // Whoever attacks a chain, its last liberty takes it.
      if (!isRead && liberties > 1) continue;
      for (const q of stones) exposed[q] = 1;
      if (!isRead || liberties > FEW) continue;
      for (const q of opponents)
        if (exposed[q] === 0) for (const r of reading.chainAt(q).stones) exposed[r] = 1;
    }
    return exposed;
  }

  /** Answers one attack on two chains at once; false when none can be answered. */
  private protectOnce(): boolean {
    const { reading, color } = this;
    if (this.moves.length > MAX) return false;
    const exposed = this.exposedStones();
    for (let p = 0; p < exposed.length; p++) {
      if (this.before[p] !== EMPTY || reading.stones[p] !== EMPTY) continue;
      const beside = reading.near[p]!;
      if (!beside.some((q) => exposed[q] === 1) || !beside.some((q) => reading.stones[q] === color)) continue;
      if (!POINTS_OF[color]!.includes(this.owner[p]!)) continue;
      reading.liftKo();
      const attack = this.attackAt(p);
      if (attack.succeeds && this.protect([p, ...attack.remedies], () => this.attackAt(p).succeeds))
        return true;
    }
    return false;
  }
}

/** Liberties of the weakest chain beside a protective move that is charged, on the final board. */
const MIN_LIBERTIES = 2;
const MAX_LIBERTIES = 6;

/** Whether a protective move is charged where a convention charges them. */
export function isCharged({ liberties }: ProtectiveMove): boolean {
  return liberties >= MIN_LIBERTIES && liberties <= MAX_LIBERTIES;
}

/** Half points that the moves cost, as they change the margin: Black minus White. */
export function costOf(moves: readonly ProtectiveMove[]): number {
  return moves.reduce((sum, { color }) => sum + (color === BLACK ? -2 : 2), 0);
}

/** The convention under which protective moves are charged in a score. */
export function chargeOf({ conventions }: Pick<GameScore, 'conventions'>): AppliedConvention | undefined {
  return conventions.find(({ name }) => name === 'protective-moves' || name === 'open-end');
}

/** Half points that protective moves cost under a convention: Black minus White. */
export function chargedHalves(score: Pick<GameScore, 'conventions'>): number {
  return chargeOf(score)?.halves ?? 0;
}

/**
 * The protective moves on a board with its dead stones off, if they may be charged, and what those of a convention cost. What an
 * open end lacks is known even where it costs nothing, as a conversion may charge it.
 */
export function protectionIn(
  { territory: { owner, dame }, basis }: { territory: Pick<Territory, 'owner' | 'dame'>; basis: ScoreBasis },
  life: GameScore['life'],
  { origin, width, height }: Pick<GameRecord, 'origin' | 'width' | 'height'>,
  conventions: ReadonlySet<ConventionName>,
  areCharged: boolean,
): { readonly moves: readonly ProtectiveMove[]; readonly charge: Charge } {
  const isOpen = conventions.has('open-end') && isOpenEnd(origin, basis.trailingPasses, dame);
  const found = areCharged || isOpen ? protectiveMoves({ owner, life, basis }) : [];
  const moves = areCharged ? found : [];
  const name = isOpen ? 'open-end' : 'protective-moves';
  const charged = conventions.has(name) ? found.filter(isCharged) : [];
  if (charged.length === 0) return { moves, charge: undefined };
  const why = isOpen ? `${plural(dame, 'dame')} open at the end` : conventionOf(name, origin);
  const text = `${movesText(charged, width, height)} charged (${why})`;
  return { moves, charge: { name, halves: costOf(charged), text } };
}

function conventionOf(name: ConventionName, origin: Origin): string {
  return `convention of ${CONVENTIONS.find((one) => one.name === name)?.origins?.[origin] ?? origin}`;
}

/** The charge that a count under a ruleset has: none in area, where passes cost stones as well, or where every stone stays. */
export function chargeUnder(basis: ScoreBasis, rules: Ruleset | undefined, method: Method): Charge {
  return method === 'territory' && rules?.passStones !== true && !basis.isAsItStands
    ? basis.charge
    : undefined;
}

/** The conventions that change the margin of a game counted by territory. */
export function appliedConventions(
  { origin }: Pick<GameRecord, 'origin'>,
  basis: ScoreBasis,
  ruleset: Ruleset | undefined,
): readonly AppliedConvention[] {
  const applied = [chargeUnder(basis, ruleset, 'territory') ?? []].flat();
  const add = (name: ConventionName, halves: number, what: string): void => {
    applied.push({ name, halves, text: `${what} (${conventionOf(name, origin)})` });
  };
  if (basis.fillsCount && basis.fills !== 0) {
    add('points-to-fill', 2 * basis.fills, 'points that must be filled counted');
  }
  const inSeki = basis.sekiPoints + basis.deadInSeki;
  if (basis.sekiCounts && inSeki !== 0) add('seki-points', 2 * inSeki, `${sekiOrFills(basis)} counted`);
  return applied;
}
