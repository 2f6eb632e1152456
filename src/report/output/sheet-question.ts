/** What a ruling sheet asks. */
import { messageOf, SEVERITIES } from '../../core/findings/finding.js';
import { formatPoint } from '../../core/point.js';
import { termOf } from '../../core/words/template.js';
import type { SheetWords, Words } from '../../core/words/words.js';
import { moreUrgent, NO_RESULT_YET, type PlacedFinding } from '../../referee/judge/report.js';
import { resultOf } from '../columns/games.js';
import { comparison, type SheetGame, type SheetQuestion } from './outcomes.js';

/** The finding that the sheet is about: one about the move, or else the most severe, those about moves first. */
export function questionOf({ findings }: SheetQuestion, move: number | undefined): PlacedFinding | undefined {
  if (move !== undefined) return findings.find((one) => one.move === move && one.variation === undefined);
  const bySeverity = [...findings].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  return (
    bySeverity.find((one) => one.code.startsWith('move/') && one.severity !== 'note') ??
    bySeverity.find((one) => one.code.startsWith('result/') && one.severity !== 'note') ??
    findings.find(({ code }) => code === 'dead/uncertain')
  );
}

/**
 * What is asked, one line each: how a results table differs if nothing graver is asked; else the finding, or declared and counted result with
 * what would make them agree, then which move may be misprinted, and what the table says.
 */
export function questionsOf(
  game: SheetGame,
  asked: SheetQuestion,
  found: PlacedFinding | undefined,
  { move, language }: { readonly move: number | undefined; readonly language: Words },
): readonly string[] {
  const { record, declared, before, tableQuestion: differing = '' } = game;
  const isAboutTable = differing !== '' && moreUrgent('table-differs', before?.need) === 'table-differs';
  const ofTable = tableWords(game);
  const said = (text: string): string => capitalized(termOf(text, language), language);
  const misprint = asked.findings.find((one) => one.code === 'record/misprint' && one !== found);
  const isDecided = before !== undefined;
  const counted = comparison(declared, asked, { isSound: misprint === undefined, isDecided });
  const ofCount = said([counted, asked.explanation].filter((text) => text !== '').join('; '));
  if (isAboutTable && move === undefined) {
    const isUnsure = !isDecided && game.settlement?.verdict === 'unsure';
    return [said(ofTable), asksOfTable(differing, language.sheet), isUnsure ? ofCount : ''].filter(
      (text) => text !== '',
    );
  }
  const isOfMisprint = misprint && (found === undefined || found.move === misprint.move);
  const turning = found?.code === 'dead/uncertain' ? turningGroups(game) : [];
  const first = found
    ? [messageOf(found, record, language)]
    : ofCount === ''
      ? remarksOf(asked, record, language)
      : [ofCount];
  return [
    ...(turning.length > 0 ? turning.map(said) : first),
    isOfMisprint ? messageOf(misprint, record, language) : '',
    move === undefined ? said(ofTable) : '',
  ].filter((text) => text !== '');
}

/** What is asked where neither a finding nor the declared result asks: a missing result, or what was found of a move. */
function remarksOf(
  { findings, counted }: SheetQuestion,
  record: SheetGame['record'],
  language: Words,
): readonly string[] {
  const missing = findings.find(({ code }) => code === 'result/missing');
  const ofMove = findings.find(({ code, variation }) => code.startsWith('move/') && variation === undefined);
  const remark = missing ?? ofMove;
  if (!remark) return [];
  const isOpen = remark === missing && counted === '';
  return [messageOf(remark, record, language), ...(isOpen ? [language.sheet.whoWon] : [])];
}

/** What a referee is to say about a table that differs: of a game that has no result anywhere neither of the two is right. */
function asksOfTable(differing: string, words: SheetWords): string {
  return differing.startsWith(NO_RESULT_YET) ? words.whoWon : words.whichIsRight;
}

function capitalized(text: string, { language }: Words): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** How a results table differs, and whom it has as Black where the colors are swapped; '' for nothing. */
function tableWords({ table, tableQuestion }: SheetGame): string {
  const { reason = '', black } = table ?? {};
  const swapped = black === undefined ? '' : `the table has ${black} as Black`;
  return [tableQuestion || reason, swapped].filter((text) => text !== '').join('; ');
}

/** Groups whose life turns the winner, as `openQuestion` asks about one. */
function turningGroups({ groups, record: { width, height } }: SheetGame): readonly string[] {
  return groups
    .filter(({ lives, dies }) => lives.winner !== dies.winner)
    .map(
      ({ point, lives, dies }) =>
        `${resultOf(lives)} if the group at ${formatPoint(point, width, height)} lives, ${resultOf(dies)} if not`,
    );
}
