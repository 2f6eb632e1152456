import { colorOf, type Stone } from '../../core/color.js';
import { finding, type Finding, type FindingArgs } from '../../core/findings/finding.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { type GameRecord, isPlayedOn } from '../record/record.js';
import { declaredHalves } from '../record/declared-result.js';
import { hundredths, marginText } from '../../core/text.js';
import { type LineKey, lineKey } from '../../core/line-key.js';
import { type Edit, type Moves, type Opening, openingOf } from './edits.js';
import { MIN_COUNTED, repairedGame, repairText, wordsOf } from './repair-text.js';
import { diagnose, type Diagnosis, type Repair } from './misprints.js';

/** What a broken record should probably be. */
export interface RecordRepair {
  /** As `repairText` writes it; '' where it cannot be told. */
  readonly text: string;
  /** The chance that these edits are what was meant; 0 where it cannot be told. */
  readonly confidence: number;
  readonly edits: readonly Edit[];
  /** What the main line would be with each repair that is proposed, the likeliest first: another record may have it. */
  readonly lines: readonly RepairedLine[];
}

/** A main line with a repair, as `repairText` writes it. */
export interface RepairedLine {
  readonly repair: string;
  readonly lineKey: LineKey;
}

/** Faults that no player can have made: the record is wrong. */
const IMPOSSIBLE: ReadonlySet<string> = new Set(['move/occupied', 'move/off-board', 'move/malformed']);

/** Faults that players make, and that misprints make as well. */
const FORBIDDEN: ReadonlySet<string> = new Set(['move/self-capture', 'move/ko']);

/** What becomes of a forbidden move that the record goes on from: where it goes on for long, a misprint is looked for. */
const LEFT: ReadonlySet<Finding['disposition']> = new Set([
  'accepted',
  'conditional',
  'void',
  'refused',
  'unstated',
]);

/** What the rules hold against a player. */
const RULED: ReadonlySet<Finding['disposition']> = new Set([
  'forfeit',
  'conditional',
  'decided',
  'last-move',
]);

/** With fewer moves nearly any edit mends a record. */
const MIN_MOVES = 20;
/** With more it is no record of a game: the model of moves would read each of a million. */
const MAX_MOVES = 2000;
/** Largest side of a board; the model of moves is one of games. */
const LARGEST = 25;

/**
 * Below the first chance it cannot be told what was meant, from there on it may be, and from the second on it probably is: then the findings
 * that follow from it are notes, and `format --repair` writes it.
 */
const MIN_CHANCE = 0.3;
export const LIKELY = 0.8;

/** By so much likelier is a repair with which the game counts to its declared margin: docs/accuracy.md. */
const FITTING = 6;

type Found = readonly Finding[];

/**
 * Looks for the edits of a broken record that make every move legal: `record/misprint` at each, and the findings about moves that follow
 * from a sure one become notes. `most`: moves played in the search, 0 for none. `fits`: whether the game with a repair counts to its
 * declared margin. Only where a move is impossible, or forbidden and followed by many: nobody is corrected who broke a rule.
 * A ko that is taken back at once may lack any two moves before it, so that no edit is sure.
 * Not looked for: records of fewer than 20 moves or more than 2,000, with setup between moves, and on boards larger than 25x25.
 */
export function withRepair(
  record: GameRecord,
  ruleset: Ruleset | undefined,
  all: Found,
  { most, fits }: { readonly most: number; readonly fits: ((repair: string) => boolean) | undefined },
): { readonly found: Found; readonly repair?: RecordRepair } {
  const faults = all.filter(isFault);
  const isImpossible = faults.some(({ code }) => IMPOSSIBLE.has(code));
  const [start] = faults;
  if (!start || !(isImpossible || isLeft(start, record.line))) return { found: all };
  // Where the record is wrong in one place, it may be in others: no player is ruled against.
  const found = isImpossible ? all.map((one) => (isFault(one) ? doubtful(one) : one)) : all;
  const isSelfCaptureAllowed = ruleset !== undefined && ruleset.selfCapture !== 'forbidden';
  const searched = diagnosisOf(record, faults, { isSelfCaptureAllowed, most });
  if (!searched) return { found };
  const diagnosed = weighed(searched, fits);
  const { opening, diagnosis } = diagnosed;
  const lines = linesOf(record, diagnosed);
  // Of a move that a referee let stand no edit is asked for, and none is known for the others.
  const isRuled = all.some(({ decided, move }) => decided !== undefined && move === diagnosis.fault + 1);
  const repairs = isRuled ? [] : diagnosis.repairs;
  const [best, ...others] = repairs;
  const lacks = !isImpossible && start.code === 'move/ko';
  const isWrong = isImpossible || faults.some((one) => isVainStone(one, record.line));
  if (lacks || best === undefined || best.chance < MIN_CHANCE) {
    if (!isWrong && !lacks) return { found };
    const fault = lacks || isRuled ? indexOf(start) : diagnosis.fault;
    const said = untold(record, diagnosed, { fault, explains: faults.length, lacks, repairs });
    return { found: [...found, said], repair: { text: '', confidence: 0, edits: [], lines } };
  }
  const { edits, chance: confidence } = best;
  if (!isWrong && !isProbable(best)) return { found };
  const text = repairText(opening, edits);
  const declared = declaredWith(record, text, fits);
  const said = edits.map((edit, i) => {
    const explains = faults.filter(({ move = 0 }) => causeOf(move, edits) === edit).length;
    return misprint(record, opening, edit, {
      repair: best,
      others: i === 0 ? others : [],
      explains,
      declared,
    });
  });
  const repair = { text, confidence, edits, lines };
  return { found: [...(isProbable(best) ? following(found, edits) : found), ...said], repair };
}

