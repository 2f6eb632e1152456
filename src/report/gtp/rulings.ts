import { failure, type Outcome, success } from '../../core/outcome.js';
import { parsePoint, pointToSgf } from '../../core/point.js';

/** A question of the kit, as a line of samples/rulings has it: docs/rulings.md. */
export interface Ruling {
  readonly name: string;
  readonly says: string;
  readonly rules: string;
  readonly board: readonly [number, number];
  readonly black?: readonly string[];
  readonly white?: readonly string[];
  readonly toPlay?: 'B' | 'W';
  readonly handicap?: number;
  readonly komi?: number;
  readonly moves?: readonly string[];
  readonly question: 'legal' | 'score' | 'convert' | 'handicap' | 'first';
  readonly move?: string;
  readonly dead?: readonly string[];
  readonly counting?: string;
  readonly answer: string;
  /** The finding about a move that is not legal. */
  readonly code?: string;
  readonly article: string;
}

/** Fields of the rules of a question, by the names of a ruleset here. */
export interface RulesData {
  readonly title: string;
  readonly sources: readonly string[];
  readonly basicKo: boolean;
  readonly superko: string;
  readonly selfCapture: string;
  readonly scoring: string;
  readonly sekiPoints: boolean;
  readonly compensation: string;
}

/** Sends a command to a program; the error says why there is no answer. */
export type Send = (line: string) => Promise<Outcome<string, string>>;

/** A program that is asked. */
export interface Asked {
  readonly send: Send;
  readonly commands: ReadonlySet<string>;
  /** Rules under which it was started; it is not told any. */
  readonly started: ReadonlySet<string>;
  readonly rules: Readonly<Record<string, RulesData>>;
  /** Writes a record for `loadsgf` and returns its name. */
  readonly write: (sgf: string) => string;
}

/** What a program said to a question; `because`: why it was not asked. */
export type Said = { readonly answer: string; readonly isRight: boolean } | { readonly because: string };

/** Puts one question to a program, from an empty board on. */
export async function ask(program: Asked, ruling: Ruling): Promise<Said> {
  const refused = await prepare(program, ruling);
  if (refused !== undefined) return { because: refused };
  const { question } = ruling;
  if (question === 'legal') return askLegal(program, ruling);
  if (question === 'score') return askScore(program, ruling);
  return askHandicap(program, ruling);
}

/** Why GTP has no way to ask a question; `undefined`: it has one. */
function whyNotAsked({ question, counting, code, komi }: Ruling): string | undefined {
  if (question === 'convert' || question === 'first') return 'GTP has no such question';
  if (counting !== undefined) return 'GTP does not choose the counting';
  if (code === 'move/out-of-turn') return 'GTP lets a color move twice';
  return question === 'score' && komi === undefined ? 'GTP has no komi of the rules' : undefined;
}

/** Brings the board to the position of the question; returns why that is not possible. */
async function prepare(program: Asked, ruling: Ruling): Promise<string | undefined> {
  const { send, commands } = program;
  const { question, board, moves = [], black = [], white = [], komi } = ruling;
  const [width, height] = board;
  const because = whyNotAsked(ruling);
  if (because !== undefined) return because;
  if (question !== 'handicap') {
    const untold = await tellRules(program, ruling.rules);
    if (untold !== undefined) return untold;
  }
  if (width !== height && !commands.has('rectangular_boardsize')) return 'not square';
  const size = width === height ? `boardsize ${width}` : `rectangular_boardsize ${width} ${height}`;
  if (!(await send(size)).ok) return 'it refuses the size';
  await send('clear_board');
  if (komi !== undefined) await send(`komi ${komi}`);
  const isSetUp = black.length + white.length > 0;
  if (isSetUp) {
    const untold = await setUp(program, ruling);
    if (untold !== undefined) return untold;
  }
  for (const move of moves) {
    if (!(await send(`play ${move}`)).ok) return `it refuses ${move}, an earlier move`;
  }
  return undefined;
}

async function tellRules(
  { send, commands, started, rules }: Asked,
  name: string,
): Promise<string | undefined> {
  if (started.has(name)) return undefined;
  if (started.size > 0) return 'other rules';
  if (!commands.has('kata-set-rules')) return 'it cannot be told the rules';
  const { title: _title, sources: _sources, ...fields } = rules[name]!;
  const { basicKo, superko, selfCapture, scoring, sekiPoints, compensation } = fields;
  const ours = { base: 'tromp-taylor', name: `kit ${name}`, ...fields };
  for (const told of [name, JSON.stringify(ours)])
    if ((await send(`kata-set-rules ${told}`)).ok) return undefined;
  const isKnown = ['none', 'positional', 'situational'].includes(superko) && selfCapture !== 'allowed';
  if (!isKnown || (superko === 'none' && !basicKo)) return 'it has no such rules';
  const kata = {
    ko: superko === 'none' ? 'SIMPLE' : superko.toUpperCase(),
    scoring: scoring === 'territory' ? 'TERRITORY' : 'AREA',
    tax: scoring === 'stones' ? 'ALL' : sekiPoints ? 'NONE' : 'SEKI',
    suicide: selfCapture === 'multi',
    hasButton: false,
    whiteHandicapBonus: compensation === 'none' ? '0' : compensation.toUpperCase(),
    friendlyPassOk: true,
  };
  return (await send(`kata-set-rules ${JSON.stringify(kata)}`)).ok ? undefined : 'it has no such rules';
}

