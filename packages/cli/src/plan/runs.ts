import path from 'node:path';
import { GO_TIDY, type ToolCommand } from '@almanac/core/remediation';
import { shellWords } from '../tools/shell-words.ts';
import type { FileStep } from './file-steps.ts';

/** A command in a folder. */
export interface PlannedRun {
  /** As files are shown: from the folder of the run. */
  readonly folder: string;
  readonly command: ToolCommand;
}

/** The commands of a plan in the order of urgency, each once in a folder. */
export function runsOf(steps: readonly FileStep[]): PlannedRun[] {
  const runs = new Map<string, PlannedRun>();
  const add = (run: PlannedRun) =>
    runs.set(JSON.stringify([run.folder, run.command.program, ...run.command.args]), run);
  for (const { file, commands } of steps) {
    for (const command of commands) add({ folder: path.posix.dirname(file), command });
  }
  // A run of `go get` leaves the sums of the versions before.
  const goFolders = [...runs.values()].filter(({ command }) => command.program === 'go');
  for (const { folder } of goFolders) add({ folder, command: GO_TIDY });
  return [...runs.values()];
}

/** As it is typed. */
export function runWords({ folder, command: { program, args } }: PlannedRun): string {
  const words = shellWords([program, ...args]);
  return folder === '.' ? words : `(cd ${shellWords([folder.startsWith('-') ? `./${folder}` : folder])} && ${words})`;
}
