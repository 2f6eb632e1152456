import {
  analyze,
  type AnalyzeOptions,
  DEFAULT_OPTIONS,
  type GivenDead,
} from '../../referee/judge/analyze.js';
import { parseConditions, withVerdict } from '../../toolkit/event/conditions.js';
import { MET_WORDS, type MetGames, writeMet } from '../../toolkit/duplicates/seen-games.js';
import { factsOf } from '../../toolkit/event/game-facts.js';
import { rulingParts } from '../../report/output/outcomes.js';
import { FORMATS } from '../../report/output/formats.js';
import { movesDigest } from '../../referee/judge/decisions.js';
import type { GameReport } from '../../referee/judge/report.js';
import { countGame, countOutside, noCounts } from '../../report/output/summary.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import {
  textsOf,
  type Answer,
  type ConvertTask,
  type Done,
  type GameBytes,
  type RunOptions,
  type FileDone,
  type FileTask,
  type GameParts,
  type GameTask,
  type Task,
  type WriteTask,
  type WrittenGame,
} from './backend.js';
import { readViewedTree } from '../../sgf/viewed-tree.js';
import { decisionsIn } from './decisions.js';
import { loadNetWeights } from './net-weights.js';

/** Limits of this page, above any game ever played. */
const LIMITS = { ...DEFAULT_OPTIONS.limits, nodesPerGame: 200_000, depth: 100_000 };

/** Tasks are answered in their order. */
let turn = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Task>): void => void (turn = turn.then(() => answer(data)));

let loading: Promise<void> | undefined;

/** Loads the weights once; retries after a failure. */
function loaded(): Promise<void> {
  return (loading ??= loadNetWeights().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

async function answer(task: Task): Promise<void> {
  let answered: Answer;
  try {
    await loaded();
    answered = { done: await done(task) };
  } catch (error) {
    answered = { failed: String(error) };
  }
  self.postMessage(answered);
}

function done(task: Task): Done | Promise<Done> {
  switch (task.kind) {
    case 'file':
      return referee(task);
    case 'game':
      return judge(task);
    case 'convert':
      return convert(task);
    case 'write':
      return write(task);
  }
}

function optionsOf(file: string, { rules, defaultRules, score, decisions }: RunOptions): AnalyzeOptions {
  return {
    ...DEFAULT_OPTIONS,
    file,
    rules: rulesetByName(rules) ?? 'auto',
    defaultRules: rulesetByName(defaultRules),
    score,
    decisions: decisionsIn(decisions),
    limits: LIMITS,
  };
}

function referee({ name, bytes, options }: FileTask): FileDone {
  const { games: reports, findings } = analyze(bytes, { ...optionsOf(name, options), keepSource: true });
  const games = reports.map((report) => underConditions(report, options));
  const counts = noCounts();
  counts.files = 1;
  counts.bytes = bytes.length;
  for (const game of games) countGame(counts, game);
  countOutside(counts, findings, name);
  return {
    games: games.map(partsOf),
    met: metIn(name, games),
    file: findings.length === 0 ? undefined : textsOf((sink) => FORMATS[sink].file(name, findings)),
    counts,
  };
}

/** The report with the verdict of the event's conditions, if there are any. */
function underConditions(report: GameReport, { event }: RunOptions): GameReport {
  const conditions = event === '' ? undefined : parseConditions(event);
  return conditions?.ok ? withVerdict(report, conditions.value) : report;
}

function metIn(name: string, reports: readonly GameReport[]): MetGames {
  const keys = new Uint32Array(reports.length * MET_WORDS);
  const games = Uint32Array.from(reports, ({ game, replay, lineKey }, i) =>
    writeMet(keys, i * MET_WORDS, { game, plays: replay.playsBlack + replay.playsWhite, lineKey }),
  );
  const repaired = reports.flatMap(({ repair }, index) =>
    (repair?.lines ?? []).map((line) => ({ ...line, index })),
  );
  return { keys, games, files: new Uint32Array(reports.length), names: [name], repaired };
}

function partsOf(report: GameReport): GameParts {
  return {
    game: report.game,
    texts: textsOf((sink) => FORMATS[sink].game(report)),
    facts: factsOf(report),
    digest: digestOf(report),
  };
}

/** The digest of the moves as they are written. */
function digestOf({ decisions, record, lineKey }: GameReport): string {
  return decisions?.[0]?.game ?? movesDigest(record, lineKey);
}

function judge({ file: name, game, bytes, options, rulesets, decided, asked }: GameTask): Done {
  const given: GivenDead | undefined = decided && {
    points: decided.dead,
    seki: decided.seki,
    source: 'given',
  };
  const known = charsetIn(bytes);
  const text = gameIn(bytes, game, known);
  const file = scanFile(text, { limits: LIMITS, charset: known });
  const tree = file.games[0] && readViewedTree(file.text, file.games[0]);
  const { games } = analyze(text, {
    ...optionsOf(name, options),
    firstGame: game,
    charset: known,
    score: true,
    keepBoard: true,
    countRepairs: true,
    accounts: { scoreUnder: rulesetsOf(rulesets), convertTo: [] },
    deadStones: given && (() => given),
  });
  const [report] = games;
  return (
    report && {
      report: plain(underConditions(report, options)),
      digest: digestOf(report),
      ruling: rulingParts(report, asked),
      tree,
    }
  );
}

function rulesetsOf(names: readonly string[]): readonly Ruleset[] {
  return names.flatMap((name) => rulesetByName(name) ?? []);
}

/** What `convert --table` writes of a game, with its defaults. */
function convert({ file, game, bytes, options, rulesets }: ConvertTask): string {
  const charset = charsetIn(bytes);
  const { games } = analyze(gameIn(bytes, game, charset), {
    ...optionsOf(file, options),
    ...{ firstGame: game, charset, score: true },
    accounts: { convertTo: rulesetsOf(rulesets), convert: { sideBySide: true } },
  });
  return games.map(FORMATS['convert-table-csv'].game).join('');
}

function charsetIn({ charset }: GameBytes): CharsetEvidence | undefined {
  if (charset === '') return undefined;
  return { declared: undefined, used: charset, how: 'declared', confidence: 1, replaced: 0 };
}

/** What writes records is loaded when it is needed. */
async function write({ game, bytes, decisions }: WriteTask): Promise<WrittenGame> {
  const { formatFile } = await import('../../toolkit/format/format-file.js');
  const text = gameIn(bytes, game, charsetIn(bytes));
  const options = { charsetIn: bytes.charset || 'auto', decisions: decisionsIn(decisions) };
  return Uint8Array.from(formatFile(text, options).text);
}

/** The bytes of one game: a file may contain thousands. */
function gameIn({ holds, bytes }: GameBytes, game: number, charset: CharsetEvidence | undefined): Uint8Array {
  if (holds === 'game') return bytes;
  const found = scanFile(bytes, { firstGame: 1, limits: LIMITS, charset }).games.find(
    (one) => one.game === game,
  );
  return found ? bytes.subarray(found.start, found.end) : new Uint8Array();
}

/** A report without the board of the replay, which cannot be sent. */
function plain(report: GameReport): GameReport {
  // What was asked before the decisions is in the parts for the ruling.
  const { undecided: _, ...own } = report;
  return { ...own, replay: { ...report.replay, ...{ board: undefined } } };
}
