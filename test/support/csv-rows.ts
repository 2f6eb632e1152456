/** Rows of a CSV text (RFC 4180), read the slow and obvious way, character by character. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const one = text[i]!;
    if (quoted) {
      if (one !== '"') cell += one;
      else if (text[i + 1] === '"') cell += text[++i]!;
      else quoted = false;
    } else if (one === '"') quoted = true;
    else if (one === ',' || one === '\n') {
      row.push(cell);
      cell = '';
      if (one === ',') continue;
      rows.push(row);
      row = [];
    } else cell += one;
  }
  return rows;
}
