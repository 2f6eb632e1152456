import type { Color } from '../../core/color.js';
import { type Finding, finding, type Place } from '../../core/findings/finding.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import type { Point } from '../../core/point.js';
import { formatHalves } from '../../core/text.js';
import { cite } from '../../go/rules/citation.js';
import { handicapPoints, placementOf } from '../../go/rules/handicap-points.js';
import { komiAccepted, komiFor, type Ruleset, type RulesetSource, tiesFor } from '../../go/rules/ruleset.js';
import type { Ending, GameRecord } from '../record/record.js';
import { isBlackLast, passLedger, type Replay, totalsOf } from '../replay/replayed.js';

/** Common board sizes, accepted whatever the rule text names. */
const ORDINARY_SIZES: readonly number[] = [9, 13, 19];

/**
 * Compares settings of the record with the applied ruleset: `rules/setting-differs` when RU names a ruleset other than
 * that of the option, and for board sizes that are neither in the rule text nor common.
 */
function checkRules(game: Audited, found: Finding[]): void {
  const { record, ruleset, rulesetSource } = game;
  if (!ruleset) return;
  if (rulesetSource === 'option' && record.rulesName !== undefined && record.rulesName !== ruleset.name) {
    const args = { field: 'ruleset', value: record.rulesRaw ?? record.rulesName, expected: ruleset.name };
    found.push(finding('rules/setting-differs', args, { ...headerPlace(record.at.RU), rule: 'FF[4] RU' }));
  }
  const { width, height } = record;
  if (ruleset.sizes.length === 0) return;
  if (width === height && (ORDINARY_SIZES.includes(width) || ruleset.sizes.includes(width))) return;
  const expected = ruleset.sizes.map((size) => `${size}x${size}`).join(' or ');
  const args = { field: 'board size', value: `${width}x${height}`, expected };
  found.push(finding('rules/setting-differs', args, headerPlace(record.at.SZ)));
}

const FAMILIES: readonly ((game: Audited, found: Finding[]) => void)[] = [
  checkRules,
  checkPosition,
  checkHandicap,
  checkKomi,
  checkEnding,
];
const NOTHING: readonly Finding[] = [];

/**
 * Audits what is not about single moves, syntax or the score: settings, handicap, komi and ending.
 * `ruleset`: the applied one; `undefined` when unknown. Games other than Go are not checked.
 */
export function audit(
  record: GameRecord,
  replay: Replay,
  ruleset: Ruleset | undefined,
  rulesetSource: RulesetSource,
): readonly Finding[] {
  if (!record.isGo) return NOTHING;
  const game: Audited = { record, replay, ruleset, rulesetSource };
  const found: Finding[] = [];
  for (const check of FAMILIES) check(game, found);
  return found;
}

/** `setup/position`: stones of both colors before the first move, where a ruleset is known. Records without moves are positions anyway. */
function checkPosition({ record, replay, ruleset }: Audited, found: Finding[]): void {
  const { line } = record;
  const first = firstMoveOf(line);
  if (!ruleset || first < 0 || replay.startBlack === 0) return;
  const kinds = line.kinds.subarray(0, first);
  const white = kinds.filter((kind) => kind === ACTION.addWhite).length;
  if (white === 0) return;
  const index = kinds.indexOf(ACTION.addWhite);
  const place = { node: line.nodes[index]!, offset: line.offsets[index]! };
  found.push(finding('setup/position', { black: replay.startBlack, white }, place));
}

/** Largest handicap that any of the rule texts describes. */
const DESCRIBED = 9;

/**
 * Compares the handicap as declared (HA), as placed (AB, second node, leading moves) and as played (who moves first):
 * `handicap/stones-missing`, `handicap/stones-differ`, `handicap/size`, `handicap/free-as-moves`,
 * `handicap/placement`, `handicap/first-player`. Positions with white setup stones are not handicaps.
 */
function checkHandicap(game: Audited, found: Finding[]): void {
  const { record, replay, ruleset } = game;
  const { handicap } = record;
  if (replay.moves === 0 || replay.startWhite > 0) return;
  const declared = handicap.declared ?? 0;
  if (declared > 1 || handicap.stones > 0) {
    checkStones(game, declared, found);
    const most = ruleset?.handicapMax ?? DESCRIBED;
    if (declared > most)
      found.push(finding('handicap/size', { handicap: declared }, headerPlace(record.at.HA)));
    if (handicap.how === 'moves') {
      found.push(finding('handicap/free-as-moves', { stones: handicap.stones }, headerPlace(record.at.HA)));
    } else if (
      ruleset?.handicapPlacement === 'fixed' &&
      namesPoints(ruleset, record) &&
      handicap.how !== 'implied' &&
      handicap.stones >= 2
    ) {
      checkPlacement(record, found);
    }
  }
  checkFirstPlayer(game, declared, found);
}

