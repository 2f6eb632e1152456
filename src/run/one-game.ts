import { existsSync } from 'node:fs';
import { failure, type Outcome, success } from '../core/outcome.js';
import { messageOf } from '../findings/finding.js';
import { NO_BOARD } from '../columns/tables.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import { scanFile } from '../sgf/scan/scan-file.js';
import { foreignKind } from '../input/file-names.js';
import { itemsOf, type Inputs } from '../input/inputs.js';
import { displayName, type Item } from '../input/item.js';
import { createReader } from '../input/item-reader.js';

/** The bytes of one game, cut out of its file. */
export interface OneGame {
  readonly file: string;
  readonly game: number;
  /** Games in the file. */
  readonly of: number;
  readonly bytes: Uint8Array;
  readonly charset: CharsetEvidence;
}

/** Between the name of an archive and that of its entry. */
const ENTRY = '!/';

/**
 * Finds one game: `name` is a file, an archive or folder with one file in it, or an entry of an archive (`archive.zip!/inner/path.sgf`).
 * The error is a line for the user.
 */
export async function readGame(
  name: string,
  game: number,
  given: Pick<Inputs, 'stdin' | 'limits'>,
): Promise<Outcome<OneGame, string>> {
  const at = name.indexOf(ENTRY);
  const entry = at > 0 && !existsSync(name) ? name : undefined;
  const source = entry === undefined ? name : name.slice(0, at);
  const reader = createReader();
  const names = new Set<string>();
  let trouble = '';
  let of = 0;
  let found: OneGame | undefined;
  const inputs: Inputs = {
    ...given,
    names: [source],
    addresses: 'read',
    onNothing: (_name, reason) => (trouble ||= reason),
  };
  for await (const item of itemsOf(inputs)) {
    const file = nameOf(item);
    if (entry !== undefined && file !== entry) continue;
    if (item.kind === 'trouble') {
      trouble ||= messageOf(item.finding, NO_BOARD);
      continue;
    }
    names.add(file);
    if (names.size > 1) continue;
    const bytes = reader.read(item);
    if (!(bytes instanceof Uint8Array)) {
      trouble ||= messageOf(bytes, NO_BOARD);
      continue;
    }
    const foreign = foreignKind(bytes);
    if (foreign !== undefined) return failure(`${file} is not an SGF file: it looks like ${foreign}`);
    const firstGame = item.kind === 'part' ? item.firstGame : 1;
    const scanned = scanFile(bytes, { firstGame, limits: given.limits });
    of += scanned.games.length;
    const here = scanned.games.find((one) => one.game === game);
    if (here) {
      const { charset } = scanned;
      found = { file, game, of, bytes: bytes.slice(here.start, here.end), charset };
    }
  }
  reader.close();
  const [first] = names;
  if (names.size > 1)
    return failure(`${name} holds ${String(names.size)} files; name one of them, such as ${first!}`);
  if (found) return success({ ...found, of });
  if (first !== undefined) return failure(whyNoGame(first, game, { of, trouble }));
  if (trouble !== '') return failure(`${source}: ${trouble}`);
  return failure(
    entry === undefined ? `${name}: no SGF in it` : `${source} has no entry ${name.slice(at + ENTRY.length)}`,
  );
}

/** `of`: games in the file. */
function whyNoGame(file: string, game: number, { of, trouble }: { of: number; trouble: string }): string {
  if (of === 0) return `${file}: ${trouble === '' ? 'no game in it' : trouble}`;
  return `${file} has ${String(of)} ${of === 1 ? 'game' : 'games'}, no game ${String(game)}`;
}

function nameOf(item: Item): string {
  return item.kind === 'file' ? displayName(item.path) : item.name;
}
