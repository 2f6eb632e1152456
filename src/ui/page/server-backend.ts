import type { GameRow } from '../parts/games.js';
import { changed, type DecisionChange, decisionsIn, decisionsText } from './decisions.js';
import {
  NOT_KEPT,
  pathOf,
  TokenNeeded,
  type Backend,
  type Table,
  type GameBytes,
  type PastRun,
  Run,
  type RunOptions,
  type RunState,
} from './backend.js';

/** The parts of the server's job that the page needs. */
interface Job {
  readonly id: string;
  readonly command: string;
  readonly state: Exclude<RunState, 'uploading'>;
  readonly created: string;
  readonly options: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string }[];
  readonly file_count: number;
  readonly problem: { readonly detail: string } | null;
  readonly progress: { readonly games: number; readonly bytes: number; readonly total_bytes: number };
}

const POLL_MS = 400;
const TOKEN = 'sgf-referee-token';

/** Referees through jobs of the server, which outlive the page. */
export function createServerBackend(): Backend {
  let token = sessionStorage.getItem(TOKEN) ?? '';

  const api: Api = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(`./v1/jobs${path}`, { ...init, headers });
    if (response.ok) return response;
    if (response.status === 401) throw new TokenNeeded('an API token is needed');
    const problem = (await response.json().catch(() => ({}))) as { readonly detail?: string };
    throw new Error(problem.detail ?? `the server answers ${String(response.status)}`);
  };
  const json = async (path: string, init?: RequestInit): Promise<unknown> => (await api(path, init)).json();

  return {
    kind: 'server',
    async start({ games, tables, aliases }, options) {
      // A wrong file is refused before anything is sent.
      decisionsIn(options.decisions);
      const form = new FormData();
      for (const file of games) form.append('file', file, pathOf(file));
      for (const file of tables) form.append('table', file, pathOf(file));
      const query = queryOf(options);
      if (tables.length > 0) query.set('command', 'crosscheck');
      // As fields: their texts may be too long for an address.
      const { decisions, event } = options;
      const texts = { decisions, event, aliases: tables.length > 0 ? aliases : '' };
      for (const [name, text] of Object.entries(texts)) if (text !== '') form.append(name, text);
      const job = (await json(`?${query.toString()}`, { method: 'POST', body: form })) as Job;
      return new ServerRun(job, api);
    },
    async past() {
      const { jobs } = (await json('')) as { readonly jobs: readonly Job[] };
      return jobs.map(({ id, files, state, progress, created, options, file_count }): PastRun => ({
        id,
        state,
        created,
        names: files.map(({ name }) => name),
        fileCount: file_count,
        games: progress.games,
        isDecided: options['decisions'] !== undefined,
      }));
    },
    async open(id) {
      const job = await json(`/${encodeURIComponent(id)}`).catch((error: unknown) => {
        // The API's sentence speaks of jobs, which the page calls otherwise.
        const isGone = error instanceof Error && error.message === 'there is no such job';
        throw isGone ? new Error(NOT_KEPT) : error;
      });
      return new ServerRun(job as Job, api);
    },
    async forget(id) {
      await api(`/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    setToken(given) {
      token = given;
      sessionStorage.setItem(TOKEN, given);
    },
  };
}

type Api = (path: string, init?: RequestInit) => Promise<Response>;

function queryOf({ rules, defaultRules, score }: RunOptions): URLSearchParams {
  const query = new URLSearchParams({ rules });
  if (defaultRules !== '') query.set('default-rules', defaultRules);
  if (!score) query.set('no-score', 'true');
  return query;
}

const FORMATS: Readonly<Record<Table, string>> = {
  'games.csv': 'games',
  'pairings.csv': 'csv',
  'findings.csv': 'findings',
  'report.html': 'html',
};

class ServerRun extends Run {
  override readonly id: string;
  override readonly names: readonly string[];
  override readonly fileCount: number;
  override readonly options: RunOptions;
  override readonly keeper = 'server';
  protected override readonly tables: readonly (keyof typeof FORMATS)[];
  private readonly api: Api;
  override isRead = false;
  /** Changes of decisions that the server does not have yet. */
  private pending: readonly DecisionChange[] = [];
  private isSending = false;

  constructor(job: Job, api: Api) {
    super();
    this.id = job.id;
    this.names = job.files.map(({ name }) => name);
    this.fileCount = job.file_count;
    const { options, command } = job;
    const pairings = command === 'crosscheck' ? (['pairings.csv'] as const) : [];
    this.tables = ['games.csv', ...pairings, 'findings.csv', 'report.html'];
    this.options = {
      rules: options['rules'] ?? 'auto',
      defaultRules: options['default-rules'] ?? '',
      score: options['no-score'] !== 'true',
      decisions: options['decisions'] ?? '',
      event: options['event'] ?? '',
    };
    this.api = api;
    this.take(job);
    void this.follow((line) => this.addLine(line)).finally(() => {
      this.isRead = true;
      this.notify();
    });
    void this.poll(job.state).then(() => this.send());
  }

  private take({ state, progress, problem, options }: Job): void {
    const stored = decisionsIn(options['decisions'] ?? '');
    this.decisions = this.pending.reduce(changed, stored);
    this.set({
      state,
      games: progress.games,
      done: progress.total_bytes === 0 ? 1 : progress.bytes / progress.total_bytes,
      problem: problem?.detail ?? '',
    });
  }

  private async poll(state: RunState): Promise<void> {
    for (let now = state; now === 'waiting' || now === 'running';) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      try {
        const job = (await (await this.api(`/${this.id}`)).json()) as Job;
        this.take(job);
        now = job.state;
      } catch (error) {
        this.set({ state: 'failed', problem: String(error) });
        return;
      }
    }
  }

  override decide(change: DecisionChange): void {
    this.pending = [...this.pending, change];
    this.decisions = changed(this.decisions, change);
    this.isUnsaved = true;
    this.notify();
    void this.send();
  }

  /** Gives the decisions to the job, once it is done: its games are judged again. */
  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      while (this.pending.length > 0 && this.status.state === 'done') await this.judgeAgain();
      this.problem = '';
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isSending = false;
    this.notify();
  }

  private async judgeAgain(): Promise<void> {
    // Others may have decided games of it meanwhile.
    const { options } = (await (await this.api(`/${this.id}`)).json()) as Job;
    const sent = this.pending;
    const all = sent.reduce(changed, decisionsIn(options['decisions'] ?? ''));
    const body = decisionsText(all) || '{"decisions":[]}';
    const headers = { 'content-type': 'application/json' };
    const answer = await this.api(`/${this.id}/decisions`, { method: 'PUT', body, headers });
    const job = (await answer.json()) as Job;
    this.pending = this.pending.slice(sent.length);
    this.isUnsaved = this.pending.length > 0;
    this.take(job);
    const lines: string[] = [];
    await Promise.all([this.follow((line) => lines.push(line)), this.poll(job.state)]);
    this.replaceLines(lines);
  }

  /** Reads rows as they are stored, until the job has ended. */
  private async follow(add: (line: string) => void): Promise<void> {
    const response = await this.api(`/${this.id}/results?format=page&follow=true`);
    if (!response.body) return;
    let held = '';
    const text = response.body.pipeThrough(new TextDecoderStream());
    const reader = text.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (held + value).split('\n');
      held = lines.pop() ?? '';
      lines.forEach(add);
      this.notify();
    }
  }

  override cancel(): void {
    void this.api(`/${this.id}/cancel`, { method: 'POST' }).catch(() => undefined);
  }

  override async gameBytes({ row, file, game }: GameRow): Promise<GameBytes> {
    const copies = this.rows.slice(0, row).filter((one) => one.file === file && one.game === game);
    const query = new URLSearchParams({ file, game: String(game), copy: String(copies.length) });
    const response = await this.api(`/${this.id}/game?${query.toString()}`);
    return {
      holds: 'game',
      bytes: new Uint8Array(await response.arrayBuffer()),
      charset: response.headers.get('x-charset') ?? '',
    };
  }

  protected override async table(what: keyof typeof FORMATS): Promise<Blob> {
    return (await this.api(`/${this.id}/results?format=${FORMATS[what]}`)).blob();
  }
}