/** Whether the rule text names handicap points for this board size. */
function namesPoints({ placementSizes }: Ruleset, { width, height }: GameRecord): boolean {
  return placementSizes.length === 0 || (width === height && placementSizes.includes(width));
}

function checkStones(game: Audited, declared: number, found: Finding[]): void {
  const { record, replay, ruleset } = game;
  const { handicap } = record;
  const place = { ...headerPlace(record.at.HA), rule: 'FF[4] HA' };
  if (handicap.how === 'implied') {
    const args = { handicap: declared, assumed: true };
    found.push(finding('handicap/stones-missing', args, place, 'note'));
  } else if (declared > 1 && handicap.stones === 0 && replay.startBlack === 0) {
    found.push(finding('handicap/stones-missing', { handicap: declared, assumed: false }, place));
  } else if (handicap.stones !== declared && handicap.how !== 'moves') {
    if (declared === 0 && !looksLikeHandicap(record)) return;
    const args = { handicap: declared, stones: handicap.stones };
    found.push(finding('handicap/stones-differ', args, place, declared === 0 ? 'note' : 'warning'));
  } else if (declared === 1 && handicap.stones === 1 && ruleset?.oneStoneIsPlaced !== true) {
    found.push(finding('handicap/stones-differ', { handicap: 1, stones: 1 }, place, 'note'));
  }
}

/** Whether black setup without HA is a handicap: two to nine stones with White to play; anything else is a position. */
function looksLikeHandicap(record: GameRecord): boolean {
  const { stones } = record.handicap;
  const kind = record.line.kinds[firstMoveOf(record.line)];
  return stones >= 2 && stones <= DESCRIBED && kind === ACTION.playWhite;
}

/**
 * Reports White moving first in an even game, or Black after a handicap that HA declares and setup places. PL or a first pass
 * explains either.
 */
function checkFirstPlayer(game: Audited, declared: number, found: Finding[]): void {
  const { record, replay } = game;
  const index = firstMoveOf(record.line);
  const kind = record.line.kinds[index];
  if (kind !== ACTION.playBlack && kind !== ACTION.playWhite) return;
  const first: Color = kind === ACTION.playBlack ? 'black' : 'white';
  const even = declared === 0 && replay.startBlack === 0;
  const placed = declared > 1 && record.handicap.stones > 1 && record.handicap.how !== 'moves';
  if (!(even && first === 'white') && !(placed && first === 'black')) return;
  if (hasTurn(record, index)) return;
  const place = { ...placeAt(record.line, index, 1), ...cite(game.ruleset, 'first-player') };
  found.push(finding('handicap/first-player', { handicap: declared, first }, place));
}

/** Whether there is a PL before the first move. */
function hasTurn(record: GameRecord, before: number): boolean {
  for (let i = 0; i < before; i++) {
    const kind = record.line.kinds[i];
    if (kind === ACTION.turnBlack || kind === ACTION.turnWhite) return true;
  }
  return false;
}

/**
 * `handicap/placement`: compares stones placed by setup before the first move with the fixed points for their number.
 * Three stones may leave D16 or Q4 open; rotated and mirrored placements get the note too (RULES 2.4).
 * Not checked where no table names points: more than nine stones, small and even-sized boards.
 */
function checkPlacement(record: GameRecord, found: Finding[]): void {
  const { width, height } = record;
  const points = stonesBeforePlay(record);
  if (!handicapPoints(width, height, points.length, 'aga')) return;
  if (placementOf(points, width, height) === 'standard') return;
  if (record.origin === 'fox' && isFoxBefore2018(points, width, height)) return;
  found.push(finding('handicap/placement', { stones: points.length }, headerPlace(record.at.HA)));
}

/** Fox used to put the sixth and seventh stone at the top and bottom. */
function isFoxBefore2018(points: readonly Point[], width: number, height: number): boolean {
  const old = handicapPoints(width, height, points.length, 'fox-before-2018');
  return old?.every((point) => points.includes(point)) === true;
}

function stonesBeforePlay(record: GameRecord): readonly Point[] {
  const { line } = record;
  const points = new Set<Point>();
  for (let i = 0; i < line.count && line.kinds[i]! >= FIRST_NON_MOVE; i++) {
    const kind = line.kinds[i];
    if (kind === ACTION.addBlack) points.add(line.points[i]!);
    else if (kind === ACTION.addEmpty) points.delete(line.points[i]!);
  }
  return [...points];
}

/** Komi 0 and 0.5, in half points: usual for a difference of one rank and in handicap games. */
const NO_KOMI: readonly number[] = [0, 1];

/** Komi of even games, in half points: no evidence on Fox, which labels nearly every game Japanese. */
const FOX_EVEN: readonly number[] = [11, 13, 15];

