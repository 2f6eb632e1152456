/** What a request or a job may ask for, by the name of the command that does the same. */
export const COMMANDS = ['audit', 'score', 'convert', 'check'] as const;
export type Command = (typeof COMMANDS)[number];
