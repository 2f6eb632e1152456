import { strFromU8, unzipSync } from 'fflate';

/** Cells of a sheet of a workbook by their places: numbers as they are, texts in quotes, days with their style. */
export function cellsIn(file: Uint8Array, number = 1): Readonly<Record<string, string>> {
  const entries = unzipSync(file);
  const textOf = (name: string): string => strFromU8(entries[`xl/${name}.xml`]!);
  const strings = [...textOf('sharedStrings').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((m) => m[1]!);
  const sheet = textOf(`worksheets/sheet${String(number)}`);
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(?:<v>([^<]*)<\/v>)?/g)];
  return Object.fromEntries(
    cells.map(([, at, attributes, value = '']) => [
      at!,
      attributes!.includes('t="s"') ? JSON.stringify(strings[Number(value)]) : value,
    ]),
  );
}
