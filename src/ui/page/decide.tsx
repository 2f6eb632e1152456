import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatPoint } from '../../core/point.js';
import { marginText } from '../../core/text.js';
import { messageOf } from '../../core/findings/finding.js';
import { isAcceptable, isDecidedResult } from '../../referee/judge/decisions.js';
import type { Decision } from '../../referee/judge/decisions.js';
import type { GameReport, Margins, PlacedFinding } from '../../referee/judge/report.js';
import { isDeclared } from '../../referee/record/declared-result.js';
import { proposalsOf } from '../../referee/repair/repair-text.js';
import { resultOf } from '../../report/columns/games.js';
import type { Label } from '../../core/words/words.js';
import {
  Check,
  Choice,
  Problem,
  ruled,
  shownWords,
  termed,
  translated,
  translatedCount,
  useListener,
  words,
  colon,
} from '../parts/common.js';
import { type GameRow, gamesText, plainName } from '../parts/games.js';
import { decisionWords, repairWords } from '../../report/output/decision-words.js';
import { saveFile, type Run } from './backend.js';
import { decisionsIn, keepName, keptName, RESULTS } from './decisions.js';

interface DecideProps {
  readonly run: Run;
  readonly row: GameRow;
  /** Digest of the moves. */
  readonly digest: string;
  /** The original report, and the report with the groups that the reader flipped. */
  readonly first: GameReport;
  readonly now: GameReport;
  /** Whether the form is open at first. */
  readonly isAsked: boolean;
  readonly onDecided: () => void;
  /** The game as SGF with what was decided; empty where something in it cannot be kept. */
  readonly write: () => Promise<Uint8Array<ArrayBuffer>>;
}

const ANOTHER = 'RE';

/** What can be chosen as the result, each once: what the record, the count and the results table say, and all that need no margin. */
function resultsOf({ run, row, first }: DecideProps): readonly (readonly [string, string])[] {
  const { result } = first.record;
  const pairings = run.crosstables.flatMap((table) => table.pairings);
  const listed = pairings.find(({ file, game }) => file === row.file && game === row.game);
  const named: readonly (readonly [string, Label])[] = [
    [listed?.resultAsRE ?? '', 'Results table'],
    ['raw' in result ? result.raw : '', 'declared'],
    [first.score ? resultOf(first.score) : '', 'counted'],
    ...RESULTS,
  ];
  const shown = new Map<string, string>();
  for (const [text, what] of named) {
    if (!isDecidedResult(text) || shown.has(text)) continue;
    // By the record's colors, which may be what is in question.
    const winner = text.startsWith('B+') ? row.black : text.startsWith('W+') ? row.white : '';
    shown.set(text, translated(what) + colon() + text + (winner === '' ? '' : ` (${winner})`));
  }
  return [['', translated('as counted or declared')], ...shown, [ANOTHER, translated('another…')]];
}

/** The entries for the next decision; '' where nothing is entered. */
interface Entries {
  readonly name: string;
  readonly date: string;
  readonly reason: string;
  readonly komi: string;
  readonly result: string;
  readonly re: string;
  readonly repair: string;
  /** Moves that are accepted. */
  readonly accepted: readonly number[];
}

/** The entries, and how a part of the form changes them. */
interface EntryProps {
  readonly entries: Entries;
  readonly onChange: (change: Partial<Entries>) => void;
}

