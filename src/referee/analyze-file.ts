import { lowered } from '../findings/family.js';
import { audit, endingOf } from '../audit/audit.js';
import { auditClock } from '../audit/clock.js';
import { capFindings, MAX_PER_CODE } from '../findings/selection.js';
import { type Finding, finding } from '../findings/finding.js';
import { TIME_FINDINGS } from '../findings/time.js';
import { readRecord } from '../record/read-record.js';
import type { GameRecord } from '../record/record.js';
import { lineKeyIn } from '../replay/line-key.js';
import type { Replay } from '../replay/replay-types.js';
import { replay } from '../replay/replay.js';
import { judgeVariations } from '../replay/judge-variations.js';
import { withCitation } from '../rules/citation.js';
import type { Ruleset } from '../rules/ruleset.js';
import { rulingsOf } from '../score/verdict.js';
import { type CharsetEvidence, LineIndex, type RawFile, type RawGame } from '../sgf/raw.js';
import { readLineTree } from '../sgf/line-tree.js';
import { scanFile, valueAt } from '../sgf/scan/scan-file.js';
import {
  checkResidues,
  conversionOf,
  firstDamage,
  type Judged,
  scoreJudged,
  scoresUnder,
  unscored,
  whyNotScored,
} from './scoring.js';
import { type AnalyzeOptions, chooseRuleset } from './options.js';
import type { AccountOptions, GameReport, PlacedFinding } from './report.js';

/** All games of one file, or of a part of it. */
export interface FileReport {
  readonly games: readonly GameReport[];
  /** Findings that belong to no game. */
  readonly findings: readonly PlacedFinding[];
  readonly charset: CharsetEvidence;
}

const NOTHING: readonly PlacedFinding[] = [];
/** Who looks at every node wants to know of setup that changes nothing. */
const REPORTED_SETUP = { redundantSetup: 'reported' } as const;

/** Judges life on the final board. */
type JudgeFinal = (record: GameRecord, executed: Replay, options: AnalyzeOptions) => Judged;

/** Referees every game of one file: see `analyze`. `judgeFinal`: where games are to be scored. */
export function analyzeFile(
  bytes: Uint8Array,
  options: AnalyzeOptions,
  judgeFinal: JudgeFinal | undefined,
): FileReport {
  const file = scanFile(bytes, {
    firstGame: options.firstGame,
    limits: options.limits,
    charset: options.charset,
    lines: options.keepLines === false ? 'hold' : 'copy',
  });
  const run: Run = {
    bytes,
    file,
    options,
    judgeFinal,
    lines: new LineIndex(file.text, options.firstLine, options.firstColumn),
    valueAt: (offset) => valueAt(file.text, offset),
  };
  const games: GameReport[] = [];
  for (const game of file.games) games.push(referee(game, run));
  const more = options.inspect?.file(file);
  const found = more ? [...file.findings, more] : file.findings;
  return { games, findings: placed(found, run, undefined), charset: file.charset };
}

/** What all games of one call share. */
interface Run {
  readonly bytes: Uint8Array;
  readonly file: RawFile;
  readonly options: AnalyzeOptions;
  readonly judgeFinal: JudgeFinal | undefined;
  readonly lines: LineIndex;
  readonly valueAt: (offset: number) => string;
}

