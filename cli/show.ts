import { writeFileSync } from 'node:fs';
import type { CommandModule, InferredOptionTypes } from 'yargs';
import { analyze } from '../src/referee/analyze.js';
import { reserveAddresses } from '../src/run/process-limits.js';
import { readGame } from '../src/run/one-game.js';
import { createOptions } from '../src/run/settings.js';
import { prepareEstimator } from '../src/life/estimators.js';
import { boardSvg } from '../src/picture/board-sheet.js';
import { boardText } from '../src/picture/board-text.js';
import { finalPicture, movePictures } from '../src/output/game-picture.js';
import type { Picture } from '../src/picture/picture.js';
import type { IllegalPolicy } from '../src/replay/replay-types.js';
import type { GameReport } from '../src/referee/report.js';
import { attempt, type ExitCode, operandOf, UsageError, withOptional } from './io.js';
import { checkNotRead } from './not-read.js';
import { gameCommand } from './command.js';
import type { Context } from './run.js';
import { askTerminal } from './run-games.js';
import { settingsOf, whole } from './settings.js';
import { SHARED_OPTIONS, without } from './shared-options.js';

const SHOWING = 'Showing:';

/** Options of all commands that say how one game is judged. */
const KEPT = without(
  ...([
    'score',
    'variations',
    'engine-seconds',
    'out',
    'format',
    'output',
    'fail-on',
    'ignore',
    'only',
  ] as const),
  ...(['max-per-code', 'quiet', 'progress', 'files-from', 'jobs', 'resume', 'force'] as const),
);

const OPTIONS = {
  game: { type: 'number', default: 1, group: SHOWING, requiresArg: true, describe: 'Which game of the file' },
  move: {
    type: 'number',
    group: SHOWING,
    requiresArg: true,
    describe: 'The board after this move, passes counted; the final board without it',
  },
  svg: { type: 'string', group: SHOWING, requiresArg: true, describe: 'File for the picture as SVG' },
  png: {
    type: 'string',
    group: SHOWING,
    requiresArg: true,
    describe: 'File for the boards as PNG, without the words around them',
  },
  ...KEPT,
} as const;

type ShowArguments = InferredOptionTypes<typeof OPTIONS> & { readonly input: string };

/** `show INPUT`: the board of one game, in the terminal, as SVG or as PNG. */
export function showCommand(context: Context): CommandModule<object, ShowArguments> {
  return gameCommand<typeof OPTIONS, ShowArguments>(context, {
    command: 'show <input>',
    describe: 'Draw the final board of a game, or the board after a move',
    options: OPTIONS,
    operand: {
      type: 'string',
      demandOption: true,
      describe: 'A file, an entry of an archive (a.zip!/b.sgf), or -',
    },
    examples: [
      ['$0 show game.sgf', 'The final board: dead stones, territory, dame, seki'],
      ["$0 show 'a.zip!/b.sgf' --move 57", 'The board after move 57'],
    ],
    run: show,
  });
}

async function show(args: ShowArguments, { io }: Context): Promise<ExitCode> {
  const name = operandOf(args.input);
  whole('game', args.game, 1);
  if (args.move !== undefined) whole('move', args.move, 0);
  const usual = SHARED_OPTIONS['engine-seconds'].default;
  const given = { ...args, 'engine-seconds': usual, 'max-per-code': 0, score: true, variations: false };
  const settings = settingsOf(given);
  if (name === '-') askTerminal(io, 'SGF');
  if (settings.engine) throw new UsageError('show asks no engine: --estimator gtp: is for audit and score');
  const reads = { names: [name], others: [args.rules, args.dead, args.config], stdin: () => io.stdin };
  const files = [args.svg, args.png].filter((file) => file !== undefined);
  await checkNotRead(files, reads);
  const read = await readGame(name, args.game, { stdin: io.stdin, limits: settings.options.limits });
  if (!read.ok) throw new UsageError(read.error);
  const { file, game, of, bytes, charset } = read.value;
  const options = createOptions({ ...settings, sinks: [] })(file, { firstGame: game, firstLine: 1, charset });
  const isFinal = args.move === undefined;
  reserveAddresses(options.estimator, isFinal);
  await prepareEstimator(options.estimator);
  const [report] = analyze(bytes, { ...options, score: isFinal, keepBoard: true }).games;
  if (!report) throw new UsageError(`${file}: no game in it`);
  const drawn = picturesOf(report, args.move, args.illegal);
  const pictures = of > 1 ? withCaption(drawn, `game ${String(game)} of ${String(of)} in the file`) : drawn;
  const { svg, png } = args;
  if (svg !== undefined) attempt(svg, () => writeFileSync(svg, boardSvg(pictures)));
  if (png !== undefined) {
    const { boardPng } = await withOptional(
      '@resvg/resvg-js',
      '--png',
      () => import('../src/picture/board-png.js'),
    );
    attempt(png, () => writeFileSync(png, boardPng(pictures)));
  }
  if (svg === undefined && png === undefined) io.stdout.write(boardText(pictures));
  return 0;
}

function withCaption([first, ...others]: readonly Picture[], caption: string): readonly Picture[] {
  return first ? [{ ...first, captions: [caption, ...first.captions] }, ...others] : [];
}

function picturesOf(
  report: GameReport,
  move: number | undefined,
  illegal: IllegalPolicy,
): readonly Picture[] {
  if (!report.record.isGo) throw new UsageError(`${report.file}: this is not a game of Go`);
  if (move === undefined) return [finalPicture(report)];
  const { moves, stoppedAt } = report.replay;
  if (stoppedAt > moves && move > moves) {
    throw new UsageError(`the game stops before move ${String(stoppedAt)}: --illegal stop`);
  }
  if (move > moves) {
    throw new UsageError(
      `the game has ${String(moves)} ${moves === 1 ? 'move' : 'moves'}, no move ${String(move)}`,
    );
  }
  return movePictures(report, move, illegal);
}
