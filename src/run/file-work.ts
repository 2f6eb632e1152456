import { checkFile } from '../check/check-file.js';
import { type Format, FORMATS, type SinkName } from '../output/formats.js';
import { gameTable } from '../output/game-table.js';
import { gameLines } from '../output/html/game-lines.js';
import { countGame } from '../output/summary.js';
import { analyzeWhole, type FileReport } from '../referee/analyze.js';
import type { AnalyzeOptions, EngineAnswer } from '../referee/options.js';
import type { GameReport } from '../referee/report.js';
import type { ByteSink } from './result-bytes.js';
import type { FileStart, Task, WorkSettings } from './task.js';
import type { TaskOutput } from './work.js';

/** An engine's answer for a game, by the index of its item in the task and its number; `undefined`: it was not asked. */
export type Answers = (item: number, game: number) => EngineAnswer | undefined;

/** A file that was read, or a part of one. */
export interface GivenFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Index of its item in the task. */
  readonly index: number;
  readonly options: AnalyzeOptions;
  readonly task: Task;
  readonly answers: Answers | undefined;
}

/** Does one file: its rows and findings go into the output. */
type FileWork = (file: GivenFile) => FileStart;

/** Makes what a run does with each file. */
export type MakeFileWork = (settings: WorkSettings, out: TaskOutput) => FileWork;

/** Referees games, or checks them. */
export function refereeing(settings: WorkSettings, out: TaskOutput): FileWork {
  /** As `Task.closed`. */
  let closed: readonly number[] = [];
  const formats = settings.sinks.map((name) => formatOf(name, settings, () => closed));

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
    // What the user gave comes before what an engine says.
    const { deadStones } = options;
    return analyzeWhole(bytes, {
      ...options,
      deadStones: (game, width, height) => deadStones?.(game, width, height) ?? answers(index, game),
    });
  }

  return (file) => {
    closed = file.task.closed ?? [];
    const { games, findings, charset, shared } = reportOf(file);
    out.report(file, findings);
    for (const game of games) {
      for (let i = 0; i < formats.length; i++) append(out.sinks[i]!, formats[i]!, game);
      out.units.add(file.index, game);
    }
    for (const game of games) countGame(out.counts, game);
    return { charset, shared };
  };
}

/** The form of output: of the page no lines that do not fit, of the table as wide as the terminal. */
function formatOf(name: SinkName, { terminal }: WorkSettings, closed: () => readonly number[]): Format {
  const format = FORMATS[name];
  if (name === 'html') return { ...format, game: (report) => gameLines(report, closed()) };
  return name === 'table' && terminal ? { ...format, game: gameTable(terminal).row } : format;
}

/** With more findings than this a game is written one by one: as one text it would be in memory many times over. */
const MANY_FINDINGS = 1000;

function append(sink: ByteSink, { game, write, finding: item }: Format, report: GameReport): void {
  if (item !== undefined && report.findings.length >= MANY_FINDINGS) {
    for (const found of report.findings) sink.append(item(report, found));
  } else if (write === undefined || sink.appendBy(write, report) === 'no') sink.append(game(report));
}
