/** How a pairing of a results table compares with a record: result, colors, handicap, komi, and our own count. */
import { opponent } from '../../core/color.js';
import { formatDecimal, marginText } from '../../core/text.js';
import type { FindingArgs, Severity } from '../../core/findings/finding.js';
import { NO_RESULT_YET } from '../../referee/judge/report.js';
import type { DeclaredResult } from '../../referee/record/record.js';
import { ENDED, formatResult } from '../../referee/record/declared-result.js';
import { isSureOfWinner } from '../../referee/score/score.js';
import type { Candidate, GameFacts } from './game-facts.js';
import type { Pairing, Table, TableOutcome, TableResult } from './table.js';

/** The values of table and record that are compared, each with a code. */
type Compared = 'result' | 'count' | 'handicap' | 'komi';
export type FaultCode =
  | `table/${Compared}-differs`
  | 'table/colors-swapped'
  | 'table/by-default-but-played'
  | 'table/unplayed-but-record';

export interface Fault {
  readonly code: FaultCode;
  readonly args: FindingArgs[FaultCode];
  readonly severity?: Severity;
}

export interface Comparison {
  readonly faults: readonly Fault[];
  /** Why the result could not be compared. */
  readonly open: string;
  /** Of a result that agrees: our count, where it is unsure and has another winner. */
  readonly doubt?: string | undefined;
  /** Of a result that agrees: our count, where it is sure that both are wrong. */
  readonly contradiction?: string;
}

export interface Names {
  readonly round: number;
  readonly black: string;
  readonly white: string;
}

interface Compares {
  readonly facts: GameFacts;
  readonly colors: Candidate['colors'];
  readonly isOpen: boolean;
  readonly names: Names;
}

export function compare(table: Table, pairing: Pairing, given: Compares): Comparison {
  const { facts, colors, names } = given;
  const faults: Fault[] = [];
  const result = compareResults(pairing, given);
  const isTurned = colors === 'turned' && pairing.knowsColors;
  if (isTurned)
    faults.push({ code: 'table/colors-swapped', args: { ...names, hasOtherWinner: result.isOfColors } });
  faults.push(...result.faults);
  const stones = facts.handicap;
  const even = (handicap: number): number => (handicap <= 1 ? 0 : handicap);
  const differ =
    pairing.handicap !== undefined &&
    stones !== undefined &&
    !stones.some((one) => even(one) === even(pairing.handicap!));
  if (differ) faults.push(fault('handicap', names, String(pairing.handicap), String(stones[0])));
  const komi = komiFault(table, pairing, facts);
  if (!differ && komi) faults.push(fault('komi', names, ...komi));
  return { ...result, faults };
}

function fault(what: Compared, names: Names, table: string, record: string, severity?: Severity): Fault {
  return { code: `table/${what}-differs`, args: { ...names, table, record }, ...(severity && { severity }) };
}

interface ResultComparison extends Comparison {
  /** Colors are turned and the same color won: only the names are exchanged. */
  readonly isOfColors: boolean;
}

const AGREES: ResultComparison = { faults: [], open: '', isOfColors: false };

function differs(found: Fault | undefined): ResultComparison {
  return found ? { ...AGREES, faults: [found] } : AGREES;
}

function compareResults(pairing: Pairing, given: Compares): ResultComparison {
  const { facts, colors, isOpen, names } = given;
  const { result } = pairing;
  const { result: declared, hasMoves } = facts;
  const record = formatResult(declared);
  if (result.outcome === 'unknown' || result.outcome === 'void') {
    if (!hasMoves) return AGREES;
    // A cancelled pairing contradicts its record; one without a result agrees with a record without one.
    if (result.outcome === 'unknown' && declaredOutcome(declared) === 'unknown')
      return { ...AGREES, open: NO_RESULT_YET };
    return differs({
      code: 'table/unplayed-but-record',
      args: { ...names, table: resultText(result), record },
    });
  }
  if (pairing.byDefault) return compareDefault(pairing, given);
  if (isOpen) return { ...AGREES, open: '1-0 does not show which color won' };
  const outcome = declaredOutcome(declared);
  if (outcome === 'unknown') {
    const count = countFault(pairing, given);
    return count ? differs(count) : { ...AGREES, open: 'the record has no result' };
  }
  if (inPairing(outcome, colors) !== result.outcome) return otherOutcome(pairing, given, outcome);
  if (endsOtherwise(result, declared))
    return differs(fault('result', names, resultText(result), record, 'warning'));
  const sure = countFault(pairing, given);
  if (sure) return differs(sure);
  const other = otherCount(pairing, given);
  if (other !== undefined) return { ...AGREES, doubt: `count ${other}, unsure` };
  const { count, isContradicted } = facts;
  if (!count || !isContradicted) return AGREES;
  const counted = marginText(count.resultHalves, count.winner);
  return { ...AGREES, contradiction: `the board counts to ${counted}` };
}

/** Compares a pairing that was won by default, perhaps after the game was played: then another winner is no more than a warning. */
function compareDefault(pairing: Pairing, given: Compares): ResultComparison {
  const { facts, colors, isOpen, names } = given;
  const { result: declared, hasMoves } = facts;
  const outcome = declaredOutcome(declared);
  const isOther = !isOpen && outcome !== 'unknown' && inPairing(outcome, colors) !== pairing.result.outcome;
  const other = isOther ? otherOutcome(pairing, given, outcome) : AGREES;
  const isForfeit = declared.kind === 'ended' && declared.by === 'forfeit';
  if (!hasMoves || isForfeit) return other;
  const args = { ...names, record: formatResult(declared) };
  const faults = other.faults.map((one): Fault => ({ ...one, severity: 'warning' }));
  return { ...other, faults: [{ code: 'table/by-default-but-played', args }, ...faults] };
}