/** Komi 7.5 and 8, in half points: two ways to write Ing's komi of 8 points, under which Black wins ties. */
const ING_KOMI: readonly number[] = [15, 16];

/** Compares komi with ruleset, year and handicap (`komi/unusual`), and with the declared margin (`komi/result-parity`). */
function checkKomi(game: Audited, found: Finding[]): void {
  if (game.record.komi.kind !== 'komi' || game.replay.moves === 0) return;
  checkUsual(game, found);
  checkParity(game, found);
}

/**
 * Adds a note when the ruleset's tables do not have this komi for the year and handicap.
 * Only on 19x19, the board size of the tables. Komi 0 and 0.5 are accepted in even games, for a difference of one rank, and with
 * one stone where the text does not say whether that is a handicap. Not checked: fractions that `komi/fraction` reports.
 */
function checkUsual(game: Audited, found: Finding[]): void {
  const { record, ruleset } = game;
  const { komi, year } = record;
  if (!ruleset || komi.kind !== 'komi' || record.width !== 19 || record.height !== 19) return;
  const { halves } = komi;
  if (!Number.isInteger(2 * halves)) return;
  const handicap = Math.max(record.handicap.stones, record.handicap.declared ?? 0);
  const mayBeEven = handicap === 0 || (handicap === 1 && ruleset.oneStoneKomi === 'either');
  if (mayBeEven && NO_KOMI.includes(halves)) return;
  if (record.origin === 'fox' && handicap < 2 && FOX_EVEN.includes(halves)) return;
  const asked = { handicap, year };
  if (komiFor(ruleset, asked) === halves) return;
  const accepted = komiAccepted(ruleset, asked);
  if (accepted.length === 0 || accepted.includes(halves)) return;
  const expected = accepted.map(formatHalves).join(' or ');
  const citation = cite(ruleset, handicap >= 1 ? 'komi-handicap' : 'komi');
  found.push(
    finding('komi/unusual', { komi: halves / 2, expected }, { ...headerPlace(record.at.KM), ...citation }),
  );
}

/**
 * A counted margin is a whole number of points before komi, so margin and komi have the same fraction.
 * Only a note when Ing's komi explains it and no other ruleset was applied.
 * Not checked: komi in zi, fractions finer than a half, games without scoring, and jigo, which players also agree on
 * without a count.
 */
function checkParity(game: Audited, found: Finding[]): void {
  const { record, ruleset } = game;
  const { komi, result } = record;
  if (komi.kind !== 'komi' || result.kind !== 'margin') return;
  if (komi.repair === 'zi' || ruleset?.scoring === 'first-capture') return;
  const count = komi.halves + result.marginHalves;
  if (!Number.isInteger(count) || count % 2 === 0) return;
  const isIng = ING_KOMI.includes(komi.halves) && (ruleset === undefined || ruleset.ties === 'black');
  const args = { komi: komi.halves / 2, result: result.raw };
  const severity = isIng ? 'note' : 'warning';
  found.push(finding('komi/result-parity', args, headerPlace(record.at.RE), severity));
}

/**
 * How the game ended: by what RE declares, or else by the moves of the record.
 * `passes` means that the game ended by counting: RE has a margin or jigo, territory is marked, or there are two passes at the end.
 * `capture`: by the first one, under rules that end the game there. `illegal` also when the replay stopped at an illegal move and RE gives no other ending.
 */
export function endingOf(record: GameRecord, replay: Replay, ruleset: Ruleset | undefined): Ending {
  if (ruleset?.scoring === 'first-capture' && replay.firstCapture) return 'capture';
  const { result } = record;
  if (result.kind === 'ended') return result.by;
  if (result.kind === 'void') return 'void';
  if (result.kind === 'both-lose') return 'forfeit';
  if (replay.stoppedAt > 0 && replay.illegal > 0) return 'illegal';
  if (result.kind === 'margin' || result.kind === 'jigo') return 'passes';
  return replay.trailingPasses >= 2 || record.marks ? 'passes' : 'stopped';
}

/**
 * Passes and results at the end of the record (RULES 5.4): `ending/*`, `move/resigner-moved-last`, `result/not-counted`.
 * Not checked if the replay stopped early; the replay reports plays after the end (`move/after-end`).
 */
function checkEnding(game: Audited, found: Finding[]): void {
  const { replay } = game;
  if (replay.moves === 0 || replay.stoppedAt > 0) return;
  if (replay.resumedAfter >= 2) {
    const place = placeOfPlayAfterPasses(game.record, replay.resumedAfter);
    found.push(finding('ending/resumed', { passes: replay.resumedAfter }, place));
  }
  if (game.ruleset?.whitePassesLast === true) checkTotals(game, found);
  if (replay.trailingPasses >= 2) checkPasses(game, found);
  else checkWithoutPasses(game, found);
}

