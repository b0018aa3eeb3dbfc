import type { FileStep } from './file-steps.ts';
import { GO_TIDY, type ToolCommand } from './upgrade-in-lockfile.ts';

/** A command in a folder. */
export interface PlannedRun {
  /** As files are shown: from the folder of the run. */
  readonly folder: string;
  readonly command: ToolCommand;
}

/** Lists the commands of a plan in the order of urgency, each once in a folder. */
export function listRuns(steps: readonly FileStep[]): PlannedRun[] {
  const runs = new Map<string, PlannedRun>();
  const add = (run: PlannedRun) =>
    runs.set(JSON.stringify([run.folder, run.command.program, ...run.command.args]), run);
  for (const { file, commands } of steps) {
    const end = file.lastIndexOf('/');
    const folder = end === -1 ? '.' : file.slice(0, end) || '/';
    for (const command of commands) add({ folder, command });
  }
  // A run of `go get` leaves the sums of the versions before.
  const goFolders = [...runs.values()].filter(({ command }) => command.program === 'go');
  for (const { folder } of goFolders) add({ folder, command: GO_TIDY });
  return [...runs.values()];
}

/** Writes a command as it is typed. */
export function formatRun({ folder, command: { program, args } }: PlannedRun): string {
  const words = quoteWords([program, ...args]);
  return folder === '.' ? words : `(cd ${quoteWords([folder.startsWith('-') ? `./${folder}` : folder])} && ${words})`;
}

/** What is no plain word is put in quotes, without characters that would steer a terminal. */
function quoteWords(words: readonly string[]): string {
  return words
    .map((word) => word.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ''))
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
