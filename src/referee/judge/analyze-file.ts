import { audit, endingOf } from '../audit/audit.js';
import { auditClock } from '../audit/clock.js';
import {
  countedCode,
  capFindings,
  MAX_PER_CODE,
  finding,
  type Finding,
} from '../../core/findings/finding.js';
import { readRecord } from '../record/read-record.js';
import type { GameRecord } from '../record/record.js';
import { lineKey } from '../../core/line-key.js';
import { replay } from '../replay/replay.js';
import type { Replay } from '../replay/replayed.js';
import { judgeVariations } from '../replay/judge-variations.js';
import { withCitation } from '../../go/rules/citation.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { rulingsOf } from '../score/verdict.js';
import { type CharsetEvidence, LineIndex, type RawFile, type RawGame } from '../../sgf/raw.js';
import { readLineTree } from '../../sgf/tree.js';
import { valueAt } from '../../sgf/properties.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import {
  checkResidues,
  conversionOf,
  decidedScoring,
  scoreJudged,
  scoresUnder,
  unscored,
  whyNotScored,
  type Judged,
  type Played,
  type Scoring,
} from './scoring.js';
import { MIN_COUNTED, proposalsOf, repairedGame } from '../repair/repair-text.js';
import type { withRepair } from '../repair/repair.js';
import type { aheadIn } from './ahead.js';
import { firstDamage, isOfPoints, illegalBefore, isOtherBoard, withoutDoubtful } from './damage.js';
import {
  acceptedMoves,
  type Decision,
  decisionsFor,
  NOT_ASKED,
  withDecidedRepair,
  withRulings,
} from './decisions.js';
import {
  type AccountOptions,
  decidedOptions,
  type AnalyzeOptions,
  chooseRuleset,
  DEFAULT_OPTIONS,
} from './options.js';
import { fittingDecisions, misfits } from './ruled-result.js';
import { type GameReport, marginsOf, type PlacedFinding, type RepairOutcome } from './report.js';

/** All games of one file, or of a part of it. */
export interface FileReport {
  readonly games: readonly GameReport[];
  /** Findings that belong to no game. */
  readonly findings: readonly PlacedFinding[];
  readonly charset: CharsetEvidence;
}

const NOTHING: readonly PlacedFinding[] = [];

/** Judges of the final board, which need the net. */
interface Judges {
  /** Life and death, except where a decision settles it. */
  readonly judgeFinal: (
    record: GameRecord,
    executed: Replay,
    options: AnalyzeOptions,
    decisions: readonly Decision[],
  ) => Judged;
  /** Who was ahead, where there is no score. */
  readonly aheadIn: typeof aheadIn;
  /** What a broken record should be. */
  readonly withRepair: typeof withRepair;
}

/** Referees every game of one file: see `analyze`. `judges`: only if games are to be scored. */
export function analyzeFile(
  bytes: Uint8Array,
  options: AnalyzeOptions,
  judges: Judges | undefined,
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
    judges,
    lines: new LineIndex(file, options.firstLine, options.firstColumn),
    valueAt: (offset) => valueAt(file.text, offset),
  };
  const games: GameReport[] = [];
  for (const game of file.games) games.push(referee(game, run));
  const more = options.inspect?.file(file);
  const found = more ? [...file.findings, more] : file.findings;
  return { games, findings: inOrder(found, run, undefined), charset: file.charset };
}

/** What all games of one call share. */
interface Run {
  readonly bytes: Uint8Array;
  readonly file: RawFile;
  readonly options: AnalyzeOptions;
  readonly judges: Judges | undefined;
  readonly lines: LineIndex;
  readonly valueAt: (offset: number) => string;
}

/** Judges a game with the decisions that fit it; of the others only findings say something. */
function referee(game: RawGame, run: Run): GameReport {
  const report = judgeGame(game, run);
  const { decisions, findings } = report;
  if (!decisions) return report;
  const unfit = misfits(decisions, findings);
  if (unfit.length === 0) return report;
  const fitting = fittingDecisions(decisions, unfit);
  const rest = judgeGame(game, { ...run, options: { ...run.options, decisions: fitting } });
  const told = new Set(rest.findings.map(({ code }) => code));
  const all = [...rest.findings, ...unfit.filter(({ code }) => !told.has(code))];
  all.sort((a, b) => (a.node ?? -1) - (b.node ?? -1));
  const capped = { ...rest, findings: capFindings(all, run.options.maxPerCode ?? MAX_PER_CODE) };
  return fitting.length > 0 ? capped : { ...capped, misfits: decisions };
}

