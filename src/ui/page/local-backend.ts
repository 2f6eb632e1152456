import { sha256 } from '../../core/bytes.js';
import { createSeenGames, duplicateFinding } from '../../toolkit/duplicates/seen-games.js';
import type { Crosscheck } from '../../toolkit/event/crosscheck.js';
import { parseAliases } from '../../toolkit/event/names.js';
import { itemsOfBytes } from '../../run/input/archives.js';
import { createDistinctNames, foreignKind } from '../../run/input/file-names.js';
import { type Item, nameOf, oneByOne } from '../../run/input/item.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { DEFAULT_LIMITS } from '../../core/limits.js';
import { FORMATS } from '../../report/output/formats.js';
import { countsLine, DOCUMENT_END, documentHead, type PageParts } from '../../report/output/html/report.js';
import { createBudget } from '../../report/output/html/report-data.js';
import { SHEET_STYLE } from '../../report/output/sheet-style.js';
import { boardStyle } from '../../report/picture/drawing.js';
import { addCounts, countFindings, type Counts, noCounts } from '../../report/output/summary.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { Decision } from '../../referee/judge/decisions.js';
import type { GameRow } from '../parts/games.js';
import {
  NOT_KEPT,
  pathOf,
  createReferees,
  textsOf,
  WORKERS,
  type Backend,
  type Table,
  type GameBytes,
  Run,
  type RunOptions,
  type Dropped,
  type FileDone,
  type GameParts,
  type Referees,
  type Sink,
} from './backend.js';
import {
  changed,
  type DecisionChange,
  decisionsIn,
  decisionsText,
  differingGames,
  keepChange,
  keptDecisions,
} from './decisions.js';
import { STREAMS } from './unpack.js';

/** The report of a run, in no more memory than the finished page takes. */
interface LocalReport {
  /** What fits of lines of the sink `html`. */
  readonly fitting: (lines: string) => Uint8Array<ArrayBuffer>;
  readonly page: (lines: readonly Uint8Array<ArrayBuffer>[], counts: Counts) => Promise<Blob>;
}

