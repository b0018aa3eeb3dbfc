import type { Command, Option } from 'commander';
import { FORMAT_NAMES } from '../formats/names.ts';
import { JUSTIFICATION_WORDS } from '../scan/decision-words.ts';
import { SEVERITIES } from '../scan/thresholds.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export type Expected = readonly string[] | 'path' | 'anything';

export interface KnownOption {
  readonly flag: string;
  readonly about: string;
  readonly value: Expected | null;
  readonly mayBeRepeated: boolean;
}

interface KnownCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly KnownOption[];
  readonly rest: Expected;
}

/** Read from the program itself, so that completion cannot fall behind it. */
export interface Known {
  readonly commands: readonly KnownCommand[];
  readonly everywhere: readonly KnownOption[];
}

const HELP: KnownOption = { flag: '--help', about: 'print help', value: null, mayBeRepeated: false };

/** Values that commander does not list. */
const VALUES: Readonly<Record<string, Expected>> = {
  '--output': 'path',
  '--file': 'path',
  '--for': 'path',
  '--from': 'path',
  '--decisions-from': 'path',
  '--format': FORMAT_NAMES,
  '--justification': JUSTIFICATION_WORDS,
  '--fail-on': [...SEVERITIES, 'kev', 'epss=0.1'],
};

const REPEATED: ReadonlySet<string> = new Set(['--format', '--fail-on', '--decisions-from', '--for']);

export function knownOf(program: Command): Known {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    about: command.description(),
    options: command.options.flatMap(knownOption),
    rest: restOf(command.name()),
  }));
  const help = {
    name: 'help',
    about: 'print help for a command',
    options: [],
    rest: commands.map(({ name }) => name),
  };
  return { commands: [...commands, help], everywhere: [...program.options.flatMap(knownOption), HELP] };
}

function restOf(name: string): Expected {
  if (name === 'scan' || name === 'plan') return 'path';
  if (name === 'pr') return ['validate', 'fix'];
  if (name === 'db') return ['pull', 'verify', 'status', 'export', 'show'];
  return name === 'completion' ? SHELLS : 'anything';
}

function knownOption({ long, description, argChoices, required }: Option): KnownOption[] {
  if (long == null) return [];
  const value = required ? (argChoices ?? VALUES[long] ?? 'anything') : null;
  return [{ flag: long, about: description, value, mayBeRepeated: REPEATED.has(long) }];
}

/** Single quotes work the same in bash, zsh and fish. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
