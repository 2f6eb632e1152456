import { type Color, opponent, playerName } from '../color.js';
import { count, quote, type Family, type None } from './family.js';

/** Findings about SGF that only `check` reports, because it reads every node. */
export const CHECK_FINDINGS = {
  'sgf/zero-byte': {
    severity: 'warning',
    sentence: (a: { readonly count: number }) => `Unexpected ${count(a.count, 'zero byte')}, expected text`,
    title: 'Zero bytes',
    means:
      'The file contains bytes of value 0, which are never text. A copy may have gone wrong, or the file is UTF-16 that was not recognized.',
    rule: 'FF[4]: text.',
    example: 'A file in which a lost block was filled with zeros.',
    todo: 'Get the file again from its source.',
  },
  'sgf/several-games': {
    severity: 'note',
    /** Reported once per file, at its second game. */
    sentence: () => 'Unexpected second game in the file, expected one game per file',
    title: 'More than one game in the file',
    means: 'A second game tree follows the first. Many programs show only the first. Reported once per file.',
    rule: 'FF[4] grammar: a collection is one game tree or several.',
    example: '(;GM[1]FF[4]SZ[9];B[ee])(;GM[1]FF[4]SZ[9];B[cc])',
    todo: 'Nothing; `format` can split a collection.',
  },
  'sgf/variation-start': {
    severity: 'warning',
    sentence: (a: { readonly found: string }) =>
      `Unexpected ${quote(a.found)} at the start of a variation, expected ";" and a node`,
    title: 'A variation that does not begin with a node',
    means:
      'An opening parenthesis is followed by neither a semicolon nor a property. The text there was skipped.',
    rule: 'FF[4] grammar: a game tree begins with "(" and a node.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]((;W[cc])(;W[gg])))',
    todo: 'Remove that text.',
  },
  'sgf/variation-level': {
    severity: 'note',
    sentence: (
      a:
        | { readonly takesBack: true }
        | { readonly takesBack: false; readonly expected: Color; readonly first: Color },
      w,
    ) =>
      a.takesBack
        ? `${w.subject}: unexpected AE that takes the move before it back, expected a variation of that move: the variation may be one node too late`
        : `${w.subject}: unexpected move by ${playerName(opponent(a.expected))} next to a move by ${playerName(a.first)}, expected a move by ${playerName(a.expected)}: the variation may be one node too late`,
    title: 'A variation that seems to be one node too late',
    means:
      'It takes the move before it back with AE, or its first move has the color of the move before it, not the color of its siblings. Old programs wrote variations after the move that they replace.',
    rule: 'FF[4]: variations of a move are its siblings.',
    example: '(;GM[1]FF[4]SZ[9];B[ee](;W[cc])(;B[gg]))',
    todo: 'Check it; in a problem both colors may be tried.',
  },
  'sgf/empty-node': {
    severity: 'note',
    sentence: (_: None, w) => `${w.subject}: unexpected node without properties, expected at least one`,
    title: 'A node without properties',
    means: 'A semicolon has no properties after it.',
    rule: 'FF[4]: the grammar allows it; it has no meaning.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];;W[cc])',
    todo: 'Nothing; `format` can remove it.',
  },
  'sgf/long-ident': {
    severity: 'note',
    sentence: (a: { readonly ident: string }) =>
      `Unexpected property name ${quote(a.ident)}, expected one or two capitals`,
    title: 'A property name of more than two capitals',
    means:
      'No format defines such a name; it is private to the program that wrote it. Reported once per game for each name.',
    rule: 'FF[4]: private properties may have any name; every property that it defines has one or two letters.',
    example: '(;GM[1]FF[4]SZ[9]MULTIGOGM[1];B[ee])',
    todo: 'Nothing.',
  },
  'sgf/unknown-property': {
    severity: 'note',
    sentence: (a: { readonly ident: string }) =>
      `Unexpected property ${quote(a.ident)}, expected one that FF[1] to FF[4] define for Go`,
    title: 'A property that no format defines',
    means: 'It is private to a program, or a typing mistake. Reported once per game for each name.',
    rule: 'FF[4]: programs should keep properties that they do not know.',
    example: '(;GM[1]FF[4]SZ[9]XY[1];B[ee])',
    todo: 'Nothing, unless it looks like a typing mistake.',
  },
  'sgf/property-format': {
    severity: 'note',
    sentence: (a: {
      readonly ident: string;
      readonly format: number;
      readonly lacksFormat: boolean;
      readonly defined: string;
    }) =>
      a.lacksFormat
        ? `Unexpected property ${quote(a.ident)} in a record without FF, which is FF[1]: it belongs to ${a.defined}`
        : `Unexpected property ${quote(a.ident)} in FF[${a.format}], expected only properties of that format: it belongs to ${a.defined}`,
    title: 'A property of another format',
    means:
      'The game declares a format that does not have this property, or none, which means FF[1]. Reported once per game for each name, without FF once per game.',
    rule: 'FF[1], FF[3] and FF[4] property lists.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]M[cc])',
    todo: 'Correct FF; `format` writes the FF[4] form of M, L, VW and FG, keeps properties that have none, and leaves them out with --strip obsolete.',
  },
  'sgf/unknown-format': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) => `Unexpected file format ${quote(a.value)}, expected 1 to 4`,
    title: 'A file format that does not exist',
    means: 'FF is not a number from 1 to 4.',
    rule: 'FF[4] FF.',
    example: '(;GM[1]FF[7]SZ[9];B[ee])',
    todo: 'Correct FF.',
  },
  'sgf/mixed-format': {
    severity: 'note',
    sentence: unlikeFirst('file format'),
    title: 'Games of different formats in one file',
    means: 'FF differs from that of an earlier game in the file.',
    rule: 'FF[4] allows it; many programs read only the first FF.',
    example: '(;GM[1]FF[4]SZ[9];B[ee])(;GM[1]FF[3]SZ[9];B[cc])',
    todo: '`format` writes every game in FF[4].',
  },
  'sgf/mixed-game': {
    severity: 'warning',
    sentence: unlikeFirst('game type'),
    title: 'Different games in one file',
    means: 'GM differs from that of an earlier game in the file.',
    rule: 'FF[4] GM.',
    example: '(;GM[1]FF[4]SZ[9];B[ee])(;GM[2]FF[4])',
    todo: 'Split the file, or correct GM.',
  },
  'sgf/mixed-charset': {
    severity: 'warning',
    sentence: unlikeFirst('encoding'),
    title: 'Different encodings declared in one file',
    means: 'CA differs from that of an earlier game in the file. A file is read in one encoding.',
    rule: 'FF[4] CA.',
    example: '(;GM[1]FF[4]CA[UTF-8]SZ[9];B[ee])(;GM[1]FF[4]CA[Big5]SZ[9];B[cc])',
    todo: 'Check the names; `format` writes UTF-8.',
  },
  'sgf/feature-format': {
    severity: 'note',
    sentence: (a: { readonly feature: string; readonly format: number }) =>
      `Unexpected ${a.feature} in FF[${a.format}], expected it in FF[4] only`,
    title: 'A feature of FF[4] in an older format',
    means: 'Compressed point lists and boards that are not square came with FF[4]. Reported once per game.',
    rule: 'FF[4]: changes since FF[3].',
    example: '(;GM[1]FF[3]SZ[9]AB[aa:cc];W[ee])',
    todo: 'Correct FF.',
  },
  'sgf/too-many-values': {
    severity: 'warning',
    sentence: (a: { readonly ident: string; readonly count: number }) =>
      `Unexpected ${count(a.count, 'value')} of ${a.ident}, expected one`,
    title: 'Several values where one is allowed',
    means: 'The property takes one value and has several.',
    rule: 'FF[4] property list.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]MN[1][2])',
    todo: 'Decide which value is right.',
  },
  'sgf/empty-value': {
    severity: 'note',
    sentence: (a: { readonly ident: string; readonly expected: string }) =>
      `Unexpected empty value of ${a.ident}, expected ${a.expected}`,
    title: 'An empty value',
    means: 'The property takes a value, but its brackets are empty. For texts this is only a note.',
    rule: 'FF[4] property value types.',
    example: '(;GM[1]FF[4]SZ[9]EV[];B[ee])',
    todo: 'Nothing; `format` can remove it.',
  },
  'sgf/composed-value': {
    severity: 'warning',
    sentence: (a: { readonly ident: string; readonly value: string; readonly expected: string }) =>
      `Unexpected ${a.ident} value ${quote(a.value)}, expected ${a.expected}`,
    title: 'A value that should have two parts',
    means: 'The value must have two parts, joined by a colon.',
    rule: 'FF[4] Compose.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]LB[ee])',
    todo: 'Add the missing part.',
  },
  'sgf/point-twice': {
    severity: 'warning',
    sentence: (a: { readonly ident: string; readonly points: number }) =>
      `Unexpected ${count(a.points, 'point')} named twice by ${a.ident}, expected each point once per node`,
    title: 'A point twice in one node',
    means: 'A list names a point twice, or two marks are on one point.',
    rule: 'FF[4]: points must be unique in a list, and CR, MA, SL, SQ, TR must not share points.',
    example: '(;GM[1]FF[4]SZ[9]AB[cc][cc];W[ee])',
    todo: 'Remove one of the two.',
  },
  'sgf/bad-rectangle': {
    severity: 'warning',
    sentence: (a: { readonly ident: string; readonly value: string }) =>
      `Unexpected ${a.ident} rectangle ${quote(a.value)}, expected two different points, the upper left and the lower right corner`,
    title: 'A rectangle with wrong corners',
    means:
      'A rectangle of points is written from its upper left to its lower right corner, and never for a single point.',
    rule: 'FF[4] compressed point lists.',
    example: '(;GM[1]FF[4]SZ[9]AB[aa:aa];W[ee])',
    todo: 'Nothing; `format --points compressed` corrects it.',
  },
  'sgf/square-as-rectangle': {
    severity: 'note',
    sentence: (a: { readonly value: string; readonly expected: string }) =>
      `Unexpected size ${quote(a.value)}, expected ${quote(a.expected)}`,
    title: 'A square board written as a rectangle',
    means: 'SZ gives the same number for columns and rows.',
    rule: 'FF[4] SZ: square boards take one number.',
    example: '(;GM[1]FF[4]SZ[9:9];B[ee])',
    todo: 'Nothing; the size is understood.',
  },
  'sgf/view': {
    severity: 'note',
    sentence: (a: { readonly format: number; readonly values: number }) =>
      `Unexpected VW of ${count(a.values, 'value')} in FF[${a.format}], expected the two corners of the view`,
    title: 'A VW in the form of FF[4] in an older format',
    means:
      'Before FF[4] VW has two points, the corners of the view; lists of points, and VW[] for the whole board, came with FF[4].',
    rule: 'FF[4] VW.',
    example: '(;GM[1]FF[3]SZ[9];B[ee]VW[])',
    todo: 'Correct FF.',
  },
  'sgf/integer-komi': {
    severity: 'note',
    sentence: (a: { readonly value: string }) => `Unexpected KI value ${quote(a.value)}, expected komi in KM`,
    title: 'Komi in the obsolete property KI',
    means: 'KI holds komi as a whole number; no format in use defines it.',
    rule: 'FF[4] KM.',
    example: '(;GM[1]FF[4]SZ[9]KI[11];B[ee])',
    todo: 'Write KM; KI counts half points.',
  },
  'sgf/pass-format': {
    severity: 'note',
    sentence: (a: { readonly format: number }) =>
      `Unexpected empty value for a pass in FF[${a.format}], expected "tt"`,
    title: 'A pass in the form of FF[4] in an older format',
    means: 'FF[1] to FF[3] write a pass as tt. Reported once per game.',
    rule: 'FF[3] B, W.',
    example: '(;GM[1]FF[3]SZ[9];B[ee];W[])',
    todo: 'Correct FF.',
  },
  'sgf/root-property-elsewhere': {
    severity: 'warning',
    sentence: (a: { readonly ident: string }, w) =>
      `${w.subject}: unexpected ${a.ident}, expected it in the first node only`,
    title: 'A root property inside the game',
    means: 'Properties such as SZ and FF belong in the first node.',
    rule: 'FF[4] root properties.',
    example: '(;GM[1]FF[4];B[ee]SZ[9])',
    todo: 'Move it to the first node.',
  },
  'sgf/game-info-elsewhere': {
    severity: 'warning',
    sentence: (a: { readonly ident: string }, w) =>
      `${w.subject}: unexpected ${a.ident}, expected all header properties of a line in one node`,
    title: 'Header properties in two nodes of a line',
    means: 'A line of play has its game information in one node; this is a second one.',
    rule: 'FF[4] game-info properties.',
    example: '(;GM[1]FF[4]SZ[9]PB[A];B[ee]PW[B])',
    todo: 'Move them into one node.',
  },
  'sgf/date-format': {
    severity: 'note',
    sentence: (a: { readonly value: string }) =>
      `Unexpected date ${quote(a.value)}, expected a form such as "1996-05-06,07"`,
    title: 'A date in another form',
    means: 'DT does not have the form that the format prescribes, or is not a day of the calendar.',
    rule: 'FF[4] DT.',
    example: '(;GM[1]FF[4]SZ[9]DT[May 6th 1996];B[ee])',
    todo: '`format` normalizes dates.',
  },
  'sgf/time-format': {
    severity: 'note',
    sentence: (a: { readonly value: string }) =>
      `Unexpected time limit ${quote(a.value)}, expected a number of seconds`,
    title: 'A time limit in another form',
    means: 'TM is not a number of seconds.',
    rule: 'FF[4] TM.',
    example: '(;GM[1]FF[4]SZ[9]TM[1 hour];B[ee])',
    todo: '`format` normalizes times.',
  },
  'sgf/annotation-clash': {
    severity: 'warning',
    sentence: (a: { readonly first: string; readonly second: string }, w) =>
      `${w.subject}: unexpected ${a.second} together with ${a.first}, expected only one of the two`,
    title: 'Annotations that contradict each other',
    means:
      'A position is even, unclear, good for Black or good for White; a move is bad, doubtful, interesting or a tesuji.',
    rule: 'FF[4]: such properties must not be mixed in a node.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]DM[1]UC[1])',
    todo: 'Decide which one is right.',
  },
  'sgf/annotation-pair': {
    severity: 'note',
    sentence: (a: { readonly first: string; readonly second: string }, w) =>
      `${w.subject}: unexpected ${a.first} with ${a.second}, expected IT or DO for a move that is both`,
    title: 'Tesuji and bad move together',
    means: 'FF[3] wrote an interesting or a doubtful move as TE with BM; FF[4] has IT and DO.',
    rule: 'FF[4] DO, IT.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]TE[1]BM[1])',
    todo: 'Write IT or DO.',
  },
  'sgf/annotation-without-move': {
    severity: 'warning',
    sentence: (a: { readonly ident: string }, w) =>
      `${w.subject}: unexpected ${a.ident}, expected a move in the same node`,
    title: 'A move annotation without a move',
    means: 'BM, DO, IT, TE and KO describe the move of their node.',
    rule: 'FF[4] move annotation.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];TE[1])',
    todo: 'Move it to the node of the move.',
  },
} satisfies Family;

/** The sentence about a property that differs from that of the first game of the file. */
function unlikeFirst(what: string) {
  return (a: { readonly value: string; readonly first: string }): string =>
    `Unexpected ${what} ${quote(a.value)}, expected ${quote(a.first)} as in the first game of the file`;
}
