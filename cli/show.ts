import { writeFileSync } from 'node:fs';
import { NO_BOARD } from '../src/report/columns/tables.js';
import { plural, visible } from '../src/core/text.js';
import { failure, type Outcome, success } from '../src/core/outcome.js';
import { messageOf } from '../src/core/findings/finding.js';
import { foreignKind } from '../src/run/input/file-names.js';
import { archiveOf } from '../src/run/input/entry.js';
import { type Inputs, itemsOf } from '../src/run/input/inputs.js';
import { createReader } from '../src/run/input/item-reader.js';
import { displayName, type Item } from '../src/run/input/item.js';
import { GAME_COMMANDS } from '../src/options/commands.js';
import { judgingOf } from '../src/options/read.js';
import { finalPicture, movePictures } from '../src/report/output/game-picture.js';
import { boardPng, boardSvg } from '../src/report/picture/drawing.js';
import { boardText, type Picture } from '../src/report/picture/picture.js';
import { analyze } from '../src/referee/judge/analyze.js';
import type { AnalyzeOptions } from '../src/referee/judge/options.js';
import { type GameReport, openQuestion } from '../src/referee/judge/report.js';
import { fileFindingLine, wrapped } from '../src/report/output/text.js';
import { crosscheckFacts, type Crosschecking } from '../src/toolkit/event/crosscheck.js';
import { factsOf, type GameFacts } from '../src/toolkit/event/game-facts.js';
import type { IllegalPolicy } from '../src/referee/replay/replayed.js';
import { createOptions, partOf, sheetsOf } from '../src/run/tasks/file-work.js';
import { reserveAddresses } from '../src/run/tasks/work.js';
import type { CharsetEvidence } from '../src/sgf/raw.js';
import { scanFile } from '../src/sgf/scan/scan-file.js';
import { type Arguments, type Command, type Context, type ExitCode, withOptional } from './command.js';
import type { Io } from './io.js';
import { UsageError } from './errors.js';
import { attempt, checkNotRead } from './files.js';
import { askTerminal, gameNamed } from './input-names.js';

type ShowArguments = Arguments<'show'>;

/** The operand of commands about one game. */
export const ONE_INPUT = {
  operands: '<input>',
  operand: {
    input: {
      type: 'string',
      demandOption: true,
      describe: 'A file, an entry of an archive (a.zip!/b.sgf), or -; x.sgf#2: the second game of it',
    },
  },
} as const;

/** `show INPUT`: the board of one game, in the terminal, as SVG or as PNG. */
export const show: Command<'show'> = {
  name: 'show',
  about: 'Draw the final board of a game, or the board after a move',
  ...ONE_INPUT,
  examples: [
    ['$0 show game.sgf', 'The final board: dead stones, territory, dame, seki'],
    ["$0 show 'a.zip!/b.sgf' --move 57", 'The board after move 57'],
  ],
  run: drawn,
};

async function drawn(args: ShowArguments, { io }: Context): Promise<ExitCode> {
  const files = [args.svg, args.png].filter((file) => file !== undefined);
  const { report, game, of } = await readReport(
    args,
    io,
    files,
    args.move === undefined ? 'scored' : 'replayed',
  );
  const boards = picturesOf(report, args.move, args.illegal);
  const pictures = of > 1 ? withCaption(boards, `game ${String(game)} of ${String(of)} in the file`) : boards;
  const { svg, png } = args;
  if (svg !== undefined) attempt(svg, () => writeFileSync(svg, boardSvg(pictures)));
  if (png !== undefined) {
    const { Resvg } = await withOptional('@resvg/resvg-js', '--png', () => import('@resvg/resvg-js'));
    attempt(png, () => writeFileSync(png, boardPng(pictures, Resvg)));
  }
  if (svg === undefined && png === undefined) io.stdout.write(boardText(pictures));
  return 0;
}

