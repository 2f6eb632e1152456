import type { z } from '@hono/zod-openapi';
import { MOST_KNOWN_FILES } from './job.js';
import type { JobStatus } from './jobs.js';
import type { JobSchema, SummarySchema } from './schemas.js';
import { without } from './without.js';

/** In a list of jobs, this many of each one's files. */
export const FILES_IN_LIST = 3;

/** A job as the service shows it. `files`: how many of its files. */
export function jobView({ job, at }: JobStatus, files = MOST_KNOWN_FILES): z.infer<typeof JobSchema> {
  const { id, owner, command, state, created, started = null, finished = null, problem = null } = job;
  return {
    ...{ id, owner, command, state, created, started, finished },
    problem: problem && { ...problem },
    options: without(job.query, 'name', 'format') as Record<string, string>,
    files: job.files.slice(0, files).map(({ name, size }) => ({ name, size })),
    file_count: job.fileCount,
    progress: {
      games: at.counts.games,
      bytes: state === 'done' ? job.bytes : at.inputBytes,
      total_bytes: job.bytes,
    },
    summary: summaryOf(at.counts),
  };
}

function summaryOf(counts: JobStatus['at']['counts']): z.infer<typeof SummarySchema> {
  const { files, games, bytes, scored, gamesWithIllegalMoves, severities, endings, rulesets, verdicts } =
    counts;
  return {
    ...{ files, games, bytes, scored },
    games_with_illegal_moves: gamesWithIllegalMoves,
    errors: severities.error,
    warnings: severities.warning,
    notes: severities.note,
    codes: { ...counts.codes },
    ...{ endings, rulesets, verdicts },
  };
}
