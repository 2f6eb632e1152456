import { type ForeignGame, ForeignLines, sgfPoint } from './lines.js';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectIn = (json: Json, key: string): Json => (isObject(json[key]) ? json[key] : {});
const textIn = (json: Json, key: string): string => (typeof json[key] === 'string' ? json[key] : '');
const numberIn = (json: Json, key: string): number | undefined => {
  const value = json[key];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** The game in a text of OGS; `undefined`: it is none. What its API returns has the game's own data inside. */
function gameIn(text: string): Json | undefined {
  if (!text.includes('"moves"') || !text.includes('"width"')) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    if (!isObject(json)) return undefined;
    const game = isObject(json['gamedata']) ? json['gamedata'] : json;
    const isSide = (key: string): boolean =>
      Number.isInteger(game[key]) && (game[key] as number) > 0 && (game[key] as number) <= 52;
    return Array.isArray(game['moves']) && isSide('width') && isSide('height') ? game : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text is a game of OGS (online-go.com) as its servers send it: JSON with moves as pairs of numbers. */
export function isOgs(text: string): boolean {
  return gameIn(text) !== undefined;
}

/**
 * Reads a game of OGS: players, rules, komi, time, handicap stones (`initial_state`, or the first moves where they are placed freely),
 * moves (`[x, y, milliseconds]`, -1 for a pass), the outcome, and what the players marked when they counted.
 */
export function readOgs(text: string): ForeignGame {
  const game = gameIn(text) ?? {};
  const out = new ForeignLines('ogs', 1);
  writeHeader(game, out);
  const setup = objectIn(game, 'initial_state');
  const last = new Map<string, string>();
  for (const [ident, key] of [
    ['AB', 'black'],
    ['AW', 'white'],
  ] as const) {
    const points = pairsOf(textIn(setup, key));
    if (points.length > 0) out.points(0, ident, points);
    for (const point of points) last.set(point, ident.slice(1));
  }
  writeMoves(game, last, out);
  writeMarks(game, last, out);
  return out.finish();
}

function writeHeader(game: Json, out: ForeignLines): void {
  const put = (ident: string, value: string | number | undefined): void =>
    out.property(0, ident, String(value ?? ''));
  const [width, height] = [numberIn(game, 'width'), numberIn(game, 'height')];
  put('SZ', width === height ? width : `${String(width)}:${String(height)}`);
  const id = numberIn(game, 'game_id') ?? numberIn(game, 'id');
  put('PC', `OGS: https://online-go.com${id === undefined ? '' : `/game/${String(id)}`}`);
  put('GN', textIn(game, 'game_name'));
  const started = numberIn(game, 'start_time');
  if (started !== undefined && started > 0 && started < 1e11)
    put('DT', new Date(1000 * started).toISOString().slice(0, 10));
  const players = objectIn(game, 'players');
  for (const [color, key] of [
    ['B', 'black'],
    ['W', 'white'],
  ] as const) {
    const player = objectIn(players, key);
    put(`P${color}`, textIn(player, 'username'));
    put(`${color}R`, rankText(numberIn(player, 'rank')));
  }
  put('RU', RULES[textIn(game, 'rules')] ?? textIn(game, 'rules'));
  put('KM', numberIn(game, 'komi'));
  const handicap = numberIn(game, 'handicap') ?? 0;
  if (handicap > 0) put('HA', handicap);
  put('RE', resultOf(game));
  writeTime(objectIn(game, 'time_control'), put);
}

const RULES: Readonly<Record<string, string>> = {
  nz: 'NZ',
  aga: 'AGA',
  ing: 'Ing',
  japanese: 'Japanese',
  chinese: 'Chinese',
  korean: 'Korean',
};

/** OGS counts ranks up from 30 kyu as 0, with 1 dan as 30. */
function rankText(rank: number | undefined): string {
  if (rank === undefined) return '';
  return rank < 30 ? `${String(Math.ceil(30 - rank))}k` : `${String(Math.floor(rank - 29))}d`;
}

function resultOf(game: Json): string {
  const outcome = textIn(game, 'outcome');
  if (textIn(game, 'phase') !== 'finished' || outcome === '') return '';
  const points = /^(\d+(?:\.\d+)?) points?$/.exec(outcome)?.[1];
  if (points !== undefined && Number(points) === 0) return '0';
  const winner = numberIn(game, 'winner');
  const players = objectIn(game, 'players');
  const idOf = (color: string): number | undefined =>
    numberIn(game, `${color}_player_id`) ?? numberIn(objectIn(players, color), 'id');
  const color =
    winner === undefined ? '' : winner === idOf('black') ? 'B' : winner === idOf('white') ? 'W' : '';
  if (color === '') return /cancel|annul/i.test(outcome) ? 'Void' : '';
  const end = points ?? { resignation: 'R', timeout: 'T' }[outcome.toLowerCase()] ?? 'F';
  return `${color}+${end}`;
}

function writeTime(control: Json, put: (ident: string, value: string | number | undefined) => void): void {
  const seconds = (key: string): number => numberIn(control, key) ?? 0;
  switch (textIn(control, 'system') || textIn(control, 'time_control')) {
    case 'byoyomi':
      put('TM', seconds('main_time'));
      put('OT', `${String(seconds('periods'))}x${String(seconds('period_time'))} byo-yomi`);
      break;
    case 'canadian':
      put('TM', seconds('main_time'));
      put('OT', `${String(seconds('stones_per_period'))}/${String(seconds('period_time'))} Canadian`);
      break;
    case 'fischer':
      put('TM', seconds('initial_time'));
      put('OT', `${String(seconds('time_increment'))} fischer`);
      break;
    case 'simple':
      put('OT', `${String(seconds('per_move'))} simple`);
      break;
    case 'absolute':
      put('TM', seconds('total_time'));
      break;
  }
}

/** `last`: gets the color of the last stone on each point. */
function writeMoves(game: Json, last: Map<string, string>, out: ForeignLines): void {
  const moves = game['moves'] as readonly unknown[];
  const handicap = numberIn(game, 'handicap') ?? 0;
  const isFree = handicap > 1 && last.size === 0;
  const first = textIn(game, 'initial_player') === 'white' && !isFree ? 1 : 0;
  moves.forEach((move, index) => {
    const [x, y] = Array.isArray(move) ? (move as unknown[]) : isObject(move) ? [move['x'], move['y']] : [];
    const turn = isFree ? Math.max(0, index - handicap + 1) : index + first;
    const color = turn % 2 === 0 ? 'B' : 'W';
    const isPass = x === -1 || y === -1;
    const point = isPass ? '' : pointOf(x, y, game);
    if (point === undefined) out.unexpected(0, JSON.stringify(move).slice(0, 60));
    out.move(0, color, point ?? '??');
    if (point) last.set(point, color);
  });
}

function pointOf(x: unknown, y: unknown, game: Json): string | undefined {
  const fits = (value: unknown, side: string): value is number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < (numberIn(game, side) ?? 0);
  return fits(x, 'width') && fits(y, 'height') ? sgfPoint(x, y) : undefined;
}

/** The points that each player's score counts, as TB and TW: without the player's own stones, which area scores count too. */
function writeMarks(game: Json, last: ReadonlyMap<string, string>, out: ForeignLines): void {
  const score = objectIn(game, 'score');
  const removed = new Set(pairsOf(textIn(game, 'removed')));
  const isTerritory = /japanese|korean/.test(textIn(game, 'rules'));
  const marks = (['black', 'white'] as const).map((key) => {
    const color = key === 'black' ? 'B' : 'W';
    const points = pairsOf(textIn(objectIn(score, key), 'scoring_positions'));
    const marked = points.filter((point) => isTerritory || last.get(point) !== color || removed.has(point));
    return marked.length === 0 ? '' : `T${color}${marked.map((point) => `[${point}]`).join('')}`;
  });
  if (marks.some((text) => text !== '')) out.write(0, marks.join(''));
}

/** Points in pairs of letters, as OGS writes sets of them. */
function pairsOf(text: string): readonly string[] {
  return [...new Set(text.match(/[a-zA-Z]{2}/g) ?? [])];
}
