import { optionsOf } from '../src/options/read.js';
import type { Row } from '../src/options/kinds.js';
import { type Command, type ExitCode, UsageError } from './command.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `completion SHELL`: a script that completes commands, options, their words and files. */
export function completionOf(allCommands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completion',
    about: 'Write the completion script for a shell: bash, zsh or fish',
    operands: '<shell>',
    operand: { shell: { type: 'string', describe: SHELLS.join(', ') } },
    examples: [
      ['eval "$($0 completion bash)"', 'In ~/.bashrc'],
      ['source <($0 completion zsh)', 'In ~/.zshrc, after compinit'],
      ['$0 completion fish | source', 'In ~/.config/fish/config.fish'],
    ],
    async run({ input: [shell = ''] }, { io }): Promise<ExitCode> {
      const known = SHELLS.find((one) => one === shell);
      if (!known) throw new UsageError(`expected ${SHELLS.join(', ')}, not ${shell.slice(0, 60)}`);
      io.stdout.write(SCRIPTS[known](await allCommands()));
      return 0;
    },
  };
}

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** The forms in which an option is given: `--no-NAME` for a flag that is on. */
function formOf({ name, takes, ...row }: Row): string {
  return takes.type === 'boolean' && row.default === true ? `--no-${name}` : `--${name}`;
}

/** The options of a command by name, each once. */
function ownOptions(command: string): readonly Row[] {
  const rows = new Map(optionsOf(command).map((row) => [row.name, row]));
  return [...rows.values()];
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map(({ name }) => {
    const rows = ownOptions(name);
    const values = rows.flatMap((row) =>
      row.takes.choices ? [`--${row.name}) words='${row.takes.choices.join(' ')}' ;;`] : [],
    );
    const choices = values.length === 0 ? '' : `case "$prev" in ${values.join(' ')} esac; `;
    return `    ${name}) options='${[...rows.map(formOf), '--help'].join(' ')}'; ${choices};;\n`;
  });
  return `# sgf-referee completion bash
_sgf_referee() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" options='--help --version' words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [ "\${cur#-}" != "$cur" ]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _sgf_referee sgf-referee
`;
}

/** In single quotes of a shell, without the characters that descriptions of zsh give a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’').replace(/[[\]:\\]/g, ' ')}'`;
}

function zsh(commands: readonly Command[]): string {
  const cases = commands.map(({ name }) => {
    const specs = ownOptions(name).map((row) => {
      const { choices, type } = row.takes;
      const value = type === 'boolean' ? '' : choices ? `:value:(${choices.join(' ')})` : ':value:_files';
      return `'${formOf(row)}[${quoted(row.about).slice(1, -1)}]${value}'`;
    });
    return `    ${name}) _arguments ${[...specs, "'*:file:_files'"].join(' ')} ;;\n`;
  });
  const described = commands.map(({ name, about }) => `'${name}:${quoted(about).slice(1, -1)}'`);
  return `#compdef sgf-referee
_sgf_referee() {
  if (( CURRENT == 2 )); then
    local -a commands=(${described.join(' ')})
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('')}  esac
}
compdef _sgf_referee sgf-referee
`;
}

function fish(commands: readonly Command[]): string {
  const named = commands.map(
    ({ name, about }) =>
      `complete -c sgf-referee -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}\n`,
  );
  const options = commands.flatMap(({ name }) =>
    ownOptions(name).map((row) => {
      const { choices, type } = row.takes;
      const value = type === 'boolean' ? '' : choices ? ` -x -a '${choices.join(' ')}'` : ' -r';
      const seen = `-n '__fish_seen_subcommand_from ${name}'`;
      return `complete -c sgf-referee ${seen} -l ${formOf(row).slice(2)}${value} -d ${quoted(row.about)}\n`;
    }),
  );
  return `# sgf-referee completion fish\n${named.join('')}${options.join('')}`;
}
