import { declaredOf } from './games.js';
import { EMPTY } from '../../core/color.js';
import { formatPoint } from '../../core/point.js';
import { formatHalves, marginText, plural, signed, visible } from '../../core/text.js';
import type { GameRecord } from '../../referee/record/record.js';
import {
  type Decision,
  decidedResultText,
  decidedText,
  resultRuling,
} from '../../referee/judge/decisions.js';
import { isCountDecided } from '../../referee/judge/ruled-result.js';
import type { ConversionReport, Converted, GameReport } from '../../referee/judge/report.js';
import { basisUnder } from '../../referee/score/score.js';
import { compensationFor, type Ruleset, tiesFor } from '../../go/rules/ruleset.js';
import { type Conversion, type ItemName, ITEMS } from '../../referee/score/convert.js';
import { rulesetKomi, sekiOrFills } from '../../referee/score/margins.js';
import type { GameScore, ScoreBasis } from '../../referee/score/score-types.js';

/** One line of the count of a final board. */
export interface CountRow {
  readonly label: string;
  /** A part of the line before it. */
  readonly isPart: boolean;
  readonly black: number;
  readonly white: number;
  /** Whether it says something of this board. */
  readonly isSaid: boolean;
}

/** The count of a final board: the same lines for every board. */
export function countOf({ black, white }: Pick<GameScore, 'black' | 'white'>): readonly CountRow[] {
  const row = (label: string, ofBlack: number, ofWhite: number): CountRow => {
    return { label, isPart: false, black: ofBlack, white: ofWhite, isSaid: true };
  };
  const unlessNone = (one: CountRow): CountRow => ({ ...one, isSaid: one.black + one.white > 0 });
  const part = (...of: Parameters<typeof row>): CountRow => ({ ...unlessNone(row(...of)), isPart: true });
  return [
    row('stones on the board', black.stones, white.stones),
    part('of them dead', black.dead, white.dead),
    row('points surrounded', black.territory, white.territory),
    part('of them in seki', black.sekiPoints - black.fills, white.sekiPoints - white.fills),
    part('of them to be filled', black.fills, white.fills),
    row('stones captured in play', black.prisoners, white.prisoners),
    unlessNone(row('passes', black.passes, white.passes)),
    row('area: living stones and points', areaOf(black), areaOf(white)),
    row('territory: points, captured and dead stones', territoryOf(black, white), territoryOf(white, black)),
  ];
}

export function areaOf({ stones, dead, territory }: GameScore['black']): number {
  return stones - dead + territory;
}

export function territoryOf(own: GameScore['black'], other: GameScore['black']): number {
  return own.territory + own.prisoners + other.dead;
}

/** Below this confidence a count is called uncertain: which stones are dead, and which points are whose. */
const SURE = 0.9;

/** The parts of a report that notes depend on. */
export type Noted = Pick<GameReport, 'ruleset' | 'rulesetSource' | 'notScoredBecause'> & {
  readonly record: Pick<GameRecord, 'rulesName' | 'rulesRaw' | 'result'>;
  readonly score: { readonly confidence: number; readonly owner?: Uint8Array | undefined } | undefined;
  readonly decisions?: readonly Decision[];
};

/** A note that a statement lists among its items instead. */
const PASSES_ASSUMED = 'passes at the end not recorded, assumed to be made in turn and not charged';

/** What was assumed in an account, and what is missing: clauses without a full stop. `one`: `undefined` without an account. */
export function notesOf(
  report: Noted,
  conversion: ConversionReport,
  converted: Converted,
  one: Conversion | undefined,
): string[] {
  const notes = missing(report, conversion, converted, one);
  if (report.rulesetSource === 'option' && namesAnother(report)) {
    notes.push(`RU is ${visible(report.record.rulesRaw ?? '')}, read as ${report.ruleset?.name ?? ''}`);
  }
  if (!one) return notes;
  const { from } = conversion;
  const { to } = converted;
  notes.push(...komiNotes(one, conversion, to));
  notes.push(...handicapNotes(one, conversion));
  if (one.passesAssumed && (from?.passStones === true || to.passStones)) notes.push(PASSES_ASSUMED);
  const { charge } = conversion.basis ?? {};
  if (charge && one.items.protectiveMoves !== 0) notes.push(`counted: ${charge.text}`);
  notes.push(...dameNotes(one));
  notes.push(...rulingNotes(report.decisions, one));
  if (conversion.declaredIsNoCount) notes.push(noCount(report, one.komiFromHalves));
  notes.push(...lifeNotes(report, one, conversion.basis));
  if (one.agrees === false && !conversion.declaredIsNoCount) notes.push('computed and declared differ');
  return notes;
}