function createLocalReport(): LocalReport {
  const budget = createBudget();
  const encoder = new TextEncoder();
  return {
    fitting: (lines) => new Uint8Array(budget.take(encoder.encode(lines))),
    async page(lines, counts) {
      const head = documentHead(await reportPage(), 'sgf-referee report');
      const last = countsLine(counts, { interrupted: 'no' }, 'static site', budget.leftOut());
      return new Blob([head, await deflated(new Blob([...lines, last])), DOCUMENT_END], {
        type: 'text/html',
      });
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
    async start(dropped, options) {
      const run = new LocalRun(dropped, options, decisionsIn(options.decisions));
      runs.set(run.id, run);
      return Promise.resolve(run);
    },
    past: () => Promise.resolve([]),
    open(id) {
      const run = runs.get(id);
      return run ? Promise.resolve(run) : Promise.reject(new Error(NOT_KEPT));
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
  readonly decisions: readonly Decision[];
  readonly done: Promise<FileDone>;
}

/** What a file adds to the outputs. */
interface Part {
  readonly name: string;
  /** `undefined` of findings about a file without games. */
  readonly origin: Origin | undefined;
  readonly texts: Readonly<Record<Exclude<Sink, 'html'>, string>>;
  /** Lines of the report. */
  readonly html: Uint8Array<ArrayBuffer>;
  readonly games: readonly Pick<GameParts, 'facts' | 'digest'>[];
  /** Of each game, the note that it repeats an earlier one. */
  readonly copies: readonly (PlacedFinding | undefined)[];
  readonly counts: Counts;
  /** The decisions with which it was judged. */
  readonly decisions: readonly Decision[];
}

/** Most files in progress per worker, to limit memory. */
const AHEAD = 3;

class LocalRun extends Run {
  override readonly id = crypto.randomUUID();
  override readonly options: RunOptions;
  override readonly keeper = 'browser';
  protected override readonly tables: LocalTables;
  private readonly dropped: Dropped;
  private readonly parts: Part[] = [];
  private checked: Crosscheck | undefined;
  /** Decisions of what was dropped and of the browser, whatever games they are about. */
  private known: readonly Decision[];
  /** Those made or loaded in this run. */
  private own: readonly Decision[];
  private readonly digests = new Set<string>();
  private turn: Promise<unknown> = Promise.resolve();
  private readonly files: readonly File[];
  override readonly names: readonly string[];
  override readonly fileCount: number;
  /** The origin of each row. */
  private readonly origins: Origin[] = [];
  private readonly referees: Referees = createReferees(WORKERS);
  private readonly report = createLocalReport();
  private readonly seen = createSeenGames();
  private isStopped = false;

  constructor(dropped: Dropped, options: RunOptions, given: readonly Decision[]) {
    super();
    this.own = given;
    this.known = changed(keptDecisions(), { add: given });
    this.isUnsaved = !keepChange({ add: given }) && given.length > 0;
    const files = dropped.games;
    this.dropped = dropped;
    this.files = files;
    const isCompared = dropped.tables.length > 0;
    this.tables = [
      'games.csv',
      ...(isCompared ? ['pairings.csv' as const] : []),
      'findings.csv',
      'report.html',
    ];
    this.options = options;
    this.names = files.map(pathOf).map(createDistinctNames());
    this.fileCount = files.length;
    void this.work();
  }

  private async work(): Promise<void> {
    this.set({ state: 'running' });
    const total = this.files.reduce((sum, { size }) => sum + size, 0);
    let before = 0;
    const queue: Begun[] = [];
    const finishOldest = async (): Promise<void> => {
      const begun = queue.shift()!;
      const { name, readBy } = begun;
      try {
        this.take(begun, await begun.done);
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
    if (!this.stopped()) await this.judgeAgain();
    if (!this.stopped()) await this.crosscheck();
    this.showDecisions();
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
    const done = this.referee(name, bytes);
    done.catch(() => undefined); // reported when its turn comes
    queue.push({ name, origin, readBy, decisions: this.known, done });
  }

  private referee(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileDone> {
    return this.referees.file({
      name,
      bytes,
      options: { ...this.options, decisions: decisionsText(this.known) },
    });
  }

  /** Compares all games with the results tables, if there are any. */
  private async crosscheck(): Promise<void> {
    if (this.dropped.tables.length === 0) return;
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
    const facts = this.parts.flatMap(({ games }) => games.map((game) => game.facts));
    this.checked = crosscheckFacts({ ...readTables(await Promise.all(files)), aliases }, facts);
    for (const line of FORMATS.page.crosscheck!(this.checked).trimEnd().split('\n')) this.addLine(line);
  }

  private addFileFinding(name: string, found: Finding): void {
    const placed: PlacedFinding = { ...found, line: 0, column: 0 };
    const { html, ...texts } = textsOf((sink) => FORMATS[sink].file(name, [placed]));
    const counts = noCounts();
    countFindings(counts, [placed]);
    this.add({
      ...{ name, origin: undefined, texts, games: [], copies: [], counts, decisions: this.known },
      html: this.report.fitting(html),
    });
  }

  private add(part: Part): void {
    this.parts.push(part);
    for (const line of part.texts.page.split('\n')) this.addLine(line);
  }

  private take(begun: Begun, done: FileDone): void {
    const repeated = this.seen.meet(done.met);
    const copies = done.games.map((_, i) => {
      const earlier = repeated.get(i);
      return earlier && duplicateFinding(earlier);
    });
    this.add(this.partOf({ ...begun, copies }, done));
    for (const { digest } of done.games) {
      this.origins.push(begun.origin);
      this.digests.add(digest);
    }
    this.set({ games: this.rows.length });
  }

  private partOf(
    { name, origin, copies, decisions }: Pick<Part, 'name' | 'origin' | 'copies' | 'decisions'>,
    { games, file, counts }: FileDone,
  ): Part {
    const { html, ...texts } = textsOf((sink) => {
      const rows = games.map(({ game, texts: own }, i) => {
        const copy = copies[i];
        return copy ? FORMATS[sink].withNote(own[sink], name, game, copy) : own[sink];
      });
      return [file?.[sink] ?? '', ...rows].join('');
    });
    for (const copy of copies) if (copy) countFindings(counts, [copy]);
    return {
      ...{ name, origin, copies, decisions, texts, counts, html: this.report.fitting(html) },
      games: games.map(({ facts, digest }) => ({ facts, digest })),
    };
  }

  override decide(change: DecisionChange): void {
    this.known = changed(this.known, change);
    this.own = changed(this.own, change);
    if (!keepChange(change)) this.isUnsaved = true;
    this.showDecisions();
    this.notify();
    // A run that still runs does it at its end.
    if (this.status.state !== 'done') return;
    this.turn = this.turn.then(async () => {
      if (await this.judgeAgain()) await this.crosscheck();
      this.notify();
    });
  }

  /** Shows the decisions that belong here: those made or loaded here, and kept ones about its games. */
  private showDecisions(): void {
    this.decisions = this.known.filter((one) => this.digests.has(one.game) || this.own.includes(one));
  }

  /** Judges the files again in which games are decided otherwise since; `false` where there are none. */
  private async judgeAgain(): Promise<boolean> {
    let isChanged = false;
    for (const [i, part] of this.parts.entries()) {
      const { known } = this;
      if (part.decisions === known || !part.origin) continue;
      const differing = differingGames(part.decisions, known);
      if (!part.games.some(({ digest }) => differing.has(digest))) continue;
      const done = await this.referee(part.name, await this.bytesAt(part.origin));
      this.parts[i] = this.partOf({ ...part, decisions: known }, done);
      isChanged = true;
    }
    if (isChanged) this.replaceLines(this.parts.flatMap(({ texts }) => texts.page.split('\n')));
    return isChanged;
  }

  override cancel(): void {
    this.isStopped = true;
    this.referees.stop();
    this.set({ state: 'cancelled' });
  }

  override async gameBytes({ row }: GameRow): Promise<GameBytes> {
    return { holds: 'file', bytes: await this.bytesAt(this.origins[row - 1]!), charset: '' };
  }

  /** Reads a file again: keeping all files would take too much memory. */
  private async bytesAt({ dropped, entry }: Origin): Promise<Uint8Array<ArrayBuffer>> {
    let at = 0;
    for await (const item of itemsOf(this.names[dropped]!, this.files[dropped]!, () => undefined))
      if (at++ === entry && 'bytes' in item) return Uint8Array.from(item.bytes);
    throw new Error('this file is no longer open');
  }

  protected override table(what: LocalTables[number]): Promise<Blob> {
    const { checked } = this;
    const joined = (sink: 'csv' | 'findings' | 'pairings-csv', rows: readonly string[]): Blob => {
      const { head, crosscheck } = FORMATS[sink];
      const last = (checked && crosscheck?.(checked)) ?? '';
      return new Blob([head(''), ...rows, last], { type: 'text/csv' });
    };
    if (what === 'pairings.csv') return Promise.resolve(joined('pairings-csv', []));
    const sink = what === 'games.csv' ? 'csv' : 'findings';
    if (what !== 'report.html')
      return Promise.resolve(
        joined(
          sink,
          this.parts.map(({ texts }) => texts[sink]),
        ),
      );
    const counts = noCounts();
    for (const part of this.parts) addCounts(counts, part.counts);
    if (checked)
      countFindings(
        counts,
        checked.findings.map((one) => one.finding),
      );
    const last = this.report.fitting((checked && FORMATS.html.crosscheck!(checked)) ?? '');
    return this.report.page([...this.parts.map(({ html }) => html), last], counts);
  }
}

type LocalTables = readonly Table[];
