import type { Argv } from 'yargs';
import type { Context } from './run.js';

/** Adds a command to yargs. */
type Add = (y: Argv, context: Context) => Argv;

/** Every command by its name; a command is loaded when its name stands among the words, or for the list of all. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  audit: async () => {
    const { auditCommand } = await import('./audit.js');
    return (y, context) => y.command(auditCommand(context));
  },
  score: async () => {
    const { scoreCommand } = await import('./score.js');
    return (y, context) => y.command(scoreCommand(context));
  },
  convert: async () => {
    const { convertCommand } = await import('./convert.js');
    return (y, context) => y.command(convertCommand(context));
  },
  format: async () => {
    const { formatCommand } = await import('./format.js');
    return (y, context) => y.command(formatCommand(context));
  },
  check: async () => {
    const { checkCommand } = await import('./check.js');
    return (y, context) => y.command(checkCommand(context));
  },
  show: async () => {
    const { showCommand } = await import('./show.js');
    return (y, context) => y.command(showCommand(context));
  },
  list: async () => {
    const { listCommand } = await import('./list.js');
    return (y, context) => y.command(listCommand(context));
  },
  duplicates: async () => {
    const { duplicatesCommand } = await import('./duplicates.js');
    return (y, context) => y.command(duplicatesCommand(context));
  },
  rules: async () => {
    const { rulesCommand } = await import('./rules.js');
    return (y, context) => y.command(rulesCommand(context));
  },
  explain: async () => {
    const { explainCommand } = await import('./explain.js');
    return (y, context) => y.command(explainCommand(context));
  },
  serve: async () => {
    const { serveCommand } = await import('./serve.js');
    return (y, context) => y.command(serveCommand(context));
  },
};

export const COMMAND_NAMES = Object.keys(COMMANDS);

/** Adds the commands that the words name; all of them where none is named, for help and for advice on a wrong name. */
export async function withCommands(y: Argv, words: readonly string[], context: Context): Promise<Argv> {
  const named = COMMAND_NAMES.filter((name) => words.includes(name));
  const adders = await Promise.all(
    (named.length > 0 ? named : COMMAND_NAMES).map((name) => COMMANDS[name]!()),
  );
  let all = y;
  for (const add of adders) all = add(all, context);
  return all;
}
