import { availableParallelism } from 'node:os';
import { DUPLICATE_KINDS, FEWEST_STONES } from '../duplicates/game-keys.js';
import { ENGINE_SECONDS } from '../engine/command.js';
import { MAX_PER_CODE } from '../findings/selection.js';
import { FAITHFUL, NORMALIZATIONS, SCORE_PARTS, STRIPS, SYMMETRIES } from '../format/format-types.js';
import { FORMAT_NAMES } from '../output/formats.js';
import { DATA_FORMATS } from '../output/rows.js';
import { ESTIMATORS } from '../life/life.js';
import { ILLEGAL_POLICIES } from '../replay/replay-types.js';
import { COUNTINGS } from '../rules/ruleset.js';
import { RULESET_NAMES } from '../rules/rulesets.js';
import * as kinds from './kinds.js';
import { choice, FLAG, PATH, POINTS, points, row, section, some, TEXT, whole, WORDS } from './kinds.js';

/** Forms of answers over HTTP; `findings` is findings.csv. */
export const ANSWER_FORMS = ['json', 'jsonl', 'csv', 'findings', 'sarif', 'text', 'html'] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** Commands that judge games, those of them that score each one, and all that read many files. */
const JUDGING = ['audit', 'score', 'convert', 'check', 'crosscheck'] as const;
const SCORING = ['audit', 'score', 'convert', 'crosscheck'] as const;
/** Those of them that can be resumed. */
const RESUMABLE = ['audit', 'score', 'convert', 'check'] as const;
const READING = [...JUDGING, 'list', 'duplicates'] as const;

const MIB = 1024 * 1024;

const CHECKING_ROWS = section('Checking', { http: 'yes' }, [
  row('strict', FLAG, ['check'], 'What breaks a format is an error'),
  row('lenient', FLAG, ['check'], 'Leave out what is style only'),
]);

const CONVERTING_ROWS = section('Converting', { http: 'yes' }, [
  row(
    'from',
    kinds.RULESET_OR_AUTO,
    ['convert'],
    'Ruleset of the results: a name, a JSON file, or auto (as RU says)',
    {
      default: 'auto',
      http: { about: 'Ruleset of the results: a name, JSON, or auto (as RU says)' },
    },
  ),
  row('to', kinds.RULESETS, ['convert'], 'Rulesets to convert them into, joined by commas'),
  row(
    'table',
    kinds.RULESETS,
    ['convert'],
    'Rulesets joined by commas: a table, with the result under each',
    {
      http: 'no',
    },
  ),
  row('komi-from', POINTS, ['convert'], "Komi of the from side, not the file's"),
  row(
    'komi-to',
    points('standard', 'same'),
    ['convert'],
    'Komi of the to side: standard, same, or points (default: standard, but an agreed komi stays)',
  ),
]);

const CROSSCHECKING_ROWS = section('Comparing with tables', {}, [
  row('table', kinds.FILES, ['crosscheck'], 'Results table of the event; may be given several times', {
    defaultWords: 'must be given',
  }),
  row('aliases', kinds.ALIASES, ['crosscheck'], 'Names that players go by elsewhere, CSV: nick,name', {
    http: { about: 'Names that players go by elsewhere, CSV: nick,name' },
  }),
]);

const SHOWING_ROWS = section('Showing', {}, [
  row('game', whole(1), ['show'], 'Which game of the file', { default: 1 }),
  row('move', whole(0), ['show'], 'The board after this move, passes counted; the final board without it'),
  row('svg', PATH, ['show'], 'File for the picture as SVG'),
  row('png', PATH, ['show'], 'File for the boards as PNG, without the words around them'),
]);

const LISTING_ROWS = section('Listing', {}, [
  row('columns', WORDS, ['list'], 'Columns, joined by commas: names as in games.csv, or SGF properties'),
  row('where', TEXT, ['list'], 'Games to list, such as: size=19 and black~"Lee"'),
  row('sort', WORDS, ['list'], 'Columns to sort by, joined by commas; --sort=-name: largest first'),
  row('top', whole(1), ['list'], 'List at most this many games'),
  row('count', FLAG, ['list'], 'Only how many games there are'),
  row('files', FLAG, ['list'], 'Only names of files, for pipes'),
]);