/** Who decided what the account rests on. */
function rulingNotes(decisions: readonly Decision[] = [], { basis }: Conversion): string[] {
  const ruling = resultRuling(decisions);
  if (ruling !== '') return basis === 'declared' ? [visible(ruling)] : [];
  return isCountDecided(decisions) ? [visible(decidedText(decisions))] : [];
}

/** The margin if the open dame were filled in turn. */
function ifFilled({ toLowHalves, toHighHalves, marginToHalves }: Conversion): number {
  return toLowHalves === marginToHalves ? toHighHalves : toLowHalves;
}

/** Which result is meant where another would hold if play had gone on. */
export function dameNotes(one: Conversion): string[] {
  if (one.toLowHalves === one.toHighHalves) return [];
  const other = marginText(ifFilled(one));
  const result = marginText(one.marginToHalves, one.winnerTo);
  return [
    `${result} is the result, because the record ends with the dame open: filled in turn, they would make it ${other} under ${one.to}`,
  ];
}

/** Says that handicap stones change nothing, where one would expect that they do. */
function handicapNotes({ from, to, items }: Conversion, { basis }: ConversionReport): string[] {
  const stones = basis?.handicap ?? 0;
  if (stones < 2 || from === to || items.handicapCompensation !== 0) return [];
  return [`the ${plural(stones, 'handicap stone')} change nothing: both rules count them alike`];
}

/** Notes on the judgement of life that an account depends on. */
function lifeNotes({ score, notScoredBecause }: Noted, one: Conversion, board?: ScoreBasis): string[] {
  if (!score) return [`not scored (${notScoredBecause}): no seki assumed`];
  if (score.confidence >= SURE) return [];
  if (one.basis === 'computed') return ['the count is uncertain'];
  if (one.items.sekiPoints === 0 && one.items.deadInSeki === 0) return [];
  const isFills = board && sekiOrFills(board) === 'points to be filled';
  return [isFills ? 'points to be filled are uncertain' : 'seki is uncertain'];
}

function komiNotes(one: Conversion, conversion: ConversionReport, to: Ruleset): string[] {
  const komi = formatHalves(one.komiFromHalves);
  const kept = komiKept(one, conversion, to);
  return [
    ...(conversion.komiFrom?.source === 'assumed' ? [`komi is not recorded, ${komi} assumed`] : []),
    ...(conversion.komiFrom?.source === 'ruleset' ? [`komi ${komi} by the rules of ${one.from}`] : []),
    ...(kept === '' ? [] : [kept]),
  ];
}

/** Why the to side keeps the komi of the from side; '' where that is to be expected. */
function komiKept(
  { komiToSource, komiToHalves }: Conversion,
  { from, basis }: ConversionReport,
  to: Ruleset,
): string {
  if (from === to || !basis) return '';
  const standard = rulesetKomi(to, basis);
  if (komiToSource === 'from') {
    const isNamedForEven = rulesetKomi(to, { ...basis, handicap: 0 }) !== undefined;
    const games = isNamedForEven ? 'handicap games' : 'games';
    return `under ${to.name}, ${games} have no komi of their own, so that of ${from?.name ?? 'the record'} is kept`;
  }
  if (komiToSource !== 'agreed' || standard === undefined || standard === komiToHalves) return '';
  const ofTo = `standard of ${to.name} ${formatHalves(standard)}`;
  const komi = `komi ${formatHalves(komiToHalves)}`;
  if (!from) return `${komi} stays because the record names no rules (${ofTo})`;
  const standardFrom = rulesetKomi(from, basis);
  const ofFrom = standardFrom === undefined ? '' : `standard of ${from.name} ${formatHalves(standardFrom)}, `;
  return `${komi} stays: it is in the record and not the standard of its rules (${ofFrom}${ofTo})`;
}

