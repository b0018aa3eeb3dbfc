import type { Expected, Known, KnownOption } from './known.ts';

export function bashScript({ commands, everywhere }: Known): string {
  const names = commands.map(({ name }) => name);
  const values = [...commands.flatMap(({ options }) => options), ...everywhere].flatMap(({ flag, value }) =>
    value === null ? [] : [`    ${flag}) ${replies(value)}; return ;;`],
  );
  return `# almanac completion bash > ~/.local/share/bash-completion/completions/almanac
_almanac() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" command="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${names.join('|')}) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  COMPREPLY=()
  case "$before" in
${[...new Set(values)].join('\n')}
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
  // A name may hold spaces: only a line end parts it from the next.
  return value === 'path' ? `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$word"))` : words(value);
}

function words(all: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${all.join(' ')}" -- "$word"))`;
}

function flags(options: readonly KnownOption[]): string[] {
  return options.map(({ flag }) => flag);
}