function judgeGame(game: RawGame, run: Run): GameReport {
  // Determined before the places of its findings: in the order of the text, each byte is read once.
  const place = run.options.gamePlaces === true ? run.lines.place(game.textStart) : undefined;
  const { record, written, decisions, unfit } = decided(game, run.options);
  // Before the board, which all replays share, has the moves of this one.
  const undecided = undecidedOf(game, decisions, run);
  const options = decidedOptions(run.options, decisions);
  const choice = chooseRuleset(record, options);
  const { ruleset, source } = choice;
  const play = () => replayed(record, ruleset, { options, decisions, valueAt: run.valueAt });
  const first = play();
  const ending = endingOf(record, first, ruleset);
  const audited = audit(record, first, ruleset, source);
  const { clock, findings: timed } = auditClock(record, first);
  const all = joined(joined(headerFindings(record, ruleset), first.findings), joined(audited, timed));
  const damage = firstDamage(all, record.line);
  const sound = damage === undefined ? all : withoutDoubtful(all, damage);
  const accepted = joined(withRulings(sound, decisions, first.moves), unfit);
  const withText = createRepaired(game, run);
  const isBroken = damage === undefined ? first.illegal > 0 : isOfPoints(all, record.line);
  const search = { most: mostMoves(options), fits: fitsOf(record, withText) };
  const searched = isBroken ? run.judges?.withRepair(record, ruleset, accepted, search) : undefined;
  const { found, ...repaired } = searched ?? { found: accepted };
  // Games with a repair, proposed or not, were played on the same board.
  const executed = searched ? play() : first;
  const finalBoard = options.keepBoard ? executed.board.contents() : undefined;
  const played = { record, executed, ending, found, choice, decisions, damage };
  const { scoring: counted, judged } = scoringOf(played, options, run.judges);
  const scoring = doubted(counted, judged, repaired.repair);
  const isOpen = !scoring.score && damage === undefined;
  const ahead = isOpen ? aheadOf(played, options, run.judges) : undefined;
  const accounts = options.accounts && accountsOf({ ...played, scoring, judged }, options.accounts, options);
  const late = accounts ? [...scoring.findings, ...accounts.findings] : scoring.findings;
  const located = inOrder(late.length === 0 ? found : [...found, ...late], run, ruleset);
  // After everything that needs the board: variations are played on the same one.
  const more = besideMainLine(game, record, ruleset, run);
  const findings = more.length === 0 ? located : [...located, ...more];
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
    ...repaired,
    score: scoring.score,
    notScoredBecause: scoring.notScoredBecause,
    ahead,
    settlement: options.score ? scoring.settlement : undefined,
    lineKey: lineKey(written.line, record.width, record.height),
  };
  const whole =
    options.keepSource === true ? { ...report, source: run.bytes.subarray(game.start, game.end) } : report;
  const judgedBy = withRuled(whole, { repairs: repairsOf(located, withText, run), decisions, undecided });
  return accounts ? { ...judgedBy, ...accounts.parts } : judgedBy;
}

/** The game as it would be judged without the decisions, if there are any. */
function undecidedOf(game: RawGame, decisions: readonly Decision[], run: Run): GameReport | undefined {
  return decisions.length > 0 ? judgeGame(game, withoutDecisions(run)) : undefined;
}

/** A report with what was decided and what could be: most games have neither, and their report is not copied. */
function withRuled(
  report: GameReport,
  {
    repairs = [],
    decisions = [],
    undecided,
  }: { readonly [K in 'repairs' | 'decisions' | 'undecided']: GameReport[K] | undefined },
): GameReport {
  const known = repairs.length > 0 ? { ...report, repairs } : report;
  return undecided ? { ...known, decisions, undecided } : known;
}

/** Settings under which nobody has decided anything; what only the report of the game itself needs is left out. */
function withoutDecisions(run: Run): Run {
  const { accounts: _accounts, inspect: _inspect, ...options } = run.options;
  return {
    ...run,
    options: { ...options, decisions: undefined, scores: 'all', variations: false, keepSource: false },
  };
}

