import type { FindingArgs, FindingCode, SettledRepetition } from './catalogue.js';
import type { Color } from '../core/color.js';
import type { Finding, Place } from './finding.js';
import { formatPoint } from '../core/point.js';
import { outcomeOf } from './outcome.js';

export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

/** What a sentence may name beside its arguments. */
interface Where {
  /** `Move 127 (White R4)`, `Node 12`, or `The record` when the finding has no such place; `in variation 12.2` behind it. */
  readonly subject: string;
  /** `Setup after move 12`, or `Setup before play`. */
  readonly setup: string;
  /** `the position after move 121`, `the starting position`, or `an earlier position`. */
  readonly earlier: string;
  /** `White`, or `The player` when the finding names no color. */
  readonly player: string;
  /** `19x19`: columns by rows. */
  readonly board: string;
}

type Sentence<C extends FindingCode> = (args: FindingArgs[C], where: Where) => string;

const LONGEST_QUOTE = 60;
/** A sentence of a rule text is quoted as a whole. */
const LONGEST_SENTENCE = 300;
// Line breaks and other control characters would break one finding over several lines of a terminal or a log.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A value of the file in double quotes, on one line, cut after 60 characters. */
function quote(value: string, longest = LONGEST_QUOTE): string {
  const line = value.replace(CONTROL, ' ');
  const letters = Array.from(line.slice(0, 4 * longest));
  return letters.length > longest ? `"${letters.slice(0, longest).join('')}..."` : `"${line}"`;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${String(n)} ${n === 1 ? one : many}`;
}

function name(color: Color): string {
  return color === 'black' ? 'Black' : 'White';
}

/** `positional,situational` as `positional and situational superko`. */
function superkos(under: string): string {
  const kinds = under.split(',');
  const last = kinds.pop() ?? '';
  return `${kinds.length > 0 ? `${kinds.join(', ')} and ` : ''}${last} superko`;
}

const SENTENCES: { readonly [C in FindingCode]: Sentence<C> } = {
  'move/off-board': (a, w) =>
    `${w.subject}: unexpected value ${quote(a.value)}, expected a point of the ${w.board} board or a pass`,
  'move/occupied': (a, w) => `${w.subject}: unexpected play on a ${a.by} stone, expected an empty point`,
  'move/self-capture': (a, w) =>
    `${w.subject}: unexpected self-capture of ${count(a.stones, 'stone')}, expected a play that keeps a liberty`,
  'move/ko': (_, w) => `${w.subject} retakes the ko at once, expected another move in between`,
  'move/superko-positional': (a, w) => `${w.subject} restores ${w.earlier}${byTheLetter(a)}${settlement(a)}`,
  'move/superko-situational': (a, w) =>
    `${w.subject} restores ${w.earlier}, with the same player to move${byTheLetter(a)}${settlement(a)}`,
  'move/superko-natural': (a, w) =>
    `${w.subject} restores ${w.earlier}, which ${w.player} had made by a play${byTheLetter(a)}${settlement(a)}`,
  'move/repetition': (a, w) =>
    a.isStartOfNobody === true
      ? `${w.subject} retakes a ko at once, which cannot be judged: nobody is known to have made ${w.earlier}`
      : `${w.subject} restores ${w.earlier}; the rules applied allow it` +
        (a.under === '' ? '' : `, ${superkos(a.under)} would not`) +
        settlement(a),
  'move/ko-undecided': (a, w) =>
    `${w.subject} restores ${w.earlier}: cannot tell whether these rules forbid it, because they ask whether life and death hang on the ko` +
    (a.under === '' ? '' : `; ${superkos(a.under)} would`),
  'move/out-of-turn': (a, w) =>
    a.isResumption === true
      ? `${w.subject} goes on after the passes, where ${name(a.expected)} was to move; who plays first then is not stated by the rules applied`
      : a.passLeftOut
        ? `${w.subject}: unexpected turn; this server records no passes, one of ${name(a.expected)} may be missing`
        : `${w.subject}: unexpected turn, expected a move of ${name(a.expected)}`,
  'move/after-end': (a, w) => `${w.subject} comes after the game had ended by ${a.end}`,
  'move/both-colors': (_, w) => `${w.subject}: unexpected second move in one node, expected one move a node`,
  'move/with-setup': (_, w) =>
    `${w.subject} shares its node with setup stones, expected moves and setup in nodes of their own`,
  'move/resigner-moved-last': (a, w) =>
    `${w.subject} is the last move, by the player who lost: result ${quote(a.result)}`,
  'move/malformed': (a, w) =>
    `${w.subject}: unexpected value ${quote(a.value)}, expected one point or a pass`,
  'setup/after-start': (a, w) =>
    `${w.setup} changes ${count(a.stones, 'point')} by hand, expected setup only before play`,
  'setup/no-liberty': (a, w) => `${w.setup} leaves ${count(a.stones, 'stone')} without a liberty`,
  'setup/overlap': (a, w) => `${w.setup} names ${count(a.points, 'point')} twice, with different contents`,
  'setup/redundant': (a, w) =>
    `${w.setup} names ${count(a.points, 'point')} that ${a.points === 1 ? 'has' : 'have'} that content already, expected only changes`,
  'handicap/stones-missing': (a) =>
    a.assumed
      ? `Unexpected empty board with a handicap of ${a.handicap}; the usual points were assumed`
      : `Unexpected empty board with a handicap of ${a.handicap}, expected ${count(a.handicap, 'stone')}`,
  'handicap/stones-differ': (a) =>
    a.handicap === 1 && a.stones === 1
      ? 'Unexpected stone on the board with a handicap of 1, expected Black simply to move first'
      : a.handicap === 0
        ? `Unexpected ${count(a.stones, 'stone')} on the board before play, expected HA to tell the handicap`
        : `Unexpected ${count(a.stones, 'stone')} on the board before play, expected the handicap of ${a.handicap}`,
  'handicap/placement': (a) =>
    `The ${count(a.stones, 'handicap stone')} stand on other points than the rules' fixed ones`,
  'handicap/first-player': (a) =>
    a.handicap === 0
      ? `Unexpected first move by ${name(a.first)} in an even game, expected ${otherName(a.first)}`
      : `Unexpected first move by ${name(a.first)} with a handicap of ${a.handicap}, expected ${otherName(a.first)}`,
  'handicap/size': (a) => `A handicap of ${a.handicap} is outside what the rules describe`,
  'handicap/free-as-moves': (a) => `Black's first ${count(a.stones, 'move')} place the handicap`,
  'komi/missing': () => 'Unexpected record without komi, expected KM',
  'komi/malformed': (a) => `Unexpected komi ${quote(a.value)}, expected a number of points`,
  'komi/scaled': (a) => `Komi ${quote(a.value)} is read as ${a.komi} points (${a.trigger})`,
  'komi/not-recorded': (a) => `Komi ${quote(a.value)} is what this server writes when komi is not recorded`,
  'komi/unusual': (a) => `Unexpected komi ${a.komi}, expected ${a.expected} under these rules`,
  'komi/result-parity': (a) => `Result ${quote(a.result)} cannot come from a count with komi ${a.komi}`,
  'rules/missing': () => 'Unexpected record without ruleset, expected RU',
  'rules/unknown': (a) =>
    a.because === undefined
      ? `Unexpected ruleset ${quote(a.value)}, expected a name that is known here`
      : `Ruleset ${quote(a.value)} cannot be applied: ${a.because}`,
  'rules/setting-differs': (a) => `Unexpected ${a.field} ${quote(a.value)}, expected ${a.expected}`,
  'ending/passes-missing': () => 'The result was counted, but the record does not end with two passes',
  'ending/white-last': (a) =>
    a.implied
      ? 'Black passed last: the pass that White still owes under these rules is taken as made'
      : 'White made the last pass, as these rules demand',
  'ending/unequal-totals': (a) =>
    `Black made ${count(a.black, 'move')} and White ${String(a.white)}: equal totals ask for ${owedPasses(a.black - a.white)}, White's last pass for ${a.lastPass === 0 ? 'none' : 'one'}`,
  'ending/third-pass': () => 'The record ends with three passes, expected two',
  'ending/four-passes': (a) =>
    a.allAlive
      ? `The record ends with ${a.passes} passes in a row: under these rules every stone stays on the board`
      : `The record ends with ${a.passes} passes in a row, expected two`,
  'ending/resumed': (a) => `Play went on after ${a.passes} passes in a row`,
  'result/missing': () => 'Unexpected record without result, expected RE',
  'result/malformed': (a) => `Unexpected result ${quote(a.value)}, expected a form such as "B+3.5" or "W+R"`,
  'result/repaired': (a) => `Result ${quote(a.value)} is read as ${quote(a.meant)}`,
  'result/winner-differs': (a) =>
    `Declared result ${a.declared}, but the count gives ${a.computed}: the winner differs`,
  'result/margin-differs': (a) => `Declared result ${a.declared}, but the count gives ${a.computed}`,
  'result/not-counted': (a) =>
    `Result ${quote(a.value)} tells no margin, although the record ends with two passes`,
  'territory/overlap': (a) =>
    `${count(a.points, 'point is', 'points are')} marked as territory of both players`,
  'territory/live-stone-inside': (a) =>
    `${count(a.points, 'stone disagrees', 'stones disagree')} with the marks of their own chains: expected a chain to be marked dead as a whole or not at all`,
  'territory/incomplete': (a) =>
    `${count(a.points, 'surrounded point is', 'surrounded points are')} not marked as territory`,
  'dead/uncertain': (a) =>
    `${count(a.stones, 'stone')} may be dead or alive: the margin would change by ${count(a.points, 'point')}`,
  'dead/engine-failed': (a) => `The engine gave no verdict on this game: ${a.reason}`,
  'dead/given-refused': (a) =>
    `Given dead stones${a.row === 0 ? '' : ` of row ${a.row}`} are refused: ${quote(a.point)} ` +
    (a.reason === 'empty' ? 'is empty in the final position' : 'is no point of this board'),
  'game/size': (a) => `Unexpected board size ${quote(a.value)}, expected 1 to 52 points a side`,
  'game/not-go': (a) => `Unexpected game type ${quote(a.value)}, expected 1 (Go)`,
  'game/duplicate': (a) =>
    `Same moves as game ${a.game} of ${a.file}` + (a.symmetric ? ', with the board turned or mirrored' : ''),
  'encoding/declared-wrong': (a) => `Declared encoding ${quote(a.declared)} does not fit, read as ${a.used}`,
  'encoding/guessed': (a) =>
    `No encoding declared, read as ${a.used} (confidence ${a.confidence.toFixed(2)})`,
  'encoding/lossy': (a) => `${count(a.characters, 'character')} could not be read as ${a.used}`,
  'sgf/no-game': (a) => `Unexpected ${a.what}, expected a game in parentheses`,
  'sgf/text-outside': (a) =>
    `Unexpected ${count(a.characters, 'character')} outside the game, expected nothing`,
  'sgf/unopened-tree': () => 'Unexpected ";", expected "(" before the first node of the game',
  'sgf/unclosed-tree': (a) =>
    `Unexpected end of the game, expected ${count(a.missing, 'more ")"', 'more ")"')}`,
  'sgf/surplus-parenthesis': (a) =>
    `Unexpected ")"${a.count === 1 ? '' : `, ${a.count} times`}, expected the next game or the end`,
  'sgf/unclosed-value': (a) => `Unexpected end inside the value of ${quote(a.ident)}, expected "]"`,
  'sgf/missing-semicolon': () => 'Unexpected property, expected ";" before the first one of a node',
  'sgf/empty-variation': () => 'Unexpected empty variation, expected at least one node',
  'sgf/lower-case-ident': (a) =>
    `Property ${quote(a.ident)} is written with lower-case letters, expected capitals only`,
  'sgf/repeated-property': (a) => `Unexpected second ${quote(a.ident)} in one node, expected one`,
  'sgf/property-without-value': (a) => `Property ${quote(a.ident)} has no value, expected "["`,
  'sgf/value-without-property': () => 'Unexpected value, expected a property name before it',
  'sgf/bad-point': (a, w) =>
    `Unexpected ${a.ident} value ${quote(a.value)}, expected a point of the ${w.board} board`,
  'sgf/illegal-text': (a) =>
    `Unexpected ${count(a.characters, 'character')} between properties, expected none`,
  'sgf/node-outside': (a) =>
    `Unexpected ${count(a.nodes, 'node')} behind a closed variation, expected "(" or ")"`,
  'sgf/moves-restored': (a) =>
    `${a.moves === 1 ? 'One move has' : `${String(a.moves)} moves have`} "${a.pasted}" in place of "[p": read as moves in column p`,
  'sgf/move-in-root': () => 'Unexpected move in the first node, expected only properties of the game there',
  'sgf/zero-byte': (a) =>
    `Unexpected zero byte${a.count === 1 ? '' : `, ${String(a.count)} times`}, expected text`,
  'sgf/several-games': () => 'Unexpected second game in the file, expected one game a file',
  'sgf/variation-start': (a) =>
    `Unexpected ${quote(a.found)} at the start of a variation, expected ";" and a node`,
  'sgf/variation-level': (a, w) =>
    `${w.subject}: unexpected move of ${otherName(a.expected)} beside a move of ${name(a.first)}, expected a move of ${name(a.expected)}: the variation may stand one node too late`,
  'sgf/empty-node': (_, w) => `${w.subject}: unexpected node without properties, expected at least one`,
  'sgf/long-ident': (a) => `Unexpected property name ${quote(a.ident)}, expected one or two capitals`,
  'sgf/unknown-property': (a) =>
    `Unexpected property ${quote(a.ident)}, expected one that FF[1] to FF[4] define for Go`,
  'sgf/property-format': (a) =>
    `Unexpected property ${quote(a.ident)} in FF[${a.format}], expected only properties of that format: it belongs to ${a.defined}`,
  'sgf/unknown-format': (a) => `Unexpected file format ${quote(a.value)}, expected 1 to 4`,
  'sgf/mixed-format': (a) =>
    `Unexpected file format ${quote(a.value)}, expected ${quote(a.first)} as in the first game of the file`,
  'sgf/mixed-game': (a) =>
    `Unexpected game type ${quote(a.value)}, expected ${quote(a.first)} as in the first game of the file`,
  'sgf/mixed-charset': (a) =>
    `Unexpected encoding ${quote(a.value)}, expected ${quote(a.first)} as in the first game of the file`,
  'sgf/feature-format': (a) => `Unexpected ${a.feature} in FF[${a.format}], expected it in FF[4] only`,
  'sgf/too-many-values': (a) => `Unexpected ${count(a.count, 'value')} of ${a.ident}, expected one`,
  'sgf/bad-value': (a) => `Unexpected ${a.ident} value ${quote(a.value)}, expected ${a.expected}`,
  'sgf/empty-value': (a) => `Unexpected empty value of ${a.ident}, expected ${a.expected}`,
  'sgf/composed-value': (a) => `Unexpected ${a.ident} value ${quote(a.value)}, expected ${a.expected}`,
  'sgf/point-twice': (a) =>
    `Unexpected ${count(a.points, 'point')} named twice by ${a.ident}, expected each point once a node`,
  'sgf/bad-rectangle': (a) =>
    `Unexpected ${a.ident} rectangle ${quote(a.value)}, expected its upper left and its lower right corner, two different points`,
  'sgf/square-as-rectangle': (a) => `Unexpected size ${quote(a.value)}, expected ${quote(a.expected)}`,
  'sgf/view': (a) => `Unexpected empty VW in FF[${a.format}], expected a list of points`,
  'sgf/integer-komi': (a) => `Unexpected KI value ${quote(a.value)}, expected komi in KM`,
  'sgf/pass-format': (a) => `Unexpected empty value for a pass in FF[${a.format}], expected "tt"`,
  'sgf/root-property-elsewhere': (a, w) =>
    `${w.subject}: unexpected ${a.ident}, expected it in the first node only`,
  'sgf/game-info-elsewhere': (a, w) =>
    `${w.subject}: unexpected ${a.ident}, expected all header properties of a line in one node`,
  'sgf/date-format': (a) => `Unexpected date ${quote(a.value)}, expected a form such as "1996-05-06,07"`,
  'sgf/time-format': (a) => `Unexpected time limit ${quote(a.value)}, expected a number of seconds`,
  'sgf/annotation-clash': (a, w) =>
    `${w.subject}: unexpected ${a.second} beside ${a.first}, expected one of the two`,
  'sgf/annotation-pair': (a, w) =>
    `${w.subject}: unexpected ${a.first} with ${a.second}, expected IT or DO for a move that is both`,
  'sgf/annotation-without-move': (a, w) =>
    `${w.subject}: unexpected ${a.ident}, expected a move in the same node`,
  'sgf/limit': (a) => `The limit ${a.limit} (${a.value}) was reached; what lies beyond it was not read`,
  'file/unreadable': (a) => `The file could not be read: ${a.reason}`,
  'file/changed': (a) => `The file changed during the run: ${a.what}`,
  'file/not-sgf': (a) => `Unexpected ${a.what}, expected SGF`,
  'file/read-as': (a) => `Read as a ${a.format} record: its translation into SGF is judged`,
  'file/bad-line': (a) =>
    `${count(a.lines, 'line')} of the ${a.format} record left out: unexpected ${quote(a.value)}, expected a field or a move`,
  'archive/damaged': (a) => `The archive is damaged: ${a.reason}`,
  'archive/entry-skipped': (a) => `Entry ${quote(a.entry)} was skipped: ${a.reason}`,
  'archive/extra-bytes': (a) =>
    `${String(a.before)} bytes before the archive and ${String(a.after)} after it are not part of it`,
  'archive/name-again': (a) => `The archive has another entry ${quote(a.entry)} before this one`,
  'findings/more': (a) =>
    `${count(a.count, `more ${a.severity}`)} ${a.code} in this game ${a.count === 1 ? 'is' : 'are'} counted and not listed`,
  'internal/fault': (a) => `The referee failed on this record: ${a.what}`,
  'internal/worker-lost': (a) => `The worker that held this file was lost: ${a.reason}`,
};