/** Sets stones up by a record: played one by one they would be earlier positions, which a repetition rule forbids. */
async function setUp({ send, commands, write }: Asked, ruling: Ruling): Promise<string | undefined> {
  if (!commands.has('loadsgf')) return 'it cannot set stones up';
  return (await send(`loadsgf ${write(recordOf(ruling))}`)).ok
    ? undefined
    : 'it refuses the record of the setup';
}

/** The stones at the start, as a record. */
function recordOf({
  board: [width, height],
  black = [],
  white = [],
  toPlay,
  handicap,
  komi,
}: Ruling): string {
  const list = (ident: string, words: readonly string[]): string =>
    words.length === 0
      ? ''
      : ident + words.map((word) => `[${pointToSgf(parsePoint(word, width, height)!, width)}]`).join('');
  const said = (ident: string, value: string | number | undefined): string =>
    value === undefined ? '' : `${ident}[${value}]`;
  const size = width === height ? String(width) : `${width}:${height}`;
  const header = said('KM', komi) + said('HA', handicap) + said('PL', toPlay);
  return `(;GM[1]FF[4]SZ[${size}]${header}${list('AB', black)}${list('AW', white)})`;
}

async function askLegal({ send }: Asked, { board: [width], move = '', answer }: Ruling): Promise<Said> {
  if (move.endsWith('off') && width >= 19) return { because: 'there is no name for the point' };
  const { ok } = await send(`play ${move.replace('off', 'T19')}`);
  const said = ok ? 'yes' : 'no';
  return { answer: said, isRight: said === answer };
}

const pointsIn = (text: string): string => text.toUpperCase().split(/\s+/).filter(Boolean).sort().join(' ');

async function askScore({ send, commands }: Asked, { dead = [], answer }: Ruling): Promise<Said> {
  if (!commands.has('final_status_list')) return { because: 'it does not say which stones are dead' };
  const judged = await send('final_status_list dead');
  if (!judged.ok || pointsIn(judged.value) !== pointsIn(dead.join(' ')))
    return { because: 'it judges other stones dead' };
  const said = await send('final_score');
  if (!said.ok) return { because: 'it gives no score' };
  return { answer: said.value, isRight: scoreIn(said.value) === scoreIn(answer) };
}

/** Black's margin, for a score in any usual form. */
function scoreIn(text: string): string {
  const [, winner = '', points = ''] = /^([BW])\+(\d*(?:\.\d+)?)/i.exec(text.trim()) ?? [];
  return winner === '' || Number(points) === 0
    ? winner.toUpperCase()
    : winner.toUpperCase() + String(Number(points));
}

async function askHandicap({ send }: Asked, { handicap = 0, answer }: Ruling): Promise<Said> {
  const said = await send(`fixed_handicap ${handicap}`);
  if (!said.ok) return { answer: `refused: ${said.error}`, isRight: false };
  return { answer: said.value, isRight: pointsIn(said.value) === pointsIn(answer) };
}

/** How a program fared in one family. */
export interface FamilyResult {
  readonly family: string;
  readonly cases: number;
  readonly right: number;
  readonly wrong: number;
}

/** The results by family for a terminal, then each wrong answer with its case. */
export function conformanceText(
  results: readonly FamilyResult[],
  faults: readonly string[],
  skipped: ReadonlyMap<string, number>,
): string {
  const row = (cells: readonly (string | number)[]): string =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(14) : String(cell).padStart(8))).join('');
  const rows = results.map(({ family, cases, right, wrong }) =>
    row([family, cases, right + wrong, right, wrong]),
  );
  const sum = (of: (one: FamilyResult) => number): number => results.reduce((all, one) => all + of(one), 0);
  const right = sum((one) => one.right);
  const wrong = sum((one) => one.wrong);
  const total = row(['all', sum((one) => one.cases), right + wrong, right, wrong]);
  const reasons = [...skipped]
    .sort(([, a], [, b]) => b - a)
    .map(([because, count]) => `${String(count).padStart(6)}  ${because}`);
  return [
    row(['family', 'cases', 'asked', 'right', 'wrong']),
    ...rows,
    total,
    ...(reasons.length > 0 ? ['', 'not asked:', ...reasons] : []),
    ...(faults.length > 0 ? ['', 'wrong:', ...faults] : []),
    '',
  ].join('\n');
}

/** One question of a file of the kit, or why a line is none. */
export function readRuling(line: string): Outcome<Ruling, string> {
  try {
    const ruling = JSON.parse(line) as Ruling;
    const isWhole = [ruling.name, ruling.rules, ruling.question, ruling.answer].every(
      (one) => typeof one === 'string',
    );
    return isWhole && Array.isArray(ruling.board) ? success(ruling) : failure('a field is missing');
  } catch {
    return failure('no JSON');
  }
}
