import { existsSync, statSync } from 'node:fs';
import { finding } from '../findings/finding.js';
import { type Inputs, type Items, itemsInRows } from '../input/inputs.js';
import { reasonOf } from '../core/reason.js';
import { type Item, trouble } from '../input/items.js';
import { addChecksums, checksumBetween } from '../input/opening.js';
import { chained, createSpan, type Span } from '../input/passed-over.js';
import { addCounts, noCounts } from '../output/summary.js';
import { createDuplicates, type Duplicates } from './duplicates.js';
import {
  continueJournal,
  createJournal,
  type Journal,
  type JournalHead,
  linesOfJournal,
  type OutputMark,
  type Point,
  type RememberedGames,
  removeJournal,
  type RunIdentity,
} from './journal.js';
import { type DurableTarget, OutputError } from './output.js';
import { runBatch, type RunRequest, type RunResult } from './run.js';

/** Time between two points of the journal, in milliseconds. */
const INTERVAL_MS = 2000;

/** A run that cannot go on: no journal of this run, other options, other inputs. */
export class ResumeError extends Error {}

/** A run with a journal, ready to begin or to go on. */
export interface JournalledRun {
  /** How the outputs stood, in the order of the targets; undefined when the run begins. */
  readonly marks: readonly OutputMark[] | undefined;
  /** Runs what is left. `targets`: the outputs on disk, in the same order each time. */
  readonly run: (
    request: Omit<RunRequest, 'inputs' | 'duplicates' | 'within' | 'onWritten'>,
    targets: readonly DurableTarget[],
  ) => Promise<RunResult>;
  /** Forgets the journal, once all outputs are complete. */
  readonly finish: () => void;
  /** `kept`: there is a journal that a later run can go on from. */
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
  const remembered = createRemembered();
  const from = request.from === 'go-on' && existsSync(path) ? readJournal(request, remembered) : undefined;
  if (!from) removeJournal(path);
  const items = itemsInRows(request.inputs);
  const rest = from ? await passOver(items, from, request) : { ahead: [], items, changed: [] };
  const head = from?.head ?? { identity, started: Date.now() };
  const begun = from?.last ?? NOTHING;
  const told = new Set<Item>(rest.changed.map(asChanged));
  let journal: Journal | undefined;

  return {
    marks: from?.last.outputs,
    state: () => (existsSync(path) ? 'kept' : 'removed'),
    finish: () => removeJournal(path),
    async run(rest0, targets) {
      let next = Date.now() + (request.intervalMs ?? INTERVAL_MS);
      let { items: done, listing } = begun;
      let changed = rest.changed;
      const sums = { counts: noCounts(), inputBytes: 0 };
      const total = (): Pick<Point, 'counts' | 'inputBytes'> => {
        const counts = noCounts();
        addCounts(counts, begun.counts);
        addCounts(counts, sums.counts);
        return { counts, inputBytes: begun.inputBytes + sums.inputBytes };
      };
      let faults = 0;
      try {
        const result = await runBatch({
          ...rest0,
          settings: { ...rest0.settings, checksums: 'wanted' },
          inputs: { items: inOrder([...told], rest.ahead, rest.items) },
          duplicates: remembered.duplicates,
          ...(begun.within ? { within: begun.within } : {}),
          onProgress(counts, inputBytes) {
            Object.assign(sums, { counts, inputBytes });
            const all = total();
            rest0.onProgress?.(all.counts, all.inputBytes);
          },
          onWritten(items, within, written) {
            for (const item of items) {
              if (told.has(item)) continue;
              done++;
              listing = chained(listing, item);
            }
            faults = written.faults;
            if (Date.now() < next) return undefined;
            const outputs = targets.map((target) => target.sync());
            const point: Point = {
              ...total(),
              items: done,
              within,
              checksum: addChecksums(begun.checksum, written.checksum),
              listing,
              faults: begun.faults + faults,
              outputs,
              games: remembered.take(),
              changed,
            };
            try {
              journal ??= from ? continueJournal(path, from.end) : createJournal(path, head);
              journal.append(point);
            } catch (error) {
              throw new OutputError(`cannot write ${path}: ${reasonOf(error)}`);
            }
            changed = [];
            next = Date.now() + (request.intervalMs ?? INTERVAL_MS);
            return undefined;
          },
        });
        return { ...result, counts: total().counts, faults: begun.faults + result.faults };
      } finally {
        journal?.close();
      }
    },
  };
}

const NOTHING: Point = {
  items: 0,
  within: undefined,
  inputBytes: 0,
  checksum: 0,
  listing: 0,
  counts: noCounts(),
  faults: 0,
  outputs: [],
  games: { words: '', files: [] },
  changed: [],
};