/** What a referee decides about the open game. */
export function DecidePanel(props: DecideProps): JSX.Element {
  const { run, row, digest, first, now, onDecided } = props;
  const [entries, setEntries] = useState<Entries>({ ...NOTHING, name: keptName(), date: today() });
  const groups = flippedGroups(first, now);
  const { name, date, reason, komi, accepted, repair } = entries;
  const result = entries.result === ANOTHER ? entries.re.trim() : entries.result;
  const isDecided = groups.length + accepted.length > 0 || komi + result + repair !== '';
  const needed: readonly (readonly [label: string, entry: string])[] = [
    [words().decision, isDecided && (result === '' || isDecidedResult(result)) ? 'given' : ''],
    [words().referee, name],
    [words().date, date],
    [translated('Reason'), reason],
  ];
  const missing = needed.filter(([, entry]) => entry.trim() === '').map(([label]) => label);
  const own = run.decisions.filter(({ game }) => game === digest);
  const isDone = own.length > 0 && !isDecided;
  const form = { entries, onChange: (change: Partial<Entries>) => setEntries({ ...entries, ...change }) };
  const decide = (): void => {
    const decision = decisionOf({ ...entries, result }, groups, { digest, record: first.record });
    keepName(decision.name);
    setEntries({ ...NOTHING, name, date, reason });
    run.decide({ add: [decision] });
    onDecided();
  };

  return (
    <details class="card decide screen" open={props.isAsked}>
      <summary>{translated('Decide as referee')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          decide();
        }}
      >
        <Decided decisions={own} onTakeBack={(takeBack) => run.decide({ takeBack })} />
        {now.score && <p class="quiet small">{translated('Flip groups on the board or in the list.')}</p>}
        {groups.length > 0 && (
          <p>
            {translated('Groups') + colon()}
            {groups.map(({ point, status }) => `${point} ${translated(status)}`).join(', ')}
          </p>
        )}
        <Acceptable {...form} game={first} />
        <Repairs {...form} game={first} />
        <Komi {...form} compared={run.compared.findingsOf(row)} />
        <Choice
          label={words().result}
          value={entries.result}
          options={resultsOf(props)}
          onChange={(value) => form.onChange({ result: value })}
        />
        {entries.result === ANOTHER && <Field {...form} name="re" label="RE" type="text" />}
        <Field {...form} name="name" label={words().referee} type="text" />
        <Field {...form} name="date" label={words().date} type="date" />
        <Field {...form} name="reason" label={translated('Reason')} type="text" />
        <button class="main" disabled={missing.length > 0} aria-describedby="missing">
          {translated('Decide')}
        </button>{' '}
        {run.decisions.length > 0 && (
          <button type="button" onClick={() => void save(run)}>
            {translated('Save decisions.json')}
          </button>
        )}
        {own.some(({ repair }) => repair !== undefined) && <SaveMended {...props} />}
        <p class="quiet small" id="missing" role="status">
          {missing.length > 0 &&
            !isDone &&
            translated('Still missing: {entries}').replace('{entries}', missing.join(', '))}
        </p>
        <p class="quiet small">
          {translated(
            'Drop the saved file together with the games, or give it to the command with --decisions.',
          )}
        </p>
      </form>
    </details>
  );
}

/** Saves the record with the repair that was chosen, as `format --decisions` writes it. */
function SaveMended({ row, write }: DecideProps): JSX.Element {
  const [problem, setProblem] = useState('');
  const mend = async (): Promise<void> => {
    const sgf = await write();
    const isKept = sgf.length > 0;
    setProblem(isKept ? '' : translated(NOT_KEPT));
    if (isKept) saveFile(`${plainName(row.file)}-mended.sgf`, new Blob([sgf]));
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          mend().catch((error: unknown) => setProblem(String(error)));
        }}
      >
        {translated('Save the mended SGF')}
      </button>
      <Problem text={problem} />
    </>
  );
}

const NOT_KEPT =
  'Something in this file cannot be kept: write it with the command `format --decisions --lossy`.';

async function save(run: Run): Promise<void> {
  saveFile('decisions.json', await run.download('decisions.json'));
}

/** The decisions of a run: how many, where they are kept, and those of a file to add. */
export function RunDecisions({ run }: { readonly run: Run }): JSX.Element {
  const [problem, setProblem] = useState('');
  const count = run.decisions.length;
  const decided = new Set(run.decisions.map(({ game }) => game)).size;
  const load = async (file: File): Promise<void> => {
    try {
      run.decide({ add: decisionsIn(await file.text()) });
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  useListener('dragover', (event) => event.preventDefault());
  useListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void load(file);
  });
  useListener('beforeunload', (event) => {
    if (run.isUnsaved) event.preventDefault();
  });
  return (
    <div class="decisions screen">
      {count > 0 && (
        <span role="status">
          {translatedCount('{n} decision|{n} decisions', count)}
          {/* A later decision about a game does not make it another decided game. */}
          {decided < count && ` (${gamesText(decided)})`}
          {colon()}
          {translated(
            run.isUnsaved
              ? 'not kept yet; save decisions.json'
              : run.keeper === 'server'
                ? 'kept on the server with these games'
                : 'kept in this browser, and used whenever these games are opened',
          )}
        </span>
      )}
      <label class="button">
        {translated('Load decisions.json')}
        <input
          class="spoken"
          type="file"
          accept=".json"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) void load(file).finally(() => (currentTarget.value = ''));
          }}
        />
      </label>
      <Problem text={termed(problem || run.problem)} />
    </div>
  );
}

const NOTHING: Entries = {
  name: '',
  date: '',
  reason: '',
  komi: '',
  result: '',
  re: '',
  repair: '',
  accepted: [],
};

function decisionOf(
  { name, date, reason, komi, result, repair, accepted }: Entries,
  groups: readonly FlippedGroup[],
  { digest, record }: { readonly digest: string; readonly record: GameReport['record'] },
): Decision {
  const pointsOf = (status: FlippedGroup['status']): Partial<Decision> => {
    const points = groups.filter((one) => one.status === status).map(({ point }) => point);
    return points.length === 0 ? {} : { [status]: points };
  };
  return {
    game: digest,
    label: `${record.black || '?'} - ${record.white || '?'}`,
    name: name.trim(),
    date,
    reason: reason.trim(),
    ...pointsOf('dead'),
    ...pointsOf('alive'),
    ...(komi === '' ? {} : { komi: Number(komi) }),
    ...(accepted.length === 0 ? {} : { accepted }),
    ...(repair === '' ? {} : { repair }),
    ...(result === '' ? {} : { result }),
  };
}

