import { count, type Family, quote, type Severity } from './family.js';

/** Findings about reading: limits, files and archives. */
export const FILE_FINDINGS = {
  'sgf/limit': {
    severity: 'error',
    sentence: (a: { readonly limit: string; readonly value: number }) =>
      `The limit ${a.limit} (${a.value}) was reached; anything beyond it was not read`,
    title: 'A limit was reached',
    means:
      'The file is larger or deeper than one of the limits that protect a run against hostile files. Anything beyond the limit was not read.',
    rule: 'Limits of this program; see the README.',
    example: 'A main line of more than two million nodes.',
    todo: 'Split the file.',
  },
  'file/unreadable': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) => `The file could not be read: ${a.reason}`,
    title: 'The file could not be read',
    means: 'The operating system could not open or read it.',
    rule: 'None.',
    example: 'A file without read permission.',
    todo: 'Check its name and permissions.',
  },
  'file/configuration': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) =>
      `The configuration of this folder cannot be applied: ${a.reason}`,
    title: 'A configuration that cannot be applied',
    means:
      'The configuration of the run allows those of folders below ("nested": true), and this one cannot be read: it is not JSON, not a plain file, too large, or has an unknown option or a wrong value. The games of the folder are judged by the configuration above it.',
    rule: 'docs/archives.md, "Configuration".',
    example: 'A sgf-referee.config.json that ends in the middle of a line.',
    todo: 'Mend or remove the file; `sgf-referee config FILE` shows what applies to a game.',
  },
  'file/changed': {
    severity: 'warning',
    /** Its contents changed during a run; `what` says when. */
    sentence: (a: { readonly what: string }) => `The file changed during the run: ${a.what}`,
    title: 'The file changed during the run',
    means:
      'A file named as an input, a large file or an archive had a different size or time after it was read; or its contents changed after its games were judged and before a stopped run was resumed. Small files of a folder are read in one go and not checked again.',
    rule: 'None.',
    example: 'A program that is still writing to the folder.',
    todo: 'Run again when nothing writes to the file.',
  },
  'file/not-sgf': {
    severity: 'error',
    sentence: (a: { readonly what: string }) => `Unexpected ${a.what}, expected SGF`,
    title: 'The file is not SGF',
    means: 'The bytes are of another kind of file: a program, a picture, a record in an unsupported format.',
    rule: 'None.',
    example: 'A picture renamed to .sgf.',
    todo: 'Unpack an archive with the program that the finding names; convert a record with a program that reads its format.',
  },
  'file/read-as': {
    severity: 'note',
    /** The file is in another format that is supported. */
    sentence: (a: { readonly format: string }) => `Read as ${a.format}; its translation into SGF is judged`,
    title: 'A format other than SGF',
    means:
      'The file is a GIB record (Tygem), an NGF record (WBaduk) or a UGF record (Pandanet). Its game is translated into SGF, line by line, and judged like any other.',
    rule: 'None; none of these formats has a description by its owner.',
    example: 'A file that begins with \\HS.',
    todo: 'Nothing. `format` writes it as SGF.',
  },
  'file/bad-line': {
    severity: 'warning',
    /** `lines`: how many were skipped; `value`: the first of them. */
    sentence: (a: { readonly format: string; readonly lines: number; readonly value: string }) =>
      `${count(a.lines, 'line')} of the ${a.format} record skipped: unexpected ${quote(a.value)}, expected a field or a move`,
    title: 'Lines of another format that cannot be read',
    means:
      'These lines are neither a field nor a move, or have a point that is on no board. They were skipped.',
    rule: 'None; none of these formats has a description by its owner.',
    example: 'STO 0 5 3 99 99 in a GIB record.',
    todo: 'Look at the line: a move may be missing from here on.',
  },
  'archive/damaged': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) => `The archive is damaged: ${a.reason}`,
    title: 'The archive is damaged',
    means: 'It could not be unpacked completely. Entries before the damage were judged.',
    rule: 'None.',
    example: 'A zip file whose download was cut off.',
    todo: 'Get it from its source again.',
  },
  'archive/entry-skipped': {
    severity: 'warning',
    sentence: (a: { readonly entry: string; readonly reason: string }) =>
      `Entry ${quote(a.entry)} was skipped: ${a.reason}`,
    title: 'An entry of the archive was skipped',
    means: 'It is larger than the limits, encrypted, or packed in a way that is not supported.',
    rule: 'Limits of this program; see the README.',
    example: 'An encrypted entry of a zip file.',
    todo: 'Unpack it by hand and name the file.',
  },
  'archive/name-again': {
    severity: 'warning',
    sentence: (a: { readonly entry: string }) =>
      `The archive has an earlier entry with the same name, ${quote(a.entry)}`,
    title: 'Two entries with the same name',
    means:
      'The archive has two entries with the same name. Both were judged, and their rows have the same file name.',
    rule: 'None; the zip format does not forbid it, and appending to a tar archive can cause it.',
    example: 'game.sgf twice in games.zip.',
    todo: 'Programs that unpack it keep only one of them: check which one is meant.',
  },
  'archive/extra-bytes': {
    severity: 'warning',
    /** How many bytes are before and after the archive in its file. */
    sentence: (a: { readonly before: number; readonly after: number }) =>
      `${String(a.before)} bytes before the archive and ${String(a.after)} after it are not part of it`,
    title: 'Other bytes around the archive',
    means: 'The file holds more than the archive. The whole archive was read.',
    rule: 'None; the zip format allows a program before the archive.',
    example: 'A self-extracting zip, or one with a line of text after its end.',
    todo: 'Nothing, unless the bytes are the rest of another archive.',
  },
} satisfies Family;

