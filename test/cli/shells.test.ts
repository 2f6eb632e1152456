import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../cli/run.js';
import { manualPage } from '../docs/manual.js';
import { withProgram } from '../support/programs.js';
import { inTerminal } from '../support/terminal.js';
import { makePlace } from './harness.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'dist/cli/bin.js');
const place = makePlace();
beforeAll(() => {
  mkdirSync(join(place.path, 'bin'));
  for (const [name, line] of [
    ['sgf-referee', `exec node ${BIN} "$@"`],
    // As the registry would give it.
    ['npx', 'shift 2; exec sgf-referee "$@"'],
  ]) {
    writeFileSync(join(place.path, 'bin', name!), `#!/bin/sh\n${line!}\n`);
    chmodSync(join(place.path, 'bin', name!), 0o755);
  }
  place.put('bad.sgf', '(;FF[4]GM[1]SZ[9];B[aa];W[aa])');
  place.put('good.sgf', '(;FF[4]GM[1]SZ[9];B[aa];W[bb])');
});
afterAll(() => place.remove());

const env = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(place.path, 'bin')}:${process.env['PATH']!}`,
});

describe('completion', () => {
  /** Words that a shell offers after a line. */
  function offered(shell: string, line: string): string[] {
    const words = line.split(' ');
    const scripts: Readonly<Record<string, readonly string[]>> = {
      bash: [
        '-c',
        `eval "$(sgf-referee completion bash)"; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${String(words.length - 1)}; _sgf_referee; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      fish: ['-c', `sgf-referee completion fish | source; complete -C '${line}'`],
    };
    const out = execFileSync(shell, scripts[shell]!, { env: env(), encoding: 'utf8', cwd: place.path });
    if (shell === 'fish') expect(out).not.toContain('  ');
    return out.split('\n').map((one) => one.split('\t')[0]!);
  }

  const offers = (shell: string): void =>
    test.each([
      ['sgf-referee ch', 'check'],
      ['sgf-referee check --fi', '--fix-unsafe'],
      ['sgf-referee check --format s', 'sarif'],
      ['sgf-referee check goo', 'good.sgf'],
      ['sgf-referee audit --rules jap', 'japanese'],
      ['sgf-referee audit --rules goo', 'good.sgf'],
      ['sgf-referee convert --to japanese,ag', 'japanese,aga'],
      ['sgf-referee check --ignore move/ko,komi/ma', 'move/ko,komi/malformed'],
      ['sgf-referee audit --fail-on contr', 'contradicted'],
      ['sgf-referee ruling --language d', 'de'],
      ['sgf-referee explain move/ko-u', 'move/ko-undecided'],
      ['sgf-referee rules trom', 'tromp-taylor'],
      ['sgf-referee completion fi', 'fish'],
    ])(`${shell}: %s`, (line, word) => {
      expect(offered(shell, line)).toContain(word);
    });
  offers('bash');
  withProgram('fish', () => offers('fish'));

  withProgram('zsh', () =>
    // Its completion needs a terminal, which shows the line as it becomes.
    test.each([
      ['che', 'check'],
      ['check --fix-u', '--fix-unsafe'],
      ['check --format sa', 'sarif'],
      ['check goo', 'good.sgf'],
      ['audit --rules=tro', '--rules=tromp-taylor'],
      ['audit --rules goo', 'good.sgf'],
      ['check --ignore move/ko,komi/ma', 'move/ko,komi/malformed'],
      ['ruling --language d', '--language de'],
      ['explain move/ko-u', 'move/ko-undecided'],
    ])('zsh: %s', async (line, word) => {
      const begins = 'autoload -Uz compinit; compinit -u -D; source <(sgf-referee completion zsh)';
      const { text } = await inTerminal('exec zsh -f', {
        cwd: place.path,
        columns: 200,
        env: { PATH: env()['PATH']!, PS1: 'zsh> ' },
        keys: [
          { after: '> ', press: `${begins}; echo rea''dy\n` },
          { after: 'ready\r', press: `sgf-referee ${line}\t` },
          { after: word, press: '\u0015exit\n' },
        ],
      });
      expect(text).toContain(word);
    }),
  );

  test('another shell is wrong usage', async () => {
    expect((await place.sgfReferee(['completion', 'tcsh'])).code).toBe(2);
  });
});

describe('the man page', () => {
  const file = join(ROOT, 'docs/sgf-referee.1');

  test('has every command and option', async () => {
    const page = manualPage(await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]!())));
    if (process.env['UPDATE'] === '1') writeFileSync(file, page);
    expect(readFileSync(file, 'utf8')).toBe(page);
  });

  withProgram('groff', () =>
    test('is rendered without warnings', () => {
      const { stdout, stderr, status } = spawnSync('groff', ['-man', '-Tutf8', '-ww', file], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
      // Bold letters are struck twice.
      expect(stdout.replaceAll(/.[\b]/g, '')).toContain('write-baseline');
    }),
  );

  test('is installed with the package', () => {
    const { man } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { man: string };
    expect(existsSync(join(ROOT, man))).toBe(true);
  });
});

test('the hooks of pre-commit run on the files they are given', () => {
  const hooks = readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8');
  const entries = [...hooks.matchAll(/^ {2}entry: (.*)$/gm)].map(([, entry]) => entry!);
  expect(entries).toHaveLength(2);
  for (const entry of entries) {
    const status = (file: string): number | null =>
      spawnSync('bash', ['-c', `${entry} ${file}`], { env: env(), cwd: place.path }).status;
    expect([status('good.sgf'), status('bad.sgf')]).toEqual([0, 1]);
  }
});

test('the script of the action writes SARIF and keeps the exit code', () => {
  const action = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  const script = /run: \|\n((?: {8}.*\n)+)/.exec(action)![1]!.replace(/^ {8}/gm, '');
  const output = place.put('github-output', '');
  const variables = {
    SGF_REFEREE: 'npx --yes sgf-referee@latest',
    COMMAND: 'check',
    PATHS: 'bad.sgf good.sgf',
    OPTIONS: '',
    FAIL_ON: 'error',
    GITHUB_OUTPUT: output,
  };
  const { status } = spawnSync('bash', ['-e', '-c', script], {
    cwd: place.path,
    env: { ...env(), ...variables },
  });
  expect([status, readFileSync(output, 'utf8')]).toEqual([0, 'status=1\n']);
  const sarif = JSON.parse(readFileSync(join(place.path, 'sgf-referee.sarif'), 'utf8')) as {
    runs: { results: unknown[] }[];
  };
  expect(sarif.runs[0]!.results.length).toBeGreaterThan(0);
});

test('the problem matcher reads every line of findings', async () => {
  const { problemMatcher } = JSON.parse(readFileSync(join(ROOT, 'docs/problem-matcher.json'), 'utf8')) as {
    problemMatcher: { pattern: { regexp: string }[] }[];
  };
  const { out } = await place.sgfReferee(['check', place.path, '--format', 'text', '-q']);
  const lines = out.trimEnd().split('\n');
  const pattern = new RegExp(problemMatcher[0]!.pattern[0]!.regexp);
  expect(lines.filter((line) => !pattern.test(line))).toEqual([]);
  expect(lines.some((line) => pattern.exec(line)?.[6] === 'move/occupied')).toBe(true);
});
