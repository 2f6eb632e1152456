/**
 * A plan divides the inputs of a run into chunks, so that many machines can share it. It is a file of JSON lines: the first
 * has the version and the settings of the run, the last one the totals and a checksum, each other line a chunk. A chunk lists files, entries
 * of zips and streams with their sizes and times, by the paths that were given: every machine must see the same files there.
 */
import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { visible } from '../../core/text.js';
import type { EngineSettings } from '../engine/command.js';
import { type Inputs, itemsForPlan } from '../input/inputs.js';
import { isAddress, shownAddress } from '../input/item.js';
import { MAX_ROWS } from '../../report/output/html/report-data.js';
import { linesOfFile } from './lines.js';
import { ChunkInputs, isLargeSgf, PlanError, type PlannedInputs, type PlannedItem } from './chunk-inputs.js';
import { blockFile } from '../merge/output.js';
import {
  checkedHead,
  checkedInputs,
  checkedTotals,
  type PlanHead,
  type PlannedEngine,
  type PlanTotals,
} from './plan-check.js';
import { folderParts, type PartStore } from './part-store.js';
import { partsOf } from './planned-parts.js';
import { temporaryName } from '../tasks/rewrite.js';
import { isJudging, type WorkSettings } from '../tasks/task.js';
import { packageVersion } from '../merge/version.js';

function plannedEngine({ command, seconds }: EngineSettings): PlannedEngine {
  const digest = createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, 16);
  return { name: basename(command[0]!), digest, seconds };
}

/** Precedes the inputs of a chunk. */
const PAGE_IS_FULL = '"page":"full",';

export const PLAN_NAME = 'plan.ndjson';

/** Size of a chunk unless the number of chunks is given: some seconds of work, with an engine two minutes. */
const CHUNK_BYTES = { read: 64 * 1024 * 1024, scored: 8 * 1024 * 1024, asked: 256 * 1024 } as const;

/**
 * Lists the inputs and writes the plan into a folder. `chunks`: at most this many; by default each has CHUNK_BYTES.
 * Throws OutputError.
 */
export async function writePlan(
  folder: string,
  {
    version,
    settings,
    inputs,
    chunks,
    configurations,
  }: {
    readonly version: string;
    readonly settings: WorkSettings;
    readonly inputs: Inputs;
    readonly chunks?: number | undefined;
    /** What configurations do; asked when all inputs are listed. */
    readonly configurations?: () => PlanTotals['configurations'];
  },
): Promise<PlanTotals> {
  let unread = 0;
  const counted: Inputs = {
    ...inputs,
    onNothing(name, reason) {
      unread++;
      inputs.onNothing(name, reason);
    },
  };
  const total = chunks === undefined ? 0 : await totalSize({ ...inputs, takeTroubles: undefined });
  const path = join(folder, PLAN_NAME);
  const temporary = join(folder, temporaryName());
  const file = blockFile(temporary, [...inputs.names].some(isSecret) ? 0o600 : undefined);
  let sum = 0;
  const write = (line: object): void => {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    sum = crc32(bytes, sum);
    file.add(bytes);
  };
  let made = 0;
  let size = 0;
  /** Games counted so far, only those of large SGF files: all, and those before the chunk. */
  const games = { all: 0, before: 0 };
  let chunk = new ChunkInputs();
  const most = CHUNK_BYTES[settings.engine ? 'asked' : isJudging(settings) ? 'scored' : 'read'];

  function isFull(): boolean {
    return chunks === undefined ? chunk.size >= most : size * chunks >= total * (made + 1);
  }

  function close(): void {
    if (chunk.inputs.length === 0) return;
    const page = games.before >= MAX_ROWS ? 'full' : undefined;
    write({ chunk: made++, size: chunk.size, page, inputs: chunk.inputs });
    chunk = new ChunkInputs();
    games.before = games.all;
  }

  try {
    const { engine, ...rest } = settings;
    const head: PlanHead = { plan: 1, version, settings: rest, engine: engine && plannedEngine(engine) };
    checkedHead(JSON.parse(JSON.stringify(head)));
    write(head);
    for await (const item of plannedItems(counted)) {
      size += chunk.add(item);
      if (item.kind === 'planned-part') games.all += item.games;
      if (isFull() && (chunks === undefined || made + 1 < chunks)) close();
    }
    close();
    const totals: PlanTotals = { chunks: made, size, unread, configurations: configurations?.() };
    const last = JSON.stringify(totals).slice(0, -1);
    file.add(Buffer.from(`${last},"crc32":"${hex(crc32(last, sum))}"}\n`));
    file.sync();
    file.close();
    renameSync(temporary, path);
    return totals;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The items, with large SGF files cut into parts. */
async function* plannedItems(inputs: Inputs): AsyncGenerator<PlannedItem> {
  for await (const listed of itemsForPlan(inputs)) {
    for (const item of 'kind' in listed ? [listed] : listed) {
      if (item.kind === 'stream' && isLargeSgf(item)) yield* partsOf(item, inputs.limits);
      else yield item;
    }
  }
}

async function totalSize(inputs: Inputs): Promise<number> {
  let total = 0;
  for await (const listed of itemsForPlan({ ...inputs, onNothing: () => undefined })) {
    for (const { size } of 'kind' in listed ? [listed] : listed) total += size;
  }
  return total;
}

/** Whether a name is an address with more than reports show of it: a password, or a signature in its query. */
function isSecret(name: string): boolean {
  return isAddress(name) && shownAddress(name) !== name;
}

const CHECKSUM = /^(.*),"crc32":"([0-9a-f]{8})"\}$/;

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}

