import { existsSync, statSync } from 'node:fs';
import { createSeenGames, type SeenGames } from '../duplicates/seen-games.js';
import { finding } from '../findings/finding.js';
import type { Limits } from '../core/limits.js';
import { type Inputs, type Items, itemsInRows, itemsOfLargeFile } from '../input/inputs.js';
import { createReader } from '../input/item-reader.js';
import { displayName, type FileItem, type Item, nameOf, onDisk, trouble } from '../input/item.js';
import { reasonOf } from '../core/outcome.js';
import { addChecksums, checksumBetween, checksumOf } from '../input/opening.js';
import { chained, NOTHING_DONE, runFromCheckpoint } from './checkpoint.js';
import {
  type Journal,
  type JournalHead,
  type JournalPoint,
  linesOfJournal,
  openJournal,
  removeJournal,
  type RunIdentity,
} from './journal.js';
import { type DurableTarget, OutputError, type OutputMark } from './output.js';
import type { RunRequest, RunResult } from './run.js';

/** Time between two points of the journal, in milliseconds. */
const INTERVAL_MS = 2000;

/** A run that cannot be resumed: other options, other inputs. */
export class ResumeError extends Error {}

/** A run with a journal, ready to begin or to be resumed. */
export interface JournalledRun {
  /** How the outputs were, in the order of the targets; undefined when the run begins. */
  readonly marks: readonly OutputMark[] | undefined;
  /** Runs what is left. `targets`: the outputs on disk, in the same order each time. */
  readonly run: (
    request: Omit<RunRequest, 'inputs' | 'seen' | 'within' | 'onWritten'>,
    targets: readonly DurableTarget[],
  ) => Promise<RunResult>;
  /** Removes the journal, once all outputs are complete. */
  readonly finish: () => void;
  /** `kept`: there is a journal that a later run can resume from. */
  readonly state: () => 'kept' | 'removed';
}

export interface JournalRequest {
  readonly path: string;
  readonly identity: RunIdentity;
  readonly inputs: Inputs;
  /** `go-on`: from where the journal ends, if there is one. */
  readonly from: 'go-on' | 'the-beginning';
  /** Milliseconds between points, where not the usual ones. */
  readonly intervalMs?: number | undefined;
}

/** Reads the journal, checks that inputs and options are the same, and passes over what is done. Throws ResumeError. */
export async function prepareRun(request: JournalRequest): Promise<JournalledRun> {
  const { path, identity } = request;
  const seen = createSeenGames();
  const before = request.from === 'go-on' && existsSync(path) ? readJournal(request, seen) : undefined;
  if (!before) removeJournal(path);
  const items = itemsInRows(request.inputs);
  const rest = before ? await passOver(items, before, request) : { ahead: [], items, changed: [] };
  const head = before?.head ?? { identity, started: Date.now() };

  return {
    marks: before?.last.outputs,
    state: () => (existsSync(path) ? 'kept' : 'removed'),
    finish: () => removeJournal(path),
    async run(asked, targets) {
      const notes = rest.changed.map(asChanged);
      let { changed } = rest;
      let journal: Journal | undefined;
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
                journal ??= openJournal(path, head, before?.end);
                journal.append({ ...checkpoint, games, changed });
              } catch (error) {
                throw new OutputError(`cannot write ${path}: ${reasonOf(error)}`);
              }
              changed = [];
            },
          },
        );
      } finally {
        journal?.close();
      }
    },
  };
}

/** What a journal holds: its first line, where its spans end, its last point and the offset after it. */
interface Before {
  readonly head: JournalHead;
  readonly spans: readonly Pick<JournalPoint, 'items' | 'checksum'>[];
  readonly last: JournalPoint;
  readonly end: number;
  /** Files that were reported as changed already. */
  readonly reported: ReadonlySet<string>;
}

/** Undefined when it holds no point. Throws ResumeError when it is of another run. */
function readJournal({ path, identity }: JournalRequest, seen: SeenGames): Before | undefined {
  let head: JournalHead | undefined;
  let last: JournalPoint | undefined;
  let end = 0;
  const spans: Pick<JournalPoint, 'items' | 'checksum'>[] = [];
  const reported = new Set<string>();
  for (const line of linesOfJournal(path)) {
    ({ end } = line);
    if (!head) {
      head = line.value as JournalHead;
      checkIdentity(head.identity, identity);
      continue;
    }
    last = line.value as JournalPoint;
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
  /** Items after the last point that were listed together with one before it. */
  readonly ahead: readonly Item[];
  readonly items: AsyncGenerator<Items>;
  /** Names of files that changed after they were read. */
  readonly changed: readonly string[];
}

/** Lists the items that are done, and looks whether they are what they were. */
async function passOver(
  items: AsyncGenerator<Items>,
  before: Before,
  request: JournalRequest,
): Promise<Rest> {
  const { head, last, spans, reported } = before;
  const changed = new Set<string>();
  const newSpan = (): Span => new Span(head.started, request.inputs.limits);
  let span = newSpan();
  let index = 0;
  let passed = 0;
  let listing = 0;
  while (passed < last.items) {
    const next = await items.next();
    if (next.done === true) break;
    const row = 'kind' in next.value ? [next.value] : next.value;
    for (const [i, item] of row.entries()) {
      listing = chained(listing, item);
      span.pass(item);
      passed++;
      if (passed === spans[index]!.items) {
        const checksum = checksumBetween(spans[index - 1]?.checksum ?? 0, spans[index]!.checksum);
        for (const name of await span.changed(checksum)) if (!reported.has(name)) changed.add(name);
        span = newSpan();
        index++;
      }
      if (passed < last.items) continue;
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
  const what = 'it was written again after its games were judged, and its rows describe what it held then';
  return trouble(name, finding('file/changed', { what }));
}

async function* inOrder(
  first: readonly (readonly Item[])[],
  items: AsyncGenerator<Items>,
): AsyncGenerator<Items> {
  for (const row of first) if (row.length > 0) yield row;
  yield* items;
}

/** The name of the journal of an output file; undefined for what is not a plain file, such as a terminal. */
export function journalBeside(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return !stats || stats.isFile() ? `${file}.journal` : undefined;
}

/** Changes are looked for this long before the run began: clocks of file systems are coarse, and not ours. */
const SLACK_MS = 2000;

/** The items between two points, when they are passed over. */
class Span {
  private readonly started: number;
  private readonly limits: Limits;
  private readonly files: FileItem[] = [];
  /** Names of files that were written after the run began. */
  private readonly late: string[] = [];
  /** Checksum of the items that are not files. */
  private known = 0;

  /** `started`: when the run began, in milliseconds since 1970. */
  constructor(started: number, limits: Limits) {
    this.started = started;
    this.limits = limits;
  }

  pass(item: Item): void {
    if ('bytes' in item) this.known = addChecksums(this.known, checksumOf(item.name, item.bytes));
    if (item.kind !== 'file') return;
    this.files.push(item);
    const stats = statSync(onDisk(item.path), { throwIfNoEntry: false });
    const isLate = !stats || Math.max(stats.mtimeMs, stats.ctimeMs) > this.started - SLACK_MS;
    if (isLate) this.late.push(displayName(item.path));
  }

  /** Names of the files that are not what they were when the run read them, by the checksum of the whole span. */
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
