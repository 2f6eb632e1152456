import type { BoardSize } from '../../core/findings/finding.js';
import { pointToSgf } from '../../core/point.js';
import { marginText } from '../../core/text.js';
import type { GameRecord } from '../../referee/record/record.js';
import { analyze } from '../../referee/judge/analyze.js';
import { type Decision, decidedText, decisionText } from '../../referee/judge/decisions.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import type { GameScore } from '../../referee/score/score-types.js';
import type { FormatOptions, ScorePart } from './format-types.js';
import {
  escaped,
  type FormatNode,
  type FormatTree,
  mainLineOf,
  makeNode,
  makeProperty,
  propertyOf,
  unescaped,
} from './tree.js';
import { pointOf } from './turn-board.js';

/** Values of `GameScore.owner`. */
const TERRITORY = { TB: 1, TW: 2 } as const;
const SEKI_POINTS = { TB: 4, TW: 5 } as const;

/**
 * Writes what we count: TB and TW in the last node of the main line, RE in the root, each in place of any present.
 * A game that did not end by counting, or whose position cannot be judged, stays as it is. `text`: the game as SGF.
 */
export function writeScore(tree: FormatTree, text: Uint8Array, options: FormatOptions): void {
  const { decisions } = options;
  const rules = rulesetOf(options.rules);
  const { games } = analyze(text, { digest: () => '', rules, places: false, decisions });
  const score = games[0]?.score;
  if (score) for (const part of options.score) WRITERS[part](tree, score);
}

/**
 * Writes what a referee decided about a game: RE, declared or counted with the groups and komi decided; KM; and in GC a line for
 * each decision that it does not have yet. `text`: the game as SGF.
 */
export function writeDecisions(
  tree: FormatTree,
  text: Uint8Array,
  decisions: readonly Decision[],
  rules: string,
): void {
  const [game] = analyze(text, { digest: () => '', rules: rulesetOf(rules), places: false, decisions }).games;
  const result = decisions.findLast((one) => one.result !== undefined)?.result;
  const komi = decisions.findLast((one) => one.komi !== undefined)?.komi;
  const changesCount = decisions.some(({ dead, alive, komi }) => (dead ?? alive ?? komi) !== undefined);
  const counted = changesCount ? game?.score && countedResult(game.score) : undefined;
  const values = { RE: result ?? counted, KM: komi?.toString() };
  const line = mainLineOf(tree);
  for (const [ident, value] of Object.entries(values)) {
    if (value === undefined) continue;
    set(line.find((node) => propertyOf(node, ident)) ?? tree.root, ident, [escaped(value)]);
  }
  for (const one of decisions) {
    const added = escaped(`${decisionText(one)}: ${decidedText([one])}`);
    const before = propertyOf(tree.root, 'GC')?.values[0] ?? '';
    if (!before.split('\n').includes(added))
      set(tree.root, 'GC', [before === '' ? added : `${before}\n${added}`]);
  }
}

function countedResult({ winner, resultHalves }: GameScore): string {
  return winner === 'jigo' ? 'Draw' : marginText(resultHalves, winner);
}

function rulesetOf(name: string): Ruleset | 'auto' {
  const rules = name === 'auto' ? name : rulesetByName(name);
  if (!rules) throw new RangeError(`unknown ruleset: ${name}`);
  return rules;
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
    set(tree.root, 'RE', [countedResult(score)]);
  },
};

/** No values: no property. */
function set(node: FormatNode, ident: string, values: string[]): void {
  const property = propertyOf(node, ident);
  if (values.length === 0) node.properties = node.properties.filter((one) => one !== property);
  else if (property) property.values = values;
  else node.properties.push(makeProperty(ident, values));
}

/** Passes that end a game. */
const TO_END = 2;

type Mover = 'B' | 'W';

/** The moves of a line before a node. */
interface Before {
  readonly last: Mover | undefined;
  /** Both have moved: what came before may have been handicap. */
  readonly bothMoved: boolean;
}

/**
 * Adds the passes that a record implies: where one color moves twice in a row with no setup between, after both have moved; and
 * at the end of a main line whose result is a margin, so that it ends with two passes. Nodes get a B or W without a point.
 */
export function addPasses(tree: FormatTree, record: GameRecord): void {
  betweenMoves(tree);
  if (record.result.kind === 'margin') atTheEnd(tree);
}

function betweenMoves(tree: FormatTree): void {
  const start: Before = { last: undefined, bothMoved: false };
  const open: { node: FormatNode; before: Before }[] = [{ node: tree.root, before: after(tree.root, start) }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { node, before } = one;
    for (const [i, child] of node.children.entries()) {
      const mover = moverOf(child);
      if (mover && before.bothMoved && mover === before.last) node.children[i] = pass(other(mover), [child]);
      open.push({ node: child, before: after(child, before) });
    }
  }
}

function atTheEnd(tree: FormatTree): void {
  const line = mainLineOf(tree);
  const end = line.at(-1)!;
  const moves = line.filter(moverOf);
  const last = moves.at(-1);
  if (!last) return;
  const mark = moves.findLastIndex((node) => !isPass(node, tree));
  let color = other(moverOf(last)!);
  let parent = end;
  for (let missing = TO_END - (moves.length - 1 - mark); missing > 0; missing--) {
    const added = pass(color, []);
    parent.children.unshift(added);
    parent = added;
    color = other(color);
  }
}

function after(node: FormatNode, before: Before): Before {
  const mover = moverOf(node);
  if (mover)
    return {
      last: mover,
      bothMoved: before.bothMoved || (before.last !== undefined && before.last !== mover),
    };
  return hasSetup(node) ? { last: undefined, bothMoved: before.bothMoved } : before;
}

/** The color of a node with one move; none where both move. */
function moverOf(node: FormatNode): Mover | undefined {
  const moves = node.properties.filter(({ ident }) => ident === 'B' || ident === 'W');
  return moves.length === 1 ? (moves[0]!.ident as Mover) : undefined;
}

function isPass(node: FormatNode, board: BoardSize): boolean {
  return node.properties.some(
    ({ ident, values }) =>
      (ident === 'B' || ident === 'W') && isPassValue(unescaped(values[0]!).trim(), board),
  );
}

/** `tt` is a pass where there is no such point. */
function isPassValue(value: string, board: BoardSize): boolean {
  return value === '' || (value === 'tt' && pointOf(value, board) === undefined);
}

function hasSetup(node: FormatNode): boolean {
  return node.properties.some(({ ident }) => ['AB', 'AW', 'AE', 'PL', 'B', 'W'].includes(ident));
}

function other(mover: Mover): Mover {
  return mover === 'B' ? 'W' : 'B';
}

function pass(mover: Mover, children: FormatNode[]): FormatNode {
  return makeNode([makeProperty(mover, [''])], children);
}