/** Whether the last line of a plan has the checksum of everything before it. */
function isWhole(path: string): boolean {
  let sum = 0;
  let last: string | undefined;
  for (const { line } of linesOfFile(path)) {
    if (last !== undefined) sum = crc32(`${last}\n`, sum);
    last = line;
  }
  const [, text = '', given] = CHECKSUM.exec(last ?? '') ?? [];
  return given === hex(crc32(text, sum));
}

/** A plan, as read from its file. */
export interface Plan extends Pick<PlanHead, 'version' | 'settings' | 'engine'> {
  /** Its chunks in order; throws PlanError if the plan is cut short. */
  readonly chunks: () => Generator<PlannedChunk>;
  /** One chunk; throws PlanError if there is none. Scans the chunks before it, once. */
  readonly chunk: (number: number) => PlannedChunk;
  readonly totals: () => PlanTotals;
  /** Where the parts are. */
  readonly store: PartStore;
}

export interface PlannedChunk {
  readonly number: number;
  /** Digest of the plan's head and of the chunk without its number: equal keys give equal parts. */
  readonly key: string;
  /** `full`: no line of its games fits into the report's page. */
  readonly page: 'full' | 'open';
  readonly inputs: () => readonly PlannedInputs[];
}

/** Opens the plan in a folder, made by this version. `store`: where its parts are, if not beside it. Throws PlanError. */
export function openPlan(folder: string, store = folderParts(join(folder, 'parts'))): Plan {
  const path = join(folder, PLAN_NAME);
  let first: string | undefined;
  let whole: boolean;
  /** Offsets of the lines of chunks, as far as known. */
  const starts: number[] = [];
  try {
    for (const { line, end } of linesOfFile(path)) {
      first = line;
      starts.push(end);
      break;
    }
    whole = isWhole(path);
  } catch (error) {
    throw new PlanError(`cannot read ${path}: ${(error as Error).message}`);
  }
  const head = parsed(first ?? '') as PlanHead | null;
  if (head?.plan !== 1 || typeof head.version !== 'string') throw new PlanError(`${path} is not a plan`);
  const own = packageVersion();
  if (head.version !== own)
    throw new PlanError(
      `the plan was made by version ${visible(head.version)}, this is ${own}: make it again`,
    );
  if (!whole) throw new PlanError(`${path} is damaged or cut short: make it again`);
  const { version, settings, engine } = checkedHead(head);
  let last: PlanTotals | undefined;

  /** The lines of chunks from a number on. */
  function* linesFrom(number: number): Generator<string> {
    for (const { line, end } of linesOfFile(path, starts[number])) {
      if (!line.startsWith('{"chunk":')) {
        last = checkedTotals(parsed(line));
        return;
      }
      number++;
      if (starts.length === number) starts.push(end);
      yield line;
    }
    throw new PlanError(`${path} is cut short: make it again`);
  }

  function chunkOf(line: string, number: number): PlannedChunk {
    const at = line.indexOf('"inputs":');
    const page = line.endsWith(PAGE_IS_FULL, at) ? 'full' : 'open';
    const inputs = line.slice(at + '"inputs":'.length, -1);
    const key = createHash('sha256').update(`${first!}\n${page}\n${inputs}`).digest('hex').slice(0, 32);
    return { number, key, page, inputs: () => checkedInputs(parsed(inputs)) };
  }

  function* chunks(): Generator<PlannedChunk> {
    let number = 0;
    for (const line of linesFrom(0)) yield chunkOf(line, number++);
  }

  function totals(): PlanTotals {
    const rest = linesFrom(starts.length - 1);
    while (!last && rest.next().done !== true) continue;
    return last!;
  }

  function chunk(wanted: number): PlannedChunk {
    let number = Math.min(wanted, starts.length - 1);
    for (const line of linesFrom(number)) if (number++ === wanted) return chunkOf(line, wanted);
    throw new PlanError(`there is no chunk ${String(wanted)}: the plan has ${String(totals().chunks)}`);
  }

  return { version, settings, engine, store, chunks, chunk, totals };
}

/**
 * The plan with the engine that it needs, which `command` runs. Throws PlanError where the plan needs none, needs one and no
 * command is given, or was made with another command.
 */
export function withEngine(plan: Plan, command?: readonly string[]): Plan {
  const { engine, settings } = plan;
  if (!engine && !command) return plan;
  if (!engine) throw new PlanError('the plan was made without an engine: leave --estimator out');
  const { name, digest, seconds } = engine;
  const given = command && { command, seconds };
  if (given && plannedEngine(given).digest === digest)
    return { ...plan, settings: { ...settings, engine: given } };
  const what = given
    ? `the plan was made with another command of ${visible(name)}`
    : `the engine ${visible(name)} judges this plan, and a plan cannot say what to run`;
  throw new PlanError(`${what}: give the --estimator gtp:COMMAND that the plan was made with`);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
