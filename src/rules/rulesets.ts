import { katagoRuleset } from './katago.js';
import { AGA_FAMILY } from './rows/aga.js';
import { AREA_FAMILY, ING_FAMILY } from './rows/area.js';
import { CHINESE_FAMILY } from './rows/chinese.js';
import { EGF_FAMILY, EUROPEAN_FAMILY, NORDIC_FAMILY } from './rows/europe.js';
import { SERVED_FAMILY } from './rows/served.js';
import { TERRITORY_FAMILY } from './rows/territory.js';
import type { Ruleset } from './ruleset.js';

/** Every named ruleset, in the order in which they are listed to a reader. */
export const RULESETS: readonly Ruleset[] = [
  ...AGA_FAMILY,
  ...EUROPEAN_FAMILY,
  ...NORDIC_FAMILY,
  ...TERRITORY_FAMILY,
  ...CHINESE_FAMILY,
  ...AREA_FAMILY,
  ...ING_FAMILY,
  ...EGF_FAMILY,
  ...SERVED_FAMILY,
];

export const RULESET_NAMES: readonly string[] = RULESETS.map((ruleset) => ruleset.name);

const byName = new Map(RULESETS.map((ruleset) => [ruleset.name, ruleset]));

/**
 * The named ruleset, or the one that a rules string of KataGo describes; `undefined` when there is none of exactly this name
 * (RU texts go through `rulesetFromRU`).
 */
export function rulesetByName(name: string): Ruleset | undefined {
  const named = byName.get(name);
  if (named) return named;
  const described = katagoRuleset(name);
  return described && 'name' in described ? described : undefined;
}
