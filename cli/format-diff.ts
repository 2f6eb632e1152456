/** A line that both sides have, or only one. */
interface Edit {
  readonly kind: ' ' | '-' | '+';
  readonly line: string;
}

/** Lines of context around a change. */
const CONTEXT = 3;

/** Beyond this many differing lines the shortest diff is not sought: time and memory grow with their square. */
const MAX_STEPS = 2000;

/**
 * The unified diff of two files, empty if they are equal. Works on bytes: lines end at line feeds, whatever the
 * charset, and are written unchanged. A file that differs in thousands of lines is shown as removed and added whole.
 */
export function unifiedDiff(name: string, old: Uint8Array, changed: Uint8Array): Buffer {
  const before = linesOf(old);
  const after = linesOf(changed);
  const hunks = hunksOf(editsOf(before, after));
  if (hunks === '') return Buffer.alloc(0);
  const head = Buffer.from(`--- a/${name}\n+++ b/${name}\n`);
  return Buffer.concat([head, Buffer.from(hunks, 'latin1')]);
}

/** Lines with their line feeds, one character per byte. */
function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** All edits; the common start and end of both sides are found first. */
function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (line: string): Edit => ({ kind: ' ', line });
  return [
    ...before.slice(0, start).map(same),
    ...shortest(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the furthest point on each diagonal, step by step. */
function shortest(before: readonly string[], after: readonly string[]): Edit[] {
  const most = Math.min(before.length + after.length, MAX_STEPS);
  const furthest = new Int32Array(2 * most + 3);
  const origin = most + 1;
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= most; steps++) {
    trace.push(furthest.slice(origin - steps - 1, origin + steps + 2));
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const isDown =
        diagonal === -steps ||
        (diagonal !== steps && furthest[origin + diagonal - 1]! < furthest[origin + diagonal + 1]!);
      let x = isDown ? furthest[origin + diagonal + 1]! : furthest[origin + diagonal - 1]! + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      furthest[origin + diagonal] = x;
      if (x >= before.length && y >= after.length) return traced(before, after, trace);
    }
  }
  return [
    ...before.map((line): Edit => ({ kind: '-', line })),
    ...after.map((line): Edit => ({ kind: '+', line })),
  ];
}

/** The edits on the path back from the end, through the furthest points of each step. */
function traced(before: readonly string[], after: readonly string[], trace: readonly Int32Array[]): Edit[] {
  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const reached = trace[steps]!;
    const at = (diagonal: number): number => reached[diagonal + steps + 1]!;
    const diagonal = x - y;
    const isDown = diagonal === -steps || (diagonal !== steps && at(diagonal - 1) < at(diagonal + 1));
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = steps === 0 ? 0 : at(previous);
    const fromY = steps === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      edits.push({ kind: ' ', line: before[--x]! });
      y--;
    }
    if (steps === 0) break;
    if (isDown) edits.push({ kind: '+', line: after[--y]! });
    else edits.push({ kind: '-', line: before[--x]! });
  }
  return edits.reverse();
}

function hunksOf(edits: readonly Edit[]): string {
  let text = '';
  let oldLine = 1;
  let newLine = 1;
  let i = 0;
  while (i < edits.length) {
    let next = i;
    while (next < edits.length && edits[next]!.kind === ' ') next++;
    if (next === edits.length) break;
    const start = Math.max(i, next - CONTEXT);
    oldLine += start - i;
    newLine += start - i;
    let last = next;
    for (let k = next; k < edits.length && k - last <= 2 * CONTEXT; k++) if (edits[k]!.kind !== ' ') last = k;
    const end = Math.min(edits.length, last + CONTEXT + 1);
    const hunk = edits.slice(start, end);
    const oldCount = hunk.filter(({ kind }) => kind !== '+').length;
    const newCount = hunk.filter(({ kind }) => kind !== '-').length;
    text += `@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@\n`;
    for (const { kind, line } of hunk)
      text += kind + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`);
    oldLine += oldCount;
    newLine += newCount;
    i = end;
  }
  return text;
}

function range(line: number, count: number): string {
  return count === 1 ? String(line) : `${String(count === 0 ? line - 1 : line)},${String(count)}`;
}
