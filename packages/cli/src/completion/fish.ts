import { type Expected, type Known, type KnownOption, quoted } from './known.ts';

export function fishScript({ commands, everywhere }: Known): string {
  const names = commands.map(({ name }) => name);
  const lines = [
    'complete -c almanac -f',
    ...commands.map(
      ({ name, about }) =>
        `complete -c almanac -n 'not __fish_seen_subcommand_from ${names.join(' ')}' -a ${name} -d ${quoted(about)}`,
    ),
    ...everywhere.map((option) => `complete -c almanac ${optionOf(option)}`),
    ...commands.flatMap(({ name, options, rest }) => {
      const when = `complete -c almanac -n '__fish_seen_subcommand_from ${name}'`;
      return [
        ...options.map((option) => `${when} ${optionOf(option)}`),
        ...restOf(rest).map((more) => `${when} ${more}`),
      ];
    }),
  ];
  return `# almanac completion fish > ~/.config/fish/completions/almanac.fish\n${lines.join('\n')}\n`;
}

function optionOf({ flag, about, value }: KnownOption): string {
  const words = `-l ${flag.slice(2)} -d ${quoted(about)}`;
  if (value === null) return words;
  if (value === 'path') return `${words} -r -F`;
  return value === 'anything' ? `${words} -x` : `${words} -x -a ${quoted(value.join(' '))}`;
}

function restOf(rest: Expected): string[] {
  if (rest === 'anything') return [];
  return [rest === 'path' ? '-F' : `-a ${quoted(rest.join(' '))}`];
}
