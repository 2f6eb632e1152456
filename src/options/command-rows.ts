import { availableParallelism } from 'node:os';
import { GROUPINGS } from '../report/columns/lists.js';
import { DUPLICATE_KINDS, MIN_STONES } from '../toolkit/duplicates/game-keys.js';
import { FAITHFUL, NORMALIZATIONS, SCORE_PARTS, STRIPS, SYMMETRIES } from '../toolkit/format/format-types.js';
import { RULESET_NAMES } from '../go/rules/rulesets.js';
import * as kinds from './kinds.js';
import { choice, FLAG, PATH, row, rowsOn, section, some, TEXT, whole, WORDS } from './kinds.js';

const ofList = rowsOn('list');
const ofDuplicates = rowsOn('duplicates');
const ofFormat = rowsOn('format');
const ofServe = rowsOn('serve');

/** Options of commands that share few options with others. */

export const LISTING_ROWS = section('Listing', {}, [
  ofList('columns', WORDS, 'Columns, joined by commas: names as in games.csv, or SGF properties'),
  ofList('where', TEXT, 'Games to list, such as: size=19 and black~"Lee"'),
  ofList('sort', WORDS, 'Columns to sort by, joined by commas; --sort=-name: largest first'),
  ofList('needs-ruling', FLAG, 'Only games in which a human must decide something, the most severe first'),
  ofList('decided', FLAG, 'Only games that a referee has decided (--decisions), with what was decided'),
  ofList('top', whole(1), 'List at most this many games'),
  ofList('group-by', choice(GROUPINGS), 'Counts, means and score sheets by group instead of a row per game'),
  ofList('count', FLAG, 'Print only the number of games'),
  ofList('files', FLAG, 'Print only file names, for pipes'),
  ofList('null', FLAG, 'With --files: end each name with a zero byte', { alias: '0' }),
]);

export const COMPARING_ROWS = section('Comparing', {}, [
  ofDuplicates(
    'kind',
    some(DUPLICATE_KINDS),
    `Kinds to report, joined by commas: ${DUPLICATE_KINDS.join(', ')}`,
  ),
  ofDuplicates(
    'min-moves',
    whole(1),
    'Fewest moves and setup stones that two games must share (prefix: twice as many, near and part: four times and at least 40)',
    { default: MIN_STONES },
  ),
  ofDuplicates(
    'files',
    FLAG,
    'Print only names of files whose games all have a copy, with the same moves and result (or as --kind says), in a file not printed',
  ),
  ofDuplicates('null', FLAG, 'With --files: end each name with a zero byte', { alias: '0' }),
]);

/** Options of `format`. */
export const FORMATTING_ROWS = [
  ...section('Destination', {}, [
    ofFormat('check', FLAG, 'Write nothing; list the files that would change, exit 1 if any'),
    ofFormat('diff', FLAG, 'Write nothing; show how files would change'),
    ofFormat('write', FLAG, 'Replace the files themselves'),
    ofFormat('backup', TEXT, 'With --write: keep the old file under its name and this suffix, such as .bak'),
    ofFormat('keep-times', FLAG, 'With --write: keep the times of the old files'),
    ofFormat('out', PATH, 'Folder for new files, arranged as the inputs are'),
  ]),
  ...section('Splitting and joining', {}, [
    ofFormat('game', whole(1), 'Only game N of each file'),
    ofFormat('split', FLAG, 'With --out: write each game to its own file'),
    ofFormat('name', TEXT, 'With --split: file names, such as {date}_{black}-{white}.sgf', {
      defaultWords: '{file}-{game}.sgf',
    }),
    ofFormat('join', PATH, 'Write all games into one new file, or - for standard output'),
  ]),
  ...section('Form', {}, [
    ofFormat('charset-in', TEXT, 'Charset of the inputs', { default: FAITHFUL.charsetIn }),
    ofFormat('charset', TEXT, 'Charset of the output', { default: FAITHFUL.charsetOut }),
    ofFormat('root', choice(['repaired', 'kept']), 'Repair or keep FF, GM and CA of the root', {
      default: FAITHFUL.root,
    }),
    ofFormat(
      'identifiers',
      choice(['repaired', 'kept']),
      'Repair or keep identifiers of old files, such as Black for B',
      { default: FAITHFUL.identifiers },
    ),
    ofFormat('order', choice(['kept', 'ff4']), 'Order of the properties of a node', {
      default: FAITHFUL.order,
    }),
    ofFormat('points', choice(['kept', 'compressed', 'expanded']), 'Lists of points', {
      default: FAITHFUL.points,
    }),
  ]),
  ...section('Contents', {}, [
    ofFormat(
      'normalize',
      some(NORMALIZATIONS, 'by-word'),
      `Header values as FF[4] wants them: all, or some of ${NORMALIZATIONS.join(',')}`,
    ),
    ofFormat('strip', some(STRIPS), `Leave out: some of ${STRIPS.join(',')}`),
    ofFormat('main-line', FLAG, 'Keep only the main line'),
    ofFormat('symmetry', choice(SYMMETRIES), 'Mirror or turn the board', { default: FAITHFUL.symmetry }),
    ofFormat('swap-colors', FLAG, 'Swap Black and White, and the sign of komi'),
    ofFormat('repair-komi', FLAG, 'Write komi that is scaled or in zi as points'),
    ofFormat('repair', FLAG, 'Write the probable move where moves are impossible, with a comment'),
    ofFormat('add-passes', FLAG, 'Write passes that the record only implies'),
    ofFormat('score', some(SCORE_PARTS), `Add the count: some of ${SCORE_PARTS.join(',')} (TB and TW, RE)`),
    ofFormat(
      'rules',
      kinds.listed('ruleset or auto', ['auto', ...RULESET_NAMES]),
      'Ruleset of --score: a name, or auto',
      { default: 'auto', config: 'yes', found: 'by-name' },
    ),
    ofFormat('lossy', FLAG, 'Write files even where something in them cannot be kept'),
  ]),
] as const;

