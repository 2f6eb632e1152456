import { optionsOf } from '../../src/options/read.js';
import type { Row } from '../../src/options/kinds.js';
import type { Command } from '../../cli/command.js';

/** The man page, sgf-referee(1): every command with its options, from the same tables as the help. */
export function manualPage(commands: readonly Command[]): string {
  return [
    '.TH SGF\\-REFEREE 1 "" "sgf\\-referee" "User Commands"\n',
    `.SH NAME\nsgf\\-referee \\- a referee for Go game records\n`,
    '.SH SYNOPSIS\n.B sgf\\-referee\n.I command\n[\\fIoptions\\fR] [\\fIinput\\fR ...]\n',
    '.SH DESCRIPTION\nReads Go game records (SGF), replays them under their rules, and reports what the rules say about them. ',
    'An input is a file, a folder, a quoted glob, an entry of an archive (a.zip!/b.sgf), or \\- for standard input.\n',
    '.SH COMMANDS\n',
    ...commands.map(
      ({ name, operands = '', about }) => `.TP\n.B ${text(`${name} ${operands}`.trim())}\n${text(about)}.\n`,
    ),
    ...commands.map(optionsSection),
    '.SH EXIT STATUS\n0: nothing at or above \\-\\-fail\\-on. 1: findings. 2: wrong usage, or an input that could not be read. 3: an internal fault. 130: interrupted.\n',
    '.SH FILES\n.TP\n.I sgf\\-referee.config.json\nOptions by their names, found upwards from each file.\n',
  ].join('');
}

function optionsSection({ name }: Command): string {
  const rows = optionsOf(name);
  if (rows.length === 0) return '';
  return `.SH ${text(name.toUpperCase())} OPTIONS\n${rows.map(optionOf).join('')}`;
}

function optionOf({ name, takes, about, alias, ...row }: Row): string {
  const form = takes.type === 'boolean' && row.default === true ? `--no-${name}` : `--${name}`;
  const short = alias === undefined ? '' : `\\fB${text(`-${alias}`)}\\fR, `;
  const value = takes.type === 'boolean' ? '' : ` \\fI${text(takes.words)}\\fR`;
  const usual = row.defaultWords ?? (takes.type === 'boolean' ? undefined : row.default);
  const byDefault = usual === undefined ? '' : ` Default: ${text(String(usual))}.`;
  return `.TP\n${short}\\fB${text(form)}\\fR${value}\n${text(about)}.${byDefault}\n`;
}

/** Text for troff: hyphens are minus signs, and no line begins with a request. */
function text(plain: string): string {
  const escaped = plain.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq');
  return /^\./.test(escaped) ? `\\&${escaped}` : escaped;
}