/** What a journal tells: its first line, where its spans end, its last point and the offset behind it. */
interface Read {
  readonly head: JournalHead;
  readonly spans: readonly Pick<Point, 'items' | 'checksum'>[];
  readonly last: Point;
  readonly end: number;
  /** Files that were told to have changed already. */
  readonly told: ReadonlySet<string>;
}

/** Undefined when it holds no point. Throws ResumeError when it is of another run. */
function readJournal({ path, identity }: JournalRequest, remembered: Remembered): Read | undefined {
  let head: JournalHead | undefined;
  let last: Point | undefined;
  let end = 0;
  const spans: Pick<Point, 'items' | 'checksum'>[] = [];
  const told = new Set<string>();
  for (const line of linesOfJournal(path)) {
    ({ end } = line);
    if (!head) {
      head = line.value as JournalHead;
      checkIdentity(head.identity, identity);
      continue;
    }
    last = line.value as Point;
    remembered.restore(last.games);
    last.changed.forEach((name) => told.add(name));
    spans.push({ items: last.items, checksum: last.checksum });
  }
  return head && last && { head, last, end, spans, told };
}

function checkIdentity(before: RunIdentity, now: RunIdentity): void {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const differing = [...names].filter((name) => before[name] !== now[name]);
  if (differing.length > 0) {
    throw new ResumeError(
      `the unfinished run had other settings (${differing.join(', ')}); give the same, or begin anew without --resume`,
    );
  }
}

interface Rest {
  readonly ahead: readonly Item[];
  readonly items: AsyncGenerator<Items>;
  readonly changed: readonly string[];
}

/** Lists the items that are done and looks whether they are what they were. */
async function passOver(items: AsyncGenerator<Items>, from: Read, request: JournalRequest): Promise<Rest> {
  const { head, last, spans } = from;
  const changed = new Set<string>();
  const newSpan = (): Span => createSpan(head.started, request.inputs.limits);
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
        const before = spans[index - 1]?.checksum ?? 0;
        const of = checksumBetween(before, spans[index]!.checksum);
        for (const name of await span.changed(of)) if (!from.told.has(name)) changed.add(name);
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
    'the inputs are not those of the unfinished run: files were added, removed or renamed; begin anew without --resume',
  );
}

function asChanged(name: string): Item {
  const when = 'it was written again after its games were judged, and its rows tell of what it held then';
  return trouble(name, finding('file/changed', { what: when }));
}

async function* inOrder(
  told: readonly Item[],
  ahead: readonly Item[],
  items: AsyncGenerator<Items>,
): AsyncGenerator<Items> {
  if (told.length > 0) yield told;
  if (ahead.length > 0) yield ahead;
  yield* items;
}

/** Where the journal of a file stands; undefined for what is no plain file, such as a terminal. */
export function journalBeside(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return !stats || stats.isFile() ? `${file}.journal` : undefined;
}

const WORDS = 5; // exact low, exact high, symmetric low, symmetric high, game

/** Duplicates that can be carried over to a later run. */
interface Remembered {
  readonly duplicates: Duplicates;
  /** What came to be remembered since the last call. */
  readonly take: () => RememberedGames;
  /** Remembers what an earlier run took. */
  readonly restore: (games: RememberedGames) => void;
}

function createRemembered(): Remembered {
  const inner = createDuplicates();
  let words: number[] = [];
  let files: string[] = [];
  let last = '';
  return {
    duplicates: {
      remembered: inner.remembered,
      meet(keys, file, game) {
        const before = inner.remembered();
        const earlier = inner.meet(keys, file, game);
        if (inner.remembered() > before) {
          for (let i = 0; i < 4; i++) words.push(keys.words[keys.at + i]!);
          words.push(game);
          files.push(file === last ? '' : file);
          last = file;
        }
        return earlier;
      },
    },
    take() {
      const bytes = Buffer.alloc(words.length * 4);
      for (let i = 0; i < words.length; i++) bytes.writeUInt32LE(words[i]!, i * 4);
      const taken = { words: bytes.toString('base64'), files };
      words = [];
      files = [];
      last = '';
      return taken;
    },
    restore(games) {
      const bytes = Buffer.from(games.words, 'base64');
      const key = new Uint32Array(4);
      let file = '';
      for (let g = 0; g < games.files.length; g++) {
        const at = g * WORDS * 4;
        for (let i = 0; i < 4; i++) key[i] = bytes.readUInt32LE(at + i * 4);
        file = games.files[g] === '' ? file : games.files[g]!;
        inner.meet({ words: key, at: 0 }, file, bytes.readUInt32LE(at + 16));
      }
    },
  };
}
