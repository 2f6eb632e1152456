import { count, quote, type Family } from './family.js';

/** Findings about the text encoding of a file. */
export const ENCODING_FINDINGS = {
  'encoding/declared-wrong': {
    severity: 'note',
    sentence: (a: { readonly declared: string; readonly used: string }) =>
      `Declared encoding ${quote(a.declared)} does not fit the bytes, read as ${a.used}`,
    title: 'The declared encoding does not fit',
    means: 'The bytes are not valid text in the encoding that CA names, but are in another one.',
    rule: 'FF[4] CA.',
    example: 'A file with CA[Big5] whose bytes are UTF-8.',
    todo: '`format` writes UTF-8 with the right CA.',
  },
  'encoding/guessed': {
    severity: 'note',
    sentence: (a: { readonly used: string; readonly confidence: number }) =>
      `No encoding declared, read as ${a.used} (confidence ${a.confidence.toFixed(2)})`,
    title: 'The encoding was guessed',
    means:
      'There is no CA and the bytes are not UTF-8. The likeliest encoding was used; names may be wrong, moves are not affected.',
    rule: 'FF[4] CA; without it the format means Latin-1, which hardly any program follows.',
    example: 'A file with names in GBK and without CA.',
    todo: "Check the players' names; `format` writes UTF-8.",
  },
  'encoding/lossy': {
    severity: 'warning',
    sentence: (a: { readonly used: string; readonly characters: number }) =>
      `${count(a.characters, 'character')} could not be read as ${a.used}`,
    title: 'Characters that could not be read',
    means: 'Some bytes are not valid in the encoding that was used and were replaced.',
    rule: 'FF[4] CA.',
    example: 'A file in which names were cut in the middle of a character.',
    todo: 'If the text matters, get the file from its source again.',
  },
} satisfies Family;
