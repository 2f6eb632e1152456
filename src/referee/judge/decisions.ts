/** What a referee decided for games: the file decisions.json, and what a decision changes in a report. */
import { parsePoint, type Point } from '../../core/point.js';
import { marginText, suggestion } from '../../core/text.js';
import { failure, type Outcome, success } from '../../core/outcome.js';
import { type Check, checkArgument, isAnyText, isObject, made } from '../../core/checks.js';
import { newerFormat, placeInJson, placeOfValue } from '../../core/json.js';
import { sha256 } from '../../core/bytes.js';
import { ACTION } from '../../core/line.js';
import { type Finding, finding } from '../../core/findings/finding.js';
import type { RawGame } from '../../sgf/raw.js';
import { formatResult, readResultText } from '../record/declared-result.js';
import { ENDINGS, type DeclaredResult, type GameRecord } from '../record/record.js';
import { misfitOf, REPAIR_FORM, repairedGame, unrepairedGame } from '../repair/repair-text.js';
import { type LineKey, lineKey } from '../../core/line-key.js';
import type { GameScore, Settlement } from '../score/score-types.js';

/** One decision about one game. Plain data: an entry of decisions.json. */
export interface Decision {
  /** Digest of the moves (`movesDigest`): it survives a change of the file name or header. */
  readonly game: string;
  /** Who decided. */
  readonly name: string;
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  readonly reason: string;
  /** Which game it is, for whoever reads the file. */
  readonly label?: string;
  /** Points of groups that are dead, or alive, on the final board. */
  readonly dead?: readonly string[];
  readonly alive?: readonly string[];
  /** In points. */
  readonly komi?: number;
  /** Numbers of moves that stand although the rules forbid them: repetitions, self-captures, moves out of turn. */
  readonly accepted?: readonly number[];
  /** Edits of a misprinted record, as `repairText` writes them: the game is judged with them. */
  readonly repair?: string;
  /** The declared result, written as in RE: `W+F`, `B+3.5`, `0`, `Void`. */
  readonly result?: string;
}

/** The decisions of a file, with its name for findings. */
export interface Decisions {
  readonly file: string;
  readonly all: readonly Decision[];
}

/** A value of decisions.json: its JSON schema, and how a wrong one is described. */
interface Field {
  readonly about: string;
  readonly expected: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isRight: (value: unknown) => boolean;
}

function text(about: string, pattern: RegExp, expected: string): Field {
  const isRight = (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
  return { about, expected, schema: { type: 'string', pattern: pattern.source }, isRight };
}

function list(about: string, expected: string, item: Pick<Field, 'schema' | 'isRight'>): Field {
  const isRight = (value: unknown): boolean =>
    Array.isArray(value) && value.length > 0 && value.every(item.isRight);
  return { about, expected, schema: { type: 'array', minItems: 1, items: item.schema }, isRight };
}

const LINE = /^(?!\s*$)[^\p{Cc}]*$/u;
const A_LINE = 'a line of text';
const POINT = text('', /^[A-HJ-Za-hj-z]{1,2}[1-9]\d?$/, 'a point');
const MAX_KOMI = 1000;

/** The fields of a decision: the reader and the JSON schema of the file derive from these rows. */
const FIELDS: Readonly<Record<keyof Decision, Field>> = {
  game: text(
    'Digest of the moves: list --columns moves_digest',
    /^[0-9a-f]{16}$/,
    '16 hexadecimal digits, as list --columns moves_digest has them',
  ),
  name: text('Who decided', LINE, A_LINE),
  date: {
    ...text('The day', /^\d{4}-\d\d-\d\d$/, 'a day as YYYY-MM-DD'),
    isRight: (value) => typeof value === 'string' && isDay(value),
  },
  reason: text('Why', LINE, A_LINE),
  label: text('Which game it is, for readers', LINE, A_LINE),
  dead: list('Points of groups that are dead on the final board', 'points such as "Q16"', POINT),
  alive: list('Points of groups that are alive on the final board', 'points such as "Q16"', POINT),
  komi: {
    about: 'Komi in points',
    expected: 'points, in halves or quarters',
    schema: { type: 'number', multipleOf: 0.25, minimum: -MAX_KOMI, maximum: MAX_KOMI },
    isRight: (value) =>
      typeof value === 'number' && Number.isInteger(value * 4) && Math.abs(value) <= MAX_KOMI,
  },
  accepted: list('Moves that stand: repetitions, self-captures, moves out of turn', 'numbers of moves', {
    schema: { type: 'integer', minimum: 1 },
    isRight: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  }),
  repair: text(
    'What a misprinted record should be, as the column repair has it',
    REPAIR_FORM,
    'a repair such as "91:G11>F11"',
  ),
  result: {
    about: 'The result declared, as RE has it: W+F, B+3.5, 0, Void',
    expected: 'a result such as "W+F", "B+3.5", "0" or "Void"',
    schema: { type: 'string' },
    isRight: (value) => typeof value === 'string' && !UNDECIDED.has(declaredBy(value).kind),
  },
};

const NEEDED: readonly (keyof Decision)[] = ['game', 'name', 'date', 'reason'];
const DECIDING: readonly (keyof Decision)[] = ['dead', 'alive', 'komi', 'accepted', 'repair', 'result'];
const UNDECIDED: ReadonlySet<DeclaredResult['kind']> = new Set(['missing', 'malformed', 'unknown']);

/** Whether a decision can declare it, in any form that RE is read in. */
export const isDecidedResult = FIELDS.result.isRight;

function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
}

