import { availableParallelism } from 'node:os';
import { GROUPINGS } from '../report/columns/lists.js';
import { DUPLICATE_KINDS, MIN_STONES } from '../toolkit/duplicates/game-keys.js';
import { FAITHFUL, NORMALIZATIONS, SCORE_PARTS, STRIPS, SYMMETRIES } from '../toolkit/format/format-types.js';
import { RULESET_NAMES } from '../go/rules/rulesets.js';
import * as kinds from './kinds.js';
import { choice, FLAG, PATH, row, section, some, TEXT, whole, WORDS } from './kinds.js';

/** Options of commands that share few options with others. */

export const LISTING_ROWS = section('Listing', {}, [
  row('columns', WORDS, ['list'], 'Columns, joined by commas: names as in games.csv, or SGF properties'),
  row('where', TEXT, ['list'], 'Games to list, such as: size=19 and black~"Lee"'),
  row('sort', WORDS, ['list'], 'Columns to sort by, joined by commas; --sort=-name: largest first'),
  row(
    'needs-ruling',
    FLAG,
    ['list'],
    'Only games in which a human must decide something, the most severe first',
  ),
  row('top', whole(1), ['list'], 'List at most this many games'),
  row(
    'group-by',
    choice(GROUPINGS),
    ['list'],
    'Counts, means and score sheets by group instead of a row per game',
  ),
  row('count', FLAG, ['list'], 'Print only the number of games'),
  row('files', FLAG, ['list'], 'Print only file names, for pipes'),
]);

export const COMPARING_ROWS = section('Comparing', {}, [
  row(
    'kind',
    some(DUPLICATE_KINDS),
    ['duplicates'],
    `Kinds to report, joined by commas: ${DUPLICATE_KINDS.join(', ')}`,
  ),
  row(
    'min-moves',
    whole(1),
    ['duplicates'],
    'Fewest moves and setup stones that two games must share (prefix: twice as many)',
    { default: MIN_STONES },
  ),
  row('files', FLAG, ['duplicates'], 'Print only names of files whose games are all found elsewhere too'),
  row('null', FLAG, ['list', 'duplicates'], 'With --files: end each name with a zero byte', { alias: '0' }),
]);

/** Options of `format`. */
export const FORMATTING_ROWS = [
  ...section('Destination', {}, [
    row('check', FLAG, ['format'], 'Write nothing; list the files that would change, exit 1 if any'),
    row('diff', FLAG, ['format'], 'Write nothing; show how files would change'),
    row('write', FLAG, ['format'], 'Replace the files themselves'),
    row(
      'backup',
      TEXT,
      ['format'],
      'With --write: keep the old file under its name and this suffix, such as .bak',
    ),
    row('keep-times', FLAG, ['format'], 'With --write: keep the times of the old files'),
    row('out', PATH, ['format'], 'Folder for new files, arranged as the inputs are'),
  ]),
  ...section('Splitting and joining', {}, [
    row('game', whole(1), ['format'], 'Only game N of each file'),
    row('split', FLAG, ['format'], 'With --out: write each game to its own file'),
    row('name', TEXT, ['format'], 'With --split: file names, such as {date}_{black}-{white}.sgf', {
      defaultWords: '{file}-{game}.sgf',
    }),
    row('join', PATH, ['format'], 'Write all games into one new file, or - for standard output'),
  ]),
  ...section('Form', {}, [
    row('charset-in', TEXT, ['format'], 'Charset of the inputs', { default: FAITHFUL.charsetIn }),
    row('charset', TEXT, ['format'], 'Charset of the output', { default: FAITHFUL.charsetOut }),
    row('root', choice(['repaired', 'kept']), ['format'], 'Repair or keep FF, GM and CA of the root', {
      default: FAITHFUL.root,
    }),
    row(
      'identifiers',
      choice(['repaired', 'kept']),
      ['format'],
      'Repair or keep identifiers of old files, such as Black for B',
      { default: FAITHFUL.identifiers },
    ),
    row('order', choice(['kept', 'ff4']), ['format'], 'Order of the properties of a node', {
      default: FAITHFUL.order,
    }),
    row('points', choice(['kept', 'compressed', 'expanded']), ['format'], 'Lists of points', {
      default: FAITHFUL.points,
    }),
  ]),
  ...section('Contents', {}, [
    row(
      'normalize',
      some(NORMALIZATIONS, 'by-word'),
      ['format'],
      `Header values as FF[4] wants them: all, or some of ${NORMALIZATIONS.join(',')}`,
    ),
    row('strip', some(STRIPS), ['format'], `Leave out: some of ${STRIPS.join(',')}`),
    row('main-line', FLAG, ['format'], 'Keep only the main line'),
    row('symmetry', choice(SYMMETRIES), ['format'], 'Mirror or turn the board', {
      default: FAITHFUL.symmetry,
    }),
    row('swap-colors', FLAG, ['format'], 'Swap Black and White, and the sign of komi'),
    row('repair-komi', FLAG, ['format'], 'Write komi that is scaled or in zi as points'),
    row('add-passes', FLAG, ['format'], 'Write passes that the record only implies'),
    row(
      'score',
      some(SCORE_PARTS),
      ['format'],
      `Add the count: some of ${SCORE_PARTS.join(',')} (TB and TW, RE)`,
    ),
    row(
      'rules',
      kinds.listed('ruleset or auto', ['auto', ...RULESET_NAMES]),
      ['format'],
      'Ruleset of --score: a name, or auto',
      { default: 'auto', config: 'yes', found: 'by-name' },
    ),
    row('lossy', FLAG, ['format'], 'Write files even where something in them cannot be kept'),
  ]),
] as const;

