import { type Expected, type Known, type KnownOption, quoted } from './known.ts';

export function zshScript({ commands, everywhere }: Known): string {
  return `#compdef almanac
# almanac completion zsh > "\${fpath[1]}/_almanac"
_almanac() {
  local context state line
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`).join('\n')}
  )
  _arguments -C ${everywhere.map(optionOf).join(' ')} '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
${commands.map(({ name, options, rest }) => `        ${name}) _arguments ${[...options, ...everywhere].map(optionOf).join(' ')} ${restOf(rest)} ;;`).join('\n')}
      esac
      ;;
  esac
}
# Read from the folder of completions, this file is the function itself; read by hand, it is a definition.
if [[ "$funcstack[1]" == _almanac ]]; then _almanac "$@"; else compdef _almanac almanac; fi
`;
}

function optionOf({ flag, about, value, mayBeRepeated }: KnownOption): string {
  const words = `${mayBeRepeated ? '*' : ''}${flag}[${about.replaceAll(/[[\]:]/g, ' ')}]`;
  return quoted(value === null ? words : `${words}:${flag.slice(2)}:${actionOf(value)}`);
}

function restOf(rest: Expected): string {
  return quoted(rest === 'path' ? '*:path:_files' : `*:argument:${actionOf(rest)}`);
}

function actionOf(value: Expected): string {
  if (value === 'path') return '_files';
  return value === 'anything' ? ' ' : `(${value.join(' ')})`;
}