/** `ending/unequal-totals`: with White's last pass both have made equally many moves (AGA rule 11). Only for counted games. */
function checkTotals({ record, replay }: Audited, found: Finding[]): void {
  const { kind } = record.result;
  if (replay.trailingPasses < 2 && kind !== 'margin' && kind !== 'jigo') return;
  const totals = totalsOf(record, replay);
  if (!totals) return;
  const lastPass = isBlackLast(replay) ? 1 : 0;
  if (totals.black - totals.white === lastPass) return;
  found.push(finding('ending/unequal-totals', { ...totals, lastPass }, placeOfLastMove(record, replay)));
}

/** For records that end with at least two passes. */
function checkPasses(game: Audited, found: Finding[]): void {
  const { record, replay, ruleset } = game;
  const passes = replay.trailingPasses;
  const last = placeOfLastMove(record, replay);
  const toEnd = ruleset?.passesToEnd ?? 2;
  if (passes >= 4) {
    if (toEnd < 4) {
      const allAlive = (ruleset?.passesAllAlive ?? 0) > 0 && record.marks === undefined;
      found.push(finding('ending/four-passes', { passes, allAlive }, last));
    }
  } else if (ruleset?.whitePassesLast === true) {
    if (passes === 2 && replay.lastMove === 'black' && passLedger(record, replay).impliedWhite > 0) {
      found.push(finding('ending/white-last', { implied: true }, last));
    } else if (passes === 3) {
      found.push(
        replay.lastMove === 'white'
          ? finding('ending/white-last', { implied: false }, last)
          : finding('ending/third-pass', {}, last),
      );
    }
  } else if (passes === 3 && toEnd < 3) {
    found.push(finding('ending/third-pass', {}, last));
  }
  const { result } = record;
  if (result.kind === 'ended' || (result.kind === 'winner' && !mayBeTie(game, result.winner))) {
    found.push(finding('result/not-counted', { value: result.raw }, headerPlace(record.at.RE)));
  }
}

/** Whether this may be a tie that the rules award to the winner: such a win has no margin. */
function mayBeTie({ record, ruleset }: Audited, winner: Color): boolean {
  return ruleset !== undefined && tiesFor(ruleset, record.handicap.stones) === winner;
}

function checkWithoutPasses(game: Audited, found: Finding[]): void {
  const { record, replay } = game;
  const { result } = record;
  if (result.kind === 'margin') {
    if (replay.resumedAfter < 2) found.push(finding('ending/passes-missing', {}));
  } else if (result.kind === 'ended' && (result.by === 'resign' || result.by === 'time')) {
    if (replay.lastMove !== undefined && replay.lastMove !== result.winner && replay.trailingPasses === 0) {
      found.push(
        finding('move/resigner-moved-last', { result: result.raw }, placeOfLastMove(record, replay)),
      );
    }
  }
}

/** A game, as the checks get it. */
interface Audited {
  readonly record: GameRecord;
  readonly replay: Replay;
  /** `undefined`: unknown; then only what holds under every ruleset is checked. */
  readonly ruleset: Ruleset | undefined;
  readonly rulesetSource: RulesetSource;
}

/** Index of the first B or W action of the line; -1 when there is none. */
export function firstMoveOf(line: MainLine): number {
  for (let i = 0; i < line.count; i++) if (line.kinds[i]! < FIRST_NON_MOVE) return i;
  return -1;
}

/** Place of a header value: its byte offset, or none when the record lacks it. */
function headerPlace(offset: number): { readonly offset?: number } {
  return offset < 0 ? {} : { offset };
}

/** Place of the record's last move; its number is the replay's count of moves. */
function placeOfLastMove(record: GameRecord, replay: Replay): Place {
  const { line } = record;
  for (let i = line.count - 1; i >= 0; i--) {
    if (line.kinds[i]! < FIRST_NON_MOVE) return placeAt(line, i, replay.moves);
  }
  return {};
}

/** Place of the first play that follows at least that many passes in a row. */
function placeOfPlayAfterPasses(record: GameRecord, passes: number): Place {
  const { line } = record;
  let run = 0;
  let move = 0;
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    if (kind >= FIRST_NON_MOVE) continue;
    move++;
    if (kind === ACTION.passBlack || kind === ACTION.passWhite) run++;
    else if (run >= passes) return placeAt(line, i, move);
    else run = 0;
  }
  return {};
}

/** Place of the move that is action `index` of the line. */
export function placeAt(line: MainLine, index: number, move: number): Place {
  const kind = line.kinds[index]!;
  const node = line.nodes[index]!;
  const offset = line.offsets[index]!;
  const color = (kind & 1) === 0 ? 'black' : 'white';
  const isPlay = kind === ACTION.playBlack || kind === ACTION.playWhite;
  return isPlay ? { node, move, color, offset, point: line.points[index]! } : { node, move, color, offset };
}