/** What `version` of decisions.json is now. Files without it are read as of version 1. */
export const DECISIONS_VERSION = 1;

/**
 * Reads decisions.json: `{"version": 1, "decisions": [...]}`. The error is a line for the user, with line and column. Not checked: whether the
 * games, stones and moves exist, which only the games show.
 */
export function parseDecisions(json: string): Outcome<readonly Decision[], string> {
  checkArgument('json', json, isAnyText);
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    return failure(`${placeInJson(json, error)}not valid JSON`);
  }
  const newer = isObject(value) ? newerFormat(value['version'], DECISIONS_VERSION) : undefined;
  if (newer !== undefined) return failure(`${placeOfValue(json, 'version')}${newer}`);
  if (!isObject(value) || !Array.isArray(value['decisions']))
    return failure(`${placeOfValue(json, 'decisions')}this must be an object with the list "decisions"`);
  const all = value['decisions'] as readonly unknown[];
  for (const [i, one] of all.entries()) {
    const fault = faultOf(one);
    if (!fault) continue;
    const place = placeOfValue(json, `decisions[${String(i)}]${fault.field === '' ? '' : `.${fault.field}`}`);
    return failure(`${place}decision ${String(i + 1)}: ${fault.text}`);
  }
  return success(all as readonly Decision[]);
}

/** What is wrong with an entry, and in which field; '' for the whole entry. */
interface Fault {
  readonly field: string;
  readonly text: string;
}

/** Whether a caller's object is a decision. */
export const isDecision: Check = (value) => {
  const fault = faultOf(value);
  return fault && `a decision (${fault.text})`;
};

/** All that is wrong, at the first field of it. */
function faultOf(value: unknown): Fault | undefined {
  if (!isObject(value)) return { field: '', text: 'must be an object' };
  const unknown = Object.keys(value).filter((field) => !Object.hasOwn(FIELDS, field));
  const faults = unknown.map((field) => {
    const shown = field.slice(0, 60);
    return { field, text: `unknown field ${shown}${suggestion(shown, Object.keys(FIELDS))}` };
  });
  for (const [name, { isRight, expected }] of Object.entries(FIELDS)) {
    const isMissing = !Object.hasOwn(value, name);
    if (isMissing ? !NEEDED.includes(name as keyof Decision) : isRight(value[name])) continue;
    const text = isMissing ? `${name} is missing: ${expected}` : `${name}: must be ${expected}`;
    faults.push({ field: name, text });
  }
  const [first] = faults;
  if (first)
    return {
      field: first.field,
      text: faults
        .slice(0, MAX_FAULTS)
        .map(({ text }) => text)
        .join('; '),
    };
  if (DECIDING.some((name) => Object.hasOwn(value, name))) return undefined;
  return { field: '', text: `must have one of ${DECIDING.join(', ')}` };
}

/** Most faults of a decision that are named at once. */
const MAX_FAULTS = 10;

