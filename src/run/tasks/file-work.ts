import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { checkFile } from '../../toolkit/check/check-file.js';
import { parsePoint, type Point } from '../../core/point.js';
import type { DeadRow } from '../input/dead-rows.js';
import type { Item } from '../input/item.js';
import { differenceOf } from '../../toolkit/event/crosscheck.js';
import { withVerdict } from '../../toolkit/event/conditions.js';
import { type Format, FORMATS, type SinkName } from '../../report/output/formats.js';
import { gameTable } from '../../report/output/text.js';
import { gameLines } from '../../report/output/html/report.js';
import { movesOf } from '../../report/output/html/report-data.js';
import { rulingSheets } from '../../report/output/ruling-sheet.js';
import { countGame } from '../../report/output/summary.js';
import { analyzeWhole, type FileReport } from '../../referee/judge/analyze.js';
import { type AnalyzeOptions, DEFAULT_OPTIONS, type GivenDead } from '../../referee/judge/options.js';
import type { GameReport } from '../../referee/judge/report.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import {
  usesBaseline,
  type ByteSink,
  type TaskOutput,
  type FileWork,
  type GivenFile,
} from './task-output.js';
import type { FileStart, SheetSettings, WorkSettings } from './task.js';

/** Referees games, or checks them. */
export function refereeing(settings: WorkSettings, out: TaskOutput): FileWork {
  /** As `Task.closed`. */
  let closed: readonly number[] = [];
  const formats = settings.sinks.map((name) => formatOf(name, settings, () => closed));
  /** The sink of all findings, known ones too. */
  const all = settings.sinks.indexOf('baseline');
  const { event, ignore } = settings;
  const reportsCopies = !ignore.includes('game/duplicate');
  const verdict = event && ((report: GameReport) => withVerdict(report, event, ignore));

  function reportOf({
    bytes,
    index,
    options,
    task,
    answers,
  }: GivenFile): FileReport & Pick<FileStart, 'shared'> {
    const { check } = settings;
    if (check) return checkFile(bytes, { ...options, profile: check, shared: task.start?.shared });
    if (!answers) return analyzeWhole(bytes, options);
    // The user's dead stones take precedence over an engine's.
    const { deadStones } = options;
    return analyzeWhole(bytes, {
      ...options,
      deadStones: (game, width, height) => deadStones?.(game, width, height) ?? answers(index, game),
    });
  }

  return (file) => {
    closed = file.task.closed ?? [];
    const report = reportOf(file);
    const { games: reports, findings } = report;
    const whole = verdict ? reports.map(verdict) : reports;
    out.report({ ...file, firstGame: whole[0] }, findings);
    const { known, units, counts } = out;
    const first = units.count;
    const games = known ? whole.map((one, i) => known.game(one, first + i, counts)) : whole;
    for (const [g, game] of games.entries()) {
      for (let i = 0; i < formats.length; i++)
        append(out.sinks[i]!, formats[i]!, i === all ? whole[g]! : game);
      const { lineKey, replay, repair } = game;
      const plays = replay.playsBlack + replay.playsWhite;
      const repaired = repair?.lines;
      units.add(file.index, reportsCopies ? { game: game.game, plays, lineKey, repaired } : undefined);
    }
    for (const game of games) countGame(counts, game);
    const { charset, shared } = report;
    return { charset, shared };
  };
}

/** The format of a sink: the sheet of one game only, the page without lines of closed kinds, the table as wide as the terminal. */
function formatOf(
  name: SinkName,
  { terminal, sheet }: WorkSettings,
  closed: () => readonly number[],
): Format {
  const format = FORMATS[name];
  if (name === 'sheet' && sheet)
    return { ...format, game: (report) => (isAbout(sheet, report) ? sheetsOf([report], sheet) : '') };
  if (name === 'html') return { ...format, game: (report) => gameLines(report, closed()) };
  return name === 'table' && terminal ? { ...format, game: gameTable(terminal).row } : format;
}

/** Whether a sheet is about this game, and about a move that it has. */
function isAbout({ game, move = 0 }: SheetSettings, report: GameReport): boolean {
  return report.game === game && move <= movesOf(report.record.line).length;
}

/** The ruling sheets of games as one page, compared with results tables if there are any. */
export function sheetsOf(
  reports: readonly GameReport[],
  { compared, move, language }: Pick<SheetSettings, 'compared' | 'move' | 'language'>,
): string {
  return rulingSheets(
    reports.map((report) => [report, { move, language, ...(compared && differenceOf(compared, report)) }]),
  );
}

/** From this number on, findings are written one by one: a single text would need many times its memory. */
const MANY_FINDINGS = 1000;