interface FieldProps extends EntryProps {
  readonly name: Exclude<keyof Entries, 'accepted'>;
  readonly label: string;
  readonly type: 'text' | 'date' | 'number';
}

function Field({ entries, onChange, name, label, type }: FieldProps): JSX.Element {
  return (
    <label>
      {label}
      <input
        type={type}
        step={type === 'number' ? '0.25' : undefined}
        placeholder={name === 're' ? 'B+6.5, W+R, B+, 0' : undefined}
        value={entries[name]}
        onInput={({ currentTarget: { value } }) => onChange({ [name]: value })}
      />
    </label>
  );
}

/** The komi, with a button for that of the results table where it differs from the record's. */
function Komi({
  compared,
  ...form
}: EntryProps & { readonly compared: readonly PlacedFinding[] }): JSX.Element {
  const listed = compared.flatMap((one) => (one.code === 'table/komi-differs' ? [one.args.table] : []));
  return (
    <>
      <Field {...form} name="komi" label={words().komi} type="number" />
      {listed.map((komi) => (
        <button key={komi} type="button" onClick={() => form.onChange({ komi })}>
          {translated('the komi of the results table: {komi}', { komi })}
        </button>
      ))}
    </>
  );
}

/** The moves that a referee may let stand, each with a box to accept it. */
function Acceptable({
  entries: { accepted },
  onChange,
  game: { findings, record },
}: EntryProps & { readonly game: GameReport }): JSX.Element {
  const others = (move: number): readonly number[] => accepted.filter((one) => one !== move);
  return (
    <>
      {findings.filter(isAcceptable).map((found) => (
        <Check
          key={found.move}
          checked={accepted.includes(found.move!)}
          onChange={(checked) =>
            onChange({ accepted: [...others(found.move!), ...(checked ? [found.move!] : [])] })
          }
        >
          {translated('Accept') + colon() + messageOf(found, record, shownWords())}
        </Check>
      ))}
    </>
  );
}

interface RepairsProps extends EntryProps {
  readonly game: GameReport;
}

/** What a misprinted record may be instead, to choose one, each with the result that it gives. */
function Repairs({ entries, onChange, game }: RepairsProps): JSX.Element | null {
  const found = game.findings.find((one) => one.code === 'record/misprint');
  const texts = found ? proposalsOf(found.args).map(({ text }) => text) : [];
  if (texts.length === 0) return null;
  const { score, record, repairs = [] } = game;
  const withResult = (
    name: string,
    text: string,
    counted: Margins | undefined,
  ): readonly [string, string] => {
    if (!counted) return [name, text];
    const result = marginText(counted.resultHalves, counted.winner);
    const mark = isDeclared(record.result, counted) ? `, ${translated('declared')}` : '';
    return [name, `${text} (${result}${mark})`];
  };
  return (
    <Choice
      label={translated('Repair')}
      value={entries.repair}
      options={[
        withResult('', translated('as written'), score),
        ...texts.map((text) =>
          withResult(text, repairWords(text, shownWords()), repairs.find((one) => one.text === text)?.score),
        ),
      ]}
      onChange={(repair) => onChange({ repair })}
    />
  );
}

/** The decisions about the open game so far. */
function Decided({
  decisions,
  onTakeBack,
}: {
  readonly decisions: readonly Decision[];
  readonly onTakeBack: (decision: Decision) => void;
}): JSX.Element | null {
  if (decisions.length === 0) return null;
  return (
    <ul>
      {decisions.map((one) => (
        <li key={JSON.stringify(one)}>
          <bdi>
            {decisionWords(one, shownWords())}: {ruled(one)}
          </bdi>{' '}
          <button type="button" onClick={() => onTakeBack(one)}>
            {translated('Take back')}
          </button>
        </li>
      ))}
    </ul>
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A chain that the reader judges differently, named by one of its points. */
interface FlippedGroup {
  readonly point: string;
  readonly status: 'dead' | 'alive';
}

function flippedGroups(first: GameReport, now: GameReport): readonly FlippedGroup[] {
  const before = first.score?.life.dead;
  const { width, height } = first.record;
  return (now.score?.life.chains ?? [])
    .filter(({ point, dead }) => before && (before[point] === 1) !== dead)
    .map(({ point, dead }) => ({
      point: formatPoint(point, width, height),
      status: dead ? 'dead' : 'alive',
    }));
}