/** Reports of a game with repairs by their texts, each made once; `undefined` where one does not fit its moves. */
function createRepaired(game: RawGame, run: Run): (text: string) => GameReport | undefined {
  const known = new Map<string, GameReport | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const plain = withoutDecisions(run);
    const { deadStones } = run.options;
    // An engine has seen the board as it is written.
    const givenAlone: typeof deadStones = (...board) => {
      const answer = deadStones?.(...board);
      return answer && 'points' in answer && answer.source === 'given' ? answer : undefined;
    };
    const settings = { ...plain.options, repair: false, countRepairs: false, deadStones: givenAlone };
    // A run that counts nothing else weighs repairs as others do, so that they are the same to all commands.
    const options = settings.score
      ? settings
      : { ...settings, score: true, estimator: DEFAULT_OPTIONS.estimator };
    const repaired = repairedGame(game, text);
    const report = repaired && referee(repaired, { ...run, options });
    known.set(text, report);
    return report;
  };
}

type Repaired = ReturnType<typeof createRepaired>;

/** The longest record whose misprints are looked for. */
function mostMoves({ repair, limits }: AnalyzeOptions): number {
  return repair === false ? 0 : limits.repairMoves;
}

/** Whether a game with a repair counts to its declared margin; `undefined` where none is declared. */
function fitsOf({ result }: GameRecord, withText: Repaired) {
  if (result.kind !== 'margin' && result.kind !== 'jigo') return undefined;
  return (text: string): boolean => withText(text)?.settlement?.verdict === 'confirmed';
}

/** The counts of a game with each repair that is proposed for it. */
function repairsOf(found: readonly Finding[], withText: Repaired, run: Run): readonly RepairOutcome[] {
  if (!run.options.countRepairs) return [];
  const misprint = found.find((one) => one.code === 'record/misprint');
  if (misprint?.code !== 'record/misprint') return [];
  return proposalsOf(misprint.args).flatMap(({ text, chance }): RepairOutcome[] => {
    const report = chance < MIN_COUNTED ? undefined : withText(text);
    return report ? [{ text, chance, score: report.score && marginsOf(report.score) }] : [];
  });
}

/** The record of a game with the repair that was decided for it, and as it is written. */
function decided(game: RawGame, options: AnalyzeOptions) {
  const written = readRecord(game, options);
  const { decisions, repair } = decisionsFor(written, options.decisions);
  const { game: repaired, unfit } = withDecidedRepair(game, repair);
  const record = repaired === game ? written : readRecord(repaired, options);
  return { record, written, decisions, unfit };
}

const MISPRINTED = 'a move of the record may be misprinted or missing, so that the board may be another';

/**
 * A count of a board that a misprint changed contradicts nothing, and no convention explains what it gives. Where its points are too open
 * to count, that is the misprint's doing.
 */
function doubted(scoring: Scoring, judged: Judged | undefined, repair: GameReport['repair']): Scoring {
  const { settlement, notScoredBecause } = scoring;
  if (repair && notScoredBecause !== '' && notScoredBecause === judged?.life.unfinished)
    return { ...scoring, notScoredBecause: MISPRINTED };
  if (!repair || !['explained', 'contradicted', 'unsure'].includes(settlement.verdict)) return scoring;
  const findings = scoring.findings.map((one): Finding =>
    settlement.findings.includes(one) ? { ...one, severity: 'note' } : one,
  );
  return {
    ...scoring,
    findings,
    settlement: { verdict: 'unsure', explanation: MISPRINTED, findings: [...settlement.findings] },
  };
}

/** The main line, replayed as the options and the decisions require. */
function replayed(
  record: GameRecord,
  ruleset: Ruleset | undefined,
  {
    options,
    decisions,
    valueAt,
  }: {
    readonly options: AnalyzeOptions;
    readonly decisions: readonly Decision[];
    readonly valueAt: Run['valueAt'];
  },
): Replay {
  const most = options.inspect?.maxPerCode ?? options.maxPerCode ?? MAX_PER_CODE;
  return replay(record.isGo ? record : withoutMoves(record), ruleset, {
    illegal: options.illegal,
    ...(most > 0 && { mostRepetitions: most }),
    valueAt,
    ...(options.inspect && { faults: 'every' }),
    ...(decisions.length > 0 && { accepted: new Set(acceptedMoves(decisions).keys()) }),
  });
}

