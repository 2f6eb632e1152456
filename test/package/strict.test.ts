import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, ROOT } from '../support/documents.js';

const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-strict-'));

/** The package as npm packs it, beside the types of Node and without the packages that it can do without. */
beforeAll(() => {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'sgf-referee'), { recursive: true });
  for (const name of ['@types', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', [
    'xzf',
    join(folder, packed),
    '-C',
    join(modules, 'sgf-referee'),
    '--strip-components=1',
  ]);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'] },
    ...{ types: ['node'], moduleDetection: 'force', noUncheckedIndexedAccess: true },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of programs, by the names of their files. */
function compiled(programs: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  for (const name of Object.keys(programs)) rmSync(join(folder, name));
  return stdout.replaceAll(/^.*?(?=[\w-]+\.ts\()/gm, '');
}

test('every example of docs/library.md and README.md compiles under strict', () => {
  const examples = ['docs/library.md', 'README.md'].flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'ts')
      .map(({ text }, i): [string, string] => [`${page.replace(/\W/g, '-')}-${String(i)}.ts`, text]),
  );
  expect(examples.length).toBeGreaterThan(10);
  expect(compiled(Object.fromEntries(examples))).toBe('');
});

const RULES = `import { analyze, parseRuleset, rulesetByName, type Ruleset, type RulesetName } from 'sgf-referee';
const name: RulesetName = 'japanese';
const known: Ruleset = rulesetByName(name);
const asked: Ruleset | undefined = rulesetByName(process.argv[2] ?? '');
const own = parseRuleset({ name: 'mine', base: 'aga', title: 'Ours' });
if (own.ok) analyze('(;)', { rules: own.value, defaultRules: asked ?? known });
`;

test.each([
  ['a known name, a name from elsewhere, and a ruleset of the user', '', ''],
  ['a wrong name', "rulesetByName('japanse');\n", 'TS2769'],
  ['a wrong name of the type', "export const wrong: RulesetName = 'jp';\n", 'TS2322'],
  [
    'a name that may be none, used as a ruleset',
    'export const maybe: Ruleset = rulesetByName(String(1));\n',
    'TS2322',
  ],
])('%s: "%s%s"', (_, more, code) => {
  const said = compiled({ 'rules.ts': RULES + more });
  if (code === '') expect(said).toBe('');
  else expect(said.match(/TS\d+/g)).toEqual([code]);
});
