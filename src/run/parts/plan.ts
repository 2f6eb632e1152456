/**
 * A plan divides the inputs of a run into chunks, so that many machines can share it. It is a file of JSON lines: the first
 * has the version and the settings of the run, the last one the totals and a checksum, each other line a chunk. A chunk lists files, entries
 * of zips and streams with their sizes and times, by the paths that were given: every machine must see the same files there.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { reasonOf } from '../../core/outcome.js';
import { visible } from '../../core/text.js';
import type { EngineSettings } from '../engine/engine-pool.js';
import { type Inputs, itemsForPlan } from '../input/inputs.js';
import { isAddress, shownAddress } from '../input/item.js';
import { MAX_ROWS } from '../../report/output/html/report-data.js';
import {
  ChunkInputs,
  isLargeSgf,
  changed,
  check,
  checkedInputs,
  PlanError,
  type PlannedInputs,
  type PlannedItem,
  partsOf,
} from './chunk-inputs.js';
import { blockFile } from '../merge/output.js';
import { EVENT_SCHEMA } from '../../toolkit/event/conditions.js';
import type { Schema } from '../../core/json.js';
import { LIMIT_NAMES } from '../../core/limits.js';
import { FINDING_CODES } from '../../core/findings/finding.js';
import { ESTIMATORS } from '../../go/life/life.js';
import { parseDecisions } from '../../referee/judge/decisions.js';
import type { JudgingOptions } from '../../referee/judge/options.js';
import { ILLEGAL_POLICIES } from '../../referee/replay/replayed.js';
import type { RunFacts } from '../../report/output/summary.js';
import { parseRuleset } from '../../go/rules/fields.js';
import { COUNTINGS, type Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import { CONVENTION_CHOICES } from '../../referee/score/conventions.js';
import { COUNT, FLAG, listOf, shape, TEXT, tuple, VALUE, word } from './result-record.js';
import { partsIn, type PartStore } from './part-file.js';
import { openFolder } from '../store/folder.js';
import { temporaryName } from '../tasks/rewrite.js';
import { isJudging, type WorkSettings } from '../tasks/task.js';
import { packageVersion } from '../merge/version.js';

/** The first line of a plan: what the bytes of a part depend on, besides its chunk. */
export interface PlanHead {
  readonly plan: 1;
  readonly version: string;
  readonly settings: WorkSettings;
  /** The engine of which a plan tells no program: only a worker's own command line can name one to run. */
  readonly engine?: PlannedEngine | undefined;
}

export interface PlannedEngine {
  readonly name: string;
  /** Of the words of its command. */
  readonly digest: string;
  readonly seconds: number;
}

/** The last line. */
export interface PlanTotals {
  readonly chunks: number;
  /** Bytes as listed; zip entries count unpacked. */
  readonly size: number;
  /** Names that gave nothing to read. */
  readonly unread: number;
  readonly configurations?: RunFacts['configurations'];
}

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

const BLOCK_BYTES = 1024 * 1024;

/** Longest line that is read: that of a chunk of some millions of files. */
const LINE_BYTES = 256 * 1024 * 1024;

/**
 * The complete lines of a file from an offset on, without line feeds, and the offset after each; as far as one that is too long.
 * `next` may be given the offset to go on from. Throws when the file cannot be read.
 */
function* linesOfFile(
  path: string,
  from = 0,
): Generator<{ readonly line: string; readonly end: number }, void, number | undefined> {
  const descriptor = openSync(path, 'r');
  try {
    let held: Buffer = Buffer.alloc(0);
    /** Offset of `held` in the file. */
    let start = from;
    for (let at = from; ;) {
      let feed = held.indexOf(10, at - start);
      while (feed < 0) {
        const rest = held.subarray(at - start);
        if (rest.length >= LINE_BYTES) return;
        const block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, rest.length));
        const length = readSync(descriptor, block, 0, block.length, at + rest.length);
        if (length === 0) return;
        held = Buffer.concat([rest, block.subarray(0, length)]);
        start = at;
        feed = held.indexOf(10, rest.length);
      }
      const end = start + feed + 1;
      at = (yield { line: held.toString('utf8', at - start, feed), end }) ?? end;
      if (at > start + held.length) {
        held = Buffer.alloc(0);
        start = at;
      }
    }
  } finally {
    closeSync(descriptor);
  }
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
export function openPlan(folder: string, store = partsIn(openFolder(folder), join(folder, 'parts'))): Plan {
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
    throw new PlanError(`cannot read ${path}: ${reasonOf(error)}`);
  }
  const head = parsed(first ?? '') as PlanHead | null;
  // Plans of other versions may have another form.
  if (typeof head?.plan !== 'number' || typeof head.version !== 'string')
    throw new PlanError(`${path} is not a plan`);
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