/** `2 further passes of White`, `no further pass`. */
function owedPasses(owed: number): string {
  if (owed === 0) return 'no further pass';
  return `${count(Math.abs(owed), 'further pass', 'further passes')} of ${owed > 0 ? 'White' : 'Black'}`;
}

/** A text that forbids it to the letter, and its usual reading. */
function byTheLetter({ letter }: { readonly letter?: string }): string {
  if (letter === undefined) return '';
  const quoted = letter === '' ? '' : ` (${quote(letter, LONGEST_SENTENCE)})`;
  return `: forbidden by the letter of the text${quoted}, allowed where it is read as the basic ko, as is usual`;
}

const SETTLEMENTS = {
  'no-result': 'the players may agree on no result',
  jigo: 'the players may agree on a draw',
  referee: 'the referee may declare no result, a draw or another game',
} as const;

/** Who may settle a repetition, and how. */
function settlement({ settled }: { readonly settled?: SettledRepetition }): string {
  if (!settled) return '';
  return `; ${SETTLEMENTS[settled.as]}${settled.article === '' ? '' : ` (${settled.article})`}`;
}

function otherName(color: Color): string {
  return color === 'black' ? 'White' : 'Black';
}

function subjectOf(place: Place, size: BoardSize): string {
  if (place.move === undefined) return place.node === undefined ? 'The record' : `Node ${place.node}`;
  const words: string[] = [];
  if (place.color !== undefined) words.push(name(place.color));
  if (place.point !== undefined) words.push(formatPoint(place.point, size.width, size.height));
  return `Move ${place.move}${words.length > 0 ? ` (${words.join(' ')})` : ''}`;
}

function earlierOf(repeats: number | undefined): string {
  if (repeats === undefined) return 'an earlier position';
  return repeats === 0 ? 'the starting position' : `the position after move ${repeats}`;
}

/**
 * The sentence of a finding: what was found, what was expected, with move number and point where it has them.
 * One line, without a full stop. `size`: columns and rows of the game's board, for point names.
 */
export function messageOf(f: Finding, size: BoardSize): string {
  const aside = f.variation === undefined ? '' : ` in variation ${f.variation}`;
  const where: Where = {
    subject: subjectOf(f, size) + aside,
    setup: ((f.move ?? 0) > 0 ? `Setup after move ${f.move!}` : 'Setup before play') + aside,
    earlier: earlierOf(f.repeatsMove),
    player: f.color === undefined ? 'the player' : name(f.color),
    board: `${size.width}x${size.height}`,
  };
  const sentence = SENTENCES[f.code] as (args: Finding['args'], where: Where) => string;
  return sentence(f.args, where) + outcomeOf(f);
}
