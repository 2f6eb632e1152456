/** Decisions and repairs in words. */
import { termOf } from '../../core/words/template.js';
import { type Label, labelIn, type Words } from '../../core/words/words.js';
import { type Decision, decisionText } from '../../referee/judge/decisions.js';
import { editsIn } from '../../referee/repair/repair-text.js';

const EDITS: Readonly<Record<ReturnType<typeof editsIn>[number][0], Label>> = {
  point: 'move {move}: {point} in place of {written}',
  swap: 'moves {move} ({written}) and {other} ({point}) exchanged',
  lost: 'a move at {point} inserted as move {move}',
  extra: 'move {move} ({written}) left out',
  mirrored: 'points mirrored or turned from move {move} on',
  colors: 'colors exchanged from move {move} on',
  cut: 'only the moves before move {move}',
};

/** A repair as a clause: another change may stand before it. */
function repairClause(text: string, language: Words): string {
  const edits = editsIn(text).map(([kind, named]) => {
    const turned =
      named['turned'] === undefined ? '' : `, ${labelIn(language, 'colors exchanged from there on')}`;
    return labelIn(language, EDITS[kind], named) + turned;
  });
  return edits.join('; ');
}

/** A repair as a sentence. */
export function repairWords(text: string, language: Words): string {
  return begun(repairClause(text, language), language);
}

function begun(sentence: string, { language }: Words): string {
  return sentence.charAt(0).toLocaleUpperCase(language) + sentence.slice(1);
}

/** What a decision changes, in a language; begun as a sentence where a repair comes first. */
export function decisionWords(decision: Decision, language: Words): string {
  const { repair } = decision;
  const clause = repair === undefined ? '' : repairClause(repair, language);
  const said = decisionText(decision, (change) =>
    change === `repair ${repair ?? ''}` ? clause : termOf(change, language),
  );
  return clause !== '' && said.startsWith(clause) ? begun(said, language) : said;
}