/** A diagnosis whose repairs are the likelier where the repaired game counts to its declared margin. */
function weighed({ opening, diagnosis }: Diagnosed, fits?: (repair: string) => boolean): Diagnosed {
  const { repairs } = diagnosis;
  const isCounted = ({ chance }: Repair): boolean => chance >= MIN_COUNTED;
  if (!fits || repairs.filter(isCounted).length < 2) return { opening, diagnosis };
  const weights = repairs.map((one) => {
    return isCounted(one) && fits(repairText(opening, one.edits)) ? FITTING * one.chance : one.chance;
  });
  const all = repairs.reduce((sum, { chance }, i) => sum + weights[i]! - chance, 1);
  const likelier = repairs
    .map(({ edits }, i) => ({ edits, chance: weights[i]! / all }))
    .sort((a, b) => b.chance - a.chance);
  return { opening, diagnosis: { ...diagnosis, repairs: likelier } };
}

/** The declared result as the page writes it, if the game with a repair counts to it. */
function declaredWith(
  { result }: GameRecord,
  repair: string,
  fits?: (repair: string) => boolean,
): string | undefined {
  return fits?.(repair) ? marginText(declaredHalves(result)!) : undefined;
}

/** The lines of a record with the repairs of a diagnosis; where the tail is cut off, another game is longer. */
function linesOf(record: GameRecord, { opening, diagnosis }: Diagnosed): readonly RepairedLine[] {
  return diagnosis.repairs.flatMap(({ edits }) => {
    const repair = repairText(opening, edits);
    const repaired = edits.some(({ kind }) => kind === 'cut') ? undefined : repairedGame(record, repair);
    return repaired ? [{ repair, lineKey: lineKey(repaired.line, record.width, record.height) }] : [];
  });
}

/** Index of the move that a finding is about. */
const indexOf = ({ move = 1 }: Finding): number => move - 1;

/** Edits after which the colors of moves alternate where they did not. */
const TURNS: ReadonlySet<Edit['kind']> = new Set(['extra', 'lost', 'colors']);

/** The edit that explains a fault at a move, the last one before it; `undefined` before all edits. */
function causeOf(move: number, edits: readonly Edit[]): Edit | undefined {
  return edits.reduce<Edit | undefined>(
    (last, edit) => (edit.at < move && edit.at >= (last?.at ?? 0) ? edit : last),
    undefined,
  );
}

/** Findings of which those about faults, and about the turn at the place itself, follow from a sure misprint. */
function following(found: Found, edits: readonly Edit[]): Found {
  return found.map((one): Finding => {
    const { code, variation, move = 0 } = one;
    if (variation !== undefined) return one;
    const cause =
      IMPOSSIBLE.has(code) || FORBIDDEN.has(code)
        ? causeOf(move, edits)
        : code === 'move/out-of-turn' &&
          edits.find(({ kind, at }) => TURNS.has(kind) && (move === at + 1 || move === at + 2));
    return cause ? { ...one, severity: 'note', follows: cause.at + 1 } : one;
  });
}

/** Whether a move that every ruleset forbids was left as it is, and play went on. */
function isLeft({ disposition, node }: Finding, line: MainLine): boolean {
  return LEFT.has(disposition) && node !== undefined && isPlayedOn(line, line.nodes.indexOf(node));
}

/** Whether a move took only itself off the board, and play went on: it would have been a pass. */
function isVainStone(fault: Finding, line: MainLine): boolean {
  return fault.code === 'move/self-capture' && fault.args.stones === 1 && isLeft(fault, line);
}

function isFault({ code, variation, severity }: Finding): boolean {
  return variation === undefined && severity !== 'note' && (IMPOSSIBLE.has(code) || FORBIDDEN.has(code));
}

