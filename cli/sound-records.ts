/** Sound records among the inputs of `format --repair`, which say what broken records of the same game should be. */
import type { LineKey } from '../src/core/line-key.js';
import { analyze } from '../src/referee/judge/analyze.js';
import { type Inputs, wholeFiles } from '../src/run/input/inputs.js';
import type { FormatOptions } from '../src/toolkit/format/format-types.js';
import type { Io } from './io.js';

/** Most records to keep: about 150 bytes each. */
const MAX_RECORDS = 1_000_000;
/** Records with fewer plays may agree by chance. */
const MIN_PLAYS = 10;

/** Finds, among the files of the inputs (not at addresses), a record without illegal moves that has the moves of a key, mirrored or turned or as they are. */
export async function soundRecords(
  inputs: Omit<Inputs, 'takeTroubles' | 'onNothing'>,
  { limits }: FormatOptions,
  { signal }: Io,
): Promise<NonNullable<FormatOptions['copyOf']>> {
  const records = new Map<string, string>();
  const nameOf = ({ symmetricLow, symmetricHigh }: LineKey): string =>
    `${String(symmetricLow)} ${String(symmetricHigh)}`;
  const whole = wholeFiles({ ...inputs, takeTroubles: () => [], onNothing: () => undefined });
  for await (const file of whole) {
    if (signal?.aborted === true || records.size >= MAX_RECORDS) break;
    if (file.kind === 'trouble') continue;
    const options = { digest: () => '', score: false, repair: false, places: false, limits } as const;
    for (const { replay, lineKey } of analyze(file.bytes, options).games)
      if (replay.illegal === 0 && replay.playsBlack + replay.playsWhite >= MIN_PLAYS)
        records.set(nameOf(lineKey), file.name);
  }
  return (key) => records.get(nameOf(key));
}