function referee(game: RawGame, run: Run): GameReport {
  const { options } = run;
  // Before the places of its findings: in the order of the text each byte is looked at once.
  const place = options.gamePlaces === true ? run.lines.place(game.textStart) : undefined;
  const record = readRecord(game, options);
  const { ruleset, source } = chooseRuleset(record, options);
  const executed = replay(record.isGo ? record : withoutMoves(record), ruleset, {
    illegal: options.illegal,
    valueAt: run.valueAt,
    ...(options.inspect ? REPORTED_SETUP : {}),
  });
  const ending = endingOf(record, executed);
  const audited = audit(record, executed, ruleset, { rulesetSource: source });
  const { clock, findings: timed } = auditClock(record, executed);
  const all = joined(joined(headerFindings(record, ruleset), executed.findings), joined(audited, timed));
  const damage = firstDamage(all, record.line);
  const found = damage === undefined ? all : withoutDoubtful(all, damage);
  const finalBoard = options.keepBoard ? executed.board.contents() : undefined;
  const rulings = rulingsOf(found, ruleset);
  const because =
    options.score && run.judgeFinal ? whyNotScored(record, executed, ending, found) : 'not asked for';
  const judged = because === '' ? run.judgeFinal?.(record, executed, options) : undefined;
  const scoring = judged
    ? scoreJudged(record, executed, judged, ruleset, options, rulings)
    : unscored(record, because, rulings);
  const choice = { ruleset, source };
  const accounts =
    options.accounts &&
    accountsOf({ record, executed, found, choice, scoring, judged }, options.accounts, options);
  const late = accounts ? [...scoring.findings, ...accounts.findings] : scoring.findings;
  const told = placed(late.length === 0 ? found : [...found, ...late], run, ruleset);
  // The variations are played on the board of the main line: nobody needs that any more.
  const asides = options.variations
    ? located(findInVariations(game, record, ruleset, run), run, ruleset)
    : NOTHING;
  const inspected = options.inspect ? located(options.inspect.game(run.file, game), run, undefined) : NOTHING;
  const findings = asides.length + inspected.length === 0 ? told : [...told, ...asides, ...inspected];
  const report: GameReport = {
    file: options.file,
    game: game.game,
    place,
    sha256: options.digest(run.bytes.subarray(game.start, game.end)),
    record,
    ruleset,
    rulesetSource: source,
    ending,
    replay: damage === undefined ? executed : { ...executed, illegal: illegalBefore(all, damage) },
    clock,
    finalBoard,
    findings: capFindings(findings, options.maxPerCode ?? MAX_PER_CODE),
    score: scoring.score,
    notScoredBecause: scoring.notScoredBecause,
    settlement: options.score ? scoring.settlement : undefined,
    lineKey: lineKeyIn(executed.board.arena, record.line, record.width, record.height),
  };
  const whole = options.keepSource === true ? { ...report, source: sourceOf(game, run) } : report;
  return accounts ? { ...whole, ...accounts.parts } : whole;
}

/** Findings of reading; a game without points has no komi to miss. */
function headerFindings({ findings }: GameRecord, ruleset: Ruleset | undefined): readonly Finding[] {
  if (ruleset?.scoring !== 'first-capture') return findings;
  return findings.filter(({ code }) => code !== 'komi/missing');
}

function sourceOf(game: RawGame, { bytes }: Run): Uint8Array {
  return bytes.subarray(game.start, game.end);
}

interface Accounts {
  readonly parts: Pick<GameReport, 'scores' | 'conversion'>;
  readonly findings: readonly Finding[];
}

function accountsOf(
  given: Parameters<typeof conversionOf>[0],
  wanted: AccountOptions,
  options: AnalyzeOptions,
): Accounts {
  const { scoreUnder } = wanted;
  const conversion = wanted.convertTo && conversionOf(given, wanted, options);
  return {
    parts: {
      ...(scoreUnder ? { scores: scoresUnder(scoreUnder, given, options) } : {}),
      ...(conversion ? { conversion } : {}),
    },
    findings: conversion ? checkResidues(conversion) : [],
  };
}

/** Both lists; most often one of them is empty, and the other is taken as it is. They are short: pushing beats `concat`. */
function joined(one: readonly Finding[], two: readonly Finding[]): readonly Finding[] {
  if (two.length === 0) return one;
  if (one.length === 0) return two;
  const both: Finding[] = [];
  for (const each of one) both.push(each);
  for (const each of two) both.push(each);
  return both;
}

