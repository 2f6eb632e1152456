/** Compares the pairings of results tables with the records of their games. */
import type { FindingArgs } from '../findings/catalogue.js';
import { finding, type Severity } from '../findings/finding.js';
import { formatResult } from '../record/declared-result.js';
import type { GameReport } from '../referee/report.js';
import { graver, type OpenQuestion, type RulingNeed, tableQuestion } from '../referee/worklist.js';
import type { Aliases } from './candidates.js';
import {
  compare,
  countText,
  declaredOutcome,
  inPairing,
  resultText,
  type Comparison,
  type Fault,
  type FaultCode,
} from './compare.js';
import { factsOf, type GameFacts } from './game-facts.js';
import { matchGames, type PairingMatch } from './match.js';
import { swapped, tableFinding, type PairingVerdict, type Table, type TableFinding } from './table.js';

/** One pairing of a table and what became of it; texts are '' where there is nothing to say. */
export interface CrosscheckRow {
  /** Which pairing it is, as indexes into the tables and their pairings. */
  readonly of: { readonly table: number; readonly pairing: number };
  readonly round: number;
  readonly table: number | undefined;
  readonly black: string;
  readonly white: string;
  readonly handicap: number | undefined;
  readonly komi: number | undefined;
  /** As our CSV writes it: `W+`, `B+3.5`, `=`, `?`, `0-0`, with `!` for a default. */
  readonly resultTable: string;
  /** The record, or the first of several. */
  readonly file: string;
  readonly game: number | undefined;
  readonly resultDeclared: string;
  readonly resultCounted: string;
  readonly confidence: number | undefined;
  readonly verdict: PairingVerdict;
  readonly reason: string;
}

/** A game that needs a ruling above all because its pairing differs. */
export interface DifferingGame extends OpenQuestion {
  readonly file: string;
  readonly game: number;
  /** Why the record itself needs one. */
  readonly before: RulingNeed | undefined;
}

export interface Crosscheck {
  /** As they are read: those whose reading was open are turned round where their records say so. */
  readonly tables: readonly Table[];
  /** One a pairing, in the order of the tables. */
  readonly rows: readonly CrosscheckRow[];
  /** Of the tables first, then of the pairings in their order, then of records that no table lists. */
  readonly findings: readonly TableFinding[];
  /** In the order of the rows. */
  readonly questions: readonly DifferingGame[];
}

/**
 * Matches records with pairings (see `matchGames`) and compares result, colors, handicap and komi of each, and our own count where it
 * is sure. Findings: all of `table/`, those of the tables included. Not checked: ranks, dates and times.
 * A table whose reading is open is read as more of its records have it; where they do not decide, its results are not compared.
 */
export function crosscheck(
  tables: readonly Table[],
  reports: readonly GameReport[],
  aliases: Aliases = [],
): Crosscheck {
  return crosscheckFacts({ tables, aliases, findings: [] }, reports.map(factsOf));
}

/** What the games of a run are compared with. `findings`: about files that are no table. */
export interface Crosschecking {
  readonly tables: readonly Table[];
  readonly findings: readonly TableFinding[];
  readonly aliases: Aliases;
}

/** The same with the facts of games alone. */
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
  for (const { game, because } of unlisted) {
    const { file, game: number, black, white } = games[game]!;
    findings.push(gameFinding(file, number, 'table/not-listed', { black, white, because }));
  }
  const questions = pairings.flatMap(({ games: [match] }, i) =>
    match ? differing(rows[i]!, games[match.game]!) : [],
  );
  return { tables: readings.map(({ table }) => table), rows, findings, questions };
}

function differing({ verdict, reason }: CrosscheckRow, facts: GameFacts): readonly DifferingGame[] {
  const { file, game, need: before, isDecided } = facts;
  if (verdict !== 'differs' || isDecided === true) return [];
  const question = tableQuestion(reason);
  return graver(question.need, before) === before ? [] : [{ ...question, file, game, before }];
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
  /** Whose win its results mean is not known. */
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
    file: first?.file ?? '',
    game: first?.game,
    resultDeclared: first ? formatResult(first.result) : '',
    resultCounted: first?.count ? countText(first.count) : '',
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
  const codes = ({ faults }: Comparison): string => faults.map(({ code }) => code).join(' ');
  if (others.some((other) => codes(other) !== codes(one!)))
    return { row: row('cannot-tell', 'there are several records, and they differ'), findings };
  for (const { code, args, severity } of one!.faults)
    findings.push(gameFinding(first.file, first.game, code, args, severity));
  if (one!.faults.length > 0) return { row: row('differs', one!.faults.map(reasonOf).join('; ')), findings };
  return { row: one!.open === '' ? row('agrees', '') : row('cannot-tell', one!.open), findings };
}

function reasonOf({ code, args }: Fault): string {
  const what = code.slice('table/'.length).replaceAll('-', ' ');
  return 'table' in args ? `${what}: table ${args.table}, record ${args.record}` : what;
}
