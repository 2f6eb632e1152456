import { availableParallelism } from 'node:os';
import { ENGINE_SECONDS } from '../run/engine/engine-pool.js';
import { MAX_PER_CODE } from '../core/findings/finding.js';
import { FORMAT_NAMES } from '../report/output/formats.js';
import { LANGUAGES } from '../core/words/languages.js';
import { DATA_FORMATS, LIST_FORMATS, OUTPUT_FORMATS } from '../report/output/rows.js';
import { ESTIMATORS } from '../go/life/life.js';
import { ILLEGAL_POLICIES } from '../referee/replay/replayed.js';
import { COUNTINGS } from '../go/rules/ruleset.js';
import { CONVENTION_CHOICES } from '../referee/score/conventions.js';
import * as kinds from './kinds.js';
import { choice, FLAG, OUTPUT, PATH, POINTS, points, row, rowsOn, section, TEXT, whole } from './kinds.js';
import { COMPARING_ROWS, FORMATTING_ROWS, LISTING_ROWS, SERVING_ROWS } from './command-rows.js';

/** Forms of answers over HTTP; `findings` is findings.csv. */
export const ANSWER_FORMS = ['json', 'jsonl', 'csv', 'findings', 'xlsx', 'sarif', 'text', 'html'] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** Commands that judge games, those that also score them, and all that read many files. */
const JUDGING = ['audit', 'score', 'convert', 'check', 'crosscheck'] as const;
const SCORING = ['audit', 'score', 'convert', 'crosscheck'] as const;
/** The judging commands that can be resumed. */
const RESUMABLE = ['audit', 'score', 'convert', 'check'] as const;
const READING = [...JUDGING, 'list', 'duplicates'] as const;
/** Commands with the options that all judging commands share; `plan` judges like `audit`. */
const JUDGED = [...JUDGING, 'plan'] as const;

/** Commands about single games, and `list`. */
const LOOKING = ['show', 'compare', 'ruling', 'list'] as const;

const ofCheck = rowsOn('check');
const ofConvert = rowsOn('convert');
const ofCrosscheck = rowsOn('crosscheck');
const ofList = rowsOn('list');
const ofAsking = rowsOn('list', 'ruling');
const ofResumable = rowsOn(...RESUMABLE);
const ofReading = rowsOn(...READING);
/** Options about how games are judged, and about how they are counted. */
const ofJudged = rowsOn(...JUDGED, ...LOOKING);
const ofCounting = rowsOn('audit', 'plan', 'crosscheck', 'score', ...LOOKING);

/** Neither for configuration files nor for requests. */
const NEITHER = { config: 'no', http: 'no' } as const;

const CHECKING_ROWS = section('Checking', { config: 'by-file', http: 'yes' }, [
  ofCheck('strict', FLAG, 'Report format violations as errors', { found: 'yes' }),
  ofCheck('lenient', FLAG, 'Leave out findings about style', { found: 'yes' }),
  ofCheck('fix', FLAG, 'Repair files where that does not change their meaning, then check them', NEITHER),
  ofCheck('fix-unsafe', FLAG, 'Also make repairs that change values or leave something out', NEITHER),
  ofCheck('diff', FLAG, 'With --fix: write nothing; show how files would change', NEITHER),
]);

const CONVERTING_ROWS = section('Converting', { http: 'yes' }, [
  ofConvert(
    'from',
    kinds.RULESET_OR_AUTO,
    'Ruleset of the results: a name, a JSON file, or auto (as RU says)',
    {
      default: 'auto',
      http: { about: 'Ruleset of the results: a name, JSON, or auto (as RU says)' },
    },
  ),
  ofConvert('to', kinds.RULESETS, 'Rulesets to convert them into, joined by commas'),
  ofConvert('table', kinds.RULESETS, 'Rulesets, joined by commas: one table with the result under each', {
    http: 'no',
  }),
  ofConvert('komi-from', POINTS, "Komi under --from, instead of the file's"),
  ofConvert(
    'komi-to',
    points('standard', 'same'),
    'Komi under --to: standard, same, or points (default: standard, but an agreed komi stays)',
  ),
]);

const CROSSCHECKING_ROWS = section('Comparing with tables', {}, [
  ofCrosscheck('table', kinds.FILES, 'Results table of the event; may be given several times', {
    defaultWords: 'must be given',
  }),
  ofAsking('table', kinds.FILES, 'Results table: each difference is a question; may be given several times'),
  row('aliases', kinds.ALIASES, ['crosscheck', 'list', 'ruling'], 'Other names of players, CSV: nick,name', {
    http: { about: 'Other names of players, CSV: nick,name' },
  }),
]);

