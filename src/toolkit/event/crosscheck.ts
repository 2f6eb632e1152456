/** Compares the pairings of results tables with the records of their games: result, colors, handicap, komi, and our own count. */
import type { Color } from '../../core/color.js';
import { checkArgument, isText, listOf, made, must } from '../../core/checks.js';
import { marginText } from '../../core/text.js';
import { finding, type FindingArgs, type Severity } from '../../core/findings/finding.js';
import { formatResult } from '../../referee/record/declared-result.js';
import { asRE, compare, declaredOutcome, inPairing, resultText } from './compare.js';
import type { Comparison, FaultCode, Names } from './compare.js';
import { NEITHER_PLAYER, factsOf, type GameFacts, pairKey } from './game-facts.js';
import type { Aliases } from './names.js';
import {
  swapped,
  tableFinding,
  tableName,
  wasPlayed,
  type Pairing,
  type Table,
  type PairingVerdict,
  type TableFinding,
} from './table.js';
import {
  moreUrgent,
  tableQuestion,
  asksForRuling,
  ENTRIES_DIFFER,
  NO_RESULT_YET,
  RECORDS_DIFFER,
  type GameReport,
  isReport,
  type OpenQuestion,
  type RulingNeed,
} from '../../referee/judge/report.js';
import { matchGames, type Maybe, OTHER_ROUND, type PairingMatch } from './match.js';
import { afterRuling, reasonsOf, shownDifference, type TableDifference } from './difference.js';

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
  /** The result of the table as RE of the record would have it, by its colors; '' where that is unknown or no result. */
  readonly resultAsRE: string;
  /** The table's names of the record's players; absent where it is unknown who played which color. */
  readonly players?: Readonly<Record<Color, string>>;
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
  /** Where something differs, or did, or the count is sure that both are wrong. */
  readonly difference?: TableDifference;
  /** Other records of the pairing, in whose place the record that a referee decided stands. */
  readonly replaced?: readonly ReplacedRecord[];
}

export interface ReplacedRecord extends Pick<GameFacts, 'file' | 'game'> {
  /** Which record of the pairing was decided, and how. */
  readonly because: string;
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

const isAlias = must(
  'a pair of texts: the name in a record, the name in the table',
  (value) => Array.isArray(value) && value.length === 2 && value.every((name) => isText(name) === undefined),
);

/**
 * Matches records with pairings (see `matchGames`) and compares result, colors, handicap and komi of each, and our own count where it
 * is sure. Findings: all of `table/`, those of the tables included. Not checked: ranks, dates and times.
 * A table whose reading is open is read as more of its records support; if they do not decide, its results are not compared.
 * `aliases`: names that players go by in the records, each with the name in the table. Throws UserError for another kind of argument.
 */
export function crosscheck(
  tables: readonly Table[],
  reports: readonly GameReport[],
  aliases: Aliases = [],
): Crosscheck {
  checkArgument('tables', tables, listOf(made('a table of readTables', 'pairings')));
  checkArgument('reports', reports, listOf(isReport));
  checkArgument('aliases', aliases, listOf(isAlias));
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
    const judged = judge(table, match, { games, isOpen, matches: pairings });
    findings.push(...judged.findings);
    return judged.row;
  });
  // No game has a player of the tables: they are likely those of another event.
  const isOfOthers =
    unlisted.length === games.length && unlisted.every(({ because }) => because === NEITHER_PLAYER);
  const maybes = new Map(pairings.flatMap(({ maybe }) => (maybe ? [[maybe.game, maybe]] : [])));
  for (const { game, because } of unlisted) {
    const { file, game: number, black, white } = games[game]!;
    const may = maybes.get(game);
    const asked = isOfOthers ? RIGHT_TABLE : may ? asksWhetherNamed(tables[may.table]!, may, games) : '';
    const args = { black, white, because: `${because}${asked}` };
    findings.push(gameFinding(file, number, 'table/not-listed', args, isOfOthers ? 'error' : undefined));
  }
  const questions = pairings.flatMap((match, i) => {
    const [first] = standing(match, games);
    return first ? differing(rows[i]!, games[first.game]!) : [];
  });
  return { tables: readings.map(({ table }) => table), rows, findings, questions };
}