/** One game as a report with its final board; `files`: the files to write, which must not be inputs. Throws UsageError. */
export async function readReport(
  args: Omit<ShowArguments, 'svg' | 'png' | 'move'>,
  io: Io,
  files: readonly string[],
  depth: 'scored' | 'replayed',
): Promise<{ readonly report: GameReport; readonly game: number; readonly of: number }> {
  const [input, ...others] = args.input;
  const { name, number = args.game } = gameNamed(input!);
  if (args.game !== 1 && args.game !== number)
    throw new UsageError(`${input!} is game ${String(number)}, --game says ${String(args.game)}`);
  const settings = judgingOf({ ...args, 'max-per-code': 0 });
  if (name === '-') askTerminal(io, 'SGF');
  const names = [name, ...others];
  await checkNotRead(files, { names, others: args.optionFiles, stdin: () => io.stdin });
  const orAll = 'needs-ruling' in args ? '; --needs-ruling takes them all' : '';
  const read = await readGame(name, number, { stdin: io.stdin, limits: settings.options.limits, orAll });
  if (!read.ok) throw new UsageError(read.error);
  const { file, game, of, bytes, charset } = read.value;
  const options = createOptions({ ...settings, sinks: [] })(file, { firstGame: game, firstLine: 1, charset });
  const isScored = depth === 'scored';
  reserveAddresses(options.estimator, isScored);
  const kept = { keepBoard: true, keepSource: true, countRepairs: isScored };
  const [report] = analyze(bytes, { ...options, score: isScored, ...kept }).games;
  if (!report) throw new UsageError(`${file}: no game in it`);
  return { report, game, of };
}

function withCaption([first, ...others]: readonly Picture[], caption: string): readonly Picture[] {
  return first ? [{ ...first, captions: [caption, ...first.captions] }, ...others] : [];
}

function picturesOf(
  report: GameReport,
  wanted: ShowArguments['move'],
  illegal: IllegalPolicy,
): readonly Picture[] {
  if (!report.record.isGo) throw new UsageError(`${report.file}: this is not a game of Go`);
  if (wanted === undefined) return withIllegal(finalPicture(report), report);
  const { moves, stoppedAt } = report.replay;
  const move = wanted === 'last' ? moves : wanted;
  if (stoppedAt > moves && move > moves) {
    throw new UsageError(`the game stops before move ${String(stoppedAt)}: --illegal stop`);
  }
  checkMove(move, moves);
  return movePictures(report, move, illegal);
}

/** Says which moves are wrong, as the final board may then be another than that of the players. */
function withIllegal(final: Picture, { findings, record, replay }: GameReport): readonly Picture[] {
  const wrong = findings.filter(({ code, disposition, variation }) => {
    return variation === undefined && (disposition !== undefined || code === 'record/misprint');
  });
  const misprints = wrong.filter(({ code }) => code === 'record/misprint');
  const said = misprints.length > 0 ? misprints : wrong.slice(0, 1);
  const more = replay.illegal - said.length;
  const lines = said.flatMap((one) => wrapped(messageOf(one, record)));
  if (misprints.length === 0 && lines.length > 0 && more > 0)
    lines.push(`${plural(more, 'more illegal move')}: sgf-referee audit lists them`);
  return [{ ...final, captions: [...final.captions, ...lines] }];
}

/** Throws UsageError for a move that the game does not have. */
function checkMove(move = 0, moves: number): void {
  if (move > moves) throw new UsageError(`the game has ${plural(moves, 'move')}, no move ${String(move)}`);
}

/** `ruling INPUT`: one decision as a page to print, or those of all games that need one. */
export const ruling: Command<'ruling'> = {
  name: 'ruling',
  about: 'Write the sheet of a ruling, or of all that are needed, as an HTML page to print',
  operands: `${ONE_INPUT.operands} [others..]`,
  operand: {
    ...ONE_INPUT.operand,
    others: {
      type: 'string',
      array: true,
      describe: 'Further files and folders with games of the event',
    },
  },
  examples: [
    ['$0 ruling game.sgf --output sheet.html', 'Boards, article, countings, outcomes, signatures'],
    ['$0 ruling round-3.sgf --game 4 --move 127 --decisions decisions.json', 'About one move, as decided'],
    ['$0 ruling game.sgf --table open.xml', 'About how a results table differs'],
    ['$0 ruling game.sgf games/ --table open.xml', 'The same, with the other games of the event'],
    ['$0 ruling games/ --needs-ruling --output sheets.html', 'A sheet for each game that needs a ruling'],
    ['$0 ruling game.sgf --language fi', 'With Finnish labels'],
  ],
  run: printed,
};

