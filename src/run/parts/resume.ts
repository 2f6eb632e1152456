import { existsSync, statSync } from 'node:fs';
import { createSeenGames, type SeenGames } from '../../toolkit/duplicates/game-keys.js';
import { finding } from '../../core/findings/finding.js';
import type { Limits } from '../../core/limits.js';
import { type Inputs, itemsInRows, itemsOfLargeFile } from '../input/inputs.js';
import { addChecksums, checksumBetween, checksumOf, createReader } from '../input/item-reader.js';
import { displayName, type FileItem, type Item, type Items, nameOf, onDisk, trouble } from '../input/item.js';
import { reasonOf } from '../../core/outcome.js';
import {
  chained,
  type CheckpointLog,
  type LogHead,
  type LogEntry,
  linesOfLog,
  NOTHING_DONE,
  openCheckpointLog,
  removeCheckpointLog,
  runFromCheckpoint,
  type RunIdentity,
} from './checkpoint.js';
import { type DurableTarget, OutputError, type OutputMark } from '../merge/output.js';
import type { RunRequest, RunResult } from '../merge/run.js';

/** Time between two checkpoints in the log, in milliseconds. */
const INTERVAL_MS = 2000;

/** The run cannot be resumed: its options or inputs differ. */
export class ResumeError extends Error {}

/** A run with a checkpoint log, ready to start or to be resumed. */
export interface ResumableRun {
  /** States of the outputs, in the order of the targets; undefined for a new run. */
  readonly marks: readonly OutputMark[] | undefined;
  /** Runs the rest. `targets`: the outputs on disk, in the same order each time. */
  readonly run: (
    request: Omit<RunRequest, 'inputs' | 'seen' | 'within' | 'onWritten'>,
    targets: readonly DurableTarget[],
  ) => Promise<RunResult>;
  /** Removes the log, once all outputs are complete. */
  readonly finish: () => void;
  /** `kept`: there is a log that a later run can resume from. */
  readonly state: () => 'kept' | 'removed';
}

export interface ResumeRequest {
  readonly path: string;
  readonly identity: RunIdentity;
  readonly inputs: Inputs;
  /** `go-on`: from the last checkpoint, if there is one. */
  readonly from: 'go-on' | 'the-beginning';
  /** Milliseconds between checkpoints; by default INTERVAL_MS. */
  readonly intervalMs?: number | undefined;
}

/** Reads the log, checks that inputs and options are the same, and skips the finished items. Throws ResumeError. */
export async function prepareRun(request: ResumeRequest): Promise<ResumableRun> {
  const { path, identity } = request;
  const seen = createSeenGames();
  const before = request.from === 'go-on' && existsSync(path) ? readLog(request, seen) : undefined;
  if (!before) removeCheckpointLog(path);
  const items = itemsInRows(request.inputs);
  const rest = before ? await skipDone(items, before, request) : { ahead: [], items, changed: [] };
  const head = before?.head ?? { identity, started: Date.now() };

  return {
    marks: before?.last.outputs,
    state: () => (existsSync(path) ? 'kept' : 'removed'),
    finish: () => removeCheckpointLog(path),
    async run(asked, targets) {
      const notes = rest.changed.map(asChanged);
      let { changed } = rest;
      let log: CheckpointLog | undefined;
      try {
        return await runFromCheckpoint(
          {
            ...asked,
            settings: { ...asked.settings, checksums: 'wanted' },
            inputs: { items: inOrder([notes, rest.ahead], rest.items) },
          },
          {
            from: before?.last ?? NOTHING_DONE,
            ...{ seen, targets, extra: new Set(notes), everyMs: request.intervalMs ?? INTERVAL_MS },
            save(checkpoint, games) {
              try {
                log ??= openCheckpointLog(path, head, before?.end);
                log.append({ ...checkpoint, games, changed });
              } catch (error) {
                throw new OutputError(`cannot write ${path}: ${reasonOf(error)}`);
              }
              changed = [];
            },
          },
        );
      } finally {
        log?.close();
      }
    },
  };
}

/** The contents of a log: its first line, the ends of its spans, its last checkpoint and the offset after it. */
interface Before {
  readonly head: LogHead;
  readonly spans: readonly Pick<LogEntry, 'items' | 'checksum'>[];
  readonly last: LogEntry;
  readonly end: number;
  /** Files already reported as changed. */
  readonly reported: ReadonlySet<string>;
}

