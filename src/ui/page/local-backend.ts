import { sha256 } from '../../core/bytes.js';
import { createSeenGames, duplicateFinding } from '../../toolkit/duplicates/seen-games.js';
import type { GameFacts } from '../../toolkit/event/game-facts.js';
import { parseAliases } from '../../toolkit/event/names.js';
import { itemsOfBytes } from '../../run/input/archives.js';
import { createDistinctNames, foreignKind } from '../../run/input/file-names.js';
import { type Item, nameOf, oneByOne } from '../../run/input/item.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { DEFAULT_LIMITS } from '../../core/limits.js';
import { FORMATS } from '../../report/output/formats.js';
import { countsLine, DOCUMENT_END, documentHead, type PageParts } from '../../report/output/html/report.js';
import { createBudget } from '../../report/output/html/report-data.js';
import { SHEET_STYLE, boardStyle } from '../../report/picture/drawing.js';
import { addCounts, countFindings, type Counts, noCounts } from '../../report/output/summary.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { GameRow } from '../parts/games.js';
import {
  titleOf,
  pathOf,
  createReferees,
  textsOf,
  WORKERS,
  type Backend,
  type Download,
  type GameBytes,
  Run,
  type RunOptions,
  type Dropped,
  type FileDone,
  type GameParts,
  type Referees,
  type Texts,
} from './backend.js';
import { STREAMS } from './unpack.js';

/** The report of a run, in no more memory than the finished page takes. */
export interface LocalReport {
  /** Lines of the sink `html`. */
  readonly add: (lines: string) => void;
  readonly page: (counts: Counts) => Promise<Blob>;
}

function createLocalReport(): LocalReport {
  const budget = createBudget();
  const encoder = new TextEncoder();
  const kept: Uint8Array<ArrayBuffer>[] = [];
  return {
    add(lines) {
      const fit = budget.take(encoder.encode(lines));
      if (fit.length > 0) kept.push(new Uint8Array(fit));
    },
    async page(counts) {
      const head = documentHead(await reportPage(), 'sgf-referee report');
      const last = countsLine(counts, { interrupted: 'no' }, 'static site', budget.leftOut());
      return new Blob([head, await deflated(new Blob([...kept, last])), DOCUMENT_END], { type: 'text/html' });
    },
  };
}

/** One block of the page's data: deflated, in base64, and a line feed. */
async function deflated(lines: Blob): Promise<string> {
  const stream = lines.stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += BTOA_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BTOA_BYTES)));
  return `${text}\n`;
}

/** Bytes in base64 at once: as many as a call takes arguments, and a multiple of three. */
const BTOA_BYTES = 24 * 1024;

/** Style and script of the report, from the files of this page. */
async function reportPage(): Promise<PageParts> {
  const text = async (url: URL): Promise<string> => (await fetch(url)).text();
  const script = await text(new URL('../../../dist/report/report.js', import.meta.url));
  const style =
    boardStyle('page') +
    SHEET_STYLE +
    (await text(new URL('../../../dist/report/report.css', import.meta.url)));
  return { style, script, styleHash: hashOf(style), scriptHash: hashOf(script) };
}