function differing({ verdict, reason }: CrosscheckRow, facts: GameFacts): readonly DifferingGame[] {
  const { file, game, need: before, declared } = facts;
  if (declared || !asksForRuling({ verdict, reason })) return [];
  const question = tableQuestion(reason);
  return moreUrgent(question.need, before) === before ? [] : [{ ...question, file, game, before }];
}

/**
 * What results tables say of a game, and how they differ from it, or did before a decision; `tableQuestion` is '' if the game has a
 * more serious one. `others`: the games of the event, which show whether a pairing has several records and how to read an open table.
 */
export function differenceOf(
  { others, ...crosschecking }: Crosschecking & { readonly others?: readonly GameFacts[] | undefined },
  report: GameReport,
): { readonly tableQuestion: string; readonly table: TableDifference | undefined } {
  const isThis = ({ file, game }: { readonly file: string; readonly game?: number | undefined }): boolean =>
    file === report.file && game === report.game;
  const games = [factsOf(report), ...(others ?? []).filter((other) => !isThis(other))];
  const compared = crosscheckFacts(crosschecking, games);
  const own = compared.rows.filter((row) => isThis(row) || row.replaced?.some(isThis) === true);
  const replaced = own.flatMap((row) => row.replaced ?? []).find(isThis);
  const differed = replaced?.because ?? own.find((row) => row.differed)?.differed;
  const [first] = own;
  const same = first && shownDifference(compared.tables[first.of.table]!, first, []);
  return {
    tableQuestion: compared.questions.find(isThis)?.text ?? differed ?? '',
    table: own.find(({ difference }) => difference)?.difference ?? same ?? notListed(compared, isThis),
  };
}