/** Findings about the text encoding of a file. */
export const ENCODING_FINDINGS = {
  'encoding/declared-wrong': {
    severity: 'note',
    sentence: (a: { readonly declared: string; readonly used: string; readonly isKnown: boolean }) =>
      `Declared encoding ${quote(a.declared)} ${a.isKnown ? 'does not fit the bytes' : 'is unknown'}, read as ${a.used}`,
    title: 'The declared encoding does not fit',
    means:
      'The bytes are not valid text in the encoding that CA names, but are in another one; or CA names an encoding that is not known.',
    rule: 'FF[4] CA.',
    example: 'A file with CA[Big5] whose bytes are UTF-8.',
    todo: '`format` writes UTF-8 with the right CA.',
  },
  'encoding/guessed': {
    severity: 'note',
    sentence: (a: { readonly used: string; readonly confidence: number; readonly isDeclared: boolean }) =>
      `${a.isDeclared ? 'Encoding guessed' : 'No encoding declared'}, read as ${a.used} (confidence ${a.confidence.toFixed(2)})`,
    title: 'The encoding was guessed',
    means:
      'There is no CA, or one that does not fit, and the bytes are not UTF-8. The likeliest encoding was used; names may be wrong, moves are not affected.',
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

/** How many findings of one code and severity are counted but not listed. */
type MoreArgs = {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
};

/** Findings about the report itself: what it leaves out, and faults of the program. */
export const INTERNAL_FINDINGS = {
  'findings/more': {
    severity: 'note',
    sentence: (a: MoreArgs): string =>
      `${count(a.count, `more ${a.code} ${a.severity}`)} in this game ${a.count === 1 ? 'is' : 'are'} counted but not listed`,
    title: 'More findings of the same kind',
    means:
      'The game has more findings of one code and severity than are listed. This one has the place of the first that is not listed and says how many there are. All counts, as in games.csv and summary.json, include every finding, listed or not; this one is not counted, and it cannot be ignored.',
    rule: '`--max-per-code N`: 100 by default; 0 lists all.',
    example:
      'A record of 500 moves that repeats one position again and again: 100 repetitions and one of these.',
    todo: 'Look at the first ones: usually one mistake causes them all. `--max-per-code 0` lists every one.',
  },
  'internal/fault': {
    severity: 'error',
    sentence: (a: { readonly what: string }) => `The referee failed on this record: ${a.what}`,
    title: 'The referee itself failed',
    means: 'A bug in this program, not a mistake in the record. The run continued with the next game.',
    rule: 'None.',
    example: 'None is known.',
    todo: 'Please report it with the record.',
  },
  'internal/worker-lost': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) => `The worker stopped on this file: ${a.reason}`,
    title: 'A worker stopped',
    means:
      'The worker thread that was reading this file ended unexpectedly, usually for lack of memory. The file was not judged.',
    rule: 'None.',
    example: 'A machine that runs out of memory.',
    todo: 'Run the file alone, or with fewer --jobs.',
  },
} satisfies Family;
