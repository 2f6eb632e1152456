/** The library for Node: an audit divided among machines, for programs that spread the work themselves. */
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import type { EventConditions } from './toolkit/event/conditions.js';
import type { FindingCode } from './core/findings/finding.js';
import { judgingOf } from './options/read.js';
import type { Decision } from './referee/judge/decisions.js';
import { DEFAULT_OPTIONS, type JudgingOptions } from './referee/judge/options.js';
import { PlanError } from './run/parts/chunk-inputs.js';
import { chunksWithoutPart, makeParts, mergeInto, type WorkDone } from './run/parts/plan-run.js';
import { openPlan, withEngine, writePlan } from './run/parts/plan.js';
import { packageVersion } from './run/merge/version.js';

export { PlanError };

/** What to referee, and how. */
export interface PlanRequest {
  /** Files, folders, globs and archives, by paths that every machine sees. */
  readonly inputs: readonly string[];
  /** Most chunks; by default each has 64 MiB, with scores 8 MiB. */
  readonly chunks?: number;
  /** The options of `analyze`; those left out have their defaults. */
  readonly options?: Partial<Omit<JudgingOptions, 'accounts'>>;
  /** Findings to leave out. */
  readonly ignore?: readonly FindingCode[];
  /** What a referee decided, as `parseDecisions` reads it. */
  readonly decisions?: readonly Decision[];
  /** Conditions of the event that games must meet. */
  readonly event?: EventConditions;
  /** Called for inputs that give nothing to read. */
  readonly onNothing?: (name: string, reason: string) => void;
}

/**
 * Writes the plan of an audit into a folder, which must exist: the file plan.ndjson. Returns the number of chunks, the bytes
 * to read and the number of inputs that gave nothing. Throws PlanError and file system errors.
 */
export function plan(
  folder: string,
  { inputs, chunks, options, ignore = [], decisions, event, onNothing = () => undefined }: PlanRequest,
): Promise<{ readonly chunks: number; readonly size: number; readonly unread: number }> {
  const judging = judgingOf({
    ignore,
    event,
    decisions: decisions && { file: 'decisions', all: decisions },
  });
  const limits = options?.limits ?? DEFAULT_OPTIONS.limits;
  return writePlan(folder, {
    version: packageVersion(),
    settings: { ...judging, options: { ...judging.options, ...options }, sinks: ['csv', 'findings', 'html'] },
    inputs: { names: inputs, stdin: Readable.from([]), limits, onNothing },
    chunks,
  });
}

/** Options of a worker. */
export interface WorkOptions {
  /** One chunk, counted from 0, or `next`: every chunk that has no part, in order (default). */
  readonly chunk?: number | 'next';
  /** Threads (default: one for each core). */
  readonly jobs?: number;
  /** Ends the worker without the part in progress. */
  readonly signal?: AbortSignal;
  readonly onNothing?: (name: string, reason: string) => void;
}

/**
 * Makes parts of a plan. `kept`: parts that existed already; `faults`: files in which the program itself failed.
 * Throws PlanError if there is no plan of this version or no such chunk, and file system errors.
 */
export function work(
  folder: string,
  { chunk = 'next', jobs = availableParallelism(), signal, onNothing = () => undefined }: WorkOptions = {},
): Promise<WorkDone> {
  return makeParts(withEngine(openPlan(folder)), { chunk, jobs, onNothing, ...(signal && { signal }) });
}

/**
 * Joins the parts of a plan into games.csv, findings.csv, summary.json and index.html in a folder, byte for byte as one audit
 * writes them. `unread`: inputs that gave nothing to read. Throws PlanError while parts are missing, an error that says which
 * part is damaged, and file system errors; then existing files stay as they are.
 */
export async function merge(
  folder: string,
  out: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<{
  readonly games: number;
  readonly findings: { readonly error: number; readonly warning: number; readonly note: number };
  readonly unread: number;
  readonly faults: number;
  readonly interrupted: 'no' | 'yes';
}> {
  const opened = openPlan(folder);
  const missing = await chunksWithoutPart(opened);
  if (missing.length > 0) throw new PlanError(`chunks without a part: ${missing.slice(0, 10).join(', ')}`);
  const { counts, unread, faults, interrupted } = await mergeInto(out, opened, signal);
  return { games: counts.games, findings: counts.severities, unread, faults, interrupted };
}