/** docs/decisions.schema.json: what the file may hold. */
export function decisionsSchema(): object {
  const properties = Object.fromEntries(
    Object.entries(FIELDS).map(([name, { about, schema }]) => [name, { description: about, ...schema }]),
  );
  const decision = {
    type: 'object',
    properties,
    required: NEEDED,
    anyOf: DECIDING.map((name) => ({ required: [name] })),
    additionalProperties: false,
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Decisions of a referee, for --decisions',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      version: { description: 'Of this form of file; may be missing', const: DECISIONS_VERSION },
      decisions: { type: 'array', items: decision },
    },
    required: ['decisions'],
    additionalProperties: false,
  };
}

/** Games with fewer moves and setup stones begin alike, so their moves alone do not identify them. */
const MIN_ACTIONS = 10;

/**
 * Identifies a game in decisions: 16 hexadecimal digits from the size, the moves and the setup of its main line and, for games of
 * fewer than ten moves, from players, event, round and date too. The file name, RE and KM do not count. `record`: that of a report.
 * `key`: the key of its line, where the caller has it. Throws UserError for another kind of value.
 */
export function movesDigest(game: Identified, key?: LineKey): string {
  checkArgument('record', game, isRecord);
  const { black, white, event, round, date, ...record } = game;
  const { exactHigh, exactLow } = key ?? lineKey(record.line, record.width, record.height);
  const setup = setupText(record);
  const digest = setup ?? [exactHigh, exactLow].map((word) => word.toString(16).padStart(8, '0')).join('');
  const isLong = record.line.count >= MIN_ACTIONS;
  if (isLong && setup === undefined) return digest;
  const header = isLong ? [] : [black, white, event, round, date];
  return sha256(new TextEncoder().encode([digest, ...header].join('\n'))).slice(0, 16);
}

const isRecord = made('the record of a report', 'line');

type Identified = Pick<
  GameRecord,
  'black' | 'white' | 'event' | 'round' | 'date' | 'line' | 'width' | 'height'
>;

/** Size, setup and moves of a line with setup, whose stones have only 32 bits in a `LineKey`; the order of those in one node does not count. */
function setupText({
  line: { count, kinds, points, nodes },
  width,
  height,
}: Pick<Identified, 'line' | 'width' | 'height'>): string | undefined {
  const words: number[][] = [];
  let node = -1;
  let setup = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind > ACTION.addEmpty) continue;
    const isSetup = kind >= ACTION.addBlack;
    setup += Number(isSetup);
    const isPoint = isSetup || kind <= ACTION.playWhite;
    const word = (kind << 16) | (isPoint ? points[i]! : 0xffff);
    if (isSetup && nodes[i] === node) words.at(-1)!.push(word);
    else words.push([word]);
    node = isSetup ? nodes[i]! : -1;
  }
  if (setup === 0) return undefined;
  return `${String(width)}x${String(height)} ${words.map((run) => run.sort((a, b) => a - b).join('+')).join(' ')}`;
}

/** The decisions about one game. */
export interface GameDecisions {
  /** In the order of the file: where two differ, the later one counts. */
  readonly decisions: readonly Decision[];
  /** The one whose repair the game lacks yet. */
  readonly repair?: Decision | undefined;
}

/** Decisions name a game by its moves as they were, so that one whose repair was written since (`format --decisions`) is found too. */
export function decisionsFor(record: GameRecord, all: readonly Decision[] = []): GameDecisions {
  if (all.length === 0) return { decisions: all };
  const digest = movesDigest(record);
  const decisions = all.filter(({ game, repair }) => {
    if (game === digest || repair === undefined) return game === digest;
    const before = unrepairedGame(record, repair);
    return before !== undefined && movesDigest(before) === game;
  });
  const last = decisions.findLast(({ repair }) => repair !== undefined);
  return { decisions, repair: last?.game === digest ? last : undefined };
}

/** A game with the repair that was decided for it. Findings: `decision/no-repair` for one that does not fit the moves. */
export function withDecidedRepair(
  game: RawGame,
  decision: Decision | undefined,
): { readonly game: RawGame; readonly unfit: readonly Finding[] } {
  if (!decision) return { game, unfit: [] };
  const { name, repair = '' } = decision;
  const repaired = repairedGame(game, repair);
  const unfit = (): Finding => finding('decision/no-repair', { name, repair, ...misfitOf(repair, game) });
  return { game: repaired ?? game, unfit: repaired ? [] : [unfit()] };
}

