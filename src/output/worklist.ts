import { plural, thousands } from '../columns/numbers.js';
import { visible } from '../core/text.js';
import {
  byGravity,
  needWords,
  type OpenQuestion,
  openQuestion,
  RULING_NEEDS,
  type RulingNeed,
} from '../referee/worklist.js';
import type { GameReport } from '../referee/report.js';
import { linesOf, shortenLeft, wrapped } from './text.js';

/** A game that needs a ruling. */
export interface ListedQuestion extends Pick<OpenQuestion, 'need' | 'text'> {
  readonly file: string;
  readonly game: number;
}

/** The games of a run that need a ruling; those of its parts can be added up. */
export interface Worklist {
  readonly needs: Partial<Record<RulingNeed, number>>;
  /** The first `MOST` of each need, in the order of the run. */
  readonly first: ListedQuestion[];
}

/** Most games of one need that are named. */
const MOST = 10;

export function noWorklist(): Worklist {
  return { needs: {}, first: [] };
}

/** Adds a game to the list if it needs a ruling. */
export function listGame(list: Worklist, report: GameReport): void {
  const question = openQuestion(report);
  if (question) add(list, { ...question, file: report.file, game: report.game });
}

/** Lists a game, or moves it where it was listed under another need. */
export function relist(list: Worklist, listed: ListedQuestion, before: RulingNeed | undefined): void {
  if (before !== undefined) {
    list.needs[before] = (list.needs[before] ?? 1) - 1;
    const at = list.first.findIndex(({ file, game }) => file === listed.file && game === listed.game);
    if (at >= 0) list.first.splice(at, 1);
  }
  add(list, listed);
}

/** How many games there are of each need, the gravest first. */
export function countsByNeed({ needs }: Worklist): Partial<Record<RulingNeed, number>> {
  return Object.fromEntries(
    RULING_NEEDS.flatMap((need) => ((needs[need] ?? 0) > 0 ? [[need, needs[need]]] : [])),
  );
}

/** Adds the second list to the first. */
export function addWorklist(total: Worklist, part: Worklist): void {
  for (const need of RULING_NEEDS) {
    const count = part.needs[need];
    if (count !== undefined) total.needs[need] = (total.needs[need] ?? 0) + count;
  }
  for (const one of part.first) name(total, one);
}

function add(list: Worklist, { file, game, need, text }: ListedQuestion): void {
  list.needs[need] = (list.needs[need] ?? 0) + 1;
  name(list, { file, game, need, text });
}

function name({ first }: Worklist, listed: ListedQuestion): void {
  if (first.filter(({ need }) => need === listed.need).length < MOST) first.push(listed);
}

/** Most games that a terminal shows. */
const MOST_SHOWN = 10;
const FILE_WIDTH = 44;

/** The list at the head of a summary, the gravest first and none of its lines wider than 80 columns; '' when it is empty. */
export function worklistText({ needs, first }: Worklist): string {
  const games = Object.values(needs).reduce((sum, count) => sum + count, 0);
  if (games === 0) return '';
  const shown = first.toSorted(byGravity).slice(0, MOST_SHOWN);
  const more = games - shown.length;
  return linesOf([
    `${plural(games, 'game')} ${games === 1 ? 'needs' : 'need'} a ruling:`,
    ...shown.flatMap(({ file, game, need, text }) => {
      const which = game === 1 ? '' : ` (game ${String(game)})`;
      const named = `${shortenLeft(visible(file), FILE_WIDTH)}${which}`;
      return wrapped(`- ${needWords(need)}: ${named}: ${visible(text)}`);
    }),
    ...(more === 0 ? [] : [`- and ${thousands(more)} more; list --needs-ruling names them all`]),
  ]);
}
