import type { Finding } from '../findings/finding.js';
import { headerFinding, RESULT_MISSING } from './header-values.js';
import type { DeclaredKomi, DeclaredResult, Origin, ZiUse } from './record.js';
import { readResultText, type ResultText } from './result-text.js';

const POINTS_PER_ZI = 2;

/** What the declared result is read from. */
export interface ResultTexts {
  /** RE, `undefined` when there is none. */
  readonly result: string | undefined;
  readonly origin: Origin;
  readonly zi: ZiUse;
  readonly komi: DeclaredKomi;
  /** Byte offset of RE, -1 when there is none. */
  readonly offset: number;
}

/**
 * RE after repair: margins in half points, Black minus White, komi in.
 * Margins in zi are doubled: those that say so, and quarters of a point where the rules write zi or the komi is none: points are
 * whole numbers, so that a margin in points has the fraction of the komi.
 * Findings: `result/missing`, `result/malformed`, `result/repaired` (with what was understood).
 * Not checked: whether the moves and the count agree.
 */
export function declaredResult(texts: ResultTexts, found: Finding[]): DeclaredResult {
  const raw = texts.result;
  if (raw === undefined || raw.trim() === '') {
    found.push(
      texts.offset < 0 ? RESULT_MISSING : headerFinding('result/missing', {}, texts.offset, 'FF[4] RE'),
    );
    return { kind: 'missing' };
  }
  const read = readResultText(raw);
  const text = read.text;
  if (text.kind === 'malformed') {
    found.push(headerFinding('result/malformed', { value: raw }, texts.offset, 'FF[4] RE'));
    return { kind: 'malformed', raw };
  }
  const repaired = repair(text, texts);
  const result = resultOf(repaired, raw);
  if (repaired !== text || !read.isStandard) {
    const args = { value: raw, meant: formatResult(result) };
    found.push(headerFinding('result/repaired', args, texts.offset, 'FF[4] RE'));
  }
  return result;
}

function repair(text: ResultText, texts: ResultTexts): ResultText {
  if (text.kind !== 'margin' || text.isZi) return text;
  const { winner, points } = text;
  // Fox writes codes such as 0.02 and 0.03 for a winner without a count; its margins are whole quarters.
  if (texts.origin === 'fox' && !Number.isInteger(points * 4)) return { kind: 'winner', winner };
  if (isQuarter(points) && countsZi(texts))
    return { kind: 'margin', winner, points: points * POINTS_PER_ZI, isZi: true };
  return text;
}

/** An odd number of quarter points. */
function isQuarter(points: number): boolean {
  return Number.isInteger(points * 4) && !Number.isInteger(points * 2);
}

function countsZi({ komi, zi }: ResultTexts): boolean {
  if (komi.kind !== 'komi') return zi === 'written';
  return komi.repair === 'zi' || (zi !== 'never' && !isQuarter(komi.halves / 2));
}

function resultOf(text: ResultText, raw: string): DeclaredResult {
  switch (text.kind) {
    case 'margin': {
      const halves = text.points * 2;
      return {
        kind: 'margin',
        raw,
        winner: text.winner,
        marginHalves: text.winner === 'black' ? halves : -halves,
      };
    }
    case 'winner':
      return { kind: 'winner', raw, winner: text.winner };
    case 'ended':
      return { kind: 'ended', raw, winner: text.winner, by: text.by };
    case 'jigo':
    case 'void':
    case 'both-lose':
    case 'unknown':
    case 'malformed':
      return { kind: text.kind, raw };
  }
}

const ENDED = { resign: 'R', time: 'T', forfeit: 'F', illegal: 'Illegal' } as const;

/** A declared result in FF[4] words (`B+3.5`, `W+R`, `Draw`, `Void`, `?`); '' when there is none, `both lose` where FF[4] has none. */
export function formatResult(result: DeclaredResult): string {
  switch (result.kind) {
    case 'margin':
      return `${result.winner === 'black' ? 'B' : 'W'}+${String(Math.abs(result.marginHalves) / 2)}`;
    case 'winner':
      return result.winner === 'black' ? 'B+' : 'W+';
    case 'ended':
      return `${result.winner === 'black' ? 'B' : 'W'}+${ENDED[result.by]}`;
    case 'jigo':
      return 'Draw';
    case 'void':
      return 'Void';
    case 'both-lose':
      return 'both lose';
    case 'unknown':
      return '?';
    case 'malformed':
    case 'missing':
      return '';
  }
}
