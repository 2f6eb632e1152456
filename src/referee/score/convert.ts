import {
  isFlag,
  type Check,
  checkArgument,
  type Checks,
  checkOptions,
  made,
  must,
} from '../../core/checks.js';
import type { Color } from '../../core/color.js';
import { declaredHalves } from '../record/declared-result.js';
import type { GameRecord } from '../record/record.js';
import { stonesGiven } from '../replay/replayed.js';
import { isRuleset } from '../../go/rules/fields.js';
import { compensationFor, type Ruleset, tiesFor } from '../../go/rules/ruleset.js';
import {
  finalHalves,
  isAgreedKomi,
  marginsUnder,
  type Method,
  methodOf,
  rulesetKomi,
  sekiTax,
  type SettledKomi,
  settleKomi,
  winnerOf,
} from './margins.js';
import { chargeUnder } from './protective-moves.js';
import { basisUnder } from './score.js';
import type { GameScore, ScoreBasis } from './score-types.js';

export interface ConvertOptions {
  /** The results stand side by side: a record that names no ruleset has those of its count, too. */
  readonly sideBySide?: boolean;
  /** Komi of the from side in half points, instead of the file's. */
  readonly komiFromHalves?: number;
  /**
   * Komi of the to side in half points; `same`: that of the from side; `standard`: that of the to ruleset. Default: `standard` if
   * the from side has the standard komi of its own ruleset, else `same`, because that komi was agreed.
   */
  readonly komiToHalves?: number | 'same' | 'standard';
}

export const isHalves = must('a number of half points', Number.isFinite);
const isKomiTo: Check = (value) =>
  value === 'same' || value === 'standard'
    ? undefined
    : isHalves(value) && `"same", "standard" or ${isHalves(value)!}`;
export const CONVERT_CHECKS: Checks<keyof ConvertOptions> = {
  sideBySide: isFlag,
  komiFromHalves: isHalves,
  komiToHalves: isKomiTo,
};

/**
 * `standard`: of the to ruleset. `agreed`: of the game, and kept. `from`: of the from side, as the to ruleset is the same or names none.
 * `option`: as requested.
 */
export const KOMI_TO_SOURCES = ['standard', 'agreed', 'from', 'option'] as const;
export type KomiToSource = (typeof KOMI_TO_SOURCES)[number];

export const BASES = ['computed', 'declared'] as const;

/** One game's result under two rulesets with an account of the difference. Margins are final: Black minus White, half points. */
export interface Conversion {
  /** `computed`: from our count. `declared`: from the margin in the file; needs dead stones only for seki. */
  readonly basis: (typeof BASES)[number];
  readonly from: string;
  readonly to: string;
  readonly komiFromHalves: number;
  readonly komiToHalves: number;
  readonly komiToSource: KomiToSource;
  readonly marginFromHalves: number;
  readonly winnerFrom: Color | 'jigo';
  readonly marginToHalves: number;
  readonly winnerTo: Color | 'jigo';
  readonly flips: boolean;
  /** Signed half points by item, to be added to the from margin. */
  readonly items: Readonly<Record<ItemName, number>>;
  /** Sum of the items less the difference of the two margins; anything but 0 is a fault of the program. */
  readonly residueHalves: number;
  /** Range of the to margin if the dame could still have been filled in turn, with the protective moves that this makes necessary. */
  readonly toLowHalves: number;
  readonly toHighHalves: number;
  /** The passes at the end are not recorded but assumed. */
  readonly passesAssumed: boolean;
  /** Computed and declared from margins agree; `undefined` when one of them is missing. */
  readonly agrees: boolean | undefined;
}

/**
 * Converts a result between two rulesets (RULES 4.3), on both bases when both exist: the computed one needs `score`, the declared
 * one a margin in RE. `basis` is the score's own, or `playBasis` when life could not be judged.
 * The from side takes the file's komi (its ruleset's own where the file has none), the to side that of `ConvertOptions.komiToHalves`.
 * Empty when a side counts nothing (first capture) or when there is nothing to convert. Throws UserError for another kind of value.
 */
