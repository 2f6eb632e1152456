import { finding, type Finding } from '../findings/finding.js';
import { cite } from '../rules/citation.js';
import { komiAccepted, komiFor } from '../rules/komi-and-ties.js';
import { type Audited, headerPlace } from './audited.js';

/** Komi 0 and 0.5, in half points: Black without komi for a difference of one rank, or a handicap game. */
const NO_KOMI: readonly number[] = [0, 1];

/** Fox labels nearly every game Japanese, whatever komi was played; these even komi say nothing there. */
const FOX_EVEN: readonly number[] = [11, 13, 15];

/** Komi 7.5 and 8 are two ways to write Ing's: 8 points, and Black wins ties. In half points. */
const ING_KOMI: readonly number[] = [15, 16];

/** Komi against ruleset, year and handicap (`komi/unusual`), and against the declared margin (`komi/result-parity`). */
export function checkKomi(game: Audited, found: Finding[]): void {
  if (game.record.komi.kind !== 'komi' || game.replay.moves === 0) return;
  checkUsual(game, found);
  checkParity(game, found);
}

/**
 * A note when the ruleset's tables do not have this komi for the year and handicap.
 * Only on 19x19, for which the tables are made; komi 0 and 0.5 are accepted in even games, for a difference of one rank, and with
 * one stone where the text does not say whether that is a handicap.
 */
function checkUsual(game: Audited, found: Finding[]): void {
  const { record, ruleset } = game;
  const { komi, year } = record;
  if (!ruleset || komi.kind !== 'komi' || record.width !== 19 || record.height !== 19) return;
  const { halves } = komi;
  const handicap = Math.max(record.handicap.stones, record.handicap.declared ?? 0);
  const mayBeEven = handicap === 0 || (handicap === 1 && ruleset.oneStoneKomi === 'either');
  if (mayBeEven && NO_KOMI.includes(halves)) return;
  if (record.origin === 'fox' && handicap < 2 && FOX_EVEN.includes(halves)) return;
  const asked = { handicap, year };
  if (komiFor(ruleset, asked) === halves) return;
  const accepted = komiAccepted(ruleset, asked);
  if (accepted.length === 0 || accepted.includes(halves)) return;
  const expected = accepted.map((value) => String(value / 2)).join(' or ');
  const citation = cite(ruleset, handicap >= 1 ? 'komi-handicap' : 'komi');
  found.push(
    finding('komi/unusual', { komi: halves / 2, expected }, { ...headerPlace(record.at.KM), ...citation }),
  );
}

/**
 * A counted margin is a whole number of points before komi, so margin and komi have the same fraction.
 * Only a note when Ing's komi explains it and no other ruleset was applied.
 * Not checked: margins that were zi, fractions finer than a half, stone scoring and games without scoring,
 * and jigo, which players also agree on without a count.
 */
function checkParity(game: Audited, found: Finding[]): void {
  const { record, ruleset } = game;
  const { komi, result } = record;
  if (komi.kind !== 'komi' || result.kind !== 'margin') return;
  if (komi.repair === 'zi' || ruleset?.scoring === 'first-capture') return;
  const difference = komi.halves - result.marginHalves;
  if (!Number.isInteger(difference) || difference % 2 === 0) return;
  const isIng = ING_KOMI.includes(komi.halves) && (ruleset === undefined || ruleset.ties === 'black');
  const args = { komi: komi.halves / 2, result: result.raw };
  const severity = isIng ? 'note' : 'warning';
  found.push(finding('komi/result-parity', args, headerPlace(record.at.RE), severity));
}
