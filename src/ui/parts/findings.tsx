import type { JSX } from 'preact';
import { articleOf, citationText, ruleWords } from '../../go/rules/citation.js';
import {
  explain,
  messageOf,
  onlyCounted,
  misprintBefore,
  SEVERITIES,
  type FindingCode,
  type Severity,
} from '../../core/findings/finding.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import { type GameRow, type ShownGame, verdictOf } from './games.js';
import { Coded, shownWords, useIsPrinted, termed, translated, translatedCount } from './common.js';

const SIGNS: Readonly<Record<Severity, string>> = { error: '✕', warning: '!', note: 'i' };

/** Most findings listed for a game, and for files. */
const MAX = 100;
const MAX_OF_FILES = 200;

/** A severity as a sign with its own shape, so that no meaning depends on color. */
export function Badge({ severity }: { readonly severity: Severity }): JSX.Element {
  return (
    <span class={`badge ${severity}`}>
      <span aria-hidden="true">{SIGNS[severity]}</span>
      <span class="spoken">{translated(severity)}</span>
    </span>
  );
}

/** A verdict in its color. */
export function VerdictBadge({ verdict }: { readonly verdict: ReturnType<typeof verdictOf> }): JSX.Element {
  return <span class={`verdict ${verdict}`}>{termed(verdict)}</span>;
}

/** The numbers of findings of a game by severity, without zeros. */
export function Counts({
  errors,
  warnings,
  notes,
}: Pick<GameRow, 'errors' | 'warnings' | 'notes'>): JSX.Element {
  const counts = [
    ['error', errors, 'error|errors'],
    ['warning', warnings, 'warning|warnings'],
    ['note', notes, 'note|notes'],
  ] as const;
  return (
    <span class="counts">
      {counts.map(
        ([severity, count, words]) =>
          count > 0 && (
            <span key={severity} class={`badge ${severity}`}>
              {count} <span aria-hidden="true">{SIGNS[severity]}</span>
              <span class="spoken">{translatedCount(words, count)}</span>
            </span>
          ),
      )}
    </span>
  );
}

interface FindingsProps {
  readonly row: GameRow;
  readonly game: Pick<ShownGame, 'findings' | 'record' | 'line'>;
  readonly picked: PlacedFinding | undefined;
  readonly onPick: (found: PlacedFinding) => void;
}

/** By severity; a misprint stands before what it explains. */
function inOrder(findings: readonly PlacedFinding[]): PlacedFinding[] {
  const rankOf = ({ severity, code }: PlacedFinding): number =>
    2 * SEVERITIES.indexOf(severity) + (code === 'record/misprint' ? 0 : 1);
  const sorted = findings.toSorted((a, b) => rankOf(a) - rankOf(b));
  const misprint = misprintBefore(sorted[0], findings);
  return misprint ? [misprint, ...sorted.filter((one) => one !== misprint)] : sorted;
}

/** The findings in words; the picked one shows its rule, and its move on the board. */
export function Findings({ row, game, picked, onPick }: FindingsProps): JSX.Element {
  const isPrinted = useIsPrinted();
  const { findings, record: size, line } = game;
  const counted = onlyCounted(findings);
  const found = inOrder(findings.filter((one) => one === picked || counted.get(one) !== 'counted'));
  const isNone = row.errors + row.warnings + row.notes === 0;
  return (
    <section class="card">
      <h2>{translated('Findings')}</h2>
      {found.length === 0 && (
        <p class="quiet">
          {translated(
            isNone
              ? 'Nothing was found.'
              : // A report may have the row of a game alone; in the page they are on the way after a decision.
                line
                ? 'Reading…'
                : 'This report does not hold them: see findings.csv.',
          )}
        </p>
      )}
      <ul class="findings">
        {found.slice(0, MAX).map((one, i) => (
          <li key={i} class={one === picked ? 'picked' : ''}>
            <button aria-pressed={one === picked} onClick={() => onPick(one)}>
              <Badge severity={one.severity} />
              <span>
                <bdi>{messageOf(one, size, shownWords())}</bdi>
                {typeof counted.get(one) === 'number' && (
                  <> ({translated('and {n} more follow from it', { n: counted.get(one) as number })})</>
                )}
                <span class="code">
                  {one.code}
                  {one.rule !== undefined && ` ${translated('by {rule}', { rule: ruleOf(one.rule) })}`}
                </span>
              </span>
            </button>
            {(one === picked || isPrinted) && <Rule found={one} />}
          </li>
        ))}
      </ul>
      {found.length > MAX && (
        <p class="quiet">{translated('and {n} more, in findings.csv', { n: found.length - MAX })}</p>
      )}
    </section>
  );
}