export function convertScore(
  record: Pick<GameRecord, 'komi' | 'result'>,
  score: Dame | undefined,
  basis: ScoreBasis,
  from: Ruleset,
  to: Ruleset,
  options: ConvertOptions = {},
): readonly Conversion[] {
  checkArgument('record', record, made('the record of a report', 'komi'));
  if (score !== undefined) checkArgument('score', score, made('the score of a report, or undefined', 'dame'));
  checkArgument('basis', basis, made('the basis of a score', 'trailingPasses'));
  checkArgument('from', from, isRuleset);
  checkArgument('to', to, isRuleset);
  checkOptions(options, CONVERT_CHECKS);
  const methodFrom = methodOf(from, undefined);
  const methodTo = methodOf(to, undefined);
  if (methodFrom === 'first-capture' || methodTo === 'first-capture') return [];
  const settled = settleKomi(record, from, basis, options.komiFromHalves);
  const komiFrom = settled.halves;
  const { halves: komiTo, source: komiToSource } = komiOfTo(basis, from, to, settled, options.komiToHalves);
  const marginBy = (by: ScoreBasis): number => marginUnder(by, from, methodFrom, komiFrom);
  const declared = declaredHalves(record.result);
  const own = basisUnder(basis, from);
  const marginFrom = marginBy(own);
  const agrees =
    score === undefined || declared === undefined ? undefined : Math.abs(marginFrom - declared) < 0.01;
  const { assumedBlack, assumedWhite } = basis.ledger;
  const account = (of: 'computed' | 'declared', fromHalves: number, by: ScoreBasis): Conversion => {
    const before = componentsUnder(by, from, methodFrom, komiFrom);
    const ofTo: ScoreBasis = { ...basisUnder(basis, to), charge: by.charge };
    const marginTo = marginUnder(ofTo, to, methodTo, komiTo);
    const after = componentsUnder(ofTo, to, methodTo, komiTo);
    const items = {} as Record<ItemName, number>;
    for (const name of ITEMS) items[name] = after[name] - before[name];
    const sum = Object.values(items).reduce((all, halves) => all + halves, 0);
    const toHalves = of === 'computed' ? marginTo : fromHalves + sum;
    const winnerFrom = winnerOf(basis, methodFrom, fromHalves, tiesFor(from, basis.handicap));
    const winnerTo = winnerOf(basis, methodTo, toHalves, tiesFor(to, basis.handicap));
    const last = methodTo === 'territory' && !to.passStones ? 0 : lastDame(ofTo, score);
    return {
      basis: of,
      from: from.name,
      to: to.name,
      komiFromHalves: komiFrom,
      komiToHalves: komiTo,
      komiToSource,
      marginFromHalves: fromHalves,
      winnerFrom,
      marginToHalves: toHalves,
      winnerTo,
      flips: winnerFrom !== winnerTo,
      items,
      residueHalves: sum - (marginTo - marginBy(by)),
      toLowHalves: toHalves + Math.min(last, 0),
      toHighHalves: toHalves + Math.max(last, 0),
      passesAssumed: assumedBlack + assumedWhite > 0,
      agrees,
    };
  };
  const all: Conversion[] = [];
  if (score) all.push(account('computed', marginFrom, own));
  if (declared === undefined) return all;
  // A declared margin may be that of stones agreed dead although no marks show them, or without the protective moves.
  const readings: ScoreBasis[] = [own, { ...own, ...own.otherwise }, { ...own, charge: undefined }];
  return [...all, account('declared', declared, readings.find((one) => marginBy(one) === declared) ?? own)];
}

/** The final margin in half points, protective moves charged as in a score. */
function marginUnder(basis: ScoreBasis, ruleset: Ruleset, method: Method, komiHalves: number): number {
  const halves = finalHalves(basis, marginsUnder(basis, ruleset), method, komiHalves);
  return halves + (chargeUnder(basis, ruleset, method)?.halves ?? 0);
}

