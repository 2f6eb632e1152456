/** Compares the pairings of results tables with the records of their games: result, colors, handicap, komi, and our own count. */
import { opponent } from '../../core/color.js';
import { formatDecimal, marginText } from '../../core/text.js';
import { finding, type FindingArgs, type Severity } from '../../core/findings/finding.js';
import type { DeclaredResult } from '../../referee/record/record.js';
import { ENDED, formatResult } from '../../referee/record/declared-result.js';
import { isSureOfWinner } from '../../referee/score/score.js';
import { NEITHER_PLAYER, factsOf, type Candidate, type GameFacts } from './game-facts.js';
import type { Aliases } from './names.js';
import {
  swapped,
  tableFinding,
  type Pairing,
  type Table,
  type TableOutcome,
  type TableResult,
  type PairingVerdict,
  type TableFinding,
} from './table.js';
import {
  moreUrgent,
  tableQuestion,
  asksForRuling,
  RECORDS_DIFFER,
  type GameReport,
  type OpenQuestion,
  type RulingNeed,
} from '../../referee/judge/report.js';
import { matchGames, type PairingMatch } from './match.js';
import { isOfRuling, ofRuling, reasonsOf, shownDifference, type TableDifference } from './difference.js';

/** The values of table and record that are compared, each with a code. */
type Compared = 'result' | 'count' | 'handicap' | 'komi';
type FaultCode =
  | `table/${Compared}-differs`
  | 'table/colors-swapped'
  | 'table/by-default-but-played'
  | 'table/unplayed-but-record';

interface Fault {
  readonly code: FaultCode;
  readonly args: FindingArgs[FaultCode];
  readonly severity?: Severity;
}

interface Comparison {
  readonly faults: readonly Fault[];
  /** Why the result could not be compared. */
  readonly open: string;
}

