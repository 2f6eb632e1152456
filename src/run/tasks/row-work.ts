import { listColumn } from '../../report/columns/lists.js';
import { createProbe, recordOfFile } from '../../toolkit/duplicates/find-duplicates.js';
import type { Finding } from '../../core/findings/finding.js';
import { listGames } from '../../report/list/list-games.js';
import { factsOf } from '../../toolkit/event/game-facts.js';
import { rowText } from '../../report/output/rows.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import type { MakeFileWork, GivenFile, TaskOutput } from './task-output.js';
import type { FileStart, WorkSettings } from './task.js';

/** Lists games, one row each. */
export function listing({ list, terminal }: WorkSettings, out: TaskOutput): ReturnType<MakeFileWork> {
  const { query, format, rows } = list!;
  const sink = out.sinks[0]!;
  const columns = query.columns.map(listColumn);
  return (file) => {
    const { bytes, name, options } = file;
    const { games, ...read } = listGames(bytes, query, options);
    for (const { cells, keys, report } of games) {
      const row = format === 'names' ? name : rowText(format, columns, cells, terminal);
      const keyed = rows === 'compared' ? [factsOf(report!), ...cells] : [row, ...keys];
      sink.append(rows === 'plain' ? row : `${JSON.stringify(keyed)}\n`);
    }
    return plainly(file, { ...read, games: read.read }, out);
  };
}

/** Writes the keys of games, or their beginnings, as one record per file. */
export function comparing({ duplicates }: WorkSettings, out: TaskOutput): ReturnType<MakeFileWork> {
  const { fewest, sought } = duplicates!;
  const sink = out.sinks[0]!;
  const probe = sought && createProbe(sought);
  return (file) => {
    const { record, ...read } = recordOfFile(file.bytes, file.name, { ...file.options, fewest }, probe);
    sink.appendBytes(record);
    return plainly(file, read, out);
  };
}

/** Counts a file whose games are not refereed, and reports its errors. */
function plainly(
  file: GivenFile,
  read: { readonly games: number; readonly charset: CharsetEvidence; readonly errors: readonly Finding[] },
  out: TaskOutput,
): FileStart {
  out.counts.games += read.games;
  out.units.add(file.index);
  for (const found of read.errors) out.reportOne(file, found);
  return { charset: read.charset };
}