async function printed(args: Arguments<'ruling'>, { io }: Context): Promise<ExitCode> {
  const { move, language, table, aliases, output, quiet } = args;
  const crosschecking =
    table && (await GAME_COMMANDS.crosscheck.crosscheck({ aliases }, table)).crosschecking;
  const files = output === undefined ? [] : [output];
  const { reports, others } = await (args['needs-ruling'] ? openGames : oneGame)(args, io, {
    crosschecking,
    files,
  });
  if (reports.length === 0) {
    if (!quiet) io.stderr.write('no game needs a ruling\n');
    return 0;
  }
  const compared = crosschecking && { ...crosschecking, others };
  const sheets = sheetsOf(reports, { move, language, compared });
  if (output === undefined) io.stdout.write(sheets);
  else attempt(output, () => writeFileSync(output, sheets));
  if (args['needs-ruling'] && !quiet) io.stderr.write(`${plural(reports.length, 'sheet')}\n`);
  return 0;
}

/** What sheets are compared with, and the files to write, which must not be inputs. */
interface Asking {
  readonly crosschecking: Crosschecking | undefined;
  readonly files: readonly string[];
}

interface Asked {
  /** The games to print sheets of. */
  readonly reports: readonly GameReport[];
  /** The games of the event. */
  readonly others: readonly GameFacts[];
}

/** The game that is named. Throws UsageError. */
async function oneGame(args: Arguments<'ruling'>, io: Io, { crosschecking, files }: Asking): Promise<Asked> {
  const { report } = await readReport(args, io, files, 'scored');
  checkMove(args.move, report.replay.moves);
  const names = args.input.slice(1);
  if (!crosschecking && names.length > 0)
    throw new UsageError('ruling compares other games only with --table; --needs-ruling prints them all');
  const others: GameFacts[] = [];
  for await (const other of reportsIn(names, args, io)) others.push(factsOf(other));
  const { file, game } = report;
  if (names.length > 0 && !args.quiet)
    io.stderr.write(
      `1 sheet: ${visible(file)}, game ${String(game)}; --needs-ruling prints those of all games that need a ruling\n`,
    );
  return { reports: [report], others };
}

/** The games of all inputs in which a human must decide something. Throws UsageError. */
async function openGames(
  args: Arguments<'ruling'>,
  io: Io,
  { crosschecking, files }: Asking,
): Promise<Asked> {
  if (args.move !== undefined || args.game !== 1)
    throw new UsageError('--needs-ruling prints sheets of all games: leave out --game and --move');
  await checkNotRead(files, { names: args.input, others: args.optionFiles, stdin: () => io.stdin });
  const reports: GameReport[] = [];
  const others: GameFacts[] = [];
  for await (const report of reportsIn(args.input, args, io, { keepBoard: true, countRepairs: true })) {
    // Whether a table differs is known only when all games are read.
    if (crosschecking || openQuestion(report)) reports.push(report);
    if (crosschecking) others.push(factsOf(report));
  }
  const differing = crosschecking ? crosscheckFacts(crosschecking, others).questions : [];
  const isOpen = (report: GameReport): boolean =>
    openQuestion(report) !== undefined ||
    differing.some(({ file, game }) => file === report.file && game === report.game);
  return { reports: reports.filter(isOpen), others };
}

/** Of a finding about a file as a whole. */
const NO_PLACE = { line: 0, column: 0 };

