import type { ConversionReport, Converted } from '../referee/account-types.js';
import { compensationFor } from '../rules/komi.js';
import { tiesFor } from '../rules/komi.js';
import type { Ruleset } from '../rules/ruleset.js';
import { ITEMS, type ItemName } from '../score/convert-items.js';
import type { Conversion } from '../score/convert.js';
import type { ScoreBasis } from '../score/score-types.js';
import { formatHalves } from '../columns/numbers.js';

/** One line of an account: signed half points with their reason. */
export interface AccountLine {
  readonly halves: number;
  readonly reason: string;
}

/** The lines of an account from the one ruleset to the other: items that are not 0, and those of 0 whose reason matters. */
export function accountLines(
  conversion: ConversionReport,
  { to }: Converted,
  one: Conversion,
): readonly AccountLine[] {
  const { from, basis, dame } = conversion;
  if (!from || !basis) return [];
  const lines: AccountLine[] = [];
  for (const item of ITEMS) {
    const halves = one.items[item];
    if (halves !== 0) lines.push({ halves, reason: reasonOf(item, { one, from, to, basis }) });
  }
  const payPasses = from.passStones !== to.passStones;
  if (payPasses && one.passesAssumed) {
    lines.push({ halves: 0, reason: 'passes at the end not recorded: taken as made in turn' });
  }
  if (dame > 0) {
    lines.push({ halves: 0, reason: `${plural(dame, 'dame')} unfilled: taken as filled without a move` });
  }
  const ties = tiesFor(to, basis.handicap);
  if (one.marginToHalves === 0 && ties !== 'jigo') {
    lines.push({ halves: 0, reason: `ties go to ${ties === 'black' ? 'Black' : 'White'}` });
  }
  return lines;
}

interface Sides {
  readonly one: Conversion;
  readonly from: Ruleset;
  readonly to: Ruleset;
  readonly basis: ScoreBasis;
}

function reasonOf(item: ItemName, { one, from, to, basis }: Sides): string {
  const gains = one.items[item] > 0;
  switch (item) {
    case 'parity':
      return `Black played last: ${lastPlayIs(gains ? to : from, gains ? 'is' : 'was')}`;
    case 'earlyPasses':
      return earlyPasses(basis);
    case 'passStones': {
      const { black, white, assumedBlack, assumedWhite } = basis.ledger;
      return `pass stones: Black ${String(black + assumedBlack)}, White ${String(white + assumedWhite)}`;
    }
    case 'komi': {
      const changed = `komi ${formatHalves(one.komiToHalves)} instead of ${formatHalves(one.komiFromHalves)}`;
      return one.komiToSource === 'standard' ? `${changed}, each the standard` : `${changed}, as asked`;
    }
    case 'handicapCompensation':
      return handicapCosts(basis.handicap, from, to);
    case 'sekiPoints':
      return `points in seki, or to be filled, ${to.sekiPoints ? 'count' : 'do not count'}`;
    case 'deadInSeki':
      return `stones dead inside a seki ${to.sekiPoints ? 'come off' : 'stay'}`;
    case 'unfilledDame':
      return 'unfilled dame';
    case 'ties':
      return 'ties';
    case 'groupTax':
      return to.scoring === 'stones' ? 'two points less for each living group' : 'eyes count as points';
  }
}

/** What Black's last play is worth where it is worth something. */
function lastPlayIs(ruleset: Ruleset, verb: 'is' | 'was'): string {
  return ruleset.passStones ? "White's last pass costs a stone" : `it ${verb} a point of area`;
}

function earlyPasses({ ledger, trailingPasses }: ScoreBasis): string {
  const { black, white } = ledger;
  return black + white > trailingPasses
    ? `passes before the end (in all Black ${String(black)}, White ${String(white)})`
    : 'stones set up, or moves out of turn';
}

/** What a handicap costs Black in points, beyond the stones themselves being none of territory. */
function handicapCosts(stones: number, from: Ruleset, to: Ruleset): string {
  const cost = (ruleset: Ruleset): number =>
    ruleset.scoring === 'territory' ? stones - 1 : compensationFor(ruleset, stones) / 2;
  const now = cost(to);
  return `${plural(stones, 'handicap stone')}: ${plural(now, 'point')} off Black's area, not ${String(cost(from))}`;
}

function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 || noun === 'dame' ? '' : 's'}`;
}
