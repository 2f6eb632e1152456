import { writeFileSync } from 'node:fs';
import type { CommandModule, InferredOptionTypes } from 'yargs';
import { analyze } from '../src/analyze.js';
import { reserveAddresses } from '../src/batch/process-limits.js';
import { readGame } from '../src/batch/one-game.js';
import { createOptions } from '../src/batch/settings.js';
import { prepareEstimator } from '../src/life/estimators.js';
import { boardSvg } from '../src/report/board-svg.js';
import { boardText } from '../src/report/board-text.js';
import { finalPicture, movePictures } from '../src/report/game-picture.js';
import type { Picture } from '../src/report/picture.js';
import type { IllegalPolicy } from '../src/replay/replay-types.js';
import type { GameReport } from '../src/report/report.js';
import { configFor } from './config.js';
import { operandOf, UsageError } from './io.js';
import { attempt } from './attempt.js';
import { checkNotRead } from './not-read.js';
import type { Context } from './run.js';
import { settingsOf } from './settings.js';
import { SHARED_OPTIONS, without } from './shared-options.js';

const SHOWING = 'Showing:';

/** Options of all commands that say how one game is judged. */
const KEPT = without(
  ...(['score', 'engine-seconds', 'out', 'format', 'output', 'fail-on', 'ignore'] as const),
  ...(['quiet', 'progress', 'files-from', 'jobs'] as const),
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
  return {
    command: 'show <input>',
    describe: 'Draw the final board of a game, or the board after a move',
    builder: (y) =>
      y
        .positional('input', {
          type: 'string',
          demandOption: true,
          describe: 'A file, an entry of an archive (a.zip!/b.sgf), or -',
        })
        .options(OPTIONS)
        .config(configFor(context, Object.keys(KEPT)))
        .example('$0 show game.sgf', 'The final board: dead stones, territory, dame, seki')
        .example('$0 show a.zip!/b.sgf --move 57', 'The board after move 57'),
    handler: async (args) => {
      await show(args, context);
      context.finish(0);
    },
  };
}

async function show(args: ShowArguments, { io }: Context): Promise<void> {
  const name = operandOf(args.input);
  for (const option of ['game', 'move'] as const) {
    const value = args[option];
    const least = option === 'game' ? 1 : 0;
    if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
      throw new UsageError(`--${option} must be a whole number from ${String(least)}`);
    }
  }
  const settings = settingsOf({ ...args, ...UNASKED });
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
    const { boardPng } = await import('../src/report/board-png.js');
    attempt(png, () => writeFileSync(png, boardPng(pictures)));
  }
  if (svg === undefined && png === undefined) io.stdout.write(boardText(pictures));
}

function withCaption([first, ...others]: readonly Picture[], caption: string): readonly Picture[] {
  return first ? [{ ...first, captions: [caption, ...first.captions] }, ...others] : [];
}

/** Options that one picture has no use for. */
const UNASKED = {
  score: true,
  'engine-seconds': SHARED_OPTIONS['engine-seconds'].default,
  'fail-on': 'never',
  ignore: undefined,
  quiet: true,
  progress: false,
  'files-from': undefined,
  jobs: 1,
} as const;

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
