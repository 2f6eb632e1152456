import type { JSX } from 'preact';
import { formatHalves } from '../../columns/numbers.js';
import type { GameReport } from '../../referee/report.js';
import { visible } from '../../core/text.js';

const LONGEST = 300;

/** What the record says of itself. */
export function Facts({ report }: { readonly report: GameReport }): JSX.Element {
  const { record, file, game, ruleset, ending, replay } = report;
  const { komi, handicap, result, event, date, rulesRaw } = record;
  const facts: readonly (readonly [string, string])[] = [
    ['event', event],
    ['date', date],
    ['size', `${String(record.width)}×${String(record.height)}`],
    ['handicap', handicap.stones > 1 ? String(handicap.stones) : ''],
    ['komi', komi.kind === 'komi' ? formatHalves(komi.halves) : 'not told'],
    ['RU', rulesRaw ?? 'not told'],
    ['judged by', ruleset?.title ?? 'what all rules forbid'],
    ['moves', String(replay.moves)],
    ['ended by', ending],
    ['declared', result.kind === 'missing' ? 'nothing' : result.raw],
    ['file', game > 1 ? `${file}, game ${String(game)}` : file],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{visible(value.slice(0, LONGEST))}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
