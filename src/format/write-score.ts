import { analyze } from '../referee/analyze.js';
import { pointToSgf } from '../core/point.js';
import { formatResult } from '../record/result.js';
import { rulesetByName } from '../rules/rulesets.js';
import type { GameScore } from '../score/score-types.js';
import type { FormatOptions, ScorePart } from './format-types.js';
import { mainLineOf, makeProperty, propertyOf, type FormatNode, type FormatTree } from './tree.js';

/** Values of `GameScore.owner`. */
const TERRITORY = { TB: 1, TW: 2 } as const;
const SEKI_POINTS = { TB: 4, TW: 5 } as const;

/**
 * Writes what we count: TB and TW in the last node of the main line, RE in the root, each in place of those that are there.
 * A game that did not end by counting, or whose position cannot be judged, stays as it is. `text`: the game as SGF.
 */
export function writeScore(tree: FormatTree, text: Uint8Array, options: FormatOptions): void {
  const rules = options.rules === 'auto' ? 'auto' : rulesetByName(options.rules);
  if (!rules) throw new RangeError(`unknown ruleset: ${options.rules}`);
  const { games } = analyze(text, { digest: () => '', rules, places: false });
  const score = games[0]?.score;
  if (score) for (const part of options.score) WRITERS[part](tree, score);
}

const WRITERS: Readonly<Record<ScorePart, (tree: FormatTree, score: GameScore) => void>> = {
  territory(tree, score) {
    const last = mainLineOf(tree).at(-1)!;
    for (const ident of ['TB', 'TW'] as const) {
      const points: string[] = [];
      score.owner.forEach((owner, point) => {
        const isCounted = owner === SEKI_POINTS[ident] && score.counting === 'area';
        if (owner === TERRITORY[ident] || isCounted) points.push(pointToSgf(point, tree.width));
      });
      set(last, ident, points);
    }
  },
  result(tree, score) {
    const { winner, resultHalves: marginHalves } = score;
    const raw = '';
    set(tree.root, 'RE', [
      formatResult(winner === 'jigo' ? { kind: 'jigo', raw } : { kind: 'margin', raw, winner, marginHalves }),
    ]);
  },
};

/** No values: no property. */
function set(node: FormatNode, ident: string, values: string[]): void {
  const property = propertyOf(node, ident);
  if (values.length === 0) node.properties = node.properties.filter((one) => one !== property);
  else if (property) property.values = values;
  else node.properties.push(makeProperty(ident, values));
}
