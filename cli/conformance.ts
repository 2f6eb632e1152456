import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visible } from '../src/core/text.js';
import { failure, UserError } from '../src/core/outcome.js';
import {
  ask as put,
  type Asked,
  conformanceText,
  type FamilyResult,
  readRuling,
  type Ruling,
  type RulesData,
  type Said,
} from '../src/report/gtp/rulings.js';
import { type GtpProcess, startGtp, within } from '../src/run/engine/engine-pool.js';
import { packageFolder } from '../src/run/merge/version.js';
import { BadValue, JUDGE, namesEngine } from '../src/options/kinds.js';
import type { Arguments, Command, Context, ExitCode } from './command.js';
import { UsageError } from './errors.js';
import { optionFiles } from './files.js';

/** `conformance gtp:COMMAND`: puts the rulings of samples/rulings to another program. */
export const conformance: Command<'conformance'> = {
  name: 'conformance',
  about: 'Put the rulings kit to a program that speaks GTP, and show what it gets wrong',
  operands: '<program>',
  operand: { program: { type: 'string', demandOption: true, describe: 'gtp:COMMAND, run without a shell' } },
  examples: [
    ["$0 conformance 'gtp:$0 gtp'", 'The program itself: it can be told the rules of each question'],
    [
      "$0 conformance 'gtp:$0 gtp --rules japanese' --ruled japanese",
      'Only the questions about one set of rules',
    ],
  ],
  run: compared,
};

/** Longest time for one question. */
const QUESTION_SECONDS = 60;
/** A program that stops more often is not started again. */
const MAX_STARTS = 5;

async function compared({ input, ruled = [] }: Arguments<'conformance'>, { io }: Context): Promise<ExitCode> {
  const command = commandOf(input[0] ?? '');
  const folder = join(packageFolder(), 'samples', 'rulings');
  const rules = JSON.parse(readFileSync(join(folder, 'rules.json'), 'utf8')) as Record<string, RulesData>;
  const unknown = ruled.find((name) => !(name in rules));
  if (unknown !== undefined)
    throw new UsageError(`--ruled: ${unknown} is not in the kit; there are ${Object.keys(rules).join(', ')}`);
  const temporary = mkdtempSync(join(tmpdir(), 'sgf-referee-'));
  const record = join(temporary, 'setup.sgf');
  const write = (sgf: string): string => {
    writeFileSync(record, sgf);
    return record;
  };
  const program = createProgram(command, { started: new Set(ruled), rules, write });
  const results: FamilyResult[] = [];
  const faults: string[] = [];
  const skipped = new Map<string, number>();
  try {
    for (const [family, rulings] of kitIn(folder)) {
      let [right, wrong] = [0, 0];
      for (const ruling of rulings) {
        if (io.signal?.aborted) return 130;
        const said = await program.ask(ruling);
        if ('because' in said) skipped.set(said.because, (skipped.get(said.because) ?? 0) + 1);
        else if (said.isRight) right++;
        else {
          wrong++;
          const { name, says, article, answer } = ruling;
          faults.push(
            `${name}: ${visible(said.answer)}, not ${answer}: ${says} (${ruling.rules}; ${article})`,
          );
        }
      }
      results.push({ family, cases: rulings.length, right, wrong });
    }
  } finally {
    program.end();
    rmSync(temporary, { recursive: true, force: true });
  }
  io.stdout.write(conformanceText(results, faults, skipped));
  return faults.length > 0 ? 1 : 0;
}

/** Throws UsageError. */
function commandOf(word: string): readonly string[] {
  if (!namesEngine(word))
    throw new UsageError(
      `${word} is no program to ask: write gtp: and its command, as in 'gtp:gnugo --mode gtp'`,
    );
  try {
    const judge = JUDGE.read(word as never, optionFiles());
    return typeof judge === 'object' ? judge.command : [];
  } catch (error) {
    throw error instanceof BadValue ? new UsageError(error.message) : error;
  }
}

/** The questions by family. Throws UserError. */
function kitIn(folder: string): readonly (readonly [string, readonly Ruling[]])[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort();
  return files.map((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
    const rulings = lines.map((line, i) => {
      const read = readRuling(line);
      if (!read.ok) throw new UserError(`${file}:${String(i + 1)}: ${read.error}`);
      return read.value;
    });
    return [file.replace('.jsonl', ''), rulings] as const;
  });
}

/** A program that is started again when it stops. */
function createProgram(command: readonly string[], given: Pick<Asked, 'started' | 'rules' | 'write'>) {
  let starts = 0;
  let running: { readonly process: GtpProcess; readonly asked: Asked } | undefined;

  async function start(): Promise<NonNullable<typeof running>> {
    if (starts++ === MAX_STARTS) throw new UserError(`the program stopped ${String(MAX_STARTS)} times`);
    const process = startGtp(command);
    const listed = await within(process, QUESTION_SECONDS, process.send('list_commands'));
    if (!listed.ok) {
      process.kill('');
      throw new UserError(`the program does not answer list_commands: ${listed.error}`);
    }
    const commands = new Set(listed.value.split(/\s+/));
    if (given.started.size === 0 && !commands.has('kata-set-rules')) {
      process.kill('');
      throw new UsageError(
        'the program cannot be told the rules: name those it was started with, --ruled NAME',
      );
    }
    const send: Asked['send'] = (line) =>
      process.isAlive() ? process.send(line) : Promise.resolve(failure('it stopped'));
    return { process, asked: { ...given, commands, send } };
  }

  return {
    async ask(ruling: Ruling): Promise<Said> {
      running = running?.process.isAlive() === true ? running : await start();
      const { process, asked } = running;
      const said = await within(process, QUESTION_SECONDS, put(asked, ruling));
      return process.isAlive() ? said : { answer: 'the program stopped', isRight: false };
    },
    end: () => running?.process.kill('the questions are over'),
  };
}