const EVENT_ROWS = section('Conditions', { config: 'by-file', http: 'yes' }, [
  row(
    'event',
    kinds.EVENT,
    ['audit', 'plan', 'crosscheck'],
    'Conditions of the event that games must meet, JSON: docs/events.md',
    {
      http: { about: 'Conditions of the event that games must meet, JSON' },
    },
  ),
]);

const DIVIDING_ROWS = section('Many machines', {}, [
  row('out', PATH, ['plan'], 'Folder or s3://bucket/prefix for the plan and its parts'),
  row('chunks', whole(1, 1_000_000), ['plan'], 'Divide the inputs into at most this many chunks', {
    defaultWords: 'chunks of 64 MiB, or of 8 MiB with scores',
  }),
  row('plan', PATH, ['work'], 'Folder or address of the plan'),
  row('chunk', kinds.CHUNK, ['work'], 'Number of a chunk, from 0, or next: every chunk without a part', {
    defaultWords: 'SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX, else next',
  }),
  row('queue', kinds.QUEUE, ['work', 'serve'], 'Queue of the work: redis:// or rediss://'),
  row('out', PATH, ['merge'], 'Folder for games.csv, findings.csv, summary.json and index.html'),
]);

const SHOWING_ROWS = section('Showing', {}, [
  row('game', whole(1), ['show', 'ruling'], 'Which game of the file', { default: 1, http: 'yes' }),
  row(
    'move',
    kinds.SHOWN_MOVE,
    ['show'],
    'Draw the board after this move, passes counted; default: the final board',
  ),
  row('move', whole(1), ['ruling'], 'The move in question; default: that of the most severe finding', {
    http: 'yes',
  }),
  row('needs-ruling', FLAG, ['ruling'], 'The sheets of all games in which a human must decide something'),
  row('output', OUTPUT, ['ruling'], 'Write the sheet to this file instead of standard output'),
  row('language', choice(LANGUAGES), ['ruling'], 'Language of the sheet', { default: 'en', http: 'yes' }),
  row('svg', PATH, ['show'], 'Write the picture to this file as SVG'),
  row('merged', PATH, ['compare'], 'Write one record made of both to this new file, or -: standard output', {
    http: { takes: FLAG, about: 'Answer with one record made of both' },
  }),
  row('png', PATH, ['show'], 'Write the boards to this file as PNG, without captions'),
]);

const JUDGING_ROWS = section('Judging', { config: 'by-file', http: 'yes' }, [
  row(
    'rules',
    kinds.RULESET_OR_AUTO,
    ['audit', 'plan', 'check', 'crosscheck', ...LOOKING],
    'Ruleset for all games: a name, a JSON file, or auto (as RU says)',
    {
      default: 'auto',
      http: { about: 'Ruleset for all games: a name, JSON, or auto (as RU says)' },
      found: 'by-name',
    },
  ),
  row(
    'rules',
    kinds.RULESETS_OR_AUTO,
    ['score'],
    'Rulesets to count under, joined by commas; auto is as RU says',
    { default: 'auto', found: 'by-name' },
  ),
  row(
    'rules',
    kinds.RULESET_OR_AUTO,
    ['gtp'],
    'Ruleset of the game: a name, a JSON file, or auto (as the RU of a loaded record says)',
    { default: 'auto', ...NEITHER },
  ),
  row(
    'ruled',
    kinds.WORDS,
    ['conformance'],
    'Rules that the program was started with, by their names in the kit',
    NEITHER,
  ),
  ofJudged('default-rules', kinds.RULESET, 'Ruleset for games without a usable RU', { found: 'by-name' }),
  ofCounting('komi', POINTS, "Komi for all games, in points, instead of the record's", { found: 'yes' }),
  ofCounting('counting', choice(COUNTINGS), 'Counting, where the rules offer both', { found: 'yes' }),
  ofCounting(
    'conventions',
    choice(CONVENTION_CHOICES),
    'auto: count as the server of the record does; none: by the text of the rules alone',
    { default: 'auto', found: 'yes' },
  ),
  ofJudged(
    'illegal',
    choice(ILLEGAL_POLICIES),
    'Treat an illegal move as played, as a pass, or as the end of the game',
    { default: 'stands', found: 'yes' },
  ),
  row('dead', kinds.DEAD, [...SCORING, 'plan', ...LOOKING], 'Dead stones, CSV: file,game,points', {
    config: 'yes',
    http: { about: 'Dead stones: points of the only game (Q16 R16), or CSV: file,game,points' },
  }),
  row(
    'decisions',
    kinds.DECISIONS,
    [...JUDGED, ...LOOKING, 'format'],
    'Decisions of a referee: decisions.json, as saved by the page',
    { config: 'yes', http: { about: 'Decisions of a referee: the JSON of decisions.json' } },
  ),
  row(
    'estimator',
    kinds.JUDGE,
    [...SCORING, 'plan'],
    `Estimator of unmarked stones: ${ESTIMATORS.join(', ')}, or a Go engine, gtp:COMMAND`,
    {
      config: 'yes',
      default: 'playouts',
      http: { takes: choice(ESTIMATORS), about: 'Estimator of unmarked stones' },
      found: 'by-name',
    },
  ),
  row(
    'estimator',
    kinds.JUDGE,
    ['work'],
    'The engine of the plan, gtp:COMMAND; a plan cannot name programs',
    NEITHER,
  ),
  row('estimator', choice(ESTIMATORS), LOOKING, 'Estimator of unmarked stones', {
    config: 'yes',
    default: 'playouts',
    found: 'by-name',
  }),
  row(
    'engine-seconds',
    kinds.SECONDS,
    [...SCORING, 'plan'],
    'Seconds that the engine gtp:COMMAND may take for a game',
    { config: 'yes', default: ENGINE_SECONDS, http: 'no' },
  ),
  row('score', FLAG, ['audit', 'plan', 'crosscheck', 'list'], 'Score games; --no-score: legality only', {
    config: 'yes',
    default: true,
    http: { about: 'Legality only: nothing is scored or compared' },
    found: 'yes',
  }),
  row(
    'repair',
    FLAG,
    ['audit', 'plan', 'crosscheck'],
    'Find the misprint where moves are impossible (--no-repair)',
    {
      config: 'yes',
      default: true,
      http: { about: 'Do not search what a record with impossible moves should be' },
      found: 'yes',
    },
  ),
  row('variations', FLAG, JUDGED, 'Judge the moves of variations too', { found: 'yes' }),
]);

