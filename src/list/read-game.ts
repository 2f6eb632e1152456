import type { ReadGame, TreeCounts } from '../columns/lists.js';
import type { Limits } from '../core/limits.js';
import { ACTION, type MainLine } from '../core/line.js';
import { readRecord } from '../record/read-record.js';
import { type AnalyzeOptions, chooseRuleset } from '../referee/options.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import { readTree } from '../sgf/tree.js';

/** A game that was read and not replayed. Its digest and its counts are made when they are first asked for. */
export function readGame(
  raw: RawGame,
  source: RawFile,
  bytes: Uint8Array,
  options: AnalyzeOptions,
): ReadGame {
  const record = readRecord(raw);
  const { ruleset, source: rulesetSource } = chooseRuleset(record, options);
  let tree: TreeCounts | undefined;
  let actions: Uint32Array | undefined;
  return {
    ...{ file: options.file, game: raw.game, record, ruleset, rulesetSource, raw, source },
    get sha256() {
      return options.digest(bytes.subarray(raw.start, raw.end));
    },
    get tree() {
      return (tree ??= countTree(source.text, raw, options.limits));
    },
    get actions() {
      return (actions ??= countActions(raw.line));
    },
    get replay() {
      const { playBlack, playWhite, passBlack, passWhite, badBlack, badWhite } = ACTION;
      const kinds: number[] = [playBlack, playWhite, passBlack, passWhite, badBlack, badWhite];
      return {
        moves: record.isGo ? kinds.reduce((sum, kind) => sum + this.actions[kind]!, 0) : 0,
        passesBlack: this.actions[passBlack]!,
        passesWhite: this.actions[passWhite]!,
      };
    },
  };
}

function countActions({ kinds, count }: MainLine): Uint32Array {
  const counts = new Uint32Array(Object.keys(ACTION).length);
  for (const kind of kinds.subarray(0, count)) counts[kind]!++;
  return counts;
}

/** Counts over the tree of one game, up to the limits of nodes and depth; nothing is checked. */
export function countTree(
  text: Uint8Array,
  game: Pick<RawGame, 'textStart' | 'textEnd'>,
  limits: Pick<Limits, 'nodesPerGame' | 'depth'>,
): TreeCounts {
  const { nodes, roots } = readTree(text, game, limits, 'values');
  let variations = 0;
  let branches = roots.length > 1 ? 1 : 0;
  let comments = 0;
  let commentCharacters = 0;
  for (const { children, data } of nodes) {
    if (children.length === 0) variations++;
    else if (children.length > 1) branches++;
    const texts = data['C']?.filter((value) => value !== '') ?? [];
    if (texts.length > 0) comments++;
    for (const value of texts) commentCharacters += value.replace(/[\ud800-\udbff]/g, '').length;
  }
  return { nodes: nodes.length, variations, branches, comments, commentCharacters };
}