const MIB = 1024 * 1024;

/** Options of `serve`. */
export const SERVING_ROWS = [
  ...section('Listening', {}, [
    ofServe('host', TEXT, 'Address to listen on; any but a loopback one needs tokens', {
      default: '127.0.0.1',
    }),
    ofServe('port', whole(0, 65_535), 'Port to listen on; 0 picks a free one', { default: 8361 }),
    ofServe('open', FLAG, 'Open the page in the browser; if the port is in use, on a free one'),
    ofServe('tokens', PATH, 'File with API tokens, one per line: TOKEN, TOKEN NAME, TOKEN NAME admin'),
    ofServe('token', TEXT, 'An API token; other users of the machine can see it: prefer a file'),
  ]),
  ...section('Storage', {}, [
    ofServe('data', PATH, 'Folder for jobs, their uploads and results', {
      defaultWords: 'sgf-referee in the folder for user data',
    }),
    row('store', PATH, ['serve', 'work'], 'Jobs that servers share, in a folder or s3://bucket/prefix'),
  ]),
  ...section('Limits', {}, [
    ofServe('jobs', whole(1, 256), 'Worker threads', {
      default: availableParallelism(),
      defaultWords: 'number of cores',
    }),
    ofServe('max-body-bytes', whole(1), 'Largest body of a request that is answered at once, in bytes', {
      default: 32 * MIB,
    }),
    ofServe('max-games', whole(1), 'Most games in such a request', { default: 5000 }),
    ofServe('max-seconds', whole(1), 'Longest time for such a request, in seconds', { default: 120 }),
    ofServe('max-requests', whole(1), 'Most such requests in progress or waiting', { default: 1000 }),
    ofServe('max-answer-bytes', whole(1), 'Largest answer in bytes; jsonl is streamed and unlimited', {
      default: 64 * MIB,
    }),
    ofServe('max-files', whole(1), 'Most files in a request or a job, form fields included', {
      default: 10_000,
    }),
    ofServe('max-tenant-requests', whole(1), 'Most requests of one tenant in progress', { default: 250 }),
    ofServe('min-body-rate', whole(1), 'Lowest rate at which a body may arrive, in bytes per second', {
      default: 1024,
    }),
    ofServe('max-connections', whole(1), 'Most connections at a time', { default: 4000 }),
    ofServe('max-job-bytes', whole(1), 'Largest upload of a job, in bytes', { default: 1024 * MIB }),
    ofServe('max-job-games', whole(1), 'Most games in a job', { default: 5_000_000 }),
    ofServe('max-running-jobs', whole(1), 'Most jobs running at a time', { default: 1 }),
    ofServe('max-jobs', whole(1), 'Most jobs kept', { default: 200 }),
    ofServe('max-disk-bytes', whole(1), 'Most disk space for uploads and results, in bytes', {
      default: 8 * 1024 * MIB,
    }),
  ]),
] as const;
