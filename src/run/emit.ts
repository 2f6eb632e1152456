import { finding } from '../findings/finding.js';
import { addChecksums } from '../input/opening.js';
import { FORMATS, unchanged } from '../output/formats.js';
import { addCounts, countFindings, type Counts } from '../output/summary.js';
import type { PlacedFinding } from '../referee/report.js';
import type { Duplicates, Earlier } from './duplicates.js';
import type { Joiner } from './output.js';
import type { TaskResult } from './work.js';

/** What a run has counted and where it writes. */
export interface State {
  readonly joiners: readonly Joiner[];
  readonly ignoresDuplicates: 'no' | 'yes';
  readonly duplicates: Duplicates;
  readonly counts: Counts;
  faults: number;
  inputBytes: number;
  checksum: number;
  /** Of the large file that is not over yet. */
  outside: OutsideFindings | undefined;
}

/** Writes one task's units, each later copy of a game with a note that names the first. */
export async function emit(result: TaskResult, state: State): Promise<void> {
  addCounts(state.counts, result.counts);
  state.faults += result.faults;
  state.checksum = addChecksums(state.checksum, result.checksum);
  state.outside = gathered(state.outside, result.names[0] ?? '', result.outside);
  const copies = copiesIn(result, state);
  for (const [s, joiner] of state.joiners.entries()) {
    const bytes = result.sinks[s]!;
    const full = joiner.write(copies.size === 0 ? bytes : amended(result, state, copies, s));
    if (full) await full;
  }
}

/** Writes what a large file holds beside its games, now that it is over. */
export async function tellOutside(state: State): Promise<void> {
  const { outside } = state;
  if (!outside) return;
  state.outside = undefined;
  countFindings(state.counts, outside.findings);
  for (const joiner of state.joiners) {
    const text = FORMATS[joiner.sink].file(outside.file, outside.findings);
    const full = text === '' ? undefined : joiner.write(Buffer.from(text));
    if (full) await full;
  }
}

function copiesIn(result: TaskResult, state: State): Map<number, PlacedFinding> {
  const copies = new Map<number, PlacedFinding>();
  if (state.ignoresDuplicates === 'yes') return copies;
  const { games, files, keys, names } = result;
  for (let unit = 0; unit < games.length; unit++) {
    const game = games[unit]!;
    if (game === 0) continue;
    const earlier = state.duplicates.meet({ words: keys, at: unit * 4 }, names[files[unit]!]!, game);
    if (!earlier) continue;
    const found = duplicate(earlier);
    copies.set(unit, found);
    countFindings(state.counts, [found]);
  }
  return copies;
}

function duplicate({ file, game, symmetric }: Earlier): PlacedFinding {
  return { ...finding('game/duplicate', { file, game, symmetric }), line: 0, column: 0 };
}

/** The bytes of one sink with the notes in. */
function amended(
  result: TaskResult,
  state: State,
  copies: ReadonlyMap<number, PlacedFinding>,
  sinkIndex: number,
): Uint8Array {
  const sinks = state.joiners.length;
  const bytes = result.sinks[sinkIndex]!;
  const format = FORMATS[state.joiners[sinkIndex]!.sink];
  if (format.withNote === unchanged) return bytes;
  const endOf = (unit: number): number => (unit < 0 ? 0 : result.ends[unit * sinks + sinkIndex]!);
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const [unit, found] of copies) {
    const start = endOf(unit - 1);
    const end = endOf(unit);
    const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
    const file = result.names[result.files[unit]!]!;
    pieces.push(
      bytes.subarray(done, start),
      Buffer.from(format.withNote(part, file, result.games[unit]!, found)),
    );
    done = end;
  }
  pieces.push(bytes.subarray(done));
  return Buffer.concat(pieces);
}

/** What was found so far in a large file that belongs to none of its games. */
export interface OutsideFindings {
  readonly file: string;
  readonly findings: readonly PlacedFinding[];
}

/**
 * Adds what a further part told, so that a file says the same whatever its parts: each code once, at its first place,
 * with the sum of what it counts.
 */
export function gathered(
  before: OutsideFindings | undefined,
  file: string,
  more: readonly PlacedFinding[],
): OutsideFindings | undefined {
  if (more.length === 0) return before;
  const findings = before ? [...before.findings] : [];
  for (const one of more) {
    const at = findings.findIndex(({ code }) => code === one.code);
    if (at < 0) findings.push(one);
    else findings[at] = summed(findings[at]!, one);
  }
  return { file, findings };
}

function summed(first: PlacedFinding, more: PlacedFinding): PlacedFinding {
  if ('characters' in first.args && 'characters' in more.args)
    return withArgs(first, { characters: first.args.characters + more.args.characters });
  if ('count' in first.args && 'count' in more.args)
    return withArgs(first, { count: first.args.count + more.args.count });
  return first;
}

function withArgs(found: PlacedFinding, args: object): PlacedFinding {
  return { ...found, args: { ...found.args, ...args } } as PlacedFinding;
}
