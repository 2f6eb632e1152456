import type { JSX, RefObject } from 'preact';
import { RECORD_ENDINGS } from '../../run/input/file-names.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { RULESETS } from '../../go/rules/rulesets.js';
import { TABLE_ENDINGS } from '../../toolkit/event/table.js';
import ko from '../../../samples/ko/basic-ko-retaken.sgf?raw';
import wrongWinner from '../../../samples/scored/s5-wrong-winner.sgf?raw';
import oneGroup from '../../../samples/scored/winner-flips.sgf?raw';
import { gamesText } from '../parts/games.js';
import { Check, Choice, translated } from '../parts/common.js';
import {
  addressOf,
  filesOf,
  sorted,
  stateText,
  titleOf,
  wanted,
  type Backend,
  type PastRun,
  type RunOptions,
  type Dropped,
} from './backend.js';

/** Records to try: in one a ko is taken back at once, one names the wrong winner, one hangs on one group. */
const EXAMPLES = [
  ['ko', ko],
  ['wrong-winner', wrongWinner],
  ['one-group', oneGroup],
] as const;

/** File name extensions of archives, results tables and JSON files. */
const OTHERS = ['.zip', '.tar', '.tgz', '.gz', ...new Set(Object.values(TABLE_ENDINGS)), '.json'];

interface HomeProps {
  readonly backend: Backend;
  readonly onStart: (dropped: Dropped, options: RunOptions) => void;
  readonly onFail: (error: unknown) => void;
}

/** The start page, where files are dropped. */
export function Home({ backend, onStart, onFail }: HomeProps): JSX.Element {
  const [options, setOptions] = useState<RunOptions>({
    rules: 'auto',
    defaultRules: '',
    score: true,
    decisions: '',
    event: '',
  });
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const begin = (files: readonly File[]): void => {
    if (files.length > 0)
      sorted(files).then(
        (dropped) => onStart(dropped, { ...options, decisions: dropped.decisions, event: dropped.event }),
        onFail,
      );
  };
  return (
    <div class="home">
      <div
        class={`drop ${isOver ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          if (event.dataTransfer) filesOf(event.dataTransfer).then(begin, onFail);
        }}
      >
        <p class="purpose">
          {translated(
            'sgf-referee checks every move, ko and result against the rules of the game, counts finished games, and lists what a referee has to decide.',
          )}
        </p>
        <h1 class="lead">{translated('Drop game records here')}</h1>
        <p class="quiet">
          {translated(
            '{files} files, folders of them, or archives: .zip, .tar, .tar.gz, .gz; with the results table of their event or its conditions (.json), games are compared with them; with decisions.json, its decisions count',
          ).replace('{files}', RECORD_ENDINGS.join(', '))}
        </p>
        <div class="choose">
          <button class="main" onClick={() => input.current?.click()}>
            {translated('Choose files')}
          </button>
          <button onClick={() => folder.current?.click()}>{translated('Choose a folder')}</button>
          <button
            onClick={() => begin(EXAMPLES.map(([name, text]) => new File([text], `example-${name}.sgf`)))}
          >
            {translated('Try an example')}
          </button>
        </div>
        <FileInput
          element={input}
          label={translated('Game records')}
          takes={{ multiple: true, accept: [...RECORD_ENDINGS, ...OTHERS].join() }}
          onFiles={begin}
        />
        <FileInput
          element={folder}
          label={translated('Folder of game records')}
          takes={{ webkitdirectory: true }}
          onFiles={(files) => begin(wanted(files))}
        />
        <p class="quiet small">
          {backend.kind === 'local'
            ? translated('They are read and scored in this browser. Nothing is uploaded.')
            : translated('They are sent to the server of this page, and nowhere else.')}
        </p>
      </div>
      <Judging options={options} onChange={setOptions} />
      {backend.kind === 'server' && <PastRuns backend={backend} onFail={onFail} />}
    </div>
  );
}

const RULESET_OPTIONS = RULESETS.map(({ name, title }) => [name, title] as const);

function Judging({
  options,
  onChange,
}: {
  readonly options: RunOptions;
  readonly onChange: (options: RunOptions) => void;
}): JSX.Element {
  return (
    <fieldset class="card options">
      <legend>{translated('How to judge')}</legend>
      <Choice
        label={translated('Rules')}
        options={[['auto', translated('as each record says (RU)')], ...RULESET_OPTIONS]}
        value={options.rules}
        onChange={(rules) => onChange({ ...options, rules })}
      />
      <Choice
        label={translated('Where RU says nothing')}
        options={[['', translated('unknown: judge by what all rules forbid')], ...RULESET_OPTIONS]}
        value={options.defaultRules}
        onChange={(defaultRules) => onChange({ ...options, defaultRules })}
      />
      <Check checked={options.score} onChange={(score) => onChange({ ...options, score })}>
        {translated('Score finished games')}
      </Check>
    </fieldset>
  );
}

interface FileInputProps {
  readonly element: RefObject<HTMLInputElement>;
  readonly label: string;
  /** Further attributes of the input. */
  readonly takes: object;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A hidden input, which a button opens. */
function FileInput({ element, label, takes, onFiles }: FileInputProps): JSX.Element {
  return (
    <input
      ref={element}
      class="spoken"
      type="file"
      tabIndex={-1}
      aria-label={label}
      {...takes}
      onChange={({ currentTarget: { files } }) => onFiles([...(files ?? [])])}
    />
  );
}

/** Runs that the server has kept. */
function PastRuns({ backend, onFail }: Pick<HomeProps, 'backend' | 'onFail'>): JSX.Element | null {
  const [runs, setRuns] = useState<readonly PastRun[]>([]);
  useEffect(() => {
    backend.past().then(setRuns, onFail);
  }, [backend, onFail]);
  if (runs.length === 0) return null;
  const forget = ({ id, isDecided }: PastRun): void => {
    if (isDecided && !confirm(translated('Delete these games with the decisions about them?'))) return;
    backend.forget(id).then(() => setRuns((all) => all.filter((one) => one.id !== id)), onFail);
  };
  return (
    <section class="card">
      <h2>{translated('Earlier')}</h2>
      <ul class="past">
        {[...runs].reverse().map((run) => {
          const { id, state, games, created } = run;
          const title = titleOf(run);
          return (
            <li key={id}>
              <a href={addressOf(id)}>
                <bdi>{title}</bdi>
              </a>
              <span class="quiet">
                {gamesText(games)}, {stateText(state)}, {created.slice(0, 16).replace('T', ' ')}
              </span>
              <button aria-label={`${translated('Delete')} ${title}`} onClick={() => forget(run)}>
                {translated('Delete')}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