/** `decided by A. Referee on 2026-11-22: the group is dead`; '' without a decision. */
export function decidedText(decisions: readonly Decision[]): string {
  return decisions.map(({ name, date, reason }) => `decided by ${name} on ${date}: ${reason}`).join('; ');
}

/** What a decision changes, in words: `C3 dead, komi 6.5`. `said`: each change in a language. */
export function decisionText(
  { dead = [], alive = [], komi, accepted = [], repair, result }: Decision,
  said = (change: string): string => change,
): string {
  const changes = [
    ...dead.map((point) => `${point} dead`),
    ...alive.map((point) => `${point} alive`),
    ...(komi === undefined ? [] : [`komi ${String(komi)}`]),
    ...accepted.map((move) => `move ${String(move)} accepted`),
    ...(repair === undefined ? [] : [`repair ${repair}`]),
    ...(result === undefined ? [] : [`result ${result}`]),
  ];
  return changes.map(said).join(', ');
}

/** Findings: `decision/not-scored` for a decision that only a score could show, in a game that has none. */
export function unapplied(decisions: readonly Decision[], because: string): readonly Finding[] {
  if (because === '' || because === NOT_ASKED) return [];
  // A game that was given up has a komi all the same: results tables are compared with it.
  const isEnded = ENDINGS.some((ending) => ending === because);
  const lost = decisions.filter(
    ({ dead, alive, komi, result }) =>
      (dead ?? alive ?? (isEnded ? undefined : komi)) !== undefined && result === undefined,
  );
  return lost.map(({ name }) => finding('decision/not-scored', { name, because }));
}

/** The decision that declares the result. */
function decidedResult(decisions: readonly Decision[]): Decision | undefined {
  return decisions.findLast(({ result }) => result !== undefined);
}

/** `W+F, decided by A. Referee on 2026-11-22: late`; '' where no result was decided. */
export function resultRuling(decisions: readonly Decision[] = []): string {
  const decision = decidedResult(decisions);
  return decision ? `${decision.result!}, ${decidedText(decisions)}` : '';
}

/** Numbers of the moves that are accepted, with the decision. */
export function acceptedMoves(decisions: readonly Decision[]): ReadonlyMap<number, Decision> {
  return new Map(decisions.flatMap((one) => (one.accepted ?? []).map((move) => [move, one] as const)));
}

/** Why games are not scored when scores are not requested. */
export const NOT_ASKED = 'not requested';

/** Codes of moves that players can have made, and a referee may let stand. */
const ACCEPTABLE = /^move\/(?:ko|superko-\w+|repetition|self-capture|out-of-turn)$/;

/** Whether a decision can accept the move of a finding, and none has. */
export function isAcceptable({ code, move, variation, decided }: Finding): boolean {
  return move !== undefined && (variation ?? decided) === undefined && ACCEPTABLE.test(code);
}

/**
 * The findings of a game after the decisions: moves that are accepted are notes that name the decision, and so are illegal moves of
 * a game whose result was declared, because the referee has ruled on them.
 * Findings: `decision/no-move` and `decision/no-repetition` for moves that a decision does not match.
 */
export function withRulings(
  all: readonly Finding[],
  decisions: readonly Decision[],
  moves: number,
): readonly Finding[] {
  // Where a referee cut a record, its last move was not that of the game.
  const isCut = decisions.some(({ repair }) => repair?.endsWith(':cut'));
  const found = isCut ? all.filter(({ code }) => code !== 'move/resigner-moved-last') : all;
  const accepted = acceptedMoves(decisions);
  const result = decidedResult(decisions);
  if (accepted.size === 0 && !result) return found;
  const open = new Map(accepted);
  const after = found.map((one): Finding => {
    if (!isAcceptable(one)) return one;
    const decision = accepted.get(one.move!);
    if (!decision)
      return result && one.severity === 'error'
        ? { ...one, severity: 'note', decided: decidedText([result]) }
        : one;
    open.delete(one.move!);
    const { dispositionRule: _rule, ...rest } = one;
    return {
      ...rest,
      severity: 'note',
      disposition: 'accepted',
      decided: decidedText([decision]),
    };
  });
  for (const [move, { name }] of open) {
    after.push(
      move > moves
        ? finding('decision/no-move', { name, move, moves })
        : finding('decision/no-repetition', { name }, { move }),
    );
  }
  return after;
}

