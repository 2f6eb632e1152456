import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';

/** Patterns that may take more than linear time, because what they read is short or our own; by file, with the reason. */
const BOUNDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cli/run.ts': { '/ {0,200}\\[array\\] \\[default: \\[\\]\\]/g': 'reads our own help' },
  'src/core/text.ts': { '/\\B(?=(?:\\d{3})+$)/g': 'reads the digits of a number' },
  'src/report/output/ruling-sheet.ts': {
    '/((?:[a-z\\d-]{1,63}\\.){1,9}[a-z]{2,9}\\/[^\\s;,()]+)/': 'reads our own sources of rules',
  },
  'src/referee/record/time.ts': {
    '/^(?:각자?|긱|各方?|每方)\\s*|\\s*(?:each|per player|per side|持ち時間)$/gu':
      'reads 100 characters at most',
    '/^(?<t>.+?) ?(?:(?:\\/|per |each |a )moves? )?fischer(?:,? (?:max|at most) (?<cap>.+))?$/u':
      'reads 100 characters at most',
    '/^fischer \\+?(?<t>.+?)(?:,? (?:max|at most) (?<cap>.+))?$/u': 'reads 100 characters at most',
    '/^[\\s,;+(]+(?:(?:plus|then|and) )?|[)\\s]+$/gu': 'reads 100 characters at most',
  },
};

/** Patterns made of strings, where no checker finds them; each was checked by hand, and reads text of a named length or in linear time. */
const MADE = [
  'src/core/json.ts',
  'src/core/words/template.ts',
  'src/options/kinds.ts',
  'src/referee/judge/baseline.ts',
  'src/referee/record/time.ts',
  'src/referee/repair/repair-text.ts',
  'src/run/tasks/work.ts',
  'src/service/uploads.ts',
  'src/toolkit/event/game-facts.ts',
  'src/toolkit/event/names.ts',
  'src/toolkit/event/read-table.ts',
];

interface Found {
  readonly literals: readonly string[];
  readonly isMade: boolean;
}

/** The pattern literals of a source file, and whether it makes patterns of strings. */
function patternsOf(file: string): Found {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const literals: string[] = [];
  let isMade = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') isMade = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, isMade };
}

function isLinear(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const { status } = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: 60_000 });
  return status === 'safe';
}

const files = globSync(['src/**/*.{ts,tsx}', 'cli/**/*.ts'], { ignore: ['**/*.d.ts'] }).sort();
const found = new Map(files.map((file) => [file, patternsOf(join(process.cwd(), file))] as const));

describe('patterns take linear time, whatever they read', () => {
  it.each(files.filter((file) => found.get(file)!.literals.length > 0))(
    '%s',
    { timeout: 300_000 },
    (file) => {
      const known = Object.keys(BOUNDED[file] ?? {});
      const slow = [...new Set(found.get(file)!.literals)].filter((literal) => !isLinear(literal));
      expect(slow.sort()).toEqual(known.sort());
    },
  );

  it('those made of strings are in the files that were looked at', () => {
    expect(files.filter((file) => found.get(file)!.isMade)).toEqual(MADE);
  });

  it('the checker tells a pattern that takes quadratic time', () => {
    expect([isLinear('/\\s+$/'), isLinear('/^\\s+/')]).toEqual([false, true]);
  });
});
