import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Completed {
  readonly name: string;
  readonly about: string;
  readonly options: readonly { readonly flag: string; readonly about: string }[];
}

/** A script that completes what the program knows; it is made from the commands themselves and cannot fall behind them. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map(completed);
  return WRITERS[shell](commands, completed(program).options);
}

function completed(command: Command): Completed {
  const options = command.options.flatMap(({ long, description }) =>
    long == null ? [] : [{ flag: long, about: description }],
  );
  return { name: command.name(), about: command.description(), options: [...options, HELP] };
}

const HELP = { flag: '--help', about: 'print help' };

type Writer = (commands: readonly Completed[], everywhere: Completed['options']) => string;

const WRITERS: Readonly<Record<Shell, Writer>> = {
  bash: (commands, everywhere) => `# almanac completion bash > ~/.local/share/bash-completion/completions/almanac
_almanac() {
  local word command i
  word="\${COMP_WORDS[COMP_CWORD]}"
  command=""
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${commands.map(({ name }) => name).join('|')}) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  if [[ "$word" == -* ]]; then
    case "$command" in
${commands.map(({ name, options }) => `      ${name}) COMPREPLY=($(compgen -W "${flags(options, everywhere)}" -- "$word")) ;;`).join('\n')}
      *) COMPREPLY=($(compgen -W "${flags(everywhere, [])}" -- "$word")) ;;
    esac
  elif [[ -z "$command" ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help" -- "$word"))
  elif [[ "$command" == scan ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
  elif [[ "$command" == completion ]]; then
    COMPREPLY=($(compgen -W "${SHELLS.join(' ')}" -- "$word"))
  fi
}
complete -o filenames -F _almanac almanac
`,
  zsh: (commands, everywhere) => `#compdef almanac
# almanac completion zsh > "\${fpath[1]}/_almanac"
_almanac() {
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then
    _describe command commands
    return
  fi
  case "$words[2]" in
${commands.map(({ name, options }) => `    ${name}) _arguments ${zshOptions([...options, ...everywhere])} ${ZSH_REST[name] ?? ''};;`).join('\n')}
    *) _arguments ${zshOptions(everywhere)} ;;
  esac
}
compdef _almanac almanac
`,
  fish: (commands, everywhere) => `# almanac completion fish > ~/.config/fish/completions/almanac.fish
complete -c almanac -f
${commands.map(({ name, about }) => `complete -c almanac -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`).join('\n')}
${everywhere.map((option) => `complete -c almanac ${fishOption(option)}`).join('\n')}
${commands.flatMap(({ name, options }) => options.map((option) => `complete -c almanac -n '__fish_seen_subcommand_from ${name}' ${fishOption(option)}`)).join('\n')}
complete -c almanac -n '__fish_seen_subcommand_from scan' -F
complete -c almanac -n '__fish_seen_subcommand_from completion' -a ${quoted(SHELLS.join(' '))}
`,
};

const ZSH_REST: Readonly<Record<string, string>> = {
  scan: "'*:path:_files'",
  completion: `'1:shell:(${SHELLS.join(' ')})'`,
};

function flags(options: Completed['options'], everywhere: Completed['options']): string {
  return [...new Set([...options, ...everywhere].map(({ flag }) => flag))].join(' ');
}

function zshOptions(options: Completed['options']): string {
  const byFlag = new Map(options.map((option) => [option.flag, option]));
  return [...byFlag.values()]
    .map(({ flag, about }) => quoted(`${flag}[${about.replaceAll(/[[\]:]/g, ' ')}]`))
    .join(' ');
}

function fishOption({ flag, about }: Completed['options'][number]): string {
  return `-l ${flag.slice(2)} -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