const MIB = 1024 * 1024;

/** Options of `serve`. */
export const SERVING_ROWS = [
  ...section('Listening', {}, [
    row('host', TEXT, ['serve'], 'Address to listen on; any but a loopback one needs tokens', {
      default: '127.0.0.1',
    }),
    row('port', whole(0, 65_535), ['serve'], 'Port to listen on; 0 picks a free one', { default: 8361 }),
    row('tokens', PATH, ['serve'], 'File with API tokens, one per line: TOKEN, TOKEN NAME, TOKEN NAME admin'),
    row('token', TEXT, ['serve'], 'An API token; other users of the machine can see it: prefer a file'),
  ]),
  ...section('Storage', {}, [
    row('data', PATH, ['serve'], 'Folder for jobs, their uploads and results', {
      defaultWords: 'sgf-referee in the folder for user data',
    }),
    row('store', PATH, ['serve', 'work'], 'Jobs that servers share, in a folder or s3://bucket/prefix'),
  ]),
  ...section('Limits', {}, [
    row('jobs', whole(1, 256), ['serve'], 'Worker threads', {
      default: availableParallelism(),
      defaultWords: 'number of cores',
    }),
    row(
      'max-body-bytes',
      whole(1),
      ['serve'],
      'Largest body of a request that is answered at once, in bytes',
      {
        default: 32 * MIB,
      },
    ),
    row('max-games', whole(1), ['serve'], 'Most games in such a request', { default: 5000 }),
    row('max-seconds', whole(1), ['serve'], 'Longest time for such a request, in seconds', { default: 120 }),
    row('max-requests', whole(1), ['serve'], 'Most such requests in progress or waiting', {
      default: 1000,
    }),
    row('max-answer-bytes', whole(1), ['serve'], 'Largest answer in bytes; jsonl is streamed and unlimited', {
      default: 64 * MIB,
    }),
    row('max-files', whole(1), ['serve'], 'Most files in a request or a job, form fields included', {
      default: 10_000,
    }),
    row('max-tenant-requests', whole(1), ['serve'], 'Most requests of one tenant in progress', {
      default: 250,
    }),
    row('min-body-rate', whole(1), ['serve'], 'Lowest rate at which a body may arrive, in bytes per second', {
      default: 1024,
    }),
    row('max-connections', whole(1), ['serve'], 'Most connections at a time', { default: 4000 }),
    row('max-job-bytes', whole(1), ['serve'], 'Largest upload of a job, in bytes', { default: 1024 * MIB }),
    row('max-job-games', whole(1), ['serve'], 'Most games in a job', { default: 5_000_000 }),
    row('max-running-jobs', whole(1), ['serve'], 'Most jobs running at a time', { default: 1 }),
    row('max-jobs', whole(1), ['serve'], 'Most jobs kept', { default: 200 }),
    row('max-disk-bytes', whole(1), ['serve'], 'Most disk space for uploads and results, in bytes', {
      default: 8 * 1024 * MIB,
    }),
  ]),
] as const;
