import { join } from 'node:path';
import { SEVERITY_OF, type FindingCode } from '../src/findings/catalogue.js';
import { SEVERITIES } from '../src/findings/finding.js';
import type { Counts } from '../src/output/summary.js';
import { STDIN_TOKEN, type Io } from './io.js';

/** What a person can do after an audit, on a terminal: look at the report or make one, and read what the gravest finding means. */
export function nextSteps(
  { out, input }: { readonly out: string | undefined; readonly input?: readonly string[] },
  { stderr }: Io,
  counts: Counts,
): string {
  if (stderr.isTTY !== true || counts.games === 0) return '';
  const code = gravest(counts);
  const isRepeatable = input?.length === 1 && !input.includes(STDIN_TOKEN);
  const again = `sgf-referee audit ${isRepeatable ? shellWord(input[0]!) : '...'} --out report`;
  const steps = [
    out === undefined ? `${again}  (boards and tables to look at)` : `open ${join(out, 'index.html')}`,
    ...(code === undefined ? [] : [`sgf-referee explain ${code}`]),
  ];
  return steps.map((step, i) => `${i === 0 ? 'Next: ' : '      '}${step}\n`).join('');
}

/** The gravest kind of finding, the most frequent of its severity. */
function gravest({ codes }: Counts): FindingCode | undefined {
  const rank = ([code, count]: [string, number]): [number, number] => [
    SEVERITIES.indexOf(SEVERITY_OF[code as FindingCode]),
    -count,
  ];
  const sorted = Object.entries(codes).sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    return one[0] - other[0] || one[1] - other[1] || (a[0] < b[0] ? -1 : 1);
  });
  return sorted[0]?.[0] as FindingCode | undefined;
}

function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
