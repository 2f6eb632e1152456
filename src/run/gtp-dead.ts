import { BLACK, EMPTY, WHITE } from '../core/color.js';
import { failure, success, type Outcome } from '../core/outcome.js';
import { formatPoint, parsePoint, type Point } from '../core/point.js';
import { quoted, type GtpProcess } from '../engine/process.js';

/** A final position; `stones` holds a byte a point. */
export interface FinalPosition {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
}

/** An engine that has told which commands it knows. */
export interface Engine {
  readonly process: GtpProcess;
  readonly commands: ReadonlySet<string>;
}

/** Which stones the engine calls dead, or why it does not tell. */
export async function askDead(
  { process, commands }: Engine,
  position: FinalPosition,
): Promise<Outcome<readonly Point[], string>> {
  const { width, height } = position;
  if (width !== height && !commands.has('rectangular_boardsize'))
    return failure('it knows square boards only');
  for (const command of setUp(position, commands)) {
    const done = await process.send(command);
    if (!done.ok) return failure(process.isAlive() ? `${command}: ${done.error}` : done.error);
  }
  const answer = await process.send('final_status_list dead');
  return answer.ok ? readPoints(answer.value, position) : answer;
}

/**
 * Commands that give an engine the position, whatever it had before. The stones are played one by one: a chain that is
 * not complete yet touches an empty point, a complete one has its final liberties, so nothing is captured on the way and
 * every order is legal. Colors alternate as long as both have stones left.
 */
function* setUp({ width, height, stones }: FinalPosition, commands: ReadonlySet<string>): Generator<string> {
  yield width === height ? `boardsize ${width}` : `rectangular_boardsize ${width} ${height}`;
  yield 'clear_board';
  // What was asked before must not change an answer.
  if (commands.has('clear_cache')) yield 'clear_cache';
  if (commands.has('set_random_seed')) yield 'set_random_seed 1';
  const black = pointsOf(stones, BLACK);
  const white = pointsOf(stones, WHITE);
  for (let i = 0; i < Math.max(black.length, white.length); i++) {
    if (i < black.length) yield `play B ${formatPoint(black[i]!, width, height)}`;
    if (i < white.length) yield `play W ${formatPoint(white[i]!, width, height)}`;
  }
}

function pointsOf(stones: Uint8Array, content: number): Point[] {
  const points: Point[] = [];
  for (let p = 0; p < stones.length; p++) if (stones[p] === content) points.push(p);
  return points;
}

/** Points in white space or lines; anything else, or a point without a stone, makes the whole answer worthless. */
function readPoints(text: string, position: FinalPosition): Outcome<readonly Point[], string> {
  const points: Point[] = [];
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const point = parsePoint(word, position.width, position.height);
    if (point === undefined) return failure(`unexpected answer ${quoted(text)}, expected points`);
    if (position.stones[point] === EMPTY) return failure(`it calls the empty point ${word} dead`);
    points.push(point);
  }
  return success(points);
}
