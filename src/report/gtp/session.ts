import { BLACK, type Color, COLORS, EMPTY } from '../../core/color.js';
import {
  checkArgument,
  type Checks,
  checkOptions,
  isAnyText,
  isBytes,
  isFunction,
  must,
} from '../../core/checks.js';
import { messageOf } from '../../core/findings/finding.js';
import type { Finding, FindingCode } from '../../core/findings/finding.js';
import { failure, type Outcome, success, UserError } from '../../core/outcome.js';
import { formatPoint, parsePoint, type Point } from '../../core/point.js';
import { formatDecimal, marginText, suggestion, visibleLines } from '../../core/text.js';
import { componentsOf } from '../../go/board/position.js';
import { parseRuleset } from '../../go/rules/fields.js';
import { handicapPoints, MAX_FIXED_STONES } from '../../go/rules/handicap-points.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { RULESET_NAMES, rulesetByName, rulesetFromRU } from '../../go/rules/rulesets.js';
import { isRulesetOrAuto } from '../../referee/judge/options.js';
import type { GameReport } from '../../referee/judge/report.js';
import { countTerritory } from '../../referee/score/territory.js';
import type { GameScore } from '../../referee/score/score-types.js';
import { ANY_MARGIN, isGtpSize, ToldGame } from '../../toolkit/gtp/told-game.js';
import { conversionText } from '../output/score-text.js';
import { gameHeading } from '../output/text.js';
import { boardText } from '../picture/picture.js';
import { katagoRules, parsedJson, rulesOfJson } from './katago-rules.js';

/** Answers commands of the Go Text Protocol (version 2) about one game, as a referee: it plays no moves but passes. */
export interface GtpSession {
  /**
   * The answer to one line with its empty line behind, `''` for a line without a command. Never throws because of the line, if it is a text.
   * `ends`: the command was `quit`.
   */
  answer(line: string): { readonly text: string; readonly ends: boolean };
}

export interface GtpOptions {
  /** Default `auto`: as a loaded record says, else by what every ruleset forbids. */
  readonly rules?: Ruleset | 'auto';
  /** What `version` answers: one line. */
  readonly version?: string;
  /** The bytes of a file for `loadsgf`; without it, there is no such command. Throws UserError. */
  readonly read?: (name: string) => Uint8Array;
}

const CHECKS: Checks<keyof GtpOptions> = {
  rules: isRulesetOrAuto,
  version: must('one line of text', (value) => typeof value === 'string' && !/[\r\n]/.test(value)),
  read: isFunction,
};

/** A session with an empty board of 19x19. Throws UserError for an option that there is not, and for a wrong value of one. */
export function gtpSession(given: GtpOptions = {}): GtpSession {
  checkOptions(given, CHECKS);
  const { rules = 'auto', version = '', read } = given;
  const game = new ToldGame(rules);
  const commands = new Map<string, Answer>([...COMMANDS, ['version', () => version]]);
  if (read) commands.set('loadsgf', (words) => load(game, read, words));
  commands.set('list_commands', () => [...commands.keys()].sort().join('\n'));
  commands.set('known_command', ([word = '']) => String(commands.has(word)));
  return {
    answer(line) {
      checkArgument('line', line, isAnyText);
      const parts = /^(\d{1,10}(?!\S))?\s*(\S*)\s*(.*)$/su.exec(commandOf(line))!;
      const [, id = '', name = '', rest = ''] = parts;
      if (name === '') return { text: '', ends: false };
      const outcome = answerTo(commands.get(name), game, rest.split(/\s+/).filter(Boolean));
      const text = visibleLines(outcome.ok ? outcome.value : outcome.error).replace(/\n+(?=\n|$)/g, '');
      return { text: `${outcome.ok ? '=' : '?'}${id} ${text}\n\n`, ends: name === 'quit' };
    },
  };
}

