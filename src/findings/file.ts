import { count, quote, type Family } from './family.js';

/** Findings about reading: limits, files and archives. */
export const FILE_FINDINGS = {
  'sgf/limit': {
    severity: 'error',
    sentence: (a: { readonly limit: string; readonly value: number }) =>
      `The limit ${a.limit} (${a.value}) was reached; what lies beyond it was not read`,
    title: 'A limit of the referee was reached',
    means:
      'The file is larger or deeper than one of the limits that keep a hostile file from stopping the run. What lies beyond was not read.',
    rule: 'Limits of this program; see the README.',
    example: 'A main line of more than two million nodes.',
    todo: 'Split the file.',
  },
  'file/unreadable': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) => `The file could not be read: ${a.reason}`,
    title: 'The file could not be read',
    means: 'The system refused to open or read it.',
    rule: 'None.',
    example: 'A file without read permission.',
    todo: 'Check name and permission.',
  },
  'file/changed': {
    severity: 'warning',
    /** Its contents became other ones during a run; `what` tells when. */
    sentence: (a: { readonly what: string }) => `The file changed during the run: ${a.what}`,
    title: 'The file changed during the run',
    means:
      'A file that was named, or a large one, or an archive had another size or time at the end of its reading than before; or its contents became other ones after its games were judged and before a stopped run went on. Small files of a folder are read at once and not looked at again.',
    rule: 'None.',
    example: 'A program that still writes to the folder.',
    todo: 'Referee the file again when nothing writes to it.',
  },
  'file/not-sgf': {
    severity: 'error',
    sentence: (a: { readonly what: string }) => `Unexpected ${a.what}, expected SGF`,
    title: 'The file is something else',
    means: 'The bytes are of another kind of file: a program, a picture, another record format.',
    rule: 'None.',
    example: 'A GIB file renamed to .sgf.',
    todo: 'Convert it with a program that knows the format.',
  },
  'file/read-as': {
    severity: 'note',
    /** The file is no SGF but another format that is read as well. */
    sentence: (a: { readonly format: string }) =>
      `Read as a ${a.format} record: its translation into SGF is judged`,
    title: 'Another format than SGF',
    means:
      'The file is a GIB record (Tygem) or an NGF record (WBaduk). Its game is translated into SGF, line by line, and judged like any other.',
    rule: 'None; neither format has a description by its owner.',
    example: 'A file that begins with \\HS.',
    todo: 'Nothing. `format` writes it as SGF.',
  },
  'file/bad-line': {
    severity: 'warning',
    /** `lines`: how many make no sense; `value`: the first of them. */
    sentence: (a: { readonly format: string; readonly lines: number; readonly value: string }) =>
      `${count(a.lines, 'line')} of the ${a.format} record left out: unexpected ${quote(a.value)}, expected a field or a move`,
    title: 'Lines of a GIB or NGF record that make no sense',
    means: 'These lines are no field and no move, or hold a point that no board has. They were left out.',
    rule: 'None; neither format has a description by its owner.',
    example: 'STO 0 5 3 99 99 in a GIB record.',
    todo: 'Look at the line: a move may be missing from here on.',
  },
  'archive/damaged': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) => `The archive is damaged: ${a.reason}`,
    title: 'The archive is damaged',
    means: 'It could not be unpacked to the end. Entries before the damage were judged.',
    rule: 'None.',
    example: 'A zip file that was cut off while downloading.',
    todo: 'Get it again.',
  },
  'archive/entry-skipped': {
    severity: 'warning',
    sentence: (a: { readonly entry: string; readonly reason: string }) =>
      `Entry ${quote(a.entry)} was skipped: ${a.reason}`,
    title: 'An entry of the archive was passed over',
    means: 'It is larger than the limits, encrypted, or packed in a way that is not supported.',
    rule: 'Limits of this program; see the README.',
    example: 'An encrypted entry of a zip file.',
    todo: 'Unpack it by hand and name the file.',
  },
  'archive/name-again': {
    severity: 'warning',
    sentence: (a: { readonly entry: string }) =>
      `The archive has another entry ${quote(a.entry)} before this one`,
    title: 'Two entries of one name',
    means:
      'The archive has two entries of the same name. Both were judged, and their rows carry the same file name.',
    rule: 'None; the zip format does not forbid it, and a tar that was appended to has it.',
    example: 'game.sgf twice in games.zip.',
    todo: 'Programs that unpack it keep one of them: look which one is meant.',
  },
  'archive/extra-bytes': {
    severity: 'warning',
    /** How many bytes are before and after the archive in its file. */
    sentence: (a: { readonly before: number; readonly after: number }) =>
      `${String(a.before)} bytes before the archive and ${String(a.after)} after it are not part of it`,
    title: 'Other bytes around the archive',
    means: 'The file holds more than the archive. The archive itself was read as a whole.',
    rule: 'None; the zip format allows a program before the archive.',
    example: 'A zip that unpacks itself, or one with a line of text after its end.',
    todo: 'Nothing, unless the bytes are what is left of another archive.',
  },
} satisfies Family;
