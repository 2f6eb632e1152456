import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import type { Point } from '../../core/point.js';
import { handicapPoints, MAX_FIXED_STONES, type HandicapLayout } from '../../go/rules/handicap-points.js';
import { memo } from '../../core/text.js';
import {
  headerFinding,
  KOMI_MISSING,
  parseLooseNumber,
  parseReal,
  type DeclaredKomi,
  type GameRecord,
  type Handicap,
  type HeaderFacts,
  type Origin,
} from './record.js';
import type { Finding } from '../../core/findings/finding.js';
import type { RawGame } from '../../sgf/raw.js';
import { POINTS_PER_ZI } from './declared-result.js';

const NO_POINTS: readonly Point[] = [];

/** Year in which Fox changed the places of the sixth and seventh stone. */
const FOX_CHANGED = 2018;

/** Writers that leave fixed handicap stones out of the file although they were on the board. */
const OMITTERS: Readonly<Partial<Record<Origin, HandicapLayout>>> = {
  fox: 'gtp',
  gnugo: 'gtp',
  tygem: 'gtp',
};

/** HA as a number of stones; Korean `호선` is an even game, `4점 접바둑` one with four stones. */
export const readStones = memo((raw): number | undefined => {
  const text = raw.trim();
  const plain = parseReal(text);
  if (plain !== undefined) return Number.isInteger(plain) && plain >= 0 ? plain : undefined;
  if (/호선/u.test(text)) return 0;
  const match = /^(\d+)\s*(?:점|子|stones?)/u.exec(text);
  return match ? Number(match[1]) : undefined;
});

const WHITE_FIRST: readonly number[] = [ACTION.playWhite, ACTION.passWhite];

/** The smallest komi of even games in half points; with a handicap komi is given up to a point. */
const MIN_FULL_KOMI = 9;

/** What the line shows before White's first move. */
interface Opening {
  black: number;
  white: number;
  laterNode: boolean;
  blackMoves: number;
  whitePasses: number;
  first: number;
  whitePlays: boolean;
}

/**
 * How many stones Black was given and how they came onto the board (RULES 4.2, 5.3): setup in the root or a second node,
 * leading Black moves (White passes between them allowed, as on IGS and under New Zealand rules), or left out by a server
 * whose fixed points are known. White setup stones before the first move make the start a position, not a handicap.
 * Raises no findings: the checks of handicaps compare with the ruleset.
 */
export function readHandicap(game: RawGame, facts: Pick<GameRecord, 'komi' | 'origin' | 'year'>): Handicap {
  const raw = game.header.get('HA');
  const declared = raw === undefined ? undefined : readStones(raw);
  const opening = openingOf(game.line);
  const made = (stones: number, how: Handicap['how'], implied = NO_POINTS): Handicap => ({
    raw,
    declared,
    stones,
    how,
    implied,
  });
  if (opening.white > 0) return made(0, 'none');
  if (opening.black > 0) return made(opening.black, opening.laterNode ? 'second-node' : 'setup');
  if (placedByMoves(opening, declared, facts.komi)) return made(opening.blackMoves, 'moves');
  if (declared !== undefined && declared >= 2 && WHITE_FIRST.includes(opening.first)) {
    const implied = impliedPoints(game, declared, facts);
    if (implied) return made(declared, 'implied', implied);
  }
  return made(0, 'none');
}

/**
 * Without HA only an unbroken run of at most nine Black moves counts: a White pass among them may as well be an early pass.
 * HA[0] and HA[1], or the komi of an even game without HA, say that a run is something else.
 */
function placedByMoves(opening: Opening, declared: number | undefined, komi: DeclaredKomi): boolean {
  if (opening.blackMoves < 2 || !opening.whitePlays) return false;
  if (declared === undefined) {
    const isEven = komi.kind === 'komi' && komi.halves >= MIN_FULL_KOMI;
    return !isEven && opening.whitePasses === 0 && opening.blackMoves <= MAX_FIXED_STONES;
  }
  return declared >= 2;
}

function impliedPoints(
  { width, height }: RawGame,
  stones: number,
  { origin, year = Infinity }: Pick<GameRecord, 'origin' | 'year'>,
): readonly Point[] | undefined {
  const layout = OMITTERS[origin];
  if (layout === undefined) return undefined;
  const isOld = origin === 'fox' && year < FOX_CHANGED;
  return handicapPoints(width, height, stones, isOld ? 'fox-before-2018' : layout);
}