/** The hash of a text for a content security policy. */
function hashOf(text: string): string {
  const hex = sha256(new TextEncoder().encode(text));
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`;
}

/** Referees in web workers of this page: no byte of a file leaves it. Runs last as long as the page is open. */
export function createLocalBackend(): Backend {
  const runs = new Map<string, LocalRun>();
  return {
    kind: 'local',
    start(dropped, options) {
      const run = new LocalRun(dropped, options);
      runs.set(run.id, run);
      return Promise.resolve(run);
    },
    past: () => Promise.resolve([]),
    open(id) {
      const run = runs.get(id);
      return run ? Promise.resolve(run) : Promise.reject(new Error('these files are no longer open'));
    },
    forget(id) {
      runs.delete(id);
      return Promise.resolve();
    },
    setToken: () => undefined,
  };
}

/** The items of a dropped file: itself, or the entries of an archive, as the command reads them. */
async function* itemsOf(name: string, file: File, onRead: (fraction: number) => void): AsyncGenerator<Item> {
  const at = { limits: DEFAULT_LIMITS, unpacker: STREAMS, depth: 1, large: 'whole', onRead } as const;
  yield* oneByOne(itemsOfBytes(name, new Uint8Array(await file.arrayBuffer()), at));
}

/** The file of a row: the index of its dropped file, and its own index inside that. */
interface Origin {
  readonly dropped: number;
  readonly entry: number;
}

/** A file in progress, and the dropped bytes read by its end. */
interface Begun {
  readonly name: string;
  readonly origin: Origin;
  readonly readBy: number;
  readonly done: Promise<FileDone>;
}

/** Most files in progress per worker, to limit memory. */
const AHEAD = 3;

class LocalRun extends Run {
  override readonly id = crypto.randomUUID();
  override readonly title: string;
  override readonly options: RunOptions;
  override readonly downloads: readonly Download[];
  private readonly dropped: Dropped;
  private readonly facts: GameFacts[] = [];
  private pairings = '';
  private readonly files: readonly File[];
  /** Distinct names of the files. */
  private readonly names: readonly string[];
  /** The origin of each row. */
  private readonly origins: Origin[] = [];
  private readonly referees: Referees = createReferees(WORKERS);
  private readonly csv: string[] = [FORMATS.csv.head('')];
  private readonly findings: string[] = [FORMATS.findings.head('')];
  private readonly report = createLocalReport();
  private readonly counts = noCounts();
  private readonly seen = createSeenGames();
  private isStopped = false;

  constructor(dropped: Dropped, options: RunOptions) {
    super();
    const files = dropped.games;
    this.dropped = dropped;
    this.files = files;
    const isCompared = dropped.tables.length > 0;
    this.downloads = [
      'games.csv',
      ...(isCompared ? (['pairings.csv'] as const) : []),
      'findings.csv',
      'report.html',
    ];
    this.options = options;
    this.names = files.map(pathOf).map(createDistinctNames());
    this.title = titleOf(this.names);
    void this.work();
  }

  private async work(): Promise<void> {
    this.set({ state: 'running' });
    const total = this.files.reduce((sum, { size }) => sum + size, 0);
    let before = 0;
    const queue: Begun[] = [];
    const finishOldest = async (): Promise<void> => {
      const { name, origin, done, readBy } = queue.shift()!;
      try {
        this.take(name, origin, await done);
      } catch (error) {
        this.addFileFinding(name, finding('internal/fault', { what: String(error) }));
      }
      this.set({ done: Math.min(0.99, readBy / total) });
    };
    for (const [dropped, file] of this.files.entries()) {
      const path = this.names[dropped]!;
      let entry = 0;
      let read = 0;
      try {
        for await (const item of itemsOf(path, file, (fraction) => (read = fraction))) {
          if (this.isStopped) return;
          this.begin(item, { dropped, entry: entry++ }, before + file.size * read, queue);
          while (queue.length >= WORKERS * AHEAD) await finishOldest();
        }
      } catch {
        this.addFileFinding(path, finding('file/unreadable', { reason: 'the browser cannot read it' }));
      }
      before += file.size;
    }
    while (queue.length > 0 && !this.stopped()) await finishOldest();
    if (!this.stopped() && this.dropped.tables.length > 0) await this.crosscheck();
    if (!this.stopped()) this.set({ state: 'done', done: 1, games: this.rows.length });
    this.referees.stop();
  }

  /** A function, because the compiler would assume that the field is unchanged. */
  private stopped(): boolean {
    return this.isStopped;
  }

  private begin(item: Item, origin: Origin, readBy: number, queue: Begun[]): void {
    const name = nameOf(item);
    if (item.kind === 'trouble') this.addFileFinding(name, item.finding);
    if (!('bytes' in item)) return;
    const foreign = foreignKind(item.bytes);
    if (foreign !== undefined) {
      this.addFileFinding(name, finding('file/not-sgf', { what: foreign }));
      return;
    }
    // Small files of a tar share their memory, all of which would be sent.
    const bytes = Uint8Array.from(item.bytes);
    const done = this.referees.file({ name, bytes, options: this.options });
    done.catch(() => undefined); // reported when its turn comes
    queue.push({ name, origin, readBy, done });
  }

  /** Compares all games with the results tables. */
  private async crosscheck(): Promise<void> {
    const [{ readTables }, { crosscheckFacts }] = await Promise.all([
      import('../../toolkit/event/read-table.js'),
      import('../../toolkit/event/crosscheck.js'),
    ]);
    const files = this.dropped.tables.map(async (file) => ({
      name: pathOf(file),
      bytes: new Uint8Array(await file.arrayBuffer()),
    }));
    const names = parseAliases(this.dropped.aliases);
    const aliases = names.ok ? names.value : [];
    const checked = crosscheckFacts({ ...readTables(await Promise.all(files)), aliases }, this.facts);
    for (const line of FORMATS.page.crosscheck!(checked).trimEnd().split('\n')) this.addLine(line);
    this.findings.push(FORMATS.findings.crosscheck!(checked));
    this.report.add(FORMATS.html.crosscheck!(checked));
    const pairings = FORMATS['pairings-csv'];
    this.pairings = pairings.head('') + pairings.crosscheck!(checked);
    countFindings(
      this.counts,
      checked.findings.map((one) => one.finding),
    );
  }

  private addFileFinding(name: string, found: Finding): void {
    const placed: PlacedFinding = { ...found, line: 0, column: 0 };
    this.add(textsOf((sink) => FORMATS[sink].file(name, [placed])));
    countFindings(this.counts, [placed]);
  }

  private add({ page, csv, findings, html }: Texts): void {
    this.addLine(page);
    this.csv.push(csv);
    this.findings.push(findings);
    this.report.add(html);
  }

  private take(name: string, origin: Origin, { games, met, file, counts }: FileDone): void {
    if (file) this.add(file);
    addCounts(this.counts, counts);
    const repeated = this.seen.meet(met);
    for (const [i, parts] of games.entries()) {
      const earlier = repeated[i] === 0 ? undefined : this.seen.earlier(repeated[i]!, met, i);
      this.takeGame(name, parts, earlier && duplicateFinding(earlier));
      this.origins.push(origin);
    }
    this.set({ games: this.rows.length });
  }

  private takeGame(name: string, parts: GameParts, copy: PlacedFinding | undefined): void {
    const { game, texts, facts } = parts;
    this.facts.push(facts);
    this.add(copy ? textsOf((sink) => FORMATS[sink].withNote(texts[sink], name, game, copy)) : texts);
    if (copy) countFindings(this.counts, [copy]);
  }

  override cancel(): void {
    this.isStopped = true;
    this.referees.stop();
    this.set({ state: 'cancelled' });
  }

  /** Reads the file of a row again: keeping all files would take too much memory. */
  override async gameBytes({ row }: GameRow): Promise<GameBytes> {
    const { dropped, entry } = this.origins[row - 1]!;
    let at = 0;
    for await (const item of itemsOf(this.names[dropped]!, this.files[dropped]!, () => undefined)) {
      if (at++ === entry && 'bytes' in item)
        return { holds: 'file', bytes: Uint8Array.from(item.bytes), charset: '' };
    }
    throw new Error('this file is no longer open');
  }

  override download(what: Download): Promise<Blob> {
    if (what === 'report.html') return this.report.page(this.counts);
    const parts = { 'games.csv': this.csv, 'pairings.csv': [this.pairings], 'findings.csv': this.findings }[
      what
    ];
    return Promise.resolve(new Blob(parts, { type: 'text/csv' }));
  }
}
