import { visible } from '../core/text.js';
import type { Severity } from '../findings/finding.js';
import { declaredOf, resultOf, tally } from '../columns/games.js';
import type { GameReport } from '../referee/report.js';
import { padEnd, shorten, shortenLeft } from './text.js';

/** The terminal that a table is for. */
export interface Terminal {
  /** Characters in a line. */
  readonly columns: number;
  readonly colors: 'yes' | 'no';
}

/** A terminal of unknown width. */
export const PLAIN_TERMINAL: Terminal = { columns: 80, colors: 'no' };

/** Lines of the table with colors and without. */
export interface GameTable {
  readonly head: string;
  /** One game: its rank (0: errors, 1: warnings, 2: neither), its cells, and the end of the line. */
  readonly row: (report: GameReport) => string;
}

/** How many ranks there are, one a severity. */
export const RANKS = 3;

/** A line break in a row; no text of a file contains it. */
export const LINE_BREAK = '\u000b';

type Column = readonly [name: string, width: number, align: 'left' | 'right'];

const FIXED: readonly Column[] = [
  ['game', 4, 'right'],
  ['moves', 5, 'right'],
  ['declared', 8, 'left'],
  ['result', 8, 'left'],
  ['verdict', 12, 'left'],
];

/** Left out one after another where the terminal is narrower. */
const NEEDS: Readonly<Record<string, number>> = { moves: 90, declared: 64, result: 64 };

/** From this width on the most severe finding is in the line of its game, otherwise in a line below it. */
const WIDE = 120;
/** No code is longer than 28; a number of others may follow. */
const FINDING_WIDTH = 34;
const LEAST_NAME = 8;
const LONGEST_NAME = 60;

const PAINT: Readonly<Record<Severity, string>> = { error: '31', warning: '33', note: '36' };
const RANK: Readonly<Record<Severity, string>> = { error: '0', warning: '1', note: '2' };

/** The table of games for a terminal; no line is wider than it, and no code is cut off. */
export function gameTable({ columns, colors }: Terminal): GameTable {
  const isWide = columns >= WIDE;
  const fixed = FIXED.filter(([name]) => columns >= (NEEDS[name] ?? 0));
  const taken = fixed.reduce((sum, [, width]) => sum + width + 1, 1) + (isWide ? FINDING_WIDTH + 1 : 0);
  const names = Math.max(2 * LEAST_NAME, Math.min(columns - taken, 2 * LONGEST_NAME));
  const file = Math.floor(names / 2);
  const players = names - file;

  const line = (cells: readonly string[]): string => {
    const [name = '', who = '', ...others] = cells;
    const shown = fixed.map(([, width, align], i) => {
      const text = shorten(others[i] ?? '', width);
      return align === 'right' ? text.padStart(width) : padEnd(text, width);
    });
    return [padEnd(shortenLeft(name, file), file), padEnd(shorten(who, players), players), ...shown].join(
      ' ',
    );
  };
  const paint = (text: string, severity: Severity): string =>
    colors === 'yes' ? `\u001b[${PAINT[severity]}m${text}\u001b[0m` : text;

  return {
    head:
      `${line(['file', 'players', ...fixed.map(([name]) => name)])}${isWide ? ' finding' : ''}`.trimEnd() +
      `\n${'-'.repeat(Math.min(columns, taken + names))}\n`,
    row(report) {
      const { record, score, settlement } = report;
      const { errors, warnings, first } = tally(report.findings);
      const cells: Readonly<Record<string, string>> = {
        game: String(report.game),
        moves: String(report.replay.moves),
        declared: visible(declaredOf(record)),
        result: score ? resultOf(score) : '',
        verdict: settlement?.verdict ?? '',
      };
      const named = `${record.black === '' ? '?' : record.black} - ${record.white === '' ? '?' : record.white}`;
      const text = line([visible(report.file), visible(named), ...fixed.map(([name]) => cells[name]!)]);
      if (!first || errors + warnings === 0) return `${RANK.note}${text.trimEnd()}\n`;
      const { severity } = first;
      const more = errors + warnings > 1 ? ` +${String(errors + warnings - 1)}` : '';
      const found = paint(`${isWide ? '' : `${severity} `}${first.code}`, severity) + more;
      return `${RANK[severity]}${isWide ? `${text} ${found}` : `${text.trimEnd()}${LINE_BREAK}  ${found}`}\n`;
    },
  };
}
