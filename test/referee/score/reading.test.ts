import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE, type Stone } from '../../../src/core/color.js';
import { Reading, type Played } from '../../../src/referee/score/reading.js';
import { emptyRows, get, type Rows, type Sign } from '../../support/reference-board.js';
import { caught, moved, spotsOf, type Fight } from '../../support/reference-reading.js';

const WIDTH = 5;
const HEIGHT = 4;
const SIGNS = ['.', 'X', 'O'] as const;
const SEED = 20261123;

function stonesOf(rows: Rows): Uint8Array {
  return Uint8Array.from(spotsOf(rows), (spot) => SIGNS.indexOf(get(rows, spot) as '.'));
}

/** A position that games can come to: moves played where they are allowed. */
const fights = fc.array(fc.nat(WIDTH * HEIGHT - 1), { maxLength: 40 }).map((points) => {
  let fight: Fight = { rows: emptyRows(WIDTH, HEIGHT), ko: undefined };
  points.forEach((p, i) => {
    const next = moved(fight, { x: p % WIDTH, y: Math.floor(p / WIDTH) }, i % 2 === 0 ? 'X' : 'O');
    if (next) fight = next;
  });
  return fight.rows;
});

describe(`reading (seed ${String(SEED)})`, () => {
  test('catches what the definition catches', () => {
    fc.assert(
      fc.property(fights, fc.integer({ min: 0, max: 3 }), (rows, moves) => {
        const reading = new Reading(stonesOf(rows), WIDTH, HEIGHT);
        for (const spot of spotsOf(rows)) {
          const sign = get(rows, spot);
          if (sign === '.') continue;
          const color = SIGNS.indexOf(sign as Sign) as Stone;
          const isCaught = reading.isCaught(spot.y * WIDTH + spot.x, color, moves);
          expect([spot, isCaught]).toEqual([
            spot,
            caught({ rows, ko: undefined }, spot, sign as Sign, moves),
          ]);
        }
      }),
      { seed: SEED, numRuns: 250 },
    );
  });

  test('plays and takes back as the definition says, ko included', () => {
    const steps = fc.array(fc.record({ p: fc.nat(WIDTH * HEIGHT - 1), isBlack: fc.boolean() }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let fight: Fight = { rows: emptyRows(WIDTH, HEIGHT), ko: undefined };
        const reading = new Reading(stonesOf(fight.rows), WIDTH, HEIGHT);
        const done: [Played, Fight][] = [];
        const compare = (): void => {
          expect(reading.stones).toEqual(stonesOf(fight.rows));
          if (!fight.ko) return;
          const { x, y } = fight.ko;
          const p = y * WIDTH + x;
          for (const color of [BLACK, WHITE]) expect(reading.play(p, color as Stone)).toBeUndefined();
        };
        for (const { p, isBlack } of all) {
          const next = moved(fight, { x: p % WIDTH, y: Math.floor(p / WIDTH) }, isBlack ? 'X' : 'O');
          const played = reading.play(p, isBlack ? BLACK : WHITE);
          expect(played !== undefined).toBe(next !== undefined);
          if (!played || !next) continue;
          done.push([played, fight]);
          fight = next;
          compare();
        }
        for (const [played, before] of done.reverse()) {
          reading.takeBack(played);
          fight = before;
          compare();
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  test('knows what was counted before moves that took liberties and stones', () => {
    const steps = fc.array(
      fc.record({ p: fc.nat(WIDTH * HEIGHT - 1), isBlack: fc.boolean(), isCounted: fc.boolean() }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const reading = new Reading(new Uint8Array(WIDTH * HEIGHT), WIDTH, HEIGHT);
        const done: Played[] = [];
        const compare = (): void => {
          const plain = new Reading(reading.stones, WIDTH, HEIGHT);
          for (let p = 0; p < WIDTH * HEIGHT; p++) {
            if (reading.stones[p] === 0) continue;
            for (const most of [0, 1, 2, 5])
              expect(reading.libertiesUpTo(most, p)).toBe(plain.libertiesUpTo(most, p));
          }
        };
        for (const { p, isBlack, isCounted } of all) {
          // What was counted holds for the moves after it: none before it may be taken back.
          if (isCounted) {
            done.length = 0;
            reading.countAll();
          }
          const played = reading.play(p, isBlack ? BLACK : WHITE);
          if (played) done.push(played);
          compare();
        }
        for (const played of done.reverse()) {
          reading.takeBack(played);
          compare();
        }
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test.each([
    { board: [1, 0, 1, 0, 0, 0], joins: true, name: 'two stones' },
    { board: [1, 0, 1, 1, 1, 1], joins: false, name: 'one chain from two sides' },
    { board: [1, 0, 2, 0, 0, 0], joins: false, name: 'a stone of each color' },
    { board: [2, 0, 2, 0, 0, 0], joins: false, name: 'two stones of the other color' },
  ])('a stone between $name joins chains: $joins', ({ board, joins }) => {
    expect(new Reading(Uint8Array.from(board), 3, 2).joins(1, BLACK)).toBe(joins);
  });

  test.each([
    [0, [1, 3]],
    [1, [0, 2, 4]],
    [4, [1, 3, 5]],
    [5, [2, 4]],
  ])('neighbors of point %d of 3 by 2', (point, expected) => {
    expect([...new Reading(new Uint8Array(6), 3, 2).near[point]!].sort((a, b) => a - b)).toEqual(expected);
  });

  test('what a move leads to, or is not allowed', () => {
    const reading = new Reading(Uint8Array.of(1, 0, 0, 0, 0, 0), 3, 2);
    expect(reading.after(1, WHITE, ({ point }) => point, -1)).toBe(1);
    expect(reading.after(0, WHITE, ({ point }) => point, -1)).toBe(-1);
  });
});