/** Compares a record whose `outcome` differs from the pairing's. */
function otherOutcome(pairing: Pairing, given: Compares, outcome: TableOutcome): ResultComparison {
  const { facts, colors, names } = given;
  const { result } = pairing;
  if (colors === 'unknown') return { ...AGREES, open: 'the names do not show who played which color' };
  if (outcome === result.outcome && colors === 'turned' && pairing.knowsColors)
    return { ...AGREES, isOfColors: true };
  const isWin = [outcome, result.outcome].every(
    (one) => one === 'black' || one === 'white' || one === 'jigo',
  );
  const severity = isWin ? 'error' : 'warning';
  return differs(fault('result', names, resultText(result), formatResult(facts.result), severity));
}

/** Whether the margin or the way of ending differs, with the same winner. */
function endsOtherwise({ margin, by }: TableResult, declared: DeclaredResult): boolean {
  if (declared.kind === 'margin')
    return by !== undefined || (margin !== undefined && Math.abs(declared.marginHalves) !== margin * 2);
  return declared.kind === 'ended' && (margin !== undefined || (by !== undefined && declared.by !== by));
}

/** A fault if our count is sure of another winner than the table's, and nothing explains the declared result. */
function countFault(pairing: Pairing, given: Compares): Fault | undefined {
  const { facts, names } = given;
  const count = otherCount(pairing, given);
  if (count === undefined || !isSureOfWinner(facts.count!)) return undefined;
  return fault('count', names, resultText(pairing.result), count);
}

/** Our count, if its winner is another than the table's and nothing explains the declared result. */
function otherCount(
  { result: { outcome } }: Pairing,
  { facts: { count, isExplained }, colors }: Compares,
): string | undefined {
  if (!count || isExplained || colors === 'unknown') return undefined;
  if (outcome !== 'black' && outcome !== 'white' && outcome !== 'jigo') return undefined;
  return inPairing(count.winner, colors) === outcome
    ? undefined
    : marginText(count.resultHalves, count.winner);
}

export function declaredOutcome(declared: DeclaredResult): TableOutcome {
  switch (declared.kind) {
    case 'winner':
    case 'margin':
    case 'ended':
      return declared.winner;
    case 'jigo':
    case 'both-lose':
    case 'void':
      return declared.kind;
    case 'unknown':
    case 'missing':
    case 'malformed':
      return 'unknown';
  }
}

/** A record's outcome by the pairing's colors. */
export function inPairing(outcome: TableOutcome, colors: Candidate['colors']): TableOutcome {
  if (colors !== 'turned' || (outcome !== 'black' && outcome !== 'white')) return outcome;
  return opponent(outcome);
}

/** The result after a decision by the colors of the pairing, as its row names them; '' for none. `players`: see `CrosscheckRow`. */
export function rulingInPairing({
  black,
  players,
  resultDecided = '',
}: {
  readonly black: string;
  readonly players?: { readonly black: string };
  readonly resultDecided?: string;
}): string {
  const isTurned = players !== undefined && players.black !== black && /^[BW]\+/.test(resultDecided);
  return isTurned ? `${resultDecided.startsWith('B') ? 'W' : 'B'}${resultDecided.slice(1)}` : resultDecided;
}

/** Komi of table and record if both are known and differ. The komi of even games does not apply to handicap games. */
function komiFault(
  table: Table,
  pairing: Pairing,
  { komi, decidedKomi }: GameFacts,
): [table: string, record: string] | undefined {
  const isEven = (pairing.handicap ?? 0) === 0;
  const expected = pairing.komi ?? (isEven ? table.komi : undefined);
  const points = decidedKomi ?? (komi.kind === 'komi' ? komi.halves / 2 : undefined);
  if (expected === undefined || points === undefined) return undefined;
  const isSame =
    points === expected ||
    (table.komiIsWhole && (Math.trunc(points) === expected || Math.floor(points) === expected));
  return isSame ? undefined : [String(expected), String(points)];
}

export function resultText({ outcome, margin, by }: TableResult): string {
  switch (outcome) {
    case 'black':
    case 'white':
      return `${outcome === 'black' ? 'B' : 'W'}+${by === undefined ? (margin === undefined ? '' : formatDecimal(margin)) : ENDED[by]}`;
    case 'jigo':
      return '=';
    case 'both-lose':
      return '0-0';
    case 'both-win':
      return '1-1';
    case 'void':
      return 'Void';
    case 'unknown':
      return '?';
  }
}

export function asRE({ result, byDefault }: Pairing, colors: Candidate['colors'] = 'unknown'): string {
  const outcome = inPairing(result.outcome, colors);
  if (outcome === 'jigo' || outcome === 'both-lose') return outcome === 'jigo' ? '0' : 'both lose';
  if (colors === 'unknown' || (outcome !== 'black' && outcome !== 'white')) return '';
  return resultText(byDefault ? { outcome, by: 'forfeit' } : { ...result, outcome });
}