const DATA = 'Format of the data; csv, or text on a terminal';

const OUTPUT_ROWS = section('Output', { config: 'yes' }, [
  row('out', PATH, ['audit'], 'Folder for games.csv, findings.csv, summary.json, and index.html to look at'),
  ofCrosscheck('out', PATH, 'Folder for pairings.csv and the files of audit, with a crosstable to look at'),
  row('out', PATH, ['score'], 'Folder for scores.csv, findings.csv, summary.json'),
  ofConvert('out', PATH, 'Folder for conversions.csv, findings.csv, summary.json'),
  ofCheck('out', PATH, 'Folder for findings.csv, summary.json'),
  row('format', choice(FORMAT_NAMES), ['audit'], 'Format of the data; csv, or a table on a terminal', {
    found: 'yes',
  }),
  ofCheck('format', choice(FORMAT_NAMES), 'Format of the findings; csv, or text on a terminal', {
    found: 'yes',
  }),
  row('format', choice(OUTPUT_FORMATS), ['score', 'convert', 'crosscheck', 'duplicates'], DATA, {
    config: 'no',
  }),
  row('format', choice(DATA_FORMATS), ['queue'], DATA, { config: 'no' }),
  ofList('format', choice(LIST_FORMATS), `${DATA}; html: a page of charts, with --group-by`, {
    config: 'no',
  }),
  row('metrics', FLAG, ['queue'], 'Write the numbers in the Prometheus format', { config: 'no' }),
  row('format', choice(['text', 'json']), ['config', 'compare'], 'Format of the answer', {
    default: 'text',
    config: 'no',
  }),
  ofReading('output', OUTPUT, 'Write the data to this file instead of standard output'),
  row(
    'fail-on',
    kinds.FAIL_ON,
    [...READING, 'merge'],
    'Exit with 1 for this severity, these codes or these verdicts; never for none',
    { default: 'error', found: 'yes' },
  ),
  row(
    'ignore',
    kinds.CODES,
    [...JUDGED, 'list'],
    'Finding codes to leave out, joined by commas: move/ko,komi/,sgf/',
    { config: 'by-file', http: 'yes', found: 'yes' },
  ),
  row('only', kinds.CODES, [...JUDGED, 'list'], 'Report only these finding codes, joined by commas', {
    config: 'by-file',
    http: 'yes',
    found: 'yes',
  }),
  ofResumable(
    'statistics',
    FLAG,
    'Instead of the data: for each folder, how many findings of each code, in how many games',
    { found: 'yes' },
  ),
  row('max-per-code', whole(0), JUDGED, 'List at most this many findings of a code for a game; 0: list all', {
    default: MAX_PER_CODE,
    config: 'by-file',
    http: 'yes',
    found: 'yes',
  }),
  row('quiet', FLAG, [...READING, 'plan', 'work', 'merge', 'cache'], 'No summary and no progress', {
    alias: 'q',
  }),
  row('quiet', FLAG, ['format'], 'No summary', { alias: 'q' }),
  row('quiet', FLAG, ['ruling'], 'No line that says how many sheets there are', { alias: 'q' }),
  row('quiet', FLAG, ['compare'], 'No comparison as text: the exit code says it', { alias: 'q' }),
  ofReading('progress', FLAG, 'Progress on a terminal; --no-progress: none', { default: true, found: 'yes' }),
]);

