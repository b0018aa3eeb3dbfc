import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type Known, knownOf, type Shell } from './known.ts';
import { zshScript } from './zsh.ts';

const WRITERS: Readonly<Record<Shell, (known: Known) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completionScript(program: Command, shell: Shell): string {
  return WRITERS[shell](knownOf(program));
}
