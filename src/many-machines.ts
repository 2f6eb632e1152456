/** The library for Node: an audit divided among machines, for programs that spread the work themselves. */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import {
  checkArgument,
  checkOptions,
  type Checks,
  isAnObject,
  isFunction,
  isText,
  limitsOf,
  listOf,
  must,
  oneOf,
  whole,
} from './core/checks.js';
import { FINDING_CODES, type FindingCode } from './core/findings/finding.js';
import { type EventConditions, isConditions } from './toolkit/event/conditions.js';
import { judgingOf } from './options/read.js';
import { type Decision, isDecision } from './referee/judge/decisions.js';
import { JUDGING_CHECKS, type JudgingOptions } from './referee/judge/options.js';
import { PlanError } from './run/parts/chunk-inputs.js';
import { chunksMissing, makeParts, mergeInto, type WorkDone } from './run/parts/plan-run.js';
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

const MAX_CHUNKS = 1_000_000;
const isSignal = must('the signal of an AbortController', (value) => value instanceof AbortSignal);
const CHECKS = {
  plan: {
    inputs: listOf(isText),
    chunks: whole(1, MAX_CHUNKS),
    options: isAnObject,
    ignore: listOf(oneOf(FINDING_CODES)),
    decisions: listOf(isDecision),
    event: isConditions,
    onNothing: isFunction,
  } satisfies Checks<keyof PlanRequest>,
  work: {
    chunk: must('a whole number from 0 or "next"', (value) => value === 'next' || !whole(0)(value)),
    jobs: whole(1),
    signal: isSignal,
    onNothing: isFunction,
  } satisfies Checks<keyof WorkOptions>,
  merge: { signal: isSignal },
};

/**
 * Writes the plan of an audit into a folder, which is created if it is not there: the file plan.ndjson. Returns the number of chunks, the
 * bytes to read and the number of inputs that gave nothing. Rejects with UserError for a wrong argument, PlanError and file system errors.
 */
export async function plan(
  folder: string,
  request: PlanRequest,
): Promise<{ readonly chunks: number; readonly size: number; readonly unread: number }> {
  checkArgument('folder', folder, isText);
  checkArgument('request', request, isAnObject);
  checkOptions(request, CHECKS.plan);
  const {
    inputs,
    chunks,
    options = {},
    ignore = [],
    decisions,
    event,
    onNothing = () => undefined,
  } = request;
  checkArgument('inputs', inputs, CHECKS.plan.inputs);
  checkOptions(options, JUDGING_CHECKS, 'options');
  const limits = limitsOf(options.limits ?? {});
  const judging = judgingOf({
    ignore,
    event,
    decisions: decisions && { file: 'decisions', all: decisions },
  });
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const judged = { ...judging.options, ...Object.fromEntries(given), limits };
  mkdirSync(folder, { recursive: true });
  return writePlan(folder, {
    version: packageVersion(),
    settings: { ...judging, options: judged, sinks: ['csv', 'findings', 'html'] },
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
 * Rejects with UserError for a wrong argument, PlanError if there is no plan of this version or no such chunk, and file system errors.
 */
export async function work(folder: string, options: WorkOptions = {}): Promise<WorkDone> {
  checkArgument('folder', folder, isText);
  checkOptions(options, CHECKS.work);
  const { chunk = 'next', jobs = availableParallelism(), signal, onNothing = () => undefined } = options;
  return makeParts(withEngine(openPlan(folder)), { chunk, jobs, onNothing, ...(signal && { signal }) });
}

/**
 * Joins the parts of a plan into games.csv, findings.csv, summary.json and index.html in a folder, byte for byte as one audit
 * writes them. `unread`: inputs that gave nothing to read. Rejects with UserError for a wrong argument, PlanError while parts are missing,
 * an error that says which part is damaged, and file system errors; then existing files stay as they are.
 */
export async function merge(
  folder: string,
  out: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<{
  readonly games: number;
  readonly findings: { readonly error: number; readonly warning: number; readonly note: number };
  readonly unread: number;
  readonly faults: number;
  readonly interrupted: 'no' | 'yes';
}> {
  checkArgument('folder', folder, isText);
  checkArgument('out', out, isText);
  checkOptions(options, CHECKS.merge);
  const opened = openPlan(folder);
  const missing = await chunksMissing(opened);
  if (missing !== '') throw new PlanError(`${missing}: call work first`);
  const { counts, unread, faults, interrupted } = await mergeInto(out, opened, options.signal);
  return { games: counts.games, findings: counts.severities, unread, faults, interrupted };
}