const COMPARING_ROWS = section('Comparing', {}, [
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
    'Moves and setup stones that two games share at least (prefix: twice that)',
    { default: FEWEST_STONES },
  ),
  row('files', FLAG, ['duplicates'], 'Only names of files in which every game repeats one in another place'),
  row('null', FLAG, ['list', 'duplicates'], 'With --files: end each name with a zero byte', { alias: '0' }),
]);

const FORMATTING_ROWS = [
  ...section('Where to', {}, [
    row('check', FLAG, ['format'], 'Write nothing, list the files that would change; exit 1 if any'),
    row('diff', FLAG, ['format'], 'Write nothing, show how files would change'),
    row('write', FLAG, ['format'], 'Replace the files themselves'),
    row(
      'backup',
      TEXT,
      ['format'],
      'With --write: keep the old file under its name and this ending, such as .bak',
    ),
    row('keep-times', FLAG, ['format'], 'With --write: files keep the times of the old ones'),
    row('out', PATH, ['format'], 'Folder for new files, in folders as the inputs are'),
  ]),
  ...section('Splitting and joining', {}, [
    row('game', whole(1), ['format'], 'Only game N of each file'),
    row('split', FLAG, ['format'], 'With --out: each game a file of its own'),
    row('name', TEXT, ['format'], 'With --split: names, such as {date}_{black}-{white}.sgf', {
      defaultWords: '{file}-{game}.sgf',
    }),
    row('join', PATH, ['format'], 'Write all games into one new file, or - for standard output'),
  ]),
  ...section('Form', {}, [
    row('charset-in', TEXT, ['format'], 'Charset of the inputs', { default: FAITHFUL.charsetIn }),
    row('charset', TEXT, ['format'], 'Charset that is written', { default: FAITHFUL.charsetOut }),
    row('root', choice(['repaired', 'kept']), ['format'], 'FF, GM and CA of the root', {
      default: FAITHFUL.root,
    }),
    row(
      'identifiers',
      choice(['repaired', 'kept']),
      ['format'],
      'Identifiers of old files, such as Black for B',
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
    row('strip', some(STRIPS), ['format'], `Left out: some of ${STRIPS.join(',')}`),
    row('main-line', FLAG, ['format'], 'Only the first variation, all the way down'),
    row('symmetry', choice(SYMMETRIES), ['format'], 'Mirror or turn the board', {
      default: FAITHFUL.symmetry,
    }),
    row('swap-colors', FLAG, ['format'], 'Black and White change places, komi its sign'),
    row('repair-komi', FLAG, ['format'], 'Komi that is scaled or in zi, as points'),
    row('add-passes', FLAG, ['format'], 'Passes that the record only implies'),
    row(
      'score',
      some(SCORE_PARTS),
      ['format'],
      `From our count: some of ${SCORE_PARTS.join(',')} (TB and TW, RE)`,
    ),
    row(
      'rules',
      kinds.listed('ruleset or auto', ['auto', ...RULESET_NAMES]),
      ['format'],
      'Ruleset of --score: a name, or auto',
      { default: 'auto', config: 'yes' },
    ),
    row('lossy', FLAG, ['format'], 'Write files of which something cannot be kept, without it'),
  ]),
] as const;

const JUDGING_ROWS = section('Judging', { config: 'yes', http: 'yes' }, [
  row(
    'rules',
    kinds.RULESET_OR_AUTO,
    ['audit', 'check', 'crosscheck', 'show', 'list'],
    'Ruleset for all games: a name, a JSON file, or auto (as RU says)',
    {
      default: 'auto',
      http: { about: 'Ruleset for all games: a name, JSON, or auto (as RU says)' },
    },
  ),
  row(
    'rules',
    kinds.RULESETS_OR_AUTO,
    ['score'],
    'Rulesets to count under, joined by commas; auto is as RU says',
    { default: 'auto' },
  ),
  row('default-rules', kinds.RULESET, [...JUDGING, 'show', 'list'], 'Ruleset for games without a usable RU'),
  row(
    'komi',
    POINTS,
    ['audit', 'crosscheck', 'score', 'show', 'list'],
    'Komi for all games, in points, instead of that in the record',
  ),
  row(
    'counting',
    choice(COUNTINGS),
    ['audit', 'crosscheck', 'score', 'show', 'list'],
    'Counting, where the rules offer both',
  ),
  row(
    'illegal',
    choice(ILLEGAL_POLICIES),
    [...JUDGING, 'show', 'list'],
    'What becomes of an illegal move: it stands, is a pass, or ends the game there',
    {
      default: 'stands',
    },
  ),
  row('dead', kinds.DEAD, [...SCORING, 'show', 'list'], 'Dead stones, CSV: file,game,points', {
    http: { about: 'Dead stones: points of the only game (Q16 R16), or CSV: file,game,points' },
  }),
  row(
    'decisions',
    kinds.DECISIONS,
    [...JUDGING, 'show', 'list', 'format'],
    'What a referee decided: decisions.json, as the page saves it',
    { http: { about: 'What a referee decided: the JSON of decisions.json' } },
  ),
  row(
    'estimator',
    kinds.JUDGE,
    SCORING,
    `What judges unmarked stones: ${ESTIMATORS.join(', ')}, or a Go engine, gtp:COMMAND`,
    {
      default: 'playouts',
      http: { takes: choice(ESTIMATORS), about: 'What judges unmarked stones' },
    },
  ),
  row('estimator', choice(ESTIMATORS), ['show', 'list'], 'What judges unmarked stones', {
    default: 'playouts',
  }),
  row(
    'engine-seconds',
    kinds.SECONDS,
    SCORING,
    'Most time that the engine of gtp:COMMAND may take for a game',
    {
      default: ENGINE_SECONDS,
      http: 'no',
    },
  ),
  row('score', FLAG, ['audit', 'crosscheck'], 'Score games; --no-score: legality only', {
    default: true,
    http: { about: 'Legality only: nothing is scored or compared' },
  }),
  row('variations', FLAG, JUDGING, 'Judge the moves of variations too'),
]);

const DATA = 'Form of the data; csv, or text on a terminal';

const OUTPUT_ROWS = section('Output', { config: 'yes' }, [
  row('out', PATH, ['audit'], 'Folder for games.csv, findings.csv, summary.json, and index.html to look at'),
  row(
    'out',
    PATH,
    ['crosscheck'],
    'Folder for pairings.csv and the files of audit, with a crosstable to look at',
  ),
  row('out', PATH, ['score'], 'Folder for scores.csv, findings.csv, summary.json'),
  row('out', PATH, ['convert'], 'Folder for conversions.csv, findings.csv, summary.json'),
  row('out', PATH, ['check'], 'Folder for findings.csv, summary.json'),
  row('format', choice(FORMAT_NAMES), ['audit'], 'Form of the data; csv, or a table on a terminal'),
  row('format', choice(FORMAT_NAMES), ['check'], 'Form of the findings; csv, or text on a terminal'),
  row('format', choice(DATA_FORMATS), ['score', 'convert', 'crosscheck', 'list', 'duplicates'], DATA, {
    config: 'no',
  }),
  row('output', PATH, READING, 'File for the data, not standard output'),
  row('fail-on', WORDS, READING, 'What makes the exit code 1: a severity, codes, verdicts, or never', {
    default: 'error',
  }),
  row(
    'ignore',
    kinds.CODES,
    [...JUDGING, 'list'],
    'Finding codes to leave out, joined by commas: move/ko,komi/,sgf/',
    { http: 'yes' },
  ),
  row('only', kinds.CODES, [...JUDGING, 'list'], 'Report only these finding codes, joined by commas', {
    http: 'yes',
  }),
  row(
    'max-per-code',
    whole(0),
    JUDGING,
    'Findings of one code listed for a game; all are counted; 0: list all',
    { default: MAX_PER_CODE, http: 'yes' },
  ),
  row('quiet', FLAG, READING, 'No summary and no progress', { alias: 'q' }),
  row('quiet', FLAG, ['format'], 'No summary', { alias: 'q' }),
  row('progress', FLAG, READING, 'Progress on a terminal; --no-progress: none', { default: true }),
]);

const RUNNING_ROWS = section('Running', { config: 'yes' }, [
  row('files-from', PATH, [...READING, 'format'], 'File with input names, one a line'),
  row('jobs', whole(1, 256), READING, 'Worker threads', {
    default: availableParallelism(),
    defaultWords: 'number of cores',
  }),
  row('resume', FLAG, RESUMABLE, 'Go on where a run into the same files was stopped'),
  row('force', FLAG, RESUMABLE, 'Start over where a run into the same files was stopped'),
  row('config', PATH, [...READING, 'show', 'format'], 'JSON file with options by these names', {
    config: 'no',
  }),
  row(
    'limit',
    kinds.LIMITS,
    [...READING, 'show', 'format'],
    'Other limits than the usual, NAME=N joined by commas: docs/limits.md',
  ),
]);

const SERVING_ROWS = [
  ...section('Listening', {}, [
    row('host', TEXT, ['serve'], 'Address to listen on; any but a loopback one needs tokens', {
      default: '127.0.0.1',
    }),
    row('port', whole(0, 65_535), ['serve'], 'Port to listen on; 0 takes a free one', { default: 8361 }),
    row('tokens', PATH, ['serve'], 'File with API tokens, one a line: TOKEN, TOKEN NAME, TOKEN NAME admin'),
    row('token', TEXT, ['serve'], 'An API token; other users of the machine can see it, a file is better'),
  ]),
  ...section('Keeping', {}, [
    row('data', PATH, ['serve'], 'Folder for jobs, their uploads and results', {
      defaultWords: 'sgf-referee in the folder for user data',
    }),
  ]),
  ...section('Limits', {}, [
    row('jobs', whole(1, 256), ['serve'], 'Worker threads', {
      default: availableParallelism(),
      defaultWords: 'number of cores',
    }),
    row('max-body-bytes', whole(1), ['serve'], 'Bytes of a request that is answered at once', {
      default: 32 * MIB,
    }),
    row('max-games', whole(1), ['serve'], 'Games of such a request', { default: 5000 }),
    row('max-seconds', whole(1), ['serve'], 'Time that it may take', { default: 120 }),
    row('max-requests', whole(1), ['serve'], 'Such requests in progress or waiting at a time', {
      default: 1000,
    }),
    row('max-answer-bytes', whole(1), ['serve'], 'Bytes of an answer but jsonl, which is streamed', {
      default: 64 * MIB,
    }),
    row('max-files', whole(1), ['serve'], 'Files of a request or a job, fields of a form included', {
      default: 10_000,
    }),
    row('max-tenant-requests', whole(1), ['serve'], 'Requests of one tenant under way at a time', {
      default: 250,
    }),
    row('min-body-rate', whole(1), ['serve'], 'Bytes a second that a body must come with', { default: 1024 }),
    row('max-connections', whole(1), ['serve'], 'Connections at a time', { default: 4000 }),
    row('max-job-bytes', whole(1), ['serve'], 'Bytes of the upload of a job', { default: 1024 * MIB }),
    row('max-job-games', whole(1), ['serve'], 'Games of a job', { default: 5_000_000 }),
    row('max-running-jobs', whole(1), ['serve'], 'Jobs that run at a time', { default: 1 }),
    row('max-jobs', whole(1), ['serve'], 'Jobs that are kept', { default: 200 }),
    row('max-disk-bytes', whole(1), ['serve'], 'Bytes of all uploads and results on disk', {
      default: 8 * 1024 * MIB,
    }),
  ]),
] as const;

/** Further options of requests. */
export const ANSWER_OPTIONS = section('Output', { http: 'yes' }, [
  row('format', choice(ANSWER_FORMS), JUDGING, 'Form of the answer; overrides `Accept`'),
  row('name', TEXT, JUDGING, 'Name of the file in the answer, where the body is a file itself'),
]);

/** Every option of the command line, in the order of help and docs. */
export const OPTIONS = [
  ...CHECKING_ROWS,
  ...CONVERTING_ROWS,
  ...CROSSCHECKING_ROWS,
  ...SHOWING_ROWS,
  ...LISTING_ROWS,
  ...COMPARING_ROWS,
  ...FORMATTING_ROWS,
  ...JUDGING_ROWS,
  ...OUTPUT_ROWS,
  ...RUNNING_ROWS,
  ...SERVING_ROWS,
] as const;
