import { GAME_COMMAND_NAMES, gameCommand } from '../src/commands/commands.js';
import type { Command } from './command.js';

type Load = () => Promise<Command>;

const referees = GAME_COMMAND_NAMES.map((name): [string, Load] => [
  name,
  async () => (await import('./referee.js')).refereeing(gameCommand(name)),
]);

/** Every command by its name, loaded when it is needed; those that referee games are in `src/commands`. */
export const COMMANDS: Readonly<Record<string, Load>> = {
  ...Object.fromEntries(referees),
  plan: async () => (await import('./plan.js')).plan,
  work: async () => (await import('./plan.js')).work,
  merge: async () => (await import('./plan.js')).merge,
  queue: async () => (await import('./queue.js')).queue,
  cache: async () => (await import('./cache.js')).cache,
  format: async () => (await import('./format.js')).format,
  show: async () => (await import('./show.js')).show,
  ruling: async () => (await import('./ruling.js')).ruling,
  list: async () => (await import('./list.js')).list,
  duplicates: async () => (await import('./duplicates.js')).duplicates,
  rules: async () => (await import('./reference.js')).rules,
  explain: async () => (await import('./reference.js')).explain,
  config: async () => (await import('./config.js')).config,
  completion: async () => (await import('./completion.js')).completionOf(allCommands),
  serve: async () => (await import('./serve.js')).serve,
};

export const COMMAND_NAMES = Object.keys(COMMANDS);

function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}
