import { cellsOf } from '../columns/column.js';
import { type FolderCount, STATISTICS_COLUMNS } from '../columns/tables.js';
import { SEVERITIES, type Severity } from '../findings/finding.js';
import type { PlacedFinding } from '../referee/report.js';
import { type DataFormat, rowFrame, rowHead, rowText } from './rows.js';

/** Between folders and files of an archive. */
const ENTRY = '!/';

/** The folder of a file: what comes before its name; of the entry of an archive, at least the archive. */
function folderOf(file: string): string {
  const end = Math.max(file.lastIndexOf('/'), 0);
  if (end === 0) return file.startsWith('/') ? '/' : '.';
  return file.endsWith('!', end) ? file.slice(0, end - ENTRY.length + 1) : file.slice(0, end);
}

/** A line of JSON for each code and severity among the findings of a game or file. */
export function countLines(file: string, findings: readonly PlacedFinding[]): string {
  const counts = new Map<string, [code: string, severity: Severity, count: number]>();
  for (const found of findings) {
    const isMore = found.code === 'findings/more';
    const { code, severity } = isMore ? found.args : found;
    const key = `${code} ${severity}`;
    const one = counts.get(key) ?? [code, severity, 0];
    one[2] += isMore ? found.args.count : 1;
    counts.set(key, one);
  }
  const folder = folderOf(file);
  return [...counts.values()].map((one) => `${JSON.stringify([folder, ...one])}\n`).join('');
}

/** Adds up the lines of games and files. */
export class Statistics {
  private readonly counts = new Map<string, { findings: number; games: number }>();

  /** Whole lines. */
  add(lines: string): undefined {
    for (const line of lines.split('\n')) {
      if (line === '') continue;
      const [folder, code, severity, findings] = JSON.parse(line) as [string, string, Severity, number];
      const key = JSON.stringify([code, severity, folder]);
      const one = this.counts.get(key) ?? { findings: 0, games: 0 };
      one.findings += findings;
      one.games++;
      this.counts.set(key, one);
    }
  }

  /** The table: the gravest first, then the most. */
  text(format: DataFormat): string {
    const rows = [...this.counts].map(([key, counts]): FolderCount => {
      const [code, severity, folder] = JSON.parse(key) as [string, Severity, string];
      return { code, severity, folder, ...counts };
    });
    rows.sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        b.findings - a.findings ||
        (a.code + a.folder < b.code + b.folder ? -1 : 1),
    );
    const { head, separator, tail } = rowFrame(format, rowHead(format, STATISTICS_COLUMNS));
    const text = rows
      .map((row) => rowText(format, STATISTICS_COLUMNS, cellsOf(STATISTICS_COLUMNS, row, undefined)))
      .join('');
    return head() + text.slice(0, text.length - separator.length || undefined) + tail;
  }
}