const BASELINE_ROWS = section('Known findings', {}, [
  ofResumable(
    'baseline',
    kinds.BASELINE,
    'Count the findings in this file, but do not list them or fail on them',
    {
      config: 'yes',
      http: {
        about: 'Known findings, which are counted and not listed: the JSON that --write-baseline writes',
      },
    },
  ),
  ofResumable('write-baseline', PATH, 'Write all findings to this file as known, and list none'),
  ofResumable('prune-baseline', FLAG, 'With --baseline: remove findings that no longer occur from the file'),
]);

const RUNNING_ROWS = section('Running', { config: 'yes' }, [
  ofReading('since', TEXT, 'Read only files changed since a date (by their times) or a commit (by git)'),
  ofReading('changed', FLAG, 'Read only files changed in the work tree of git, new ones included'),
  row('files-from', PATH, [...READING, 'plan', 'format'], 'File with input names, one per line'),
  row(
    'cache',
    PATH,
    ['audit', 'score', 'convert', 'check', 'work', 'cache'],
    'Folder or s3://bucket/prefix for results, so that later runs judge only new games',
  ),
  row('days', whole(0, 100_000), ['cache'], 'Remove results that no run has used for this many days', {
    config: 'no',
  }),
  row('most', whole(0), ['cache'], 'Keep only the latest results, up to this many megabytes', {
    config: 'no',
  }),
  row('jobs', whole(1, 256), [...READING, 'work'], 'Worker threads', {
    default: availableParallelism(),
    defaultWords: 'number of cores',
  }),
  ofResumable('resume', FLAG, 'Resume a stopped run that wrote to the same files'),
  ofResumable('force', FLAG, 'Start over, discarding a stopped run that wrote to the same files'),
  row(
    'config',
    PATH,
    [...READING, 'plan', 'work', 'merge', 'show', 'compare', 'ruling', 'format', 'config'],
    'JSON file with options by their names',
    { config: 'no' },
  ),
  row(
    'limit',
    kinds.LIMITS,
    [...READING, 'plan', 'show', 'compare', 'ruling', 'format'],
    'Change limits: NAME=N, joined by commas; see docs/limits.md',
  ),
]);

/** Options that only requests have. */
export const ANSWER_OPTIONS = section('Output', { http: 'yes' }, [
  row('format', choice(ANSWER_FORMS), JUDGING, 'Format of the answer; overrides `Accept`'),
  row('format', choice(['json', 'text']), ['compare'], 'Format of the answer'),
  row(
    'name',
    TEXT,
    [...JUDGING, 'ruling'],
    'Name of the file in the answer, where the body is a file itself',
  ),
]);

/** What `--help` shows of a command with many options; `--help all` shows every one. */
export const COMMON_OPTIONS = (
  'strict,fix,from,to,table,komi-to,aliases,chunks,game,move,language,merged,svg,png,columns,where,sort,needs-ruling,decided,top,' +
  'group-by,files,kind,check,diff,write,backup,split,join,charset-in,normalize,strip,main-line,repair,host,port,tokens,data,' +
  'store,rules,komi,dead,decisions,score,out,format,output,fail-on,ignore,only'
).split(',');

/** Every option of the command line, in the order of help and docs. */
export const OPTIONS = [
  ...CHECKING_ROWS,
  ...CONVERTING_ROWS,
  ...CROSSCHECKING_ROWS,
  ...EVENT_ROWS,
  ...DIVIDING_ROWS,
  ...SHOWING_ROWS,
  ...LISTING_ROWS,
  ...COMPARING_ROWS,
  ...FORMATTING_ROWS,
  ...JUDGING_ROWS,
  ...OUTPUT_ROWS,
  ...BASELINE_ROWS,
  ...RUNNING_ROWS,
  ...SERVING_ROWS,
] as const;
