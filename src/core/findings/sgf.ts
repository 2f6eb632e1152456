import { count, quote, type Family } from './family.js';

/** Findings about SGF syntax that reading the main line shows; `check.ts` has those that only `check` reports. */
export const SGF_FINDINGS = {
  'sgf/no-game': {
    severity: 'warning',
    sentence: (a: { readonly what: string }) => `Unexpected ${a.what}, expected a game in parentheses`,
    title: 'No game in the file',
    means: 'Nothing in the file looks like the start of a game tree.',
    rule: 'FF[4] grammar: a collection is at least one game tree.',
    example: 'GM[1]FF[4]SZ[9]',
    todo: 'Check whether it is an SGF file.',
  },
  'sgf/text-outside': {
    severity: 'note',
    sentence: (a: { readonly characters: number }) =>
      `Unexpected ${count(a.characters, 'character')} outside the game, expected nothing`,
    title: 'Text before, between or after games',
    means: 'There are characters outside all game trees, such as mail headers. They were skipped.',
    rule: 'FF[4]: such text is allowed before the first tree and must be ignored.',
    example: 'From: a friend (;GM[1]FF[4]SZ[9];B[ee])',
    todo: 'Nothing.',
  },
  'sgf/unopened-tree': {
    severity: 'warning',
    sentence: () => 'Unexpected ";", expected "(" before the first node of the game',
    title: 'The first parenthesis of the game is missing',
    means: 'A root node comes where no tree is open. It was read as a game nevertheless.',
    rule: 'FF[4] grammar: a game tree begins with "(".',
    example: ';GM[1]FF[4]SZ[9];B[ee];W[cc])',
    todo: 'Put "(" before it.',
  },
  'sgf/unclosed-tree': {
    severity: 'warning',
    sentence: (a: { readonly missing: number }) =>
      `Unexpected end of the game, expected ${count(a.missing, 'more ")"', 'more ")"')}`,
    title: 'The game is not closed',
    means:
      'The file ends, or the next game begins, before all parentheses are closed. The record may have been cut off.',
    rule: 'FF[4] grammar.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc]',
    todo: 'Check the last moves against another copy.',
  },
  'sgf/surplus-parenthesis': {
    severity: 'warning',
    sentence: (a: { readonly count: number }) =>
      `Unexpected ${a.count === 1 ? '' : `${a.count} `}")", expected the next game or the end`,
    title: 'More parentheses closed than opened',
    means: 'A closing parenthesis comes where no tree is open. The games after it were read.',
    rule: 'FF[4] grammar.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]))(;GM[1]FF[4]SZ[9];B[cc])',
    todo: 'Remove it; some programs ignore everything after it.',
  },
  'sgf/unclosed-value': {
    severity: 'warning',
    sentence: (a: { readonly ident: string }) =>
      `Unexpected end inside the value of ${quote(a.ident)}, expected "]"`,
    title: 'A value is not closed',
    means:
      'A property value runs to the end of the file. What comes after the missing bracket was read as part of it.',
    rule: 'FF[4] grammar: a value ends with "]"; inside a value "]" is written with a backslash before it.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc]C[good move)',
    todo: 'Close the value by hand.',
  },
  'sgf/missing-semicolon': {
    severity: 'warning',
    sentence: () => 'Unexpected property, expected ";" before the first one of a node',
    title: 'A tree without a first node',
    means: 'Properties follow the opening parenthesis directly. They were read as a node.',
    rule: 'FF[4] grammar: a node begins with ";".',
    example: '(GM[1]FF[4]SZ[9];B[ee])',
    todo: 'Nothing; `format` writes the semicolon.',
  },
  'sgf/empty-variation': {
    severity: 'note',
    sentence: () => 'Unexpected empty variation, expected at least one node',
    title: 'A variation without nodes',
    means: 'A pair of parentheses holds nothing.',
    rule: 'FF[4] grammar: a tree has at least one node.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]()(;W[cc]))',
    todo: 'Nothing.',
  },
  'sgf/lower-case-ident': {
    severity: 'note',
    sentence: (a: { readonly ident: string }) =>
      `Property ${quote(a.ident)} is written with lower-case letters, expected capitals only`,
    title: 'Property names in the old long form',
    means: 'A property name has lower-case letters, as FF[3] and older files have. Only the capitals count.',
    rule: 'FF[1] to FF[3]: lower-case letters of a name are ignored.',
    example: '(;GaMe[1]SiZe[9];Black[ee];White[cc])',
    todo: 'Nothing; `format` writes capitals.',
  },
  'sgf/repeated-property': {
    severity: 'warning',
    sentence: (a: { readonly ident: string }) =>
      `Unexpected second ${quote(a.ident)} in one node, expected one`,
    title: 'A property twice in one node',
    means:
      'A property that may occur once in a node occurs twice. For header properties the first value counts; moves are executed one after the other.',
    rule: 'FF[4]: a property must not occur twice in a node.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc]W[gg])',
    todo: 'Decide which value is right.',
  },
  'sgf/property-without-value': {
    severity: 'warning',
    sentence: (a: { readonly ident: string }) => `Property ${quote(a.ident)} has no value, expected "["`,
    title: 'A property without a value',
    means: 'A name has no value after it. It was skipped.',
    rule: 'FF[4] grammar: a property has at least one value, which may be empty.',
    example: '(;GM[1]FF[4]SZ[9]KO;B[ee])',
    todo: 'Add the value, or remove the name.',
  },
  'sgf/value-without-property': {
    severity: 'warning',
    sentence: () => 'Unexpected value, expected a property name before it',
    title: 'A value without a property',
    means: 'A bracket opens without a property name before it.',
    rule: 'FF[4] grammar.',
    example: '(;[9]GM[1]FF[4];B[ee])',
    todo: 'Find the missing name.',
  },
  'sgf/bad-point': {
    severity: 'warning',
    sentence: (a: { readonly ident: string; readonly value: string }, w) =>
      `Unexpected ${a.ident} value ${quote(a.value)}, expected a point of the ${w.board} board`,
    title: 'A point that the board does not have',
    means: 'A value in a list of points is outside the board, or is not a point.',
    rule: 'FF[4] Go: points are two letters, column then row.',
    example: '(;GM[1]FF[4]SZ[9]AB[cc][pp];W[ee])',
    todo: 'Check SZ, then the value.',
  },
  'sgf/bad-value': {
    severity: 'warning',
    sentence: (a: { readonly ident: string; readonly value: string; readonly expected: string }) =>
      `Unexpected ${a.ident} value ${quote(a.value)}, expected ${a.expected}`,
    title: 'A value of the wrong type',
    means: 'The value is not what the property takes: a number, a color, a point with a text, and so on.',
    rule: 'FF[4] property value types.',
    example: '(;GM[1]FF[4]SZ[9]ST[x];B[ee])',
    todo: 'Correct the value.',
  },
  'sgf/illegal-text': {
    severity: 'note',
    sentence: (a: { readonly characters: number }) =>
      `Unexpected ${count(a.characters, 'character')} between properties, expected none`,
    title: 'Characters between properties',
    means: 'The text between properties is neither a name nor a value. It was skipped.',
    rule: 'FF[4] grammar: only white space is allowed there.',
    example: '(;GM[1]FF[4]SZ[9] ,, ;B[ee])',
    todo: 'Nothing, unless it looks like a lost part of the record.',
  },
  'sgf/node-outside': {
    severity: 'warning',
    sentence: (a: { readonly nodes: number }) =>
      `Unexpected ${count(a.nodes, 'node')} after a closed variation, expected "(" or ")"`,
    title: 'Nodes after a closed variation',
    means: 'A sequence continues after its variations. These nodes belong to no line and were not played.',
    rule: 'FF[4] grammar: in a game tree all nodes come before the variations.',
    example: '(;GM[1]FF[4]SZ[9];B[ee](;W[cc]);W[gg])',
    todo: 'Find out where the nodes belong; a parenthesis may have been lost or moved.',
  },
  'sgf/move-in-root': {
    severity: 'note',
    sentence: () => 'Unexpected move in the first node, expected only properties of the game there',
    title: 'A move in the first node',
    means: 'The root holds a B or W. It was executed.',
    rule: 'FF[4]: moves in the root are bad style.',
    example: '(;GM[1]FF[4]SZ[9]B[ee];W[cc])',
    todo: 'Nothing; the move counts.',
  },
  'sgf/moves-restored': {
    severity: 'warning',
    sentence: (a: { readonly moves: number; readonly pasted: string }) =>
      `${a.moves === 1 ? 'One move has' : `${String(a.moves)} moves have`} "${a.pasted}" in place of "[p": read as moves in column p`,
    title: 'Moves restored that a name had been pasted over',
    means:
      'A server of Korean news games pasted a name over every "[p". Each damaged move has the same name and one letter left, and no other move of the file is in column p, so the moves can be restored.',
    rule: 'None; seen in hundreds of records, which replay without errors once the moves are restored.',
    example: ';B[dd];W[cp];BNamed];W[nc] instead of ;B[pd].',
    todo: 'Nothing; `format` writes the moves out.',
  },
} satisfies Family;
