import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Programs that tests need and npm cannot install, with the package of Debian and Ubuntu that has each; `.ci/run` installs them. */
export const PROGRAMS = {
  'redis-server': 'redis-server',
  fish: 'fish',
  zsh: 'zsh',
  groff: 'groff',
  python3: 'python3',
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** Begins the title of a group of tests that need a program. */
export const WITH = 'with ';

/** The program that a test needs, by the title of its group. */
function programOf({ parent }: TestCase): ProgramName | undefined {
  for (let group = parent; group.type === 'suite'; group = group.parent) {
    const name = group.name.slice(WITH.length);
    if (group.name.startsWith(WITH) && Object.hasOwn(PROGRAMS, name)) return name as ProgramName;
  }
  return undefined;
}

/** Says at the end of a run what it left out: tests of missing programs, and those that only `npm run test:all` has. */
export default class LeftOut implements Reporter {
  private projects: readonly string[] = [];

  onInit({ projects }: Vitest): void {
    this.projects = projects.map(({ name }) => name);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<ProgramName, number>();
    for (const one of modules) {
      for (const test of one.children.allTests('skipped')) {
        const program = programOf(test);
        if (program) counts.set(program, (counts.get(program) ?? 0) + 1);
      }
    }
    for (const [program, count] of counts) {
      const tests = `${String(count)} ${count === 1 ? 'test' : 'tests'}`;
      console.log(`left out: ${tests}, for want of ${program} (apt-get install ${PROGRAMS[program]})`);
    }
    const isShort = ['source', 'built'].every((name) => this.projects.includes(name));
    if (isShort && !this.projects.includes('long'))
      console.log('left out: tests that take long (npm run test:all)');
  }
}