function namesAnother({ record, ruleset }: Noted): boolean {
  return record.rulesName !== undefined && record.rulesName !== ruleset?.name;
}

/** Why there is no account. */
function missing(
  report: Noted,
  conversion: ConversionReport,
  { to }: Converted,
  one: Conversion | undefined,
): string[] {
  if (one) return [];
  if (conversion.blockedBecause !== '') return [visible(conversion.blockedBecause)];
  const { record } = report;
  if (!conversion.from) {
    return [
      record.rulesRaw === undefined
        ? 'no RU: --from or --default-rules must name the ruleset'
        : `RU ${visible(record.rulesRaw)} is not known: --from or --default-rules must name the ruleset`,
    ];
  }
  for (const { scoring, name } of [conversion.from, to]) {
    if (scoring === 'first-capture') return [`${name} counts no points`];
  }
  const because = `not scored: ${report.notScoredBecause}`;
  if (conversion.declaredIsNoCount) return [noCount(report, conversion.komiFrom?.halves ?? 0), because];
  return [`no declared margin, and ${because}`];
}

/** A declared result that is not a count, such as a draw by agreement. */
function noCount({ record, decisions }: Noted, komiHalves: number): string {
  const declared = decidedResultText({ decisions: decisions ?? [], score: undefined }) || declaredOf(record);
  return `declared ${visible(declared)} is no count with komi ${formatHalves(komiHalves)}`;
}

/** The accounts of a game; none if its own ruleset is unknown, as there is nothing to convert from. */
export function basesOf(conversion: ConversionReport, { bases }: Converted): readonly Conversion[] {
  return conversion.from ? bases : [];
}

/** The notes on a game on either basis; one that holds for only one of two follows its name. */
export function notesOfBases(
  report: Noted,
  { conversion, converted }: { readonly conversion: ConversionReport; readonly converted: Converted },
): string[] {
  const columns = basesOf(conversion, converted).map((one) => ({ head: one.basis, one }));
  if (columns.length === 0) return notesOf(report, conversion, converted, undefined);
  return byColumn(columns, ({ one }) => notesOf(report, conversion, converted, one));
}