function komiOfTo(
  basis: ScoreBasis,
  from: Ruleset,
  to: Ruleset,
  komiFrom: SettledKomi,
  wanted: ConvertOptions['komiToHalves'],
): { readonly halves: number; readonly source: KomiToSource } {
  if (wanted === 'same') return { halves: komiFrom.halves, source: 'option' };
  if (typeof wanted === 'number') return { halves: wanted, source: 'option' };
  const standard = rulesetKomi(to, basis);
  if (standard === undefined || from === to) return { halves: komiFrom.halves, source: 'from' };
  if (wanted === 'standard') return { halves: standard, source: 'option' };
  if (isAgreedKomi(komiFrom, from, basis)) return { halves: komiFrom.halves, source: 'agreed' };
  return { halves: standard, source: 'standard' };
}

/** The dame of a score. */
export type Dame = Pick<GameScore, 'dame' | 'dameInSeki'>;

/** The dame that can still be filled. */
export function fillable(score: Dame | undefined): number {
  return score ? score.dame - (score.dameInSeki ?? 0) : 0;
}

/** What Black would gain if dame are filled in turn, in half points: by the last move, and a turn for each of White's own points that White must fill. */
function lastDame(basis: ScoreBasis, score: Dame | undefined): number {
  const dame = fillable(score);
  if (dame === 0) return 0;
  const turns = (basis.charge?.halves ?? 0) - 2 * basis.fills;
  if ((dame + turns / 2) % 2 === 0) return turns;
  return turns + (basis.lastPlay === 'black' ? -2 : 2);
}

/** The items of a conversion, in the order of its account. */
export const ITEMS = [
  'parity',
  'earlyPasses',
  'passStones',
  'komi',
  'handicapCompensation',
  'sekiPoints',
  'deadInSeki',
  'unfilledDame',
  'ties',
  'groupTax',
  'deadStones',
  'protectiveMoves',
] as const;
export type ItemName = (typeof ITEMS)[number];

/**
 * What a ruleset adds to the plain area margin (`deadStones`: with the dead that it takes off), item by item, in half points, as RULES 4.3 divides it. Area less territory is
 * Black's stones put on the board less White's: the last play (1 if Black's), handicap stones after the first, and the rest, which
 * early passes make (and setup or moves out of turn). With pass stones the first and the rest are paid back, except for
 * `passStones`.
 * Unfilled dame are taken as filled without a move (0), and a tie changes the winner, not the margin (0).
 */
function componentsUnder(
  basis: ScoreBasis,
  ruleset: Ruleset,
  method: Method,
  komiHalves: number,
): Record<ItemName, number> {
  const items = Object.fromEntries(ITEMS.map((name) => [name, 0])) as Record<ItemName, number>;
  items.komi = -komiHalves;
  items.deadStones = 2 * basis.area;
  items.protectiveMoves = chargeUnder(basis, ruleset, method)?.halves ?? 0;
  if (method !== 'territory') {
    items.handicapCompensation = negative(compensationFor(ruleset, basis.handicap));
    if (method === 'stones') items.groupTax = negative(2 * basis.tax);
    return items;
  }
  const put = basis.putBlack - basis.putWhite;
  const stones = Math.max(basis.handicap - 1, 0);
  const parity = basis.lastPlay === 'black' ? 1 : 0;
  items.handicapCompensation = negative(2 * stones);
  if (ruleset.passStones) {
    const { black, white } = stonesGiven(basis.ledger, ruleset.whitePassesLast);
    items.passStones = 2 * (stones + white - black - put);
  } else {
    items.parity = negative(2 * parity);
    items.earlyPasses = 2 * (stones + parity - put);
  }
  if (!ruleset.sekiPoints && !basis.sekiCounts) {
    items.sekiPoints = negative(2 * (sekiTax(basis) - basis.deadInSeki));
    items.deadInSeki = negative(2 * basis.deadInSeki);
  }
  return items;
}

/** Minus a number, without a negative zero. */
function negative(halves: number): number {
  return halves === 0 ? 0 : -halves;
}
