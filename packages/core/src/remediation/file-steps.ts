import type { Component } from '../sbom/model.ts';
import type { PlanStep } from './plan-steps.ts';
import { type ToolCommand, upgradeInLockfile } from './upgrade-in-lockfile.ts';

/** A component of a file that was scanned. */
export interface LockedRow {
  readonly file: string;
  readonly component: Pick<Component, 'version' | 'direct' | 'through'>;
  /** The purl that was asked about; null: none. */
  readonly ask: string | null;
}

/** What a manifest asks for: the range of each package by its name. */
export type Manifest = ReadonlyMap<string, string>;

export interface LockedFiles {
  readonly rows: readonly LockedRow[];
  /** What the reader calls each file. */
  readonly kinds: ReadonlyMap<string, string>;
  /** The manifest beside a file, where it was read. */
  readonly manifests: ReadonlyMap<string, Manifest>;
}

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

/** Findings by what clears them. */
export interface ClearedCounts {
  readonly byCommand: number;
  readonly byHand: number;
}

/** Lists the steps of a plan, each in every file that has the package. */
export function listFileSteps(
  steps: readonly PlanStep[],
  { rows, kinds, manifests }: LockedFiles,
): { readonly steps: readonly FileStep[]; readonly cleared: ClearedCounts } {
  const byAsk = Map.groupBy(rows, ({ ask }) => ask);
  const cleared = { byCommand: 0, byHand: 0 };
  const inFiles = steps.flatMap((step) => {
    const byFile = Map.groupBy(
      step.purls.flatMap((purl) => byAsk.get(purl) ?? []),
      ({ file }) => file,
    );
    const own = [...byFile].map(([file, found]) => stepInFile(step, found, kinds.get(file) ?? '', manifests.get(file)));
    // A finding is gone when it is gone from every file.
    cleared[own.every(({ byHand }) => byHand === null) ? 'byCommand' : 'byHand'] += step.findings;
    return own;
  });
  return { steps: inFiles, cleared };
}

/** `rows` are those of the package in one file. */
function stepInFile(
  planned: PlanStep,
  rows: readonly LockedRow[],
  kind: string,
  manifest: Manifest | undefined,
): FileStep {
  const { command, purls: _, ...step } = planned;
  const file = rows[0]?.file ?? '';
  const upgrades = rows.map(({ component: { version, direct } }) =>
    upgradeInLockfile({
      file: file.slice(file.lastIndexOf('/') + 1),
      kind,
      name: step.name,
      from: version ?? '',
      to: step.to,
      asked: howAsked(direct, step.name, manifest),
    }),
  );
  const commands = new Map(
    upgrades.flatMap(({ command: each }) =>
      each === null ? [] : [[JSON.stringify([each.program, ...each.args]), each]],
    ),
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

/** Without the manifest, what the lockfile itself calls direct is asked for by a range, as most are. */
function howAsked(direct: boolean | null, name: string, manifest: Manifest | undefined): 'exact' | 'range' | null {
  if (direct === false) return null;
  if (manifest === undefined) return direct === true ? 'range' : null;
  return readRange(manifest.get(name));
}

/** How a range asks: for one version, or for several; null where it is no range of versions but, say, an address. */
export function readRange(range: string | undefined): 'exact' | 'range' | null {
  if (range === undefined) return null;
  if (/^[=v]?\d+\.\d+\.\d+(?:[a-z_.+-][\w.+-]*)?$/i.test(range.trim())) return 'exact';
  return /^[\^~<>=v\dx*][\w\s.^~<>=|*+-]*$/i.test(range.trim()) ? 'range' : null;
}

/** Says what the steps come to: what commands clear, what is left to do by hand, and what no upgrade clears. */
export function describeCleared({ byCommand, byHand }: ClearedCounts, rest: number): string {
  const all = byCommand + byHand + rest;
  if (all === 0) return 'Nothing to upgrade.';
  const total = all === 1 ? '1 finding' : `${all.toLocaleString('en')} findings`;
  if (byCommand + byHand === 0) return `No known upgrade fixes any of the ${total}.`;
  const parts = [
    ...(byCommand === 0 ? [] : [`commands fix ${byCommand.toLocaleString('en')}`]),
    ...(byHand === 0 ? [] : [`${byHand.toLocaleString('en')} to upgrade by hand`]),
    ...(rest === 0 ? [] : [`${rest.toLocaleString('en')} without an upgrade`]),
  ];
  return `Of ${total}: ${parts.join(', ')}.`;
}