function append(sink: ByteSink, { game, finding: item }: Format, report: GameReport): void {
  if (item !== undefined && report.findings.length >= MANY_FINDINGS) {
    for (const found of report.findings) sink.append(item(report, found));
  } else sink.append(game(report));
}

/**
 * Makes the options for one file after another by copying one object: building each anew takes V8 some 20 µs per file.
 * `alive` is called for every game.
 */
export function createOptions(
  settings: WorkSettings,
  alive: () => void = () => undefined,
): (file: string, part: PartOfFile) => AnalyzeOptions {
  const dead = settings.dead && byFile(settings.dead);
  const shared: AnalyzeOptions = {
    ...DEFAULT_OPTIONS,
    ...settings.options,
    ...namedRulesets(settings.options),
    decisions: settings.decisions?.all,
    firstColumn: undefined,
    ignore: new Set(settings.ignore),
    // Known findings are removed before the others are counted.
    ...(usesBaseline(settings) && { maxPerCode: 0 }),
    keepLines: settings.options.variations || settings.sinks.length === 0,
    keepSource: settings.sinks.includes('html'),
    countRepairs: settings.sinks.some((sink) => sink === 'html' || sink === 'sheet'),
    places: settings.sinks.some((sink) => !WITHOUT_PLACES.has(sink)),
    gamePlaces: settings.sinks.includes('text'),
    digest(bytes: Uint8Array): string {
      alive();
      return hash('sha256', bytes, 'hex');
    },
  };
  return (file, { firstGame, firstLine, firstColumn, charset }) => {
    const deadStones = dead && deadStonesOf(dead.get(file));
    return Object.assign({ ...shared }, { file, firstGame, firstLine, firstColumn, charset, deadStones });
  };
}

/**
 * Replaces copies of named rulesets, such as those sent between threads, with the originals: rulesets are compared by
 * identity.
 */
function namedRulesets(
  options: WorkSettings['options'],
): Pick<AnalyzeOptions, 'rules' | 'defaultRules' | 'accounts'> {
  const { accounts } = options;
  return {
    rules: named(options.rules),
    defaultRules: named(options.defaultRules),
    ...(accounts && {
      accounts: {
        ...accounts,
        ...(accounts.scoreUnder && { scoreUnder: accounts.scoreUnder.map(named) }),
        ...(accounts.convertTo && { convertTo: accounts.convertTo.map(named) }),
      },
    }),
  };
}

function named<R extends Ruleset | 'auto' | undefined>(wanted: R): R {
  if (wanted === undefined || wanted === 'auto') return wanted;
  const own = rulesetByName(wanted.name);
  return (own && isDeepStrictEqual(own, wanted) ? own : wanted) as R;
}

/** Outputs without line and column. */
const WITHOUT_PLACES: ReadonlySet<SinkName> = new Set(['csv', 'table', 'stderr', 'baseline']);

/** Where a part of a file starts, and the charset that its first part found. */
export type PartOfFile = Pick<AnalyzeOptions, 'firstGame' | 'firstLine' | 'firstColumn' | 'charset'>;

const WHOLE_FILE: PartOfFile = { firstGame: 1, firstLine: 1, firstColumn: 1, charset: undefined };

/** Which part of its file an item is; `charset`: found by the first part. */
export function partOf(item: Item, charset: CharsetEvidence | undefined): PartOfFile {
  if (item.kind !== 'part') return WHOLE_FILE;
  const { firstGame, firstLine, firstColumn } = item;
  return { firstGame, firstLine, firstColumn, charset };
}

function byFile(dead: readonly DeadRow[]): ReadonlyMap<string, ReadonlyMap<number, DeadRow>> {
  const files = new Map<string, Map<number, DeadRow>>();
  for (const row of dead) {
    const games = files.get(row.file) ?? new Map<number, DeadRow>();
    files.set(row.file, games.set(row.game, row));
  }
  return files;
}

/** The points given for a game; `refused` is the first word that is not a point of its board. */
function deadStonesOf(games: ReadonlyMap<number, DeadRow> | undefined): AnalyzeOptions['deadStones'] {
  if (!games) return undefined;
  return (game, width, height): GivenDead | undefined => {
    const given = games.get(game);
    if (given === undefined) return undefined;
    const { row } = given;
    const points: Point[] = [];
    for (const word of given.points.split(/[\s,;]+/)) {
      if (word === '') continue;
      const point = parsePoint(word, width, height);
      if (point === undefined) return { points: [], source: 'given', refused: word, row };
      points.push(point);
    }
    return { points, source: 'given', row };
  };
}
