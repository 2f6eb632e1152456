import { audit } from './audit.js';
import { check } from './check.js';
import { convert } from './convert.js';
import type { GameCommand } from './game-command.js';
import { score } from './score.js';

/** Every command that referees games; each has a route, POST /v1/NAME, and jobs. */
export const GAME_COMMANDS = { audit, score, convert, check } as const satisfies Readonly<
  Record<string, GameCommand>
>;

export type GameCommandName = keyof typeof GAME_COMMANDS;
export const GAME_COMMAND_NAMES = Object.keys(GAME_COMMANDS) as readonly GameCommandName[];

/** A command by its name. */
export function gameCommand(name: GameCommandName): GameCommand {
  return GAME_COMMANDS[name];
}