function openingOf(line: MainLine): Opening {
  const opening: Opening = {
    black: 0,
    white: 0,
    laterNode: false,
    blackMoves: 0,
    whitePasses: 0,
    first: -1,
    whitePlays: false,
  };
  const { kinds, nodes, count } = line;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind >= FIRST_NON_MOVE) {
      // Stones set up among Black's leading moves are not part of any handicap custom.
      if (opening.first >= 0) continue;
      if (kind === ACTION.addBlack) opening.black++;
      if (kind === ACTION.addWhite) opening.white++;
      if (kind === ACTION.addBlack && nodes[i]! > 0) opening.laterNode = true;
      continue;
    }
    if (opening.first < 0) opening.first = kind;
    if (kind === ACTION.playBlack) opening.blackMoves++;
    else if (kind === ACTION.passWhite && opening.blackMoves > 0 && kinds[i - 1] !== ACTION.passWhite)
      opening.whitePasses++;
    else {
      opening.whitePlays = kind === ACTION.playWhite;
      break;
    }
    if (opening.black > 0 || opening.white > 0) break;
  }
  return opening;
}

/** The line with `points` as Black setup at the start of the root; `offset` is that of HA. */
export function withSetup(line: MainLine, points: readonly Point[], offset: number): MainLine {
  const added = points.length;
  const count = line.count + added;
  const kinds = new Uint8Array(count);
  const places = new Uint16Array(count);
  const nodes = new Uint32Array(count);
  const offsets = new Uint32Array(count);
  kinds.fill(ACTION.addBlack, 0, added);
  places.set(points);
  offsets.fill(Math.max(offset, 0), 0, added);
  kinds.set(line.kinds.subarray(0, line.count), added);
  places.set(line.points.subarray(0, line.count), added);
  nodes.set(line.nodes.subarray(0, line.count), added);
  offsets.set(line.offsets.subarray(0, line.count), added);
  return { count, kinds, points: places, nodes, offsets, nodeCount: line.nodeCount };
}

/** No komi is larger than this many points, whoever wrote it. */
const IMPOSSIBLE = 100;
/** Fox writes hundredths of a point, under Chinese rules hundredths of a zi. */
const SCALE = 100;
/** Hundredths of a zi, recognized by their fraction, and 3.5 zi, which is komi 7; none of them is in use as points. */
const SCALED_ZI = [275, 325, 375, 350];
/** Fox's komi of handicap games, half a point. */
const FOX_HALF = 50;
/** Komi as zi, without scale, in Chinese records of GoGoD and others. */
const ZI = [2.75, 3.25, 3.75];

/** The Ing cups have a komi of their own, in half points. */
const ING_KOMI = 16;
const ING_EVENT = /\bing\b|应氏|應氏|응씨/iu;

interface Reading {
  readonly points: number;
  readonly isText: boolean;
}

/** KM as a number, also with a unit or a fraction: `6.5집`, `6집 반`, `8점`, `5 1/2`, `3.75子`. */
const readKomi = memo((raw): Reading | undefined => {
  const text = raw.trim();
  const points = parseReal(text);
  if (points !== undefined) return { points, isText: false };
  const bare = text.replace(/(집|점|호|目|子|points?|pts?)\s*/giu, ' ').replace(/반|半/u, ' 1/2');
  const loose = parseLooseNumber(bare.trim().replace(/\s+/g, ' '));
  if (loose === undefined) return undefined;
  return { points: /子/u.test(text) ? loose * POINTS_PER_ZI : loose, isText: true };
});

/** Komi in a Korean HA: `호선 - 6집 반 공제` is an even game with komi 6.5, `호선` one without komi. */
const komiInHandicap = memo((text): number | undefined => {
  const match = /(\d{1,3}(?:\.\d\d?)?)집(반)?(?:공제|덤)|덤(\d{1,3}(?:\.\d\d?)?)집(반)?/u.exec(
    text.replace(/\s/gu, ''),
  );
  if (!match) return undefined;
  return Number(match[1] ?? match[3]) + ((match[2] ?? match[4]) ? 0.5 : 0);
});

