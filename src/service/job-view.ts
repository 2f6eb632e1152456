import type { z } from '@hono/zod-openapi';
import type { JobStatus } from './jobs.js';
import type { JobSchema, SummarySchema } from './schemas.js';
import { without } from './without.js';

/** A job as the service shows it. */
export function jobView({ job, at }: JobStatus): z.infer<typeof JobSchema> {
  const { id, command, state, created, started = null, finished = null, problem = null } = job;
  return {
    ...{ id, command, state, created, started, finished },
    problem: problem && { ...problem },
    options: without(job.query, 'name', 'format') as Record<string, string>,
    files: job.files.map(({ name, size }) => ({ name, size })),
    progress: {
      games: at.counts.games,
      bytes: state === 'done' ? totalBytes(job) : at.inputBytes,
      total_bytes: totalBytes(job),
    },
    summary: summaryOf(at.counts),
  };
}

function totalBytes(job: JobStatus['job']): number {
  return job.files.reduce((sum, { size }) => sum + size, 0);
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