/** What a code stands for, in a few words of the language of the page. */
export function headlineOf(code: string): string {
  return termed(explain(code as FindingCode).title);
}

/** What a referee has to decide about a game, as a sentence in the language of the page. */
export function questionOf({ asked, question }: GameRow): string {
  const said = asked ? messageOf(asked.found, asked, shownWords()) : termed(question);
  return said.charAt(0).toLocaleUpperCase(shownWords().language) + said.slice(1);
}

/** A citation without the name of the rule, which is English. */
function ruleOf(citation: string): string {
  return shownWords().language === 'en' ? citationText(citation) : termed(articleOf(citation));
}

function Rule({ found }: { readonly found: PlacedFinding }): JSX.Element {
  const { line, column, ruleSource } = found;
  // The explanations of the codes are English: other languages show the article and its words, and the rest where it is asked for.
  const explanation = explain(found.code);
  const english = shownWords().language === 'en' ? explanation : undefined;
  const words = found.rule === undefined ? '' : termed(ruleWords(found.rule) ?? '');
  return (
    // A part of the list: the other findings stay in view. It scrolls, by keys too.
    <div class="about scrolls" tabIndex={0} role="region" aria-label={found.code}>
      <dl class="rule">
        {english && <dt>{translated('means')}</dt>}
        {english && (
          <dd>
            <Coded text={english.means} />
          </dd>
        )}
        {(english ?? found.rule !== undefined) && <dt>{translated('rule')}</dt>}
        {(english ?? found.rule !== undefined) && (
          <dd>
            {found.rule !== undefined && <strong>{ruleOf(found.rule)}. </strong>}
            {english?.rule ?? words}
          </dd>
        )}
        {ruleSource !== undefined && <dt>{translated('source')}</dt>}
        {ruleSource !== undefined && <dd>{ruleSource}</dd>}
        {line > 0 && <dt>{translated('where')}</dt>}
        {line > 0 && <dd>{translated('line {line}, column {column} of the file', { line, column })}</dd>}
        {english && <dt>{translated('what to do')}</dt>}
        {english && (
          <dd>
            <Coded text={english.todo} />
          </dd>
        )}
      </dl>
      {!english && (
        <details class="explained small screen">
          <summary>{translated('Explanation in English')}</summary>
          <p lang="en">
            <Coded text={[explanation.means, explanation.rule, explanation.todo].join(' ')} />
          </p>
        </details>
      )}
    </div>
  );
}

/** A finding about a file that belongs to no game. */
export interface FileFinding {
  readonly file: string;
  readonly found: PlacedFinding;
}

/** Findings about files name no point, so any board size will do. */
const NO_BOARD = { width: 19, height: 19 };

/** Findings about files that do not push the games out of sight. */
const FEW = 20;

interface FileFindingsProps {
  readonly all: readonly FileFinding[];
  readonly isOpen?: boolean;
}

/** Findings about files and archives, the most severe first. */
export function FileFindings({ all, isOpen = false }: FileFindingsProps): JSX.Element | null {
  const isPrinted = useIsPrinted();
  if (all.length === 0) return null;
  const sorted = SEVERITIES.flatMap((one) => all.filter(({ found }) => found.severity === one));
  return (
    <details
      class="card files"
      open={isOpen || isPrinted || (all.length <= FEW && sorted[0]!.found.severity === 'error')}
    >
      <summary>
        <Badge severity={sorted[0]!.found.severity} />{' '}
        {translatedCount('{n} finding about files|{n} findings about files', all.length)}
      </summary>
      <ul class="findings">
        {sorted.slice(0, MAX_OF_FILES).map(({ file, found }, i) => (
          <li key={i}>
            <Badge severity={found.severity} /> <bdi>{messageOf(found, NO_BOARD, shownWords())}</bdi>
            <span class="code">
              {found.code} <bdi>{file}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {all.length > MAX_OF_FILES && (
        <p class="quiet">{translated('and {n} more, in findings.csv', { n: all.length - MAX_OF_FILES })}</p>
      )}
    </details>
  );
}