/**
 * KM after repair, in half points, with the raw text kept (RULES 5.3). A value is repaired only where its writer is known
 * to write that way, or where it is impossible (over 100 points).
 * Findings: `komi/missing`, `komi/malformed`, `komi/scaled` (names the repair and its trigger), `komi/not-recorded`, `komi/fraction`.
 * Not checked: whether the komi is usual under any rules.
 */
export function declaredKomi(facts: HeaderFacts, found: Finding[]): DeclaredKomi {
  const { header, at, origin } = facts;
  const raw = header.get('KM');
  if (raw === undefined || raw === '') return withoutKomi(raw, facts, found);
  const reading = readKomi(raw);
  if (!reading) {
    found.push(headerFinding('komi/malformed', { value: raw }, at.KM, 'FF[4] KM'));
    return { kind: 'malformed', raw };
  }
  const { points, isText } = reading;
  if (points === 0 && origin === 'fox' && isEven(header.get('HA'))) {
    found.push(headerFinding('komi/not-recorded', { value: raw }, at.KM, 'FF[4] KM'));
    return { kind: 'not-recorded', raw };
  }
  const repaired = repairedPoints(points, facts);
  if (!repaired) {
    if (Math.abs(points) <= IMPOSSIBLE) {
      if (isText)
        found.push(
          headerFinding('komi/scaled', { value: raw, komi: points, trigger: 'text' }, at.KM, 'FF[4] KM'),
        );
      if (!Number.isInteger(points * 4))
        found.push(headerFinding('komi/fraction', { value: raw }, at.KM, 'FF[4] KM'));
      return { kind: 'komi', raw, halves: points * 2, repair: isText ? 'text' : 'none' };
    }
    found.push(headerFinding('komi/malformed', { value: raw }, at.KM, 'FF[4] KM'));
    return { kind: 'malformed', raw };
  }
  const args = { value: raw, komi: repaired.points, trigger: repaired.trigger };
  found.push(headerFinding('komi/scaled', args, at.KM, 'FF[4] KM'));
  return { kind: 'komi', raw, halves: repaired.points * 2, repair: repaired.repair };
}

function withoutKomi(komi: string | undefined, { header, at }: HeaderFacts, found: Finding[]): DeclaredKomi {
  const raw = header.get('HA');
  const points = raw ? komiInHandicap(raw) : undefined;
  if (raw === undefined || points === undefined) {
    found.push(at.KM < 0 ? KOMI_MISSING : headerFinding('komi/missing', {}, at.KM, 'FF[4] KM'));
    const isIng = ING_EVENT.test(header.get('EV') ?? '') && isEven(raw);
    return { kind: 'missing', raw: komi, ...(isIng && { usualHalves: ING_KOMI }) };
  }
  const args = { value: raw, komi: points, trigger: 'given in HA' };
  found.push(headerFinding('komi/scaled', args, at.HA, 'FF[4] KM'));
  return { kind: 'komi', raw, halves: points * 2, repair: 'text' };
}

/** Fox writes HA[0] with a komi that it does not know; with a handicap KM[0] means no komi. */
function isEven(handicap: string | undefined): boolean {
  return handicap === undefined || handicap === '' || handicap === '0';
}

interface Repaired {
  readonly points: number;
  readonly repair: 'scaled' | 'zi';
  readonly trigger: string;
}

function repairedPoints(points: number, { origin, zi }: HeaderFacts): Repaired | undefined {
  if (origin === 'fox' && points === FOX_HALF)
    return { points: 0.5, repair: 'scaled', trigger: 'Fox, hundredths' };
  if (Math.abs(points) > IMPOSSIBLE) {
    const writer = origin === 'fox' ? 'Fox' : 'impossible value';
    if (SCALED_ZI.includes(points)) {
      return {
        points: (points / SCALE) * POINTS_PER_ZI,
        repair: 'scaled',
        trigger: `${writer}, hundredths of a zi`,
      };
    }
    const scaled = points / SCALE;
    const isKomi = Number.isInteger(scaled * 2) && Math.abs(scaled) <= IMPOSSIBLE;
    return isKomi ? { points: scaled, repair: 'scaled', trigger: `${writer}, hundredths` } : undefined;
  }
  const inZi = ZI.includes(points) && (origin === 'gogod' || zi !== 'never');
  return inZi ? { points: points * POINTS_PER_ZI, repair: 'zi', trigger: 'Chinese zi' } : undefined;
}
