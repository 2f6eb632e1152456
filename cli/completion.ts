import type { Offers, Row } from '../src/options/kinds.js';
import { optionsOf } from '../src/options/read.js';
import type { Command, ExitCode } from './command.js';
import { UsageError } from './errors.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `completion SHELL`: a script that completes commands, options, their words and files. */
export function completionOf(allCommands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completion',
    about: 'Write the completion script for a shell: bash, zsh or fish',
    operands: '<shell>',
    operand: { shell: { type: 'string', describe: SHELLS.join(', ') } },
    offers: SHELLS,
    examples: [
      ['eval "$($0 completion bash)"', 'In ~/.bashrc'],
      ['source <($0 completion zsh)', 'In ~/.zshrc, after compinit'],
      ['$0 completion fish | source', 'In ~/.config/fish/config.fish'],
    ],
    async run({ input: [shell = ''] }, { io }): Promise<ExitCode> {
      const known = SHELLS.find((one) => one === shell);
      if (!known) throw new UsageError(`name one of ${SHELLS.join(', ')}, not ${shell.slice(0, 60)}`);
      io.stdout.write(SCRIPTS[known](await allCommands()));
      return 0;
    },
  };
}

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** The form in which an option is given: `--no-NAME` for a flag that is on by default. */
function formOf({ name, takes, ...row }: Row): string {
  return takes.type === 'boolean' && row.default === true ? `--no-${name}` : `--${name}`;
}

/** The options of a command by name, each once. */
function ownOptions(command: string): readonly Row[] {
  const rows = new Map(optionsOf(command).map((row) => [row.name, row]));
  return [...rows.values()];
}

/** Lists of words that complete values; a script has each once, as it is long and many options share it. */
class WordLists {
  readonly #lists: string[] = [];

  /** What completes a value: the number of its list, and whether the value may be several of its words or a file. */
  of({ words, joined, files }: Offers): string {
    const list = words.join(' ');
    if (!this.#lists.includes(list)) this.#lists.push(list);
    return `${String(this.#lists.indexOf(list))} ${joined ? 'joined' : 'one'}${files ? '-files' : ''}`;
  }

  ofOption({ takes: { choices, offers } }: Row): string | undefined {
    const found = offers ?? (choices && { words: choices });
    return found && this.of(found);
  }

  ofOperands({ offers }: Command): string | undefined {
    return offers && this.of({ words: offers });
  }

  /** A line of a script for each list. */
  lines(line: (number: string, words: string) => string): string {
    return this.#lists.map((words, i) => `${line(String(i), words)}\n`).join('');
  }
}

/** The words of a list, in bash and in zsh. */
function wordsCase(number: string, words: string): string {
  return `    ${number}) echo '${words}' ;;`;
}

function bash(commands: readonly Command[]): string {
  const lists = new WordLists();
  const cases = commands.map((command) => {
    const rows = ownOptions(command.name);
    const values = rows.flatMap((row) => {
      if (row.takes.type === 'boolean') return [];
      return [`--${row.name}) list="${lists.ofOption(row) ?? 'files'}" ;;`];
    });
    const operands = lists.ofOperands(command) ?? 'files';
    return `    ${command.name}) options='${[...rows.map(formOf), '--help'].join(' ')}'; case "$prev" in ${values.join(' ')} *) list="${operands}" ;; esac ;;\n`;
  });
  return `# sgf-referee completion bash
_sgf_referee_words() {
  case "$1" in
${lists.lines(wordsCase)}  esac
}
_sgf_referee() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" options='--help --version' list='' before=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$cur"))
    return
  fi
  # The = of --option=value is a word of its own.
  if [ "$cur" = = ]; then cur=''; elif [ "$prev" = = ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  COMPREPLY=()
  if [ "\${cur#-}" != "$cur" ]; then COMPREPLY=($(compgen -W "$options" -- "$cur")); return; fi
  case "$list" in *joined*) case "$cur" in *,*) before="\${cur%,*},"; cur="\${cur##*,}" ;; esac ;; esac
  if [ "$list" != files ]; then
    COMPREPLY=($(compgen -P "$before" -W "$(_sgf_referee_words \${list%% *})" -- "$cur"))
    compopt +o filenames 2>/dev/null
    case "$list" in *joined*) compopt -o nospace 2>/dev/null ;; esac
  fi
  case "$before$list" in *,*) ;; *files*) COMPREPLY+=($(compgen -f -- "$cur")) ;; esac
}
complete -o filenames -F _sgf_referee sgf-referee
`;
}

/** In single quotes for a shell, without the characters that are special in zsh's descriptions. */
function quoted(text: string, dropped = /[[\]:\\]/g): string {
  return `'${text.replaceAll("'", '’').replace(dropped, ' ')}'`;
}

function zsh(commands: readonly Command[]): string {
  const lists = new WordLists();
  const valued = (list: string | undefined): string =>
    list === undefined ? '_files' : ` _sgf_referee_value ${list}`;
  const cases = commands.map((command) => {
    const specs = ownOptions(command.name).map((row) => {
      const value = row.takes.type === 'boolean' ? '' : `:value:${valued(lists.ofOption(row))}`;
      return `'${formOf(row)}${value === '' ? '' : '='}[${quoted(row.about).slice(1, -1)}]${value}'`;
    });
    return `    ${command.name}) _arguments ${[...specs, `'*:file:${valued(lists.ofOperands(command))}'`].join(' ')} ;;\n`;
  });
  const described = commands.map(({ name, about }) => `'${name}:${quoted(about).slice(1, -1)}'`);
  return `#compdef sgf-referee
_sgf_referee_words() {
  case "$1" in
${lists.lines(wordsCase)}  esac
}
_sgf_referee_value() {
  local -a offered
  offered=(\${=$(_sgf_referee_words $1)})
  [[ $2 = *files && $PREFIX != *,* ]] && _files
  if [[ $2 = joined* ]]; then
    compset -P '*,'
    compadd -qS , -- $offered
  else
    compadd -- $offered
  fi
}
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
  const lists = new WordLists();
  const line = (condition: string, rest: string): string =>
    `complete -c sgf-referee -n ${condition} ${rest}\n`;
  const words = (list: string): string => `-a '(__sgf_referee_words ${list})'`;
  const named = commands.map(({ name, about }) =>
    line('__fish_use_subcommand', `-f -a ${name} -d ${quoted(about, /\\/g)}`),
  );
  const options = commands.flatMap((command) => {
    const seen = `'__fish_seen_subcommand_from ${command.name}'`;
    const operands = lists.ofOperands(command);
    const own = ownOptions(command.name).map((row) => {
      const list = lists.ofOption(row);
      const files = list === undefined || list.endsWith('files') ? '-r' : '-x';
      const value =
        row.takes.type === 'boolean' ? '' : ` ${files}${list === undefined ? '' : ` ${words(list)}`}`;
      return line(seen, `-l ${formOf(row).slice(2)}${value} -d ${quoted(row.about, /\\/g)}`);
    });
    return [...(operands === undefined ? [] : [line(seen, `-f ${words(operands)}`)]), ...own];
  });
  return `# sgf-referee completion fish
function __sgf_referee_words
  switch $argv[1]
${lists.lines((number, list) => `    case ${number}; set offered ${list}`)}  end
  set -l before ''
  if string match -q 'joined*' $argv[2]
    set before (commandline -ct | string replace -r '^--[a-z-]+=' '' | string match -r '.*,')
  end
  printf '%s\\n' "$before"$offered
end
${named.join('')}${options.join('')}`;
}
