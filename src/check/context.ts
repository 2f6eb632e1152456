import type { FindingArgs, FindingCode } from '../findings/catalogue.js';
import { finding, type Finding, type Severity } from '../findings/finding.js';
import { pathOf } from '../core/line-tree.js';
import type { RawGame } from '../sgf/raw.js';
import { shapeOf, type TreeShape } from '../sgf/tree-nodes.js';
import type { TreeNode } from '../sgf/tree.js';
import { CLASS, classOf } from './property-table.js';

/** Who judges the moves of variations: this check by their form alone, or the replay by its board. */
export type MovesJudgedBy = 'form' | 'replay';

/** One game while its nodes are checked, and what was found. It serves one game after the other. */
export class LintContext {
  nodes: TreeShape = shapeOf([]);
  text: Uint8Array = new Uint8Array(0);
  found: Finding[] = [];
  /** Node that is being checked, -1 before the first. */
  node = -1;
  /** Declared format, 1 to 4; 0 when the game declares none or one that does not exist. */
  format = 0;
  width = 19;
  height = 19;
  isGo = true;
  movesJudgedBy: MovesJudgedBy = 'form';
  readonly #told = new Set<string>();

  reset(text: Uint8Array, game: RawGame, nodes: readonly TreeNode[], movesJudgedBy: MovesJudgedBy): void {
    this.nodes = shapeOf(nodes);
    this.text = text;
    this.found = [];
    this.node = -1;
    const format = Number(game.header.get('FF') ?? 0);
    this.format = format === 1 || format === 2 || format === 3 || format === 4 ? format : 0;
    this.width = game.width;
    this.height = game.height;
    this.isGo = Number(game.header.get('GM') ?? 1) === 1;
    this.movesJudgedBy = movesJudgedBy;
    if (this.#told.size > 0) this.#told.clear();
  }

  /** Whether the node belongs to the main line, whose moves and setup the replay judges. */
  isOnMainLine(): boolean {
    return this.node >= 0 && this.nodes.runs[this.node] === 0;
  }

  /** Whether the replay tells what is wrong with the moves and the setup of the node. */
  isReplayed(): boolean {
    return this.movesJudgedBy === 'replay' || this.isOnMainLine();
  }

  report<C extends FindingCode>(
    code: C,
    args: FindingArgs[C],
    offset: number,
    severity?: Severity,
    node = this.node,
  ): void {
    const { nodes } = this;
    if (node < 0) {
      this.found.push(finding(code, args, { offset }, severity));
      return;
    }
    const place = { node: nodes.depths[node]!, offset };
    const path = nodes.runs[node] === 0 ? '' : pathOf(nodes, node);
    this.found.push(finding(code, args, path === '' ? place : { ...place, variation: path }, severity));
  }

  /** Reports what is told once a game; `about` names it. */
  reportOnce<C extends FindingCode>(code: C, about: string, args: FindingArgs[C], offset: number): void {
    const key = `${code} ${about}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.report(code, args, offset);
  }

  /** Whether texts of the property say something about the whole game. */
  isHeader(ident: number): boolean {
    const kind = classOf[ident]!;
    return kind === CLASS.root || kind === CLASS.gameInfo;
  }
}