/** Undefined without a checkpoint. Throws ResumeError for the log of another run. */
function readLog({ path, identity }: ResumeRequest, seen: SeenGames): Before | undefined {
  let head: LogHead | undefined;
  let last: LogEntry | undefined;
  let end = 0;
  const spans: Pick<LogEntry, 'items' | 'checksum'>[] = [];
  const reported = new Set<string>();
  for (const line of linesOfLog(path)) {
    ({ end } = line);
    if (!head) {
      head = line.value as LogHead;
      checkIdentity(head.identity, identity);
      continue;
    }
    last = line.value as LogEntry;
    seen.restore(last.games);
    last.changed.forEach((name) => reported.add(name));
    spans.push({ items: last.items, checksum: last.checksum });
  }
  return head && last && { head, last, end, spans, reported };
}

function checkIdentity(before: RunIdentity, now: RunIdentity): void {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const differing = [...names].filter((name) => before[name] !== now[name]);
  if (differing.length > 0) {
    throw new ResumeError(
      `the unfinished run had other settings (${differing.join(', ')}); give the same, or start over without --resume`,
    );
  }
}

interface Rest {
  /** Items after the last checkpoint that were listed together with one before it. */
  readonly ahead: readonly Item[];
  readonly items: AsyncGenerator<Items>;
  /** Files that changed after they were read. */
  readonly changed: readonly string[];
}

/** Lists the finished items and checks that they are unchanged. */
async function skipDone(items: AsyncGenerator<Items>, before: Before, request: ResumeRequest): Promise<Rest> {
  const { head, last, spans, reported } = before;
  const changed = new Set<string>();
  const newSpan = (): Span => new Span(head.started, request.inputs.limits);
  let span = newSpan();
  let index = 0;
  let skipped = 0;
  let listing = 0;
  while (skipped < last.items) {
    const next = await items.next();
    if (next.done === true) break;
    const row = 'kind' in next.value ? [next.value] : next.value;
    for (const [i, item] of row.entries()) {
      listing = chained(listing, [item]);
      span.add(item);
      skipped++;
      if (skipped === spans[index]!.items) {
        const checksum = checksumBetween(spans[index - 1]?.checksum ?? 0, spans[index]!.checksum);
        for (const name of await span.changed(checksum)) if (!reported.has(name)) changed.add(name);
        span = newSpan();
        index++;
      }
      if (skipped < last.items) continue;
      if (listing !== last.listing) break;
      return { ahead: row.slice(i + 1), items, changed: [...changed] };
    }
  }
  await items.return(undefined);
  throw new ResumeError(
    'the inputs are not those of the unfinished run: files were added, removed or renamed; start over without --resume',
  );
}

function asChanged(name: string): Item {
  const what = 'it was rewritten after its games were judged, and its rows describe the earlier contents';
  return trouble(name, finding('file/changed', { what }));
}

async function* inOrder(
  first: readonly (readonly Item[])[],
  items: AsyncGenerator<Items>,
): AsyncGenerator<Items> {
  for (const row of first) if (row.length > 0) yield row;
  yield* items;
}

/** The name of the log of an output file; undefined for anything but a regular file, for instance a terminal. */
export function logBeside(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return !stats || stats.isFile() ? `${file}.journal` : undefined;
}

/** Files written up to this long before the start are checked too: file system clocks are coarse and may differ from ours. */
const SLACK_MS = 2000;

/** The skipped items between two checkpoints. */
class Span {
  private readonly started: number;
  private readonly limits: Limits;
  private readonly files: FileItem[] = [];
  /** Files written after the run started. */
  private readonly late: string[] = [];
  /** Checksum of all items but files. */
  private known = 0;

  /** `started`: in milliseconds since 1970. */
  constructor(started: number, limits: Limits) {
    this.started = started;
    this.limits = limits;
  }

  add(item: Item): void {
    if ('bytes' in item) this.known = addChecksums(this.known, checksumOf(item.name, item.bytes));
    if (item.kind !== 'file') return;
    this.files.push(item);
    const stats = statSync(onDisk(item.path), { throwIfNoEntry: false });
    const isLate = !stats || Math.max(stats.mtimeMs, stats.ctimeMs) > this.started - SLACK_MS;
    if (isLate) this.late.push(displayName(item.path));
  }

  /** Files that changed since the run read them, by the checksum of the whole span. */
  async changed(checksum: number): Promise<readonly string[]> {
    if (this.late.length === 0) return [];
    let sum = this.known;
    for (const item of this.files) sum = addChecksums(sum, await checksumOfFile(item, this.limits));
    return sum === checksum ? [] : this.late;
  }
}

async function checksumOfFile(item: FileItem, limits: Limits): Promise<number> {
  const name = nameOf(item);
  const bytes = createReader().readSmall(item);
  if (bytes instanceof Uint8Array) return checksumOf(name, bytes);
  let sum = 0;
  if (bytes !== 'large') return sum;
  for await (const part of itemsOfLargeFile(item.path, limits)) {
    if ('bytes' in part) sum = addChecksums(sum, checksumOf(name, part.bytes));
  }
  return sum;
}
