import type { Expected, Known, KnownOption } from './known.ts';

export function bashScript({ commands, everywhere }: Known): string {
  const names = commands.map(({ name }) => name);
  // An option may take different values in other commands.
  const values = [
    ...commands.flatMap(({ name, options }) =>
      options.map((option) => ({ ...option, when: `"${name} ${option.flag}"` })),
    ),
    ...everywhere.map((option) => ({ ...option, when: `*" ${option.flag}"` })),
  ].flatMap(({ when, value }) => (value === null ? [] : [`    ${when}) ${replies(value)}; return ;;`]));
  return `# almanac completion bash > ~/.local/share/bash-completion/completions/almanac
_almanac() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" command="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${names.join('|')}) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  COMPREPLY=()
  case "$command $before" in
${values.join('\n')}
  esac
  if [[ "$word" == -* ]]; then
    case "$command" in
${commands.map(({ name, options }) => `      ${name}) ${words(flags([...options, ...everywhere]))} ;;`).join('\n')}
      *) ${words(flags(everywhere))} ;;
    esac
    return
  fi
  case "$command" in
    "") ${words(names)} ;;
${commands.flatMap(({ name, rest }) => (rest === 'anything' ? [] : [`    ${name}) ${replies(rest)} ;;`])).join('\n')}
  esac
}
complete -o filenames -F _almanac almanac
`;
}

function replies(value: Expected): string {
  if (value === 'anything') return ':';
  // Names may contain spaces: only line ends separate them.
  return value === 'path' ? `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$word"))` : words(value);
}

function words(all: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${all.join(' ')}" -- "$word"))`;
}

function flags(options: readonly KnownOption[]): string[] {
  return options.map(({ flag }) => flag);
}
