import { EMPTY, WHITE, type Content } from '../core/color.js';
import { finding, type Finding, type Place } from '../findings/finding.js';
import type { Board } from '../board/board.js';

const POINTS = 52 * 52;
const stamps = new Uint32Array(POINTS);
const contents = new Uint8Array(POINTS);
let stamp = 0;

/**
 * Carries out the setup of one node after the other: sums what it adds and removes, and reports points set twice with different
 * contents, chains left without liberties, and setup after the first move.
 */
export class SetupNodes {
  /** Stones that setup put on the board less those it took off. */
  black = 0;
  white = 0;
  /** Setup is under way whose node has not been closed. */
  open = false;
  private node = 0;
  private offset = 0;
  private points = 0;
  private overlaps = 0;
  private starved = 0;
  private redundant = 0;

  private readonly board: Board;
  private readonly findings: Finding[];
  /** Whether setup that changes nothing is told. */
  private readonly redundancy: 'told' | 'ignored';

  constructor(board: Board, findings: Finding[], redundancy: 'told' | 'ignored') {
    this.board = board;
    this.findings = findings;
    this.redundancy = redundancy;
  }

  /** Sets one point; `moves` is how many moves were made before. */
  set(point: number, content: Content, node: number, offset: number, moves: number): void {
    const { board } = this;
    if (this.open && node !== this.node) this.close(moves);
    if (!this.open) {
      this.open = true;
      this.node = node;
      this.offset = offset;
      this.points = this.overlaps = this.starved = this.redundant = 0;
      stamp++;
    }
    const before = board.at(point);
    if (stamps[point] !== stamp) {
      if (before === content) this.redundant++;
    } else if (contents[point] !== content) this.overlaps++;
    stamps[point] = stamp;
    contents[point] = content;
    this.points++;
    if (before !== EMPTY) this.add(before, -1);
    if (content !== EMPTY) this.add(content, 1);
    this.starved |= board.setup(point, content);
  }

  /** A stone that a move replaced. */
  replaced(content: number): void {
    this.add(content, -1);
  }

  /** The node's setup is complete. */
  close(moves: number): void {
    this.open = false;
    const { node, offset, findings, board } = this;
    const place: Place = moves > 0 ? { node, offset, move: moves } : { node, offset };
    if (moves > 0) findings.push(finding('setup/after-start', { stones: this.points }, place));
    if (this.overlaps > 0) findings.push(finding('setup/overlap', { points: this.overlaps }, place));
    if (this.redundant > 0 && this.redundancy === 'told') {
      findings.push(finding('setup/redundant', { points: this.redundant }, place));
    }
    if (this.starved === 0) return;
    const stones = board.stonesWithoutLiberty();
    if (stones > 0) findings.push(finding('setup/no-liberty', { stones }, place));
  }

  private add(content: number, by: 1 | -1): void {
    if (content === WHITE) this.white += by;
    else this.black += by;
  }
}