/** Decided groups, by a point of each: 1 dead, 0 alive. */
export type DecidedGroups = ReadonlyMap<Point, 0 | 1>;

/** The points of decided groups on a final board. Findings: `decision/no-stone` for those that hold no stone. */
export function decidedGroups(
  decisions: readonly Decision[],
  { width, height }: Pick<GameRecord, 'width' | 'height'>,
  stones: Uint8Array,
): { readonly groups: DecidedGroups; readonly findings: readonly Finding[] } {
  const groups = new Map<Point, 0 | 1>();
  const findings: Finding[] = [];
  for (const { name, dead = [], alive = [] } of decisions) {
    for (const [points, status] of [
      [dead, 1],
      [alive, 0],
    ] as const) {
      for (const word of points) {
        const point = parsePoint(word, width, height);
        if (point !== undefined && stones[point] !== 0) groups.set(point, status);
        else {
          const reason = point === undefined ? 'no-point' : 'empty';
          findings.push(finding('decision/no-stone', { name, point: word, reason }));
        }
      }
    }
  }
  return { groups, findings };
}

/**
 * The settlement of the declared result with the decisions applied. A result decided by the referee replaces the count: it
 * explains the record's own result, or contradicts it (`decision/result-differs`).
 */
export function settledBy(
  decisions: readonly Decision[],
  settlement: Settlement,
  record: Pick<GameRecord, 'result' | 'at'>,
): Settlement {
  const words = decidedText(decisions);
  if (words === '') return settlement;
  const decision = decidedResult(decisions);
  if (!decision) {
    const { explanation } = settlement;
    return { ...settlement, explanation: explanation === '' ? words : `${explanation}; ${words}` };
  }
  const explanation = resultRuling(decisions);
  const declared = record.result;
  if (UNDECIDED.has(declared.kind)) return { verdict: 'not-checked', explanation, findings: [] };
  if (isSameResult(declared, declaredBy(decision.result!)))
    return { verdict: 'explained', explanation, findings: [] };
  const raw = 'raw' in declared ? declared.raw : '';
  const args = { declared: raw, decided: decision.result!, name: decision.name };
  const place = record.at.RE < 0 ? {} : { offset: record.at.RE };
  return {
    verdict: 'contradicted',
    explanation,
    findings: [finding('decision/result-differs', args, place)],
  };
}

/** The result after a decision, as RE has it: as declared by it, or as counted; '' without either. */
export function decidedResultText({
  decisions = [],
  score,
}: {
  readonly decisions?: readonly Decision[];
  readonly score: Pick<GameScore, 'resultHalves' | 'winner'> | undefined;
}): string {
  const counted = score && decisions.length > 0 ? marginText(score.resultHalves, score.winner) : '';
  const decided = resultDecided(decisions);
  // `B+0.50` as a record has it: both stand in one sentence.
  return decided?.kind === 'margin' ? formatResult(decided) : (decidedResult(decisions)?.result ?? counted);
}

/** The result that a referee decided; `undefined` where none was. */
export function resultDecided(decisions: readonly Decision[]): DeclaredResult | undefined {
  const decision = decidedResult(decisions);
  return decision && declaredBy(decision.result!);
}

/** A result as a decision declares it. */
export function declaredBy(raw: string): DeclaredResult {
  const { text } = readResultText(raw);
  if (text.kind !== 'margin') return { ...text, raw };
  const { winner, points } = text;
  return { kind: 'margin', raw, winner, marginHalves: points * (winner === 'black' ? 2 : -2) };
}

function isSameResult(one: DeclaredResult, other: DeclaredResult): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'margin' && other.kind === 'margin') return one.marginHalves === other.marginHalves;
  if (one.kind === 'ended' && other.kind === 'ended')
    return one.winner === other.winner && one.by === other.by;
  return !('winner' in one && 'winner' in other) || one.winner === other.winner;
}