/** The score, or why there is none; `judged`: what it was counted from. */
function scoringOf(
  { record, executed, ending, found, choice, decisions }: Played,
  options: AnalyzeOptions,
  judges: Judges | undefined,
): { readonly scoring: Scoring; readonly judged: Judged | undefined } {
  const rulings = rulingsOf(found, choice.ruleset);
  const because = options.score && judges ? whyNotScored(record, executed, ending, found) : NOT_ASKED;
  const judged = because === '' ? judges?.judgeFinal(record, executed, options, decisions) : undefined;
  const scored = judged
    ? scoreJudged(record, executed, judged, choice, options, rulings)
    : unscored(record, because, rulings);
  return { scoring: decisions.length === 0 ? scored : decidedScoring(scored, decisions, record), judged };
}

/** Who was ahead in a game without a score; of a board that is not that of the players nothing is said. */
function aheadOf(
  { record, executed, ending, choice, found }: Played,
  { score, komiHalves }: AnalyzeOptions,
  judges: Judges | undefined,
): GameReport['ahead'] {
  if (!score || !record.isGo || isOtherBoard(executed.illegal, found)) return undefined;
  return judges?.aheadIn(record, executed, choice.ruleset, { ending, komiHalves });
}

/** Findings in the variations, and those of a further check, if the options require them. */
function besideMainLine(
  game: RawGame,
  record: GameRecord,
  ruleset: Ruleset | undefined,
  run: Run,
): readonly PlacedFinding[] {
  const { variations, inspect } = run.options;
  const asides = variations ? placed(findInVariations(game, record, ruleset, run), run, ruleset) : NOTHING;
  return inspect ? [...asides, ...placed(inspect.game(run.file, game), run, undefined)] : asides;
}

/** Findings of reading; a game that points do not decide needs no komi. */
function headerFindings({ findings }: GameRecord, ruleset: Ruleset | undefined): readonly Finding[] {
  if (ruleset?.scoring !== 'first-capture') return findings;
  return findings.filter(({ code }) => code !== 'komi/missing');
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

/** Both lists. Usually one is empty and the other is returned unchanged; they are short, and pushing beats `concat`. */
function joined(one: readonly Finding[], two: readonly Finding[]): readonly Finding[] {
  if (two.length === 0) return one;
  if (one.length === 0) return two;
  const both: Finding[] = [];
  for (const each of one) both.push(each);
  for (const each of two) both.push(each);
  return both;
}

/** The moves of another game mean nothing on a Go board. */
function withoutMoves(record: GameRecord): GameRecord {
  return { ...record, line: { ...record.line, count: 0 } };
}

/** With places: findings about the whole game first, then by node. */
function inOrder(
  found: readonly Finding[],
  run: Run,
  ruleset: Ruleset | undefined,
): readonly PlacedFinding[] {
  if (found.length === 0) return NOTHING;
  const kept = placed(found, run, ruleset);
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

/** Nearly every finding is created with line and column 0, so that it need not be copied here. */
function isPlaced(one: Finding): one is PlacedFinding {
  return one.line !== undefined;
}

/** The findings that are not ignored, with the rules they cite, and lines and columns for their offsets. */
function placed(found: readonly Finding[], run: Run, ruleset: Ruleset | undefined): PlacedFinding[] {
  const { ignore, places } = run.options;
  const kept: PlacedFinding[] = [];
  for (const uncited of found) {
    if (ignore.size > 0 && ignore.has(countedCode(uncited))) continue;
    const one = withCitation(uncited, ruleset);
    if (places && one.offset !== undefined && one.offset >= 0) {
      const { line, column } = run.lines.place(one.offset);
      kept.push({ ...one, line, column });
    } else kept.push(isPlaced(one) ? one : { ...one, line: 0, column: 0 });
  }
  return kept;
}

/**
 * Findings about the moves of a game outside its main line, in the order of the file. They are played on the board that
 * replays of this size share. A game that is not Go, or without variations, has none.
 */
function findInVariations(
  game: RawGame,
  record: GameRecord,
  ruleset: Ruleset | undefined,
  { file, options, valueAt }: Run,
): readonly Finding[] {
  if (game.branches === 0 || !record.isGo) return NOTHING;
  const { illegal, limits } = options;
  const tree = readLineTree(file.text, game, limits);
  const found = judgeVariations(record, tree, ruleset, {
    illegal,
    valueAt,
    ...(options.inspect && { faults: 'every' }),
  });
  // The scan has reported the depth limit, and the node limit if the main line reached it.
  if (tree.cutAt < 0 || tree.nodeCount < limits.nodesPerGame || game.line.nodeCount === tree.nodeCount)
    return found;
  const cut = { limit: 'nodesPerGame', value: limits.nodesPerGame };
  return [...found, finding('sgf/limit', cut, { offset: tree.cutAt })];
}