/** A shape for each option of an audit, so that a plan can hold every one. */
type OptionShapes = {
  readonly [
    Name in Exclude<keyof JudgingOptions, 'accounts'> as undefined extends JudgingOptions[Name]
      ? `${Name}?`
      : Name
  ]-?: Schema;
};

/**
 * What the head and the end of a plan may say. A plan is data: whoever changes one by hand, with checksums that are right, must neither make a worker
 * fail nor have it run anything.
 */
const OPTIONS = shape({
  ...{ rules: {}, 'defaultRules?': {}, 'komiHalves?': { type: 'number' }, 'counting?': word(COUNTINGS) },
  ...{ 'conventions?': word(CONVENTION_CHOICES), illegal: word(ILLEGAL_POLICIES), score: FLAG },
  ...{ variations: FLAG, 'repair?': FLAG, estimator: word(ESTIMATORS), 'maxPerCode?': COUNT },
  limits: shape(Object.fromEntries(LIMIT_NAMES.map((name) => [name, COUNT]))),
} satisfies OptionShapes);

const HEAD = shape({
  ...{ plan: word([1]), version: TEXT },
  'engine?': shape({ name: TEXT, digest: TEXT, seconds: { type: 'integer', minimum: 1 } }),
  settings: shape({
    ...{ options: OPTIONS, ignore: listOf(word(FINDING_CODES)), 'event?': EVENT_SCHEMA },
    'dead?': listOf(shape({ file: TEXT, game: COUNT, points: TEXT, row: COUNT })),
    'decisions?': shape({ file: TEXT, all: { type: 'array' } }),
    sinks: tuple(word(['csv']), word(['findings']), word(['html'])),
  }),
});

const NOTES = shape({
  sources: { type: 'object', additionalProperties: listOf(TEXT) },
  doubts: { type: 'object', additionalProperties: TEXT },
});

const TOTALS = shape({
  ...{ chunks: COUNT, size: COUNT, unread: COUNT, crc32: TEXT },
  'configurations?': listOf(
    shape({
      ...{ file: TEXT, 'excluded?': COUNT, 'refused?': TEXT },
      'sets?': { type: 'object', additionalProperties: { anyOf: [VALUE, listOf(VALUE)] } },
    }),
  ),
});

/** The head of a plan. Rulesets that we know are ours, whatever the plan says of them. Throws PlanError. */
export function checkedHead(value: unknown): PlanHead {
  check(HEAD, value);
  const head = value as PlanHead;
  const { options, decisions } = head.settings;
  const decided = parseDecisions(JSON.stringify({ decisions: decisions?.all ?? [] }));
  if (!decided.ok) throw changed(decided.error);
  const rules = options.rules === 'auto' ? options.rules : checkedRuleset(options.rules);
  const defaultRules = options.defaultRules && checkedRuleset(options.defaultRules);
  return { ...head, settings: { ...head.settings, options: { ...options, rules, defaultRules } } };
}

function checkedRuleset(value: Ruleset): Ruleset {
  check({ type: 'object', properties: { name: TEXT }, required: ['name'] }, value);
  const known = rulesetByName(value.name);
  if (known) return known;
  const { sources, doubts, ...own } = value;
  check(NOTES, { sources, doubts });
  const parsed = parseRuleset(own);
  if (!parsed.ok) throw changed(parsed.error[0]!);
  return { ...parsed.value, sources, doubts };
}

/** The last line of a plan. Throws PlanError. */
export function checkedTotals(value: unknown): PlanTotals {
  check(TOTALS, value);
  return value as PlanTotals;
}