interface Names {
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

function compare(table: Table, pairing: Pairing, given: Compares): Comparison {
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
  return { faults, open: result.open };
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
  if (result.outcome === 'unknown' || result.outcome === 'void')
    return hasMoves ? differs({ code: 'table/unplayed-but-record', args: { ...names, record } }) : AGREES;
  if (pairing.byDefault) {
    const isForfeit = declared.kind === 'ended' && declared.by === 'forfeit';
    return hasMoves && !isForfeit
      ? differs({ code: 'table/by-default-but-played', args: { ...names, record } })
      : AGREES;
  }
  if (isOpen) return { ...AGREES, open: '1-0 does not show which color won' };
  const outcome = declaredOutcome(declared);
  if (outcome === 'unknown') {
    const count = countFault(pairing, given);
    return count ? differs(count) : { ...AGREES, open: 'the record has no result' };
  }
  if (inPairing(outcome, colors) !== result.outcome) return otherOutcome(pairing, given, outcome);
  if (endsOtherwise(result, declared))
    return differs(fault('result', names, resultText(result), record, 'warning'));
  return differs(countFault(pairing, given));
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
function countFault(pairing: Pairing, { facts, colors, names }: Compares): Fault | undefined {
  const { count, isExplained } = facts;
  const { outcome } = pairing.result;
  if (!count || !isSureOfWinner(count) || isExplained || colors === 'unknown') return undefined;
  if (outcome !== 'black' && outcome !== 'white' && outcome !== 'jigo') return undefined;
  if (inPairing(count.winner, colors) === outcome) return undefined;
  return fault('count', names, resultText(pairing.result), marginText(count.resultHalves, count.winner));
}

function declaredOutcome(declared: DeclaredResult): TableOutcome {
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
function inPairing(outcome: TableOutcome, colors: Candidate['colors']): TableOutcome {
  if (colors !== 'turned' || (outcome !== 'black' && outcome !== 'white')) return outcome;
  return opponent(outcome);
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

function resultText({ outcome, margin, by }: TableResult): string {
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

function asRE({ result, byDefault }: Pairing, colors: Candidate['colors'] = 'unknown'): string {
  const outcome = inPairing(result.outcome, colors);
  if (outcome === 'jigo' || outcome === 'both-lose') return outcome === 'jigo' ? '0' : 'both lose';
  if (colors === 'unknown' || (outcome !== 'black' && outcome !== 'white')) return '';
  return resultText(byDefault ? { outcome, by: 'forfeit' } : { ...result, outcome });
}

/** One pairing of a table and how it compares with its record; texts are '' if there is nothing to say. */
export interface CrosscheckRow {
  /** The pairing, as indexes into the tables and their pairings. */
  readonly of: { readonly table: number; readonly pairing: number };
  readonly round: number;
  readonly table: number | undefined;
  readonly black: string;
  readonly white: string;
  readonly handicap: number | undefined;
  readonly komi: number | undefined;
  /** As our CSV writes it: `W+`, `B+3.5`, `=`, `?`, `0-0`, with `!` for a default. */
  readonly resultTable: string;
  /** The same as RE of the record would have it, by its colors; '' where that is unknown or no result. */
  readonly resultAsRE: string;
  /** The record, or the first of several. */
  readonly file: string;
  readonly game: number | undefined;
  readonly resultDeclared: string;
  /** The result after a decision, '' for none; absent of a game that no referee has decided. */
  readonly resultDecided?: string;
  readonly resultCounted: string;
  readonly confidence: number | undefined;
  readonly verdict: PairingVerdict;
  readonly reason: string;
  /** What differed before a referee decided the game; absent if nothing did. */
  readonly differed?: string;
  /** Where something differs, or did. */
  readonly difference?: TableDifference;
}

/** A game that needs a ruling mainly because its pairing differs. */
export interface DifferingGame extends OpenQuestion {
  readonly file: string;
  readonly game: number;
  /** Why the record itself needs a ruling. */
  readonly before: RulingNeed | undefined;
}

export interface Crosscheck {
  /** The tables as they are read; those whose reading was open are swapped if more of their records say so. */
  readonly tables: readonly Table[];
  /** One per pairing, in the order of the tables. */
  readonly rows: readonly CrosscheckRow[];
  /** First those of the tables, then of the pairings in their order, then of records that no table lists. */
  readonly findings: readonly TableFinding[];
  /** In the order of the rows. */
  readonly questions: readonly DifferingGame[];
}

/**
 * Matches records with pairings (see `matchGames`) and compares result, colors, handicap and komi of each, and our own count where it
 * is sure. Findings: all of `table/`, those of the tables included. Not checked: ranks, dates and times.
 * A table whose reading is open is read as more of its records support; if they do not decide, its results are not compared.
 */
export function crosscheck(
  tables: readonly Table[],
  reports: readonly GameReport[],
  aliases: Aliases = [],
): Crosscheck {
  return crosscheckFacts({ tables, aliases, findings: [] }, reports.map(factsOf));
}

/** What the games of a run are compared with. `findings`: about files that are not a table. */
export interface Crosschecking {
  readonly tables: readonly Table[];
  readonly findings: readonly TableFinding[];
  readonly aliases: Aliases;
}

/** Like `crosscheck`, from the facts of the games alone. */
export function crosscheckFacts(
  { tables, findings: others, aliases }: Crosschecking,
  games: readonly GameFacts[],
): Crosscheck {
  const { pairings, unlisted } = matchGames(tables, games, aliases);
  const readings = tables.map((table, i) =>
    readingOf(
      table,
      pairings.filter((one) => one.table === i),
      games,
    ),
  );
  const findings = [...others, ...tables.flatMap((table) => table.findings)];
  const rows = pairings.map((match) => {
    const { table, isOpen } = readings[match.table]!;
    const judged = judge(table, match, { games, isOpen });
    findings.push(...judged.findings);
    return judged.row;
  });
  // No game has a player of the tables: they are likely those of another event.
  const isOfOthers =
    unlisted.length === games.length && unlisted.every(({ because }) => because === NEITHER_PLAYER);
  for (const { game, because } of unlisted) {
    const { file, game: number, black, white } = games[game]!;
    const args = { black, white, because: isOfOthers ? `${because}; is this the right table?` : because };
    findings.push(gameFinding(file, number, 'table/not-listed', args, isOfOthers ? 'error' : undefined));
  }
  const questions = pairings.flatMap(({ games: [match] }, i) =>
    match ? differing(rows[i]!, games[match.game]!) : [],
  );
  return { tables: readings.map(({ table }) => table), rows, findings, questions };
}

function differing({ verdict, reason }: CrosscheckRow, facts: GameFacts): readonly DifferingGame[] {
  const { file, game, need: before, declared } = facts;
  if (declared || !asksForRuling({ verdict, reason })) return [];
  const question = tableQuestion(reason);
  return moreUrgent(question.need, before) === before ? [] : [{ ...question, file, game, before }];
}

/** How results tables differ from a game, or did before a decision; `tableQuestion` is '' if the game has a more serious one. */
export function differenceOf(
  crosschecking: Crosschecking,
  report: GameReport,
): { readonly tableQuestion: string; readonly table: TableDifference | undefined } {
  const { rows, questions } = crosscheckFacts(crosschecking, [factsOf(report)]);
  return {
    tableQuestion: questions[0]?.text ?? rows.find(({ differed }) => differed)?.differed ?? '',
    table: rows.find(({ difference }) => difference)?.difference,
  };
}

function gameFinding<C extends 'table/not-listed' | FaultCode>(
  file: string,
  game: number,
  code: C,
  args: FindingArgs[C],
  severity?: Severity,
): TableFinding {
  return { file, game, finding: { ...finding(code, args, undefined, severity), line: 0, column: 0 } };
}

interface Reading {
  readonly table: Table;
  /** It is not known which color's win its results mean. */
  readonly isOpen: boolean;
}

/** The reading of a table with which more results of its records agree. */
function readingOf(table: Table, matches: readonly PairingMatch[], facts: readonly GameFacts[]): Reading {
  if (!table.isReadingOpen) return { table, isOpen: false };
  const other = swapped(table);
  const agreeing = (reading: Table): number =>
    matches.filter(({ pairing, games }) =>
      games.some(({ game, colors }) => {
        const { outcome } = reading.pairings[pairing]!.result;
        return (
          (outcome === 'black' || outcome === 'white') &&
          outcome === inPairing(declaredOutcome(facts[game]!.result), colors)
        );
      }),
    ).length;
  const [first, second] = [agreeing(table), agreeing(other)];
  return { table: second > first ? other : table, isOpen: first === second };
}

interface Records {
  readonly games: readonly GameFacts[];
  readonly isOpen: boolean;
}

function judge(
  table: Table,
  match: PairingMatch,
  { games, isOpen }: Records,
): { readonly row: CrosscheckRow; readonly findings: readonly TableFinding[] } {
  const pairing = table.pairings[match.pairing]!;
  const names = {
    round: pairing.round,
    black: table.players[pairing.black]!.name,
    white: table.players[pairing.white]!.name,
  };
  const records = match.games.map(({ game }) => games[game]!);
  const [first] = records;
  const findings: TableFinding[] = [];
  const row = (verdict: CrosscheckRow['verdict'], reason: string): CrosscheckRow => ({
    ...names,
    of: { table: match.table, pairing: match.pairing },
    table: pairing.table,
    handicap: pairing.handicap,
    komi: pairing.komi,
    resultTable: resultText(pairing.result) + (pairing.byDefault ? '!' : ''),
    resultAsRE: isOpen ? '' : asRE(pairing, match.games[0]?.colors),
    file: first?.file ?? '',
    game: first?.game,
    resultDeclared: first ? formatResult(first.declared ?? first.result) : '',
    ...(first?.declared && { resultDecided: first.decided ?? '' }),
    resultCounted: first?.count ? marginText(first.count.resultHalves, first.count.winner) : '',
    confidence: first?.count?.confidence,
    verdict,
    reason,
  });
  if (!first) {
    if (match.because !== '') return { row: row('cannot-tell', match.because), findings };
    const wasPlayed =
      !pairing.byDefault && pairing.result.outcome !== 'unknown' && pairing.result.outcome !== 'void';
    if (wasPlayed) findings.push(tableFinding('table/no-record', names, pairing.place));
    return { row: row('no-record', wasPlayed ? '' : 'not played'), findings };
  }
  if (records.length > 1)
    findings.push(
      tableFinding(
        'table/several-records',
        { ...names, files: records.map(({ file, game }) => `${file} (${String(game)})`).join(', ') },
        pairing.place,
      ),
    );
  if (pairing.disagrees === true)
    return { row: row('cannot-tell', 'the two entries of the table disagree'), findings };
  const compared = match.games.map(({ game, colors }) =>
    compare(table, pairing, { facts: games[game]!, colors, isOpen, names }),
  );
  const [one, ...others] = compared;
  const { declared: result } = first;
  const { colors } = match.games[0]!;
  const { decidedKomi, ...undecided } = first;
  const before =
    result && compare(table, pairing, { facts: { ...undecided, result }, colors, isOpen, names });
  const difference = (of: Comparison): TableDifference =>
    shownDifference(table, row('differs', ''), of.faults);
  const differed =
    before && before.faults.length > 0 ? { differed: reasonsOf(before), difference: difference(before) } : {};
  const codes = ({ faults }: Comparison): string => faults.map(({ code }) => code).join(' ');
  if (others.some((other) => codes(other) !== codes(one!)))
    return { row: row('cannot-tell', RECORDS_DIFFER), findings };
  const faults = one!.faults.map((found) => (isOfRuling(found, first) ? ofRuling(found) : found));
  for (const { code, args, severity } of faults)
    findings.push(gameFinding(first.file, first.game, code, args, severity));
  if (faults.length > 0) {
    const reason = reasonsOf({ faults });
    return { row: { ...row('differs', reason), difference: difference(one!), ...differed }, findings };
  }
  return {
    row: { ...(one!.open === '' ? row('agrees', '') : row('cannot-tell', one!.open)), ...differed },
    findings,
  };
}