/** An illegal move of a record that is wrong elsewhere: what follows from it cannot be determined. */
function doubtful(found: Finding): Finding {
  if (!FORBIDDEN.has(found.code) || !RULED.has(found.disposition)) return found;
  const { dispositionRule: _rule, ...rest } = found;
  return { ...rest, disposition: 'doubtful' };
}

interface Diagnosed {
  readonly opening: Opening;
  readonly diagnosis: Diagnosis;
}

/** The diagnosis of a record that one is looked for in, and that has a fault. */
function diagnosisOf(
  { line, width, height }: GameRecord,
  faults: Found,
  { isSelfCaptureAllowed, most }: { readonly isSelfCaptureAllowed: boolean; readonly most: number },
): Diagnosed | undefined {
  const plain = most > 0 && Math.max(width, height) <= LARGEST ? openingOf(line, width, height) : undefined;
  const count = plain?.moves.points.length ?? 0;
  if (!plain || count < MIN_MOVES || count > MAX_MOVES) return undefined;
  const opening = { ...plain, nowhere: nowhereIn(faults) };
  const diagnosis = diagnose(opening, isSelfCaptureAllowed, most);
  return diagnosis && { opening, diagnosis };
}

/** What is written in place of points, by the index of the move. */
function nowhereIn(faults: Found): ReadonlyMap<number, string> {
  return new Map(
    faults.flatMap((one) =>
      one.code === 'move/off-board' || one.code === 'move/malformed' ? [[indexOf(one), one.args.value]] : [],
    ),
  );
}

/** Most proposals besides the likeliest. */
const MAX_OTHERS = 5;

type Args = FindingArgs['record/misprint'];

interface Told {
  readonly repair: Repair;
  readonly others: readonly Repair[];
  readonly explains: number;
  /** The declared result, if the repaired game counts to it. */
  readonly declared: string | undefined;
}

function misprint(
  record: GameRecord,
  opening: Opening,
  edit: Edit,
  { repair, others, explains, declared }: Told,
): Finding {
  const { moves } = opening;
  const beside = repair.edits.find((one) => one !== edit);
  const args: Args = {
    kind: edit.kind,
    ...wordsOf(opening, edit),
    moves: moves.points.length,
    sure: isProbable(repair),
    repair: repairText(opening, repair.edits),
    others: othersOf(opening, others),
    chance: hundredths(repair.chance),
    explains,
    ...(beside && { beside: beside.at + 1 }),
    ...(declared !== undefined && { declared }),
    ...('turned' in edit && edit.turned && { turned: true }),
  };
  return finding('record/misprint', args, placeOf(record.line, moves, edit.at));
}

/** Whether a repair is probably what was meant. The chance of a foreign tail is that of its place: no other error was taken for one (docs/accuracy.md). */
function isProbable({ edits, chance }: Repair): boolean {
  return chance >= LIKELY || edits.some(({ kind }) => kind === 'cut');
}

function othersOf(opening: Opening, others: readonly Repair[]): Args['others'] {
  const likely = others.filter(({ chance }) => chance >= MIN_COUNTED);
  return likely.map(({ edits, chance }) => ({
    move: edits[0]!.at + 1,
    proposed: repairText(opening, edits),
    chance: hundredths(chance),
  }));
}

/** `repairs`: edits of which none is likely. */
interface Untold {
  readonly fault: number;
  readonly explains: number;
  readonly lacks: boolean;
  readonly repairs: readonly Repair[];
}

/** `lacks`: a ko threat and its answer may be missing, so that no edit is likelier than that. */
function untold(
  record: GameRecord,
  { opening }: Diagnosed,
  { fault, explains, lacks, repairs }: Untold,
): Finding {
  const possible = lacks ? repairs.map((one) => ({ ...one, chance: one.chance / 2 })) : repairs;
  const args: Args = {
    kind: lacks ? 'threat' : 'none',
    written: '',
    proposed: '',
    other: 0,
    moves: 0,
    sure: false,
    repair: '',
    others: othersOf(opening, possible.slice(0, MAX_OTHERS)),
    chance: 0,
    explains,
  };
  return finding('record/misprint', args, placeOf(record.line, opening.moves, fault));
}

/** Where a move stands. */
function placeOf(line: MainLine, { colors, points }: Moves, move: number) {
  let index = -1;
  for (let i = 0, met = -1; i < line.count && met < move; i++) {
    if (line.kinds[i]! < FIRST_NON_MOVE) met++;
    index = i;
  }
  const point = points[move]!;
  return {
    node: line.nodes[index]!,
    move: move + 1,
    color: colorOf(colors[move] as Stone),
    ...(line.kinds[index]! <= ACTION.playWhite && point >= 0 && { point }),
    offset: line.offsets[index]!,
  };
}