/** The games of inputs, judged. Says on standard error what cannot be read; throws UsageError for an empty input. */
async function* reportsIn(
  names: readonly string[],
  args: Arguments<'ruling'>,
  io: Io,
  kept: Partial<AnalyzeOptions> = {},
): AsyncGenerator<GameReport> {
  const settings = judgingOf({ ...args, 'max-per-code': 0 });
  const optionsOf = createOptions({ ...settings, sinks: [] });
  const reader = createReader();
  const inputs: Inputs = {
    names,
    stdin: io.stdin,
    limits: settings.options.limits,
    addresses: 'read',
    onNothing: (name, reason) => {
      throw new UsageError(`${name}: ${reason}`);
    },
  };
  for await (const item of itemsOf(inputs)) {
    const bytes = item.kind === 'trouble' ? item.finding : reader.read(item);
    if (bytes instanceof Uint8Array)
      yield* analyze(bytes, { ...optionsOf(nameOf(item), partOf(item, undefined)), ...kept }).games;
    else io.stderr.write(fileFindingLine(nameOf(item), { ...bytes, ...NO_PLACE }));
  }
  reader.close();
}

/** The bytes of one game, cut out of its file. */
export interface OneGame {
  readonly file: string;
  readonly game: number;
  /** Games in the file. */
  readonly of: number;
  readonly bytes: Uint8Array;
  readonly charset: CharsetEvidence;
}

/**
 * Finds one game: `name` is a file, an archive or folder with one file in it, or an entry of an archive (`archive.zip!/inner/path.sgf`).
 * The error is a line for the user; `orAll`: how it ends where there are several files.
 */
async function readGame(
  name: string,
  game: number,
  { orAll, ...given }: Pick<Inputs, 'stdin' | 'limits'> & { readonly orAll: string },
): Promise<Outcome<OneGame, string>> {
  // Entries of archives on disk are read as such; an archive at an address is read whole.
  const at = name.indexOf('!/');
  const inBucket = at > 0 && /^[a-z\d]+:\/\//.test(name);
  const reader = createReader();
  const names = new Set<string>();
  let trouble = '';
  let of = 0;
  let found: OneGame | undefined;
  const inputs: Inputs = {
    ...given,
    names: [inBucket ? name.slice(0, at) : name],
    addresses: 'read',
    onNothing: (_name, reason) => (trouble ||= reason),
  };
  for await (const item of itemsOf(inputs)) {
    const file = nameOf(item);
    if (inBucket && file !== name) continue;
    if (item.kind === 'trouble') {
      trouble ||= messageOf(item.finding, NO_BOARD);
      continue;
    }
    names.add(file);
    if (names.size > 1) continue;
    const bytes = reader.read(item);
    if (!(bytes instanceof Uint8Array)) {
      trouble ||= messageOf(bytes, NO_BOARD);
      continue;
    }
    const foreign = foreignKind(bytes);
    if (foreign !== undefined) return failure(`${file} is not an SGF file: it looks like ${foreign}`);
    const firstGame = item.kind === 'part' ? item.firstGame : 1;
    const scanned = scanFile(bytes, { firstGame, limits: given.limits });
    of += scanned.games.length;
    const here = scanned.games.find((one) => one.game === game);
    if (here) {
      const { charset } = scanned;
      found = { file, game, of, bytes: bytes.slice(here.start, here.end), charset };
    }
  }
  reader.close();
  const [first] = names;
  if (names.size > 1)
    return failure(`${name} holds ${String(names.size)} files; name one of them, such as ${first!}${orAll}`);
  if (found) return success({ ...found, of });
  if (first !== undefined) return failure(whyNoGame(first, game, { of, trouble }));
  if (archiveOf(name) !== undefined && trouble !== '') return failure(trouble);
  return failure(`${name}: ${trouble === '' ? 'no SGF in it' : trouble}`);
}

/** `of`: games in the file. */
function whyNoGame(file: string, game: number, { of, trouble }: { of: number; trouble: string }): string {
  if (of === 0) return `${file}: ${trouble === '' ? 'no game in it' : trouble}`;
  return `${file} has ${plural(of, 'game')}, no game ${String(game)}`;
}

function nameOf(item: Item): string {
  return item.kind === 'file' ? displayName(item.path) : item.name;
}
