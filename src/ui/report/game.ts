import { SEVERITIES } from '../../findings/finding.js';
import { rulesetByName } from '../../rules/rulesets.js';
import { messageOf } from '../../findings/messages.js';
import type { PlacedFinding } from '../../referee/report.js';
import { sgfOfLine } from '../../output/html/line-code.js';
import type { Detail } from '../../output/html/report-data.js';
import { accountPart } from './account.js';
import { figureOf, pictureAfter, stepper } from './boards.js';
import { countTables } from './counts.js';
import { el, said } from './dom.js';
import { gameOf, sizeOf, type Game } from './fields.js';
import { findingsList, severityMark } from './findings.js';
import type { Store } from './store.js';
import { finalPictureOf, findingOf, playedOf, scoreOf, type Played } from './unpack.js';

/** Most moves in question that are drawn or marked. */
const MOST_PICTURES = 6;

/** Everything that the report knows of one game. */
export function gamePart(store: Store, index: number): HTMLElement {
  const game = gameOf(store.rows[index]!);
  const detail = store.detail(index);
  const found = (detail?.found ?? [])
    .map(findingOf)
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const played = detail?.main === undefined ? undefined : playedOf(game, detail.main);
  const questions = played ? questionsOf(found) : [];
  const flagged = new Set(questions.map(({ move }) => move));
  const steps = played && played.moves.length > 0 ? stepper(game, played, flagged) : undefined;
  const show =
    steps &&
    ((move: number): void => {
      steps.goTo(move);
      steps.element.scrollIntoView({ block: 'nearest' });
    });
  const parts: HTMLElement[] = [heading(game, detail)];
  const link = sgfLink(store, index, game, played);
  if (link) parts.push(el('p', {}, link));
  if (played) parts.push(...questions.map((question) => questionPart(game, played, question)));
  const findings = section(
    'Findings',
    found.length === 0 ? el('p', {}, foundNothing(game, detail)) : findingsList(found, game, show),
  );
  parts.push(
    steps ? el('div', { class: 'halves' }, section('Move by move', steps.element), findings) : findings,
  );
  if (detail?.score && played) {
    const plain = scoreOf(detail.score);
    const ruleset = detail.ruleset ?? rulesetByName(game.ruleset);
    parts.push(
      section(
        'Final board',
        el(
          'div',
          { class: 'halves' },
          figureOf([finalPictureOf(game, detail, played)]),
          el('div', {}, ...countTables(plain, detail.deadSource ?? ''), ...verdictOf(game, detail)),
        ),
      ),
      section('Under other rules', accountPart(detail, plain, ruleset)),
    );
  } else if (detail?.because !== undefined) {
    parts.push(section('Score', el('p', {}, `Not scored: ${detail.because}.`)));
  }
  return el('article', { class: 'game' }, ...parts);
}

function section(title: string, ...children: readonly HTMLElement[]): HTMLElement {
  return el('section', {}, el('h3', {}, title), ...children);
}

function foundNothing({ errors, warnings, notes }: Game, detail: Detail | undefined): string {
  if (errors + warnings + notes === 0) return 'None.';
  return detail ? 'None.' : 'The report has no room for them; they stand in findings.csv.';
}

function heading(game: Game, detail: Detail | undefined): HTMLElement {
  const facts: (readonly [string, string])[] = [
    ['File', game.file],
    ['Game in the file', String(game.game)],
    ['Event', game.event === '' ? 'not named' : game.event],
    ['Round', detail?.round ?? ''],
    ['Date', game.date === '' ? 'none told' : game.date],
    ['Board', sizeOf(game)],
    ['Handicap', game.handicap > 0 ? String(game.handicap) : ''],
    ['Komi in the file', game.komi === '' ? 'none told' : game.komi],
    ['RU', detail?.rulesRaw ?? ''],
    [
      'Rules applied',
      detail && detail.rulesetSource !== 'unknown'
        ? `${game.ruleset} (${detail.rulesetSource})`
        : game.ruleset,
    ],
    ['Moves', String(game.moves)],
    ['Ended by', game.ending],
    ['Declared result', game.declared === '' ? 'none' : game.declared],
    ['Counted result', game.result],
    ['SHA-256', detail?.sha256 ?? ''],
  ];
  const list = facts
    .filter(([, value]) => value !== '')
    .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, said(value))]);
  return el(
    'header',
    {},
    el(
      'h2',
      { tabindex: -1 },
      said(game.black === '' ? 'Black' : game.black),
      ' – ',
      said(game.white === '' ? 'White' : game.white),
    ),
    el('dl', {}, ...list),
  );
}

function verdictOf(game: Game, detail: Detail): HTMLElement[] {
  if (game.verdict === '') return [];
  const because = detail.explanation === undefined ? '' : `: ${detail.explanation}`;
  return [el('p', {}, el('strong', {}, `Declared result ${game.verdict}`), because)];
}

/** A finding about a move that a picture explains. */
type Question = PlacedFinding & { readonly move: number };

/** The first finding about each move in question. */
function questionsOf(found: readonly PlacedFinding[]): Question[] {
  const byMove = new Map<number, Question>();
  for (const one of found) {
    const { move, severity, repeatsMove, variation } = one;
    if (move === undefined || move === 0 || variation !== undefined || byMove.has(move)) continue;
    if (severity === 'note' && repeatsMove === undefined) continue;
    if (byMove.size === MOST_PICTURES) break;
    byMove.set(move, { ...one, move });
  }
  return [...byMove.values()];
}

/**
 * The board after a move in question, with the earlier position that it repeats beside it. Without one it is for paper:
 * on the screen the board that steps through the game shows the same.
 */
function questionPart(game: Game, played: Played, question: Question): HTMLElement {
  const { move, repeatsMove, severity } = question;
  const now = pictureAfter(game, played, move, 'flagged');
  const words = [severityMark(severity), ' ', said(messageOf(question, game))];
  if (repeatsMove === undefined) {
    const figure = figureOf([now], words);
    figure.classList.add('paper');
    return figure;
  }
  const earlier = pictureAfter(game, played, repeatsMove);
  return figureOf([now, { ...earlier, label: `the same position ${earlier.label ?? ''}` }], words);
}

/** The game's own bytes, or, where the report has no room for them, its main line written anew. */
function sgfLink(
  store: Store,
  index: number,
  game: Game,
  played: Played | undefined,
): HTMLElement | undefined {
  const source = store.source(index);
  if (!source && !played) return undefined;
  const bytes = source ?? sgfOfLine(played!.line, game.width, game.height);
  const link = el('a', { download: `${plainName(game.file)}-${String(game.game)}.sgf`, href: '' });
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/x-go-sgf' }));
  link.textContent = source ? 'SGF as it was read' : 'SGF of the main line, written anew';
  return link;
}

function plainName(file: string): string {
  const last = file.split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(/\.sgf$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return name.slice(-80) || 'game';
}