/** What only the order of the moves tells, as all findings about clocks: nothing where some of them were lost. */
const BY_ORDER: ReadonlySet<string> = new Set([
  'handicap/first-player',
  'move/resigner-moved-last',
  ...Object.keys(TIME_FINDINGS),
]);

/**
 * Where moves were lost, later moves look illegal that were not: from there on nobody is accused of an error,
 * no move is counted as illegal, and nothing is concluded from whose turn it was.
 */
function withoutDoubtful(found: readonly Finding[], damage: number): readonly Finding[] {
  const kept: Finding[] = [];
  for (const one of found) {
    const isBehind = (one.offset ?? 0) > damage;
    if (BY_ORDER.has(one.code) && (isBehind || one.offset === undefined)) continue;
    const isDoubtful = isBehind && one.code.startsWith('move/');
    kept.push(isDoubtful ? { ...one, severity: lowered(one.severity) } : one);
  }
  return kept;
}

function illegalBefore(found: readonly Finding[], damage: number): number {
  return found.filter(({ disposition, offset }) => disposition !== undefined && (offset ?? 0) <= damage)
    .length;
}

/** Another game's moves mean nothing on a Go board. */
function withoutMoves(record: GameRecord): GameRecord {
  return { ...record, line: { ...record.line, count: 0 } };
}

/** Findings about the whole game first, then by node. */
function placed(found: readonly Finding[], run: Run, ruleset: Ruleset | undefined): readonly PlacedFinding[] {
  if (found.length === 0) return NOTHING;
  const kept = located(found, run, ruleset);
  return isInOrder(kept) ? kept : kept.sort((a, b) => (a.node ?? -1) - (b.node ?? -1));
}

function isInOrder(found: readonly PlacedFinding[]): boolean {
  let last = -1;
  for (const { node = -1 } of found) {
    if (node < last) return false;
    last = node;
  }
  return true;
}

/** Nearly every finding is made with the place that stands for none, so that it need not be copied for it. */
function isPlaced(one: Finding): one is PlacedFinding {
  return one.line !== undefined;
}

/** --ignore applied; rules cited; offsets turned into lines and columns. */
function located(found: readonly Finding[], run: Run, ruleset: Ruleset | undefined): PlacedFinding[] {
  const { ignore, places } = run.options;
  const kept: PlacedFinding[] = [];
  for (const uncited of found) {
    if (ignore.size > 0 && ignore.has(uncited.code)) continue;
    const one = withCitation(uncited, ruleset);
    if (places && one.offset !== undefined && one.offset >= 0) {
      const { line, column } = run.lines.place(one.offset);
      kept.push({ ...one, line, column });
    } else kept.push(isPlaced(one) ? one : { ...one, line: 0, column: 0 });
  }
  return kept;
}

/** What all games of one file share. */
interface FileContext {
  readonly file: Pick<RawFile, 'text'>;
  readonly options: Pick<AnalyzeOptions, 'illegal' | 'limits'>;
  readonly valueAt: (offset: number) => string;
}

/**
 * Findings about the moves of a game outside its main line, in the order of the file. The board that replays of this size
 * share is used anew. A game that is not Go, or without variations, has none.
 */
function findInVariations(
  game: RawGame,
  record: GameRecord,
  ruleset: Ruleset | undefined,
  { file, options, valueAt }: FileContext,
): readonly Finding[] {
  if (game.branches === 0 || !record.isGo) return NOTHING;
  const { illegal, limits } = options;
  const tree = readLineTree(file.text, game, limits);
  const found = judgeVariations(record, tree, ruleset, { illegal, valueAt });
  // The scan has told the limit of depth, and that of nodes where the main line hit it.
  if (tree.cutAt < 0 || tree.nodeCount < limits.nodesPerGame || game.line.nodeCount === tree.nodeCount)
    return found;
  const cut = { limit: 'nodesPerGame', value: limits.nodesPerGame };
  return [...found, finding('sgf/limit', cut, { offset: tree.cutAt })];
}