/** A line without comment and control characters, tabs as spaces. */
function commandOf(line: string): string {
  return line
    .replace(/#.*$/s, '')
    .replaceAll('\t', ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

type Words = readonly string[];
type Answer = (words: Words, game: ToldGame) => string;

/** A command that cannot be carried out; the message is the answer. */
class Refused extends Error {}

function answerTo(answer: Answer | undefined, game: ToldGame, words: Words): Outcome<string, string> {
  if (!answer) return failure('unknown command');
  try {
    return success(answer(words, game));
  } catch (error) {
    if (error instanceof Refused || error instanceof UserError) return failure(error.message);
    return failure(`internal fault: ${error instanceof Error ? error.message.split('\n')[0]! : 'unknown'}`);
  }
}

const done = (): string => '';
const passes: Answer = ([color], game) => {
  game.play(colorIn(color), undefined);
  return 'PASS';
};

const COMMANDS: readonly (readonly [string, Answer])[] = Object.entries<Answer>({
  protocol_version: () => '2',
  name: () => 'sgf-referee',
  quit: done,
  boardsize: size,
  rectangular_boardsize: size,
  clear_board(_, game) {
    game.begin();
    return '';
  },
  komi,
  get_komi: (_, game) => formatDecimal(komiOf(game)),
  fixed_handicap: fixed,
  place_free_handicap: (words, game) => fixed([String(Math.min(wholeIn(words[0]), mostFixed(game)))], game),
  set_free_handicap: free,
  play,
  undo(_, game) {
    if (!game.undo()) throw new Refused('cannot undo');
    return '';
  },
  genmove: passes,
  time_settings: done,
  time_left: done,
  'kata-time_settings': done,
  final_score: (_, game) => {
    const { resultHalves, winner } = scoreOf(game);
    return marginText(resultHalves, winner);
  },
  final_status_list: statusList,
  final_status: ([vertex], game) => statusOf(game)(pointIn(vertex, game)),
  showboard: (_, game) => `\n${boardOf(game)}`,
  printsgf: (_, game) => game.text(),
  is_legal: ([color, vertex], game) => (refusal(colorIn(color), moveIn(vertex, game), game) ? '0' : '1'),
  'kata-get-rules': (_, game) =>
    katagoRules(rulesetOf(game)) ?? refuse('KataGo has no counterpart of these rules'),
  'kata-set-rules': setRules,
  'referee-legal': legal,
  'referee-findings': findings,
  'referee-owner': owners,
  'referee-account': account,
  'gogui-analyze_commands': () => ANALYZE.join('\n'),
});

const ANALYZE = [
  'string/Score/final_score',
  'plist/Dead Stones/final_status_list dead',
  'plist/Stones in Seki/final_status_list seki',
  'dboard/Owner/referee-owner',
  'hstring/Findings/referee-findings',
  'string/Is Move Legal/referee-legal %c %p',
  'hstring/Account From Rules To Rules/referee-account %s',
  'string/Rules/kata-get-rules',
  'none/Set Rules/kata-set-rules %s',
];

function refuse(message: string): never {
  throw new Refused(message);
}

function colorIn(word = ''): Color {
  const low = word.toLowerCase();
  return COLORS.find((color) => low === color || low === color[0]) ?? refuse('invalid color or coordinate');
}

function pointIn(word: string | undefined, { width, height }: ToldGame): Point {
  return parsePoint(word ?? '', width, height) ?? refuse('invalid color or coordinate');
}

function moveIn(word: string | undefined, game: ToldGame): Point | undefined {
  return word?.toLowerCase() === 'pass' ? undefined : pointIn(word, game);
}

function wholeIn(word = ''): number {
  return /^\d{1,9}$/.test(word) ? Number(word) : refuse('not a whole number');
}

/** `19`, or by our own extension columns and rows: `13 9`. */
function size([width, height = width]: Words, game: ToldGame): string {
  const [columns, rows] = [wholeIn(width), wholeIn(height)];
  if (!isGtpSize(columns, rows)) refuse('unacceptable size');
  game.begin(columns, rows);
  return '';
}

const MAX_KOMI = 1000;

function komi([word = '']: Words, game: ToldGame): string {
  const value = /^[+-]?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})$/.test(word) ? Number(word) : NaN;
  if (!(Math.abs(value) <= MAX_KOMI)) refuse('komi not a float');
  game.komiHalves = 2 * value;
  return '';
}

/** Komi as it is applied. */
function komiOf(game: ToldGame): number {
  if (game.komiHalves !== undefined) return game.komiHalves / 2;
  const { record, ruleset } = game.replayed();
  const declared = record.komi.kind === 'komi' ? record.komi.halves : undefined;
  const byRules = record.handicap.stones > 0 ? ruleset?.komiHandicap : ruleset?.komiEven;
  return (declared ?? byRules?.[0]?.halves ?? 0) / 2;
}

function mostFixed({ width, height }: ToldGame): number {
  for (let stones = MAX_FIXED_STONES; stones > 1; stones--)
    if (handicapPoints(width, height, stones, 'gtp')) return stones;
  return 0;
}

function fixed([word]: Words, game: ToldGame): string {
  const points = handicapPoints(game.width, game.height, wholeIn(word), 'gtp');
  if (!points) refuse('invalid number of stones');
  return place(points, game);
}

function free(words: Words, game: ToldGame): string {
  const points = words.map((word) => parsePoint(word, game.width, game.height) ?? refuse('bad vertex list'));
  if (points.length < 2 || new Set(points).size < points.length) refuse('bad vertex list');
  place(points, game);
  return '';
}

function place(points: readonly Point[], game: ToldGame): string {
  const { replay, finalBoard } = game.replayed();
  if (replay.moves > 0 || finalBoard?.some((content) => content !== EMPTY)) refuse('board not empty');
  game.place(points);
  return points.map((point) => formatPoint(point, game.width, game.height)).join(' ');
}

/** Two moves in a row are none of the protocol's business: it has no other way to set up a position. */
function refusal(color: Color, point: Point | undefined, game: ToldGame): Finding | undefined {
  const found = point === undefined ? undefined : game.objection(color, point);
  return found?.code === 'move/out-of-turn' ? undefined : found;
}

function play([colorWord, vertex]: Words, game: ToldGame): string {
  const [color, point] = [colorIn(colorWord), moveIn(vertex, game)];
  if (refusal(color, point, game)) refuse('illegal move');
  game.play(color, point);
  return '';
}

function load(game: ToldGame, read: NonNullable<GtpOptions['read']>, words: Words): string {
  const last = words.length > 1 ? words.at(-1)! : '';
  const isNumber = /^\d{1,9}$/.test(last);
  const name = (isNumber ? words.slice(0, -1) : words).join(' ');
  if (name === '') refuse('missing filename');
  const bytes = read(name);
  checkArgument('what read returned', bytes, isBytes);
  const loaded = game.load(bytes, isNumber ? Number(last) : undefined);
  if (!loaded.ok) refuse(`cannot load file: ${loaded.error}`);
  return '';
}

function scoreOf(game: ToldGame): GameScore {
  const { score, notScoredBecause } = game.scored();
  return score ?? refuse(`cannot score: ${notScoredBecause}`);
}

const STATUSES = ['alive', 'dead', 'seki', 'black_territory', 'white_territory', 'dame'] as const;
type Status = (typeof STATUSES)[number];

/** The status of each point. */
function statusOf(game: ToldGame): (point: Point) => Status {
  const { life, owner } = scoreOf(game);
  const stones = game.scored().finalBoard!;
  const { inSeki } = countTerritory(stones, life.dead, game.width, game.height);
  return (point) => {
    if (stones[point] === EMPTY) {
      const side = owner[point]!;
      return side === 3 ? 'dame' : side % 2 === (side > 3 ? 0 : 1) ? 'black_territory' : 'white_territory';
    }
    if (life.dead[point] === 1) return 'dead';
    return life.seki[point] === 1 || inSeki[point] === 1 ? 'seki' : 'alive';
  };
}

/** Points with a status, a line for each chain or empty region. */
function statusList([word = '']: Words, game: ToldGame): string {
  if (!(STATUSES as Words).includes(word)) refuse('invalid status');
  const { width, height } = game;
  const status = statusOf(game);
  const { of, count } = componentsOf({ width, height, stones: game.scored().finalBoard! });
  const lines = Array.from({ length: count }, (): string[] => []);
  of.forEach((component, point) => {
    if (status(point) === word) lines[component]!.push(formatPoint(point, width, height));
  });
  return lines
    .filter((points) => points.length > 0)
    .map((points) => points.join(' '))
    .join('\n');
}

/** 1 where a point is Black's once the dead stones are off, -1 where it is White's, 0 for neither. */
function owners(_: Words, game: ToldGame): string {
  const status = statusOf(game);
  const stones = game.scored().finalBoard!;
  const valueOf = (point: Point): number => {
    const found = status(point);
    if (found === 'dame') return 0;
    if (stones[point] === EMPTY) return found === 'black_territory' ? 1 : -1;
    return (stones[point] === BLACK) === (found !== 'dead') ? 1 : -1;
  };
  return Array.from({ length: game.height }, (_row, y) =>
    Array.from({ length: game.width }, (_column, x) => valueOf(y * game.width + x)).join(' '),
  ).join('\n');
}

function boardOf(game: ToldGame): string {
  const { finalBoard, replay, ruleset } = game.replayed();
  const { width, height } = game;
  const captions = [
    `rules ${ruleset?.name ?? 'not stated'}, komi ${formatDecimal(komiOf(game))}, move ${String(replay.moves)}`,
  ];
  const lastMove = replay.lastPlayPoint;
  return boardText([{ width, height, stones: finalBoard!, lastMove, title: '', captions }]);
}

/** `yes`, or `no` with the code, what is wrong and the article that says so. */
function legal([color, vertex]: Words, game: ToldGame): string {
  const found = game.objection(colorIn(color), moveIn(vertex, game));
  if (!found) return 'yes';
  const { disposition: _, ...bare } = found;
  const cited = found.rule === undefined ? '' : `; ${found.rule}`;
  return `no ${found.code}: ${messageOf(bare, game)}${cited}`;
}

/** What a session cannot have, since nobody tells it. */
const UNTOLD: ReadonlySet<FindingCode> = new Set([
  'result/missing',
  'rules/missing',
  'komi/missing',
  'game/size',
]);

function findings(_: Words, game: ToldGame): string {
  return game
    .replayed()
    .findings.filter(({ code }) => !UNTOLD.has(code))
    .map((found) => `${found.severity} ${found.code}: ${messageOf(found, game)}`)
    .join('\n');
}

function rulesetOf(game: ToldGame): Ruleset {
  return game.replayed().ruleset ?? refuse('no rules are set: kata-set-rules NAME');
}

/** The ruleset that a text names: by its own name, as RU has it, or as KataGo writes its rules. */
function rulesetIn(text: string): Ruleset {
  const json = text.startsWith('{') ? rulesOfJson(text) : undefined;
  const word = json ?? text.toLowerCase();
  const ruleset = rulesetByName(word) ?? rulesetByName(rulesetFromRU(text) ?? '');
  if (json !== undefined && !ruleset) refuse(unreadRules(text));
  return (
    ruleset ??
    refuse(`there is no ruleset ${text.slice(0, 60)}${suggestion(word.slice(0, 60), RULESET_NAMES)}`)
  );
}

/** Why JSON states no rules. */
function unreadRules(text: string): string {
  if (parsedJson(text) === undefined) return 'the rules are not valid JSON';
  return 'these are not rules as kata-get-rules writes them';
}

/** A ruleset of the user's own as JSON with a base, as `--rules FILE` takes it. */
function ownRules(text: string): Ruleset | undefined {
  if (!text.includes('"base"')) return undefined;
  const read = parseRuleset(parsedJson(text));
  return read.ok ? read.value : refuse(read.error.join('; '));
}

function setRules(words: Words, game: ToldGame): string {
  const text = words.join(' ');
  game.rules = ownRules(text) ?? rulesetIn(text);
  return '';
}

/** The result under two rulesets, item by item. */
function account([from, to]: Words, game: ToldGame): string {
  if (from === undefined || to === undefined) refuse('name two rulesets');
  const report: GameReport = game.scored({
    rules: rulesetIn(from),
    accounts: { convertTo: [rulesetIn(to)] },
  });
  if (!report.score) refuse(`cannot score: ${report.notScoredBecause}`);
  const lines = conversionText(report).split('\n').slice(gameHeading(report).length);
  return lines.filter((line) => !line.includes(`declared ${ANY_MARGIN}`)).join('\n');
}