/** One account as a column of a statement. */
export interface AccountColumn {
  readonly head: string;
  readonly one: Conversion;
  /** Signed points by reason: those that are not 0, and those of 0 whose reason matters. */
  readonly items: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** The accounts of one conversion, with their basis as head. */
export function accountsOf(
  report: Noted,
  conversion: ConversionReport,
  converted: Converted,
): AccountColumn[] {
  return basesOf(conversion, converted).map((one) => ({
    head: one.basis,
    one,
    items: itemsOf(conversion, converted, one, report.score?.owner),
    notes: notesOf(report, conversion, converted, one).filter((note) => note !== PASSES_ASSUMED),
  }));
}

function itemsOf(
  { from, basis, dame }: ConversionReport,
  { to }: Converted,
  one: Conversion,
  owner?: Uint8Array,
): ReadonlyMap<string, string> {
  const items = new Map<string, string>();
  if (!from || !basis) return items;
  for (const item of ITEMS) {
    const halves = one.items[item];
    if (halves !== 0) items.set(reasonOf(item, { one, from, to, basis, owner }), signed(halves));
  }
  if (from.passStones !== to.passStones && one.passesAssumed)
    items.set('passes at the end not recorded: assumed to be made in turn', '0');
  if (dame > 0)
    items.set(`${plural(dame, 'dame')} that could be filled: counted as filled without a move`, '0');
  const ties = tiesFor(to, basis.handicap);
  if (one.marginToHalves === 0 && ties !== 'jigo')
    items.set(`ties go to ${ties === 'black' ? 'Black' : 'White'}`, '0');
  return items;
}

/** One line of a statement, with a cell for each account. */
export interface StatementRow {
  readonly kind: 'from' | 'item' | 'to' | 'result';
  readonly label: string;
  readonly cells: readonly string[];
}

/** How the margin under one ruleset becomes that under another. */
export interface Statement {
  readonly rows: readonly StatementRow[];
  /** Who wins under each ruleset. A sentence that holds for every account appears once, any other after the head of its account. */
  readonly outcomes: readonly string[];
  readonly notes: readonly string[];
}

/** `columns`: one account or more between the same two rulesets. */
export function statementOf(columns: readonly AccountColumn[]): Statement {
  const { from, to, komiFromHalves, komiToHalves } = columns.at(-1)!.one;
  const row = (
    kind: StatementRow['kind'],
    label: string,
    cell: (column: AccountColumn) => string,
  ): StatementRow => ({ kind, label, cells: columns.map(cell) });
  const reasons = [...new Set(columns.flatMap(({ items }) => [...items.keys()]))];
  return {
    rows: [
      row('from', `${from}, komi ${formatHalves(komiFromHalves)}`, ({ one }) => signed(one.marginFromHalves)),
      ...reasons.map((reason) => row('item', reason, ({ items }) => items.get(reason) ?? '')),
      ...(reasons.length === 0 ? [row('item', 'nothing differs', () => '0')] : []),
      row('to', `${to}, komi ${formatHalves(komiToHalves)}`, ({ one }) => signed(one.marginToHalves)),
      row('result', 'result', ({ one }) => marginText(one.marginToHalves, one.winnerTo)),
    ],
    outcomes: byColumn(columns, outcomesOf),
    notes: byColumn(columns, ({ notes }) => notes),
  };
}

/** Sentences of all columns once, the others after the head of their column. */
function byColumn<Headed extends Pick<AccountColumn, 'head'>>(
  columns: readonly Headed[],
  sentencesOf: (column: Headed) => readonly string[],
): string[] {
  const all = columns.map(sentencesOf);
  const named = (sentence: string, i: number): string =>
    all.every((others) => others.includes(sentence)) ? sentence : `${columns[i]!.head}: ${sentence}`;
  return [...new Set(all.flatMap((sentences, i) => sentences.map((sentence) => named(sentence, i))))];
}

/** In a sentence or two, the result under both rulesets of an account, and who gains by what. */
export function explanationOf(
  report: Pick<Noted, 'score'>,
  conversion: ConversionReport,
  converted: Converted,
  one: Conversion,
): string {
  const items = itemsOf(conversion, converted, one, report.score?.owner);
  return outcomesOf({ one, items }).join('; ');
}

function outcomesOf(column: Pick<AccountColumn, 'one' | 'items'>): string[] {
  return [outcomeOf(column.one), ...whyOf(column)];
}

const NAMES = { black: 'Black wins', white: 'White wins', jigo: 'nobody wins' } as const;

function outcomeOf(one: Conversion): string {
  const before = marginText(one.marginFromHalves, one.winnerFrom);
  const after = marginText(one.marginToHalves, one.winnerTo);
  const same = one.flips ? `the winner changes: ${NAMES[one.winnerTo]}` : 'the same winner';
  const said = `${before} under ${one.from} is ${after} under ${one.to}`;
  if (one.toLowHalves === one.toHighHalves) return `${said}: ${same}`;
  const other = ifFilled(one);
  const winner = Math.sign(other) === Math.sign(one.marginToHalves) ? same : 'the winner depends on the dame';
  return `${said} with the dame left open, ${marginText(other)} with them filled in turn: ${winner}`;
}

/** Who gains by the change of rules, and by what; nothing where nobody does. */
function whyOf({ one, items }: Pick<AccountColumn, 'one' | 'items'>): string[] {
  const reasons = [...items].filter(([, points]) => points !== '0');
  const gained = one.marginToHalves - one.marginFromHalves;
  if (reasons.length === 0) return [];
  const named = reasons.map(([reason, points]) => (reasons.length > 1 ? `${reason} (${points})` : reason));
  if (gained === 0) return [`the difference stays the same: ${named.join('; ')}`];
  const who = gained > 0 ? 'Black' : 'White';
  const points = Math.abs(gained) === 2 ? '1 point' : `${formatHalves(Math.abs(gained))} points`;
  return [`${who} gets ${points} more under ${one.to}: ${named.join('; ')}`];
}

/** In `GameScore.owner`: these and the next are points in seki and points to be filled, even numbers Black's. */
const [IN_SEKI, TO_FILL] = [4, 6];

interface Sides {
  readonly one: Conversion;
  readonly from: Ruleset;
  readonly to: Ruleset;
  readonly basis: ScoreBasis;
  /** See `GameScore.owner`; `undefined` without a count. */
  readonly owner: Uint8Array | undefined;
}

function reasonOf(item: ItemName, sides: Sides): string {
  const { one, from, to, basis } = sides;
  const gains = one.items[item] > 0;
  switch (item) {
    case 'parity':
      return `Black played last${lastPlayIs(gains ? to : from, gains ? 'is' : 'was')}`;
    case 'earlyPasses':
      return earlyPasses(basis);
    case 'passStones': {
      const { black, white, assumedBlack, assumedWhite } = basis.ledger;
      return `pass stones: Black ${String(black + assumedBlack)}, White ${String(white + assumedWhite)}`;
    }
    case 'komi': {
      const changed = `komi ${formatHalves(one.komiToHalves)} instead of ${formatHalves(one.komiFromHalves)}`;
      return one.komiToSource === 'standard' ? `${changed}, each the standard` : `${changed}, as requested`;
    }
    case 'handicapCompensation':
      return handicapCosts(basis.handicap, from, to);
    case 'sekiPoints':
      return `${uncounted(sides)} ${to.sekiPoints ? 'count' : 'do not count'}${oneOf(item, sides)}`;
    case 'deadInSeki':
      return `dead stones inside a seki ${to.sekiPoints ? 'are removed' : 'stay'}${oneOf(item, sides)}`;
    case 'unfilledDame':
      return 'unfilled dame';
    case 'ties':
      return 'ties';
    case 'groupTax':
      return to.scoring === 'stones' ? 'two points less for each living group' : 'eyes count as points';
    case 'deadStones':
      return `stones judged dead come off under the rules of ${basisUnder(basis, to).isAsItStands ? from.name : to.name} only`;
    case 'protectiveMoves':
      return 'protective moves cost territory, not area';
  }
}

/** Which points of a board count only under rules that count points in seki. */
export function uncounted({ basis, owner }: Pick<Sides, 'basis' | 'owner'>): string {
  const has = (first: number): boolean | undefined => owner?.some((whose) => whose >> 1 === first >> 1);
  const isFilled = !basis.fillsCount && (has(TO_FILL) ?? basis.fills !== 0);
  const inSeki = has(IN_SEKI) ?? basis.sekiPoints + basis.deadInSeki !== basis.fills;
  if (!inSeki) return 'points to be filled';
  return isFilled ? 'points in seki and to be filled' : 'points in seki';
}

/** `, such as C3`: a point in seki, or to be filled, of the player who gains or loses more by them. */
function oneOf(item: 'sekiPoints' | 'deadInSeki', { one, to, basis, owner }: Sides): string {
  const { stones, width, height } = basis;
  const isBlack = one.items[item] > 0 === to.sekiPoints;
  const point = owner?.findIndex(
    (whose, at) =>
      whose >= IN_SEKI && (whose % 2 === 0) === isBlack && (stones[at] === EMPTY) === (item === 'sekiPoints'),
  );
  return point === undefined || point < 0 ? '' : `, such as ${formatPoint(point, width, height)}`;
}

/** What Black's last play is worth under rules that give it a value. */
function lastPlayIs(ruleset: Ruleset, verb: 'is' | 'was'): string {
  if (!ruleset.passStones) return `: it ${verb} a point of area`;
  const passes = ruleset.whitePassesLast ? 'must also pass last, once more than Black' : 'passes once more';
  return `, so White ${passes}, and under ${ruleset.name} a pass hands over a stone`;
}

function earlyPasses({ ledger, trailingPasses }: ScoreBasis): string {
  const { black, white } = ledger;
  return black + white > trailingPasses
    ? `passes before the end (in all Black ${String(black)}, White ${String(white)})`
    : 'stones set up, or moves out of turn';
}

/** What a handicap costs Black in points, apart from the fact that stones are not territory. */
function handicapCosts(stones: number, from: Ruleset, to: Ruleset): string {
  const cost = (ruleset: Ruleset): number =>
    ruleset.scoring === 'territory' ? stones - 1 : compensationFor(ruleset, stones) / 2;
  const now = cost(to);
  return `${plural(stones, 'handicap stone')}: ${plural(now, 'point')} off Black's area, not ${String(cost(from))}`;
}
