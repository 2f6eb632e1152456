/** Decisions and repairs in words. */
import { termOf } from '../../core/words/template.js';
import { type Label, labelIn, type Words } from '../../core/words/words.js';
import { type Decision, decisionText } from '../../referee/judge/decisions.js';
import { editsIn } from '../../referee/repair/repair-text.js';

const EDITS: Readonly<Record<ReturnType<typeof editsIn>[number][0], Label>> = {
  point: 'Move {move}: {point} in place of {written}',
  swap: 'Moves {move} ({written}) and {other} ({point}) exchanged',
  lost: 'A move at {point} inserted as move {move}',
  extra: 'Move {move} ({written}) left out',
  mirrored: 'Points mirrored or turned from move {move} on',
  colors: 'Colors exchanged from move {move} on',
  cut: 'Only the moves before move {move}',
};

/** A repair as a sentence. */
export function repairWords(text: string, language: Words): string {
  const edits = editsIn(text).map(([kind, named]) => {
    const turned =
      named['turned'] === undefined ? '' : `, ${labelIn(language, 'colors exchanged from there on')}`;
    return labelIn(language, EDITS[kind], named) + turned;
  });
  return edits.join('; ');
}

/** What a decision changes, in a language; a repair as a sentence. */
export function decisionWords(decision: Decision, language: Words): string {
  return decisionText(decision, (change) =>
    change === `repair ${decision.repair ?? ''}`
      ? repairWords(decision.repair!, language)
      : termOf(change, language),
  );
}