/** Why no pairing is a game; `undefined` where no table could be read. */
function notListed(
  { tables, findings }: Crosscheck,
  isThis: (one: TableFinding) => boolean,
): TableDifference | undefined {
  for (const one of findings) {
    const { code, args } = one.finding;
    if (code === 'table/not-listed' && isThis(one))
      return { table: tables.map(tableName).join(', '), round: 0, result: '', because: args.because };
  }
  return undefined;
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

/** The records of a pairing; if a referee has decided about some of them, only those. */
function standing(match: PairingMatch, games: readonly GameFacts[]): PairingMatch['games'] {
  const decided = match.games.filter(({ game }) => games[game]!.declared);
  return decided.length > 0 ? decided : match.games;
}

/** What differed before a decision; '' for nothing. */
function differedBy(before: Comparison | undefined, didDiffer: boolean): string {
  if (before?.open === NO_RESULT_YET) return NO_RESULT_YET;
  return didDiffer ? RECORDS_DIFFER : reasonsOf({ faults: before?.faults ?? [] });
}

/** Whether records of a pairing have different winners: as they stand, or as they did before any decision. */
function contradict(
  matched: PairingMatch['games'],
  games: readonly GameFacts[],
  when: 'now' | 'before',
): boolean {
  const outcomes = matched.map(({ game, colors }) => {
    const { declared, result } = games[game]!;
    const stated = when === 'before' ? (declared ?? result) : result;
    return colors === 'unknown' ? 'unknown' : inPairing(declaredOutcome(stated), colors);
  });
  return new Set(outcomes.filter((outcome) => outcome !== 'unknown')).size > 1;
}

function nameOf({ file, game }: GameFacts): string {
  return `${file} (${String(game)})`;
}

function statedBy(facts: GameFacts): { readonly file: string; readonly result: string } {
  return { file: nameOf(facts), result: formatResult(facts.declared ?? facts.result) };
}

/** The records of a pairing in whose place the decided ones stand; none where nothing was decided. */
function replacedBy(
  matched: PairingMatch['games'],
  all: PairingMatch['games'],
  games: readonly GameFacts[],
): readonly ReplacedRecord[] {
  const decided = games[matched[0]!.game]!;
  if (decided.decided === undefined) return [];
  const because = `another record of the pairing was decided: ${nameOf(decided)}, ${decided.decided || '?'}`;
  return all.flatMap((one) => {
    const { file, game } = games[one.game]!;
    return matched.includes(one) ? [] : [{ file, game, because }];
  });
}

/** Who wins by a ruling; '' where it gives no winner. */
function winnerRuled({ result, isRuled }: GameFacts, colors: string, { black, white }: Names): string {
  const winner = colors === 'unknown' || !isRuled ? 'unknown' : declaredOutcome(result);
  if (winner !== 'black' && winner !== 'white') return '';
  return `by the ruling ${(winner === 'black') === (colors === 'same') ? black : white} wins`;
}

/** Longer ones are cut where they are quoted. */
const LONGEST_RESULT = 40;
/** Most records that a reason names. */
const MAX_NAMED = 3;

/** Why it is open which record a pairing has, the records that it may have, and what to do. */
function openReason({ because, doubtful }: PairingMatch, games: readonly GameFacts[]): string {
  const named = doubtful.slice(0, MAX_NAMED).map((game) => nameOf(games[game]!));
  const files = [...named, ...(doubtful.length > MAX_NAMED ? ['...'] : [])].join(', ');
  const advice = because.startsWith(OTHER_ROUND)
    ? '; correct RO or the path of the record, or the round in the table'
    : '';
  return `${because} (${files})${advice}`;
}

const RIGHT_TABLE = '; is this the right table?';

function asksWhetherNamed(
  { players }: Table,
  { player, game, color }: Maybe,
  games: readonly GameFacts[],
): string {
  return `; is "${games[game]![color]}" the table's ${players[player]!.name}, whose game has no record?`;
}

interface Records {
  readonly games: readonly GameFacts[];
  readonly isOpen: boolean;
}

/** Of a pairing without a record: which other of its players has more than one, '' for none. */
function elsewhere({ pairings }: Table, missing: PairingMatch, matches: readonly PairingMatch[]): string {
  const playersOf = ({ pairing }: PairingMatch): string =>
    pairKey(pairings[pairing]!.black, pairings[pairing]!.white);
  const other = matches.find(
    (one) => one.table === missing.table && one.games.length > 1 && playersOf(one) === playersOf(missing),
  );
  const round = other ? pairings[other.pairing]!.round : 0;
  return round > 0
    ? `round ${String(round)} has ${String(other!.games.length)} records of these players`
    : '';
}

function judge(
  table: Table,
  match: PairingMatch,
  { games, isOpen, matches }: Records & { readonly matches: readonly PairingMatch[] },
): { readonly row: CrosscheckRow; readonly findings: readonly TableFinding[] } {
  const pairing = table.pairings[match.pairing]!;
  const nameIn = (player: number): string => table.players[player]!.name;
  const names = { round: pairing.round, black: nameIn(pairing.black), white: nameIn(pairing.white) };
  const records = match.games.map(({ game }) => games[game]!);
  const matched = standing(match, games);
  const first = matched[0] && games[matched[0].game];
  const findings: TableFinding[] = [];
  const { black, white } = names;
  const colors = matched[0]?.colors ?? 'unknown';
  const row = (verdict: CrosscheckRow['verdict'], reason: string): CrosscheckRow => ({
    ...names,
    of: { table: match.table, pairing: match.pairing },
    table: pairing.table,
    handicap: pairing.handicap,
    komi: pairing.komi,
    resultTable: resultText(pairing.result) + (pairing.byDefault ? '!' : ''),
    resultAsRE: isOpen ? '' : asRE(pairing, colors),
    ...(colors !== 'unknown' && {
      players: colors === 'same' ? { black, white } : { black: white, white: black },
    }),
    file: first?.file ?? '',
    game: first?.game,
    resultDeclared: first ? formatResult(first.declared ?? first.result) : '',
    ...(first?.declared && { resultDecided: first.decided ?? '' }),
    resultCounted: first?.count ? marginText(first.count.resultHalves, first.count.winner) : '',
    confidence: first?.count?.confidence,
    verdict,
    reason,
  });
  const { unread } = pairing.result;
  const place = `${pairing.place.file}, line ${String(pairing.place.line)}`;
  if (unread !== undefined) {
    const reason = `the result "${unread.slice(0, LONGEST_RESULT)}" of the table cannot be read (${place})`;
    return { row: row(first ? 'cannot-tell' : 'no-record', reason), findings };
  }
  if (!first) {
    if (match.because !== '') return { row: row('cannot-tell', openReason(match, games)), findings };
    if (!wasPlayed(pairing)) return { row: row('no-record', 'not played'), findings };
    findings.push(tableFinding('table/no-record', names, pairing.place));
    const { maybe } = match;
    const reason = maybe
      ? `does ${nameOf(games[maybe.game]!)} call ${nameIn(maybe.player)} "${games[maybe.game]![maybe.color]}"?`
      : elsewhere(table, match, matches);
    return { row: row('no-record', reason), findings };
  }
  if (records.length > 1) {
    const files = records.map(nameOf).join(', ');
    findings.push(tableFinding('table/several-records', { ...names, files }, pairing.place));
  }
  if (pairing.disagrees === true) return { row: row('cannot-tell', ENTRIES_DIFFER), findings };
  const found = compared(table, { pairing, all: match.games, matched, names, games, isOpen }, row);
  const reasons = [found.row.reason, ...otherNames(found.row, matched[0]!, first)];
  const reason = reasons.filter((one) => one !== '').join('; ');
  return { row: { ...found.row, reason }, findings: [...findings, ...found.findings] };
}

/** Which players the record spells otherwise than the table: it may be the game of somebody else. */
function otherNames(
  { players }: CrosscheckRow,
  { respelt }: PairingMatch['games'][number],
  record: GameFacts,
): readonly string[] {
  return players ? respelt.map((color) => `the record calls ${players[color]} "${record[color]}"`) : [];
}

/** That our count contradicts what table and record both say, where it does. */
function contradicted({ contradiction }: Comparison, shown: TableDifference): Partial<CrosscheckRow> {
  if (contradiction === undefined) return {};
  return { difference: { ...shown, reason: `table and record agree; ${contradiction}` } };
}

interface Matched extends Records {
  readonly pairing: Pairing;
  readonly all: PairingMatch['games'];
  /** Those of them that stand. */
  readonly matched: PairingMatch['games'];
  readonly names: Names;
}

/** Compares a pairing with its records, of which there is at least one. */
function compared(
  table: Table,
  { pairing, all, matched, names, games, isOpen }: Matched,
  row: (verdict: PairingVerdict, reason: string) => CrosscheckRow,
): { readonly row: CrosscheckRow; readonly findings: readonly TableFinding[] } {
  const findings: TableFinding[] = [];
  const first = games[matched[0]!.game]!;
  const [one, ...others] = matched.map(({ game, colors }) =>
    compare(table, pairing, { facts: games[game]!, colors, isOpen, names }),
  );
  const { declared: result } = first;
  const { colors } = matched[0]!;
  const { decidedKomi, ...undecided } = first;
  const before =
    result && compare(table, pairing, { facts: { ...undecided, result }, colors, isOpen, names });
  const didDiffer = result !== undefined && contradict(all, games, 'before');
  const difference = (of: Comparison): TableDifference =>
    shownDifference(table, row('differs', ''), of.faults);
  const records = all.map(({ game }) => statedBy(games[game]!));
  const several = { ...difference({ faults: [], open: '' }), records };
  const differed = differedBy(before, didDiffer);
  const replaced = replacedBy(matched, all, games);
  const shownBefore = {
    ...(differed !== '' && { differed, difference: didDiffer ? several : difference(before!) }),
    ...(replaced.length > 0 && { replaced }),
  };
  const codes = ({ faults }: Comparison): string => faults.map(({ code }) => code).join(' ');
  const doDiffer = contradict(matched, games, 'now');
  if (others.some((other) => codes(other) !== codes(one!)) || (doDiffer && one!.faults.length === 0))
    return { row: { ...row('cannot-tell', RECORDS_DIFFER), difference: several }, findings };
  const faults = first.declared ? one!.faults.map((found) => afterRuling(found, first)) : one!.faults;
  for (const { code, args, severity } of faults)
    findings.push(gameFinding(first.file, first.game, code, args, severity));
  if (faults.length > 0) {
    const reasons = [
      reasonsOf({ faults }),
      winnerRuled(first, colors, names),
      doDiffer ? RECORDS_DIFFER : '',
    ];
    const reason = reasons.filter((one) => one !== '').join('; ');
    const shown = doDiffer ? several : difference({ ...one!, faults });
    return { row: { ...row('differs', reason), difference: shown, ...shownBefore }, findings };
  }
  const { open, contradiction } = one!;
  return {
    row: {
      ...(open === '' ? row('agrees', contradiction ?? one!.doubt ?? '') : row('cannot-tell', open)),
      ...contradicted(one!, difference(one!)),
      ...shownBefore,
    },
    findings,
  };
}
