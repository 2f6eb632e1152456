import type { ExplanationsOf } from './explanation.js';
import { CHECK_EXPLANATIONS } from './explanations-check.js';

/** Explanations of the findings about games, encodings, syntax, files and archives. */
export const FILE_EXPLANATIONS: ExplanationsOf<
  'game' | 'encoding' | 'sgf' | 'file' | 'archive' | 'internal' | 'findings'
> = {
  ...CHECK_EXPLANATIONS,
  'game/size': {
    title: 'A board size that cannot be used',
    means:
      'SZ is no size from 1 to 52 points a side, or written in a form the format forbids. The game is read on 19x19 when nothing better can be made of it.',
    rule: 'FF[4] SZ: one number for square boards, columns and rows with a colon for others.',
    example: '(;GM[1]FF[4]SZ[99];B[ee])',
    todo: 'Correct SZ.',
  },
  'game/not-go': {
    title: 'Another game than Go',
    means: 'GM names another game. Its moves are not judged.',
    rule: 'FF[4] GM: 1 is Go.',
    example: '(;GM[2]FF[4]SZ[8];B[d3])',
    todo: 'Nothing, or correct GM.',
  },
  'game/duplicate': {
    title: 'The same game twice',
    means: 'Another game of this run has the same moves, as they are or on a turned or mirrored board.',
    rule: 'None; a help for keepers of collections.',
    example: 'Two files of one run with the same main line.',
    todo: 'Keep one. When results or names differ between the copies, one of them is wrong.',
  },
  'encoding/declared-wrong': {
    title: 'The declared encoding does not fit',
    means: 'The bytes are not valid text in the encoding that CA names, but are in another.',
    rule: 'FF[4] CA.',
    example: 'A file with CA[Big5] whose bytes are UTF-8.',
    todo: '`format` writes UTF-8 with a right CA.',
  },
  'encoding/guessed': {
    title: 'The encoding was guessed',
    means:
      'There is no CA and the bytes are not UTF-8. The likeliest encoding was taken; names may be wrong, moves are not touched by it.',
    rule: 'FF[4] CA; without it the format means Latin-1, which hardly any writer honors.',
    example: 'A file with names in GBK and without CA.',
    todo: "Check the players' names; `format` writes UTF-8.",
  },
  'encoding/lossy': {
    title: 'Characters that could not be read',
    means: 'Some bytes make no character in the encoding that was used and were replaced.',
    rule: 'FF[4] CA.',
    example: 'A file in which names were cut in the middle of a character.',
    todo: 'Get the file from its source again if the text matters.',
  },
  'sgf/no-game': {
    title: 'No game in the file',
    means: 'Nothing in the file looks like the start of a game tree.',
    rule: 'FF[4] grammar: a collection is at least one game tree.',
    example: 'GM[1]FF[4]SZ[9]',
    todo: 'Check whether it is an SGF file at all.',
  },
  'sgf/text-outside': {
    title: 'Text before, between or after games',
    means: 'There are characters outside all game trees, such as mail headers. They were passed over.',
    rule: 'FF[4]: such text is allowed before the first tree and to be ignored.',
    example: 'From: a friend (;GM[1]FF[4]SZ[9];B[ee])',
    todo: 'Nothing.',
  },
  'sgf/unopened-tree': {
    title: 'The game lacks its first parenthesis',
    means: 'A root node stands where no tree is open. It was read as a game all the same.',
    rule: 'FF[4] grammar: a game tree begins with "(".',
    example: ';GM[1]FF[4]SZ[9];B[ee];W[cc])',
    todo: 'Put "(" before it.',
  },
  'sgf/unclosed-tree': {
    title: 'The game is not closed',
    means:
      'The file ends, or the next game begins, before all parentheses are closed. The record may have been cut off.',
    rule: 'FF[4] grammar.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc]',
    todo: 'Check the last moves against another copy.',
  },
  'sgf/surplus-parenthesis': {
    title: 'More parentheses closed than opened',
    means: 'A closing parenthesis stands where no tree is open. The games after it were read.',
    rule: 'FF[4] grammar.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]))(;GM[1]FF[4]SZ[9];B[cc])',
    todo: 'Remove it; some programs drop everything behind it.',
  },
  'sgf/unclosed-value': {
    title: 'A value is not closed',
    means:
      'A property value runs to the end of the file. What came after the missing bracket is part of it now.',
    rule: 'FF[4] grammar: a value ends with "]"; inside a value "]" is written with a backslash before it.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc]C[good move)',
    todo: 'Close the value by hand.',
  },
  'sgf/missing-semicolon': {
    title: 'A tree without a first node',
    means: 'Properties follow the opening parenthesis directly. They were read as a node.',
    rule: 'FF[4] grammar: a node begins with ";".',
    example: '(GM[1]FF[4]SZ[9];B[ee])',
    todo: 'Nothing; `format` writes it.',
  },
  'sgf/empty-variation': {
    title: 'A variation without nodes',
    means: 'A pair of parentheses holds nothing.',
    rule: 'FF[4] grammar: a tree has at least one node.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]()(;W[cc]))',
    todo: 'Nothing.',
  },
  'sgf/lower-case-ident': {
    title: 'Property names in the old long form',
    means: 'A property name has lower-case letters, as FF[3] and older files have. Only the capitals count.',
    rule: 'FF[1] to FF[3]: lower-case letters of a name are ignored.',
    example: '(;GaMe[1]SiZe[9];Black[ee];White[cc])',
    todo: 'Nothing; `format` writes capitals.',
  },
  'sgf/repeated-property': {
    title: 'A property twice in one node',
    means:
      'A property that stands once in a node stands there twice. Of header values the first counts; moves are executed one after the other.',
    rule: 'FF[4]: a property must not occur twice in a node.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc]W[gg])',
    todo: 'Decide which value is right.',
  },
  'sgf/property-without-value': {
    title: 'A property without a value',
    means: 'A name stands alone. It was passed over.',
    rule: 'FF[4] grammar: a property has at least one value, which may be empty.',
    example: '(;GM[1]FF[4]SZ[9]KO;B[ee])',
    todo: 'Add the value or remove the name.',
  },
  'sgf/value-without-property': {
    title: 'A value without a property',
    means: 'A bracket opens where no property name stands before it.',
    rule: 'FF[4] grammar.',
    example: '(;[9]GM[1]FF[4];B[ee])',
    todo: 'Find the lost name.',
  },
  'sgf/bad-point': {
    title: 'A point that the board does not have',
    means: 'A value in a list of points is outside the board, or is no point at all.',
    rule: 'FF[4] Go: points are two letters, column then row.',
    example: '(;GM[1]FF[4]SZ[9]AB[cc][pp];W[ee])',
    todo: 'Check SZ, then the value.',
  },
  'sgf/illegal-text': {
    title: 'Characters between properties',
    means: 'Something stands between properties that is neither a name nor a value. It was passed over.',
    rule: 'FF[4] grammar: only white space may stand there.',
    example: '(;GM[1]FF[4]SZ[9] ,, ;B[ee])',
    todo: 'Nothing, unless it looks like a lost part of the record.',
  },
  'sgf/node-outside': {
    title: 'Nodes behind a closed variation',
    means: 'A sequence goes on behind its variations. These nodes belong to no line and were not played.',
    rule: 'FF[4] grammar: in a game tree all nodes stand before the variations.',
    example: '(;GM[1]FF[4]SZ[9];B[ee](;W[cc]);W[gg])',
    todo: 'Look where the nodes belong; a parenthesis may have been lost or moved.',
  },
  'sgf/moves-restored': {
    title: 'Moves put back that a name was pasted over',
    means:
      'A server of Korean news games pasted a name over every "[p". Each damaged move has the same name and one letter left, and no other move of the file stands in column p, so these moves are known again.',
    rule: 'None; seen in hundreds of records, which replay without a fault with the moves put back.',
    example: ';B[dd];W[cp];BNamed];W[nc] where ;B[pd] stood.',
    todo: 'Nothing; `format` writes the moves out.',
  },
  'sgf/move-in-root': {
    title: 'A move in the first node',
    means: 'The root holds a B or W. It was executed.',
    rule: 'FF[4]: moves in the root are bad style.',
    example: '(;GM[1]FF[4]SZ[9]B[ee];W[cc])',
    todo: 'Nothing; `format` moves it to a node of its own.',
  },
  'sgf/limit': {
    title: 'A limit of the referee was reached',
    means:
      'The file is larger or deeper than one of the limits that keep a hostile file from stopping the run. What lies beyond was not read.',
    rule: 'Limits of this program; see the README.',
    example: 'A main line of more than two million nodes.',
    todo: 'Split the file.',
  },
  'file/unreadable': {
    title: 'The file could not be read',
    means: 'The system refused to open or read it.',
    rule: 'None.',
    example: 'A file without read permission.',
    todo: 'Check name and permission.',
  },
  'file/changed': {
    title: 'The file changed during the run',
    means:
      'A file that was named, or a large one, or an archive had another size or time at the end of its reading than before; or its contents became other ones after its games were judged and before a stopped run went on. Small files of a folder are read at once and not looked at again.',
    rule: 'None.',
    example: 'A program that still writes to the folder.',
    todo: 'Referee the file again when nothing writes to it.',
  },
  'file/not-sgf': {
    title: 'The file is something else',
    means: 'The bytes are of another kind of file: a program, a picture, another record format.',
    rule: 'None.',
    example: 'A GIB file renamed to .sgf.',
    todo: 'Convert it with a program that knows the format.',
  },
  'file/read-as': {
    title: 'Another format than SGF',
    means:
      'The file is a GIB record (Tygem) or an NGF record (WBaduk). Its game is translated into SGF, line by line, and judged like any other.',
    rule: 'None; neither format has a description by its owner.',
    example: 'A file that begins with \\HS.',
    todo: 'Nothing. `format` writes it as SGF.',
  },
  'file/bad-line': {
    title: 'Lines of a GIB or NGF record that make no sense',
    means: 'These lines are no field and no move, or hold a point that no board has. They were left out.',
    rule: 'None; neither format has a description by its owner.',
    example: 'STO 0 5 3 99 99 in a GIB record.',
    todo: 'Look at the line: a move may be missing from here on.',
  },
  'archive/damaged': {
    title: 'The archive is damaged',
    means: 'It could not be unpacked to the end. Entries before the damage were judged.',
    rule: 'None.',
    example: 'A zip file that was cut off while downloading.',
    todo: 'Get it again.',
  },
  'archive/entry-skipped': {
    title: 'An entry of the archive was passed over',
    means: 'It is larger than the limits, encrypted, or packed in a way that is not supported.',
    rule: 'Limits of this program; see the README.',
    example: 'An encrypted entry of a zip file.',
    todo: 'Unpack it by hand and name the file.',
  },
  'archive/extra-bytes': {
    title: 'Other bytes around the archive',
    means: 'The file holds more than the archive. The archive itself was read as a whole.',
    rule: 'None; the zip format allows a program before the archive.',
    example: 'A zip that unpacks itself, or one with a line of text after its end.',
    todo: 'Nothing, unless the bytes are what is left of another archive.',
  },
  'archive/name-again': {
    title: 'Two entries of one name',
    means:
      'The archive has two entries of the same name. Both were judged, and their rows carry the same file name.',
    rule: 'None; the zip format does not forbid it, and a tar that was appended to has it.',
    example: 'game.sgf twice in games.zip.',
    todo: 'Programs that unpack it keep one of them: look which one is meant.',
  },
  'findings/more': {
    title: 'More findings of the same kind',
    means:
      'The game has more findings of one code and severity than are listed. It stands where the first of the others does and tells how many they are. All counts, as in games.csv and summary.json, are of all findings, listed or not; this one is not counted, and it cannot be ignored.',
    rule: '`--max-per-code N`: 100 unless you say otherwise; 0 lists all.',
    example:
      'A record of 500 moves that repeats one position again and again: 100 repetitions and one of these.',
    todo: 'Look at the first ones: most often one mistake makes them all. `--max-per-code 0` lists every one.',
  },
  'internal/fault': {
    title: 'The referee itself failed',
    means: 'A mistake in this program, not in the record. The run went on with the next game.',
    rule: 'None.',
    example: 'None is known.',
    todo: 'Please report it with the record.',
  },
  'internal/worker-lost': {
    title: 'A worker stopped',
    means:
      'The thread that held this file ended unexpectedly, mostly for lack of memory. The file was not judged.',
    rule: 'None.',
    example: 'A machine that runs out of memory.',
    todo: 'Run the file alone, or with fewer --jobs.',
  },
};
