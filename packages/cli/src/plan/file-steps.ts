import path from 'node:path';
import { type PlanStep, type ToolCommand, upgradeInLockfile } from '@almanac/core/remediation';
import type { GivenFile } from '../scan/read-files.ts';
import type { ScanRow } from '../scan/rows.ts';
import { askedBy, type Manifest } from './manifests.ts';

/** A package to move in a file. */
export interface FileStep extends Omit<PlanStep, 'command' | 'purls'> {
  readonly file: string;
  /** What brings it in, where the project itself does not. */
  readonly through: readonly string[];
  /** Of the tool that wrote the file; empty where there is none. */
  readonly commands: readonly ToolCommand[];
  /** What to do by hand, where something is not done by a command. */
  readonly byHand: string | null;
}

/** The steps of a plan, each in every file that has the package. */
export function fileSteps(
  steps: readonly PlanStep[],
  rows: readonly ScanRow[],
  files: readonly GivenFile[],
  manifests: ReadonlyMap<string, Manifest>,
): FileStep[] {
  const kinds = new Map(files.map(({ path: file, reading }) => [file, reading.file?.kind ?? '']));
  const byAsk = Map.groupBy(rows, ({ ask }) => ask);
  return steps.flatMap((step) => {
    const byFile = Map.groupBy(
      step.purls.flatMap((purl) => byAsk.get(purl) ?? []),
      ({ file }) => file,
    );
    return [...byFile].map(([file, own]) =>
      stepInFile(step, own, { file, kind: kinds.get(file) ?? '', manifest: manifests.get(file) }),
    );
  });
}

/** `rows` are those of the package in the file. */
function stepInFile(
  planned: PlanStep,
  rows: readonly ScanRow[],
  { file, kind, manifest }: { readonly file: string; readonly kind: string; readonly manifest: Manifest | undefined },
): FileStep {
  const { command, purls: _, ...step } = planned;
  const upgrades = rows.map(({ component: { version, direct } }) =>
    upgradeInLockfile({
      file: path.posix.basename(file),
      kind,
      name: step.name,
      from: version ?? '',
      to: step.to,
      asked: direct === false ? null : askedBy(manifest?.get(step.name)),
    }),
  );
  const commands = new Map(
    upgrades.flatMap((each) => (each.command === null ? [] : [[keyOf(each.command), each.command]])),
  );
  const why = upgrades.find((each) => each.command === null)?.why ?? null;
  return {
    ...step,
    file,
    from: [...new Set(rows.flatMap(({ component: { version } }) => version ?? []))],
    through: rows.find(({ component }) => component.through !== undefined)?.component.through ?? [],
    commands: [...commands.values()],
    byHand: why === null || OTHER_TOOLS.test(kind) ? why : (command ?? why),
  };
}

/** Lockfiles of tools other than the one that a command of their ecosystem is for. */
const OTHER_TOOLS = /^(?:yarn|bun|uv|poetry|pdm|pipfile|pylock|requirements|gradle|buildscript)/i;

function keyOf({ program, args }: ToolCommand): string {
  return JSON.stringify([program, ...args]);
}
