import type { Component } from '@almanac/core/sbom';
import type { ScanEntry, ScanOutcome } from '@almanac/core/scan';
import { SnapshotProblem } from '@almanac/core/snapshots';
import type { Snapshot } from '@almanac/offline';
import type { GivenFile } from '../scan/read-files.ts';
import { unresolvedEntry } from '../scan/unresolved-entry.ts';
import { NOT_PULLED, outcomeOf } from './outcome-of-answer.ts';

interface ClosureWork {
  readonly outcomes: Map<string, ScanOutcome>;
  readonly signal: AbortSignal;
}

export async function closureOf(snapshot: Snapshot, given: GivenFile, work: ClosureWork): Promise<GivenFile> {
  const { closure, reading } = given;
  if (closure === undefined || reading.file === null) return given;
  const entries = new Map<string, ScanEntry>();
  for (const { component } of reading.file.entries) {
    work.signal.throwIfAborted();
    const { name, place, patched } = component;
    const resolved = await snapshot.resolveStorePath(component).catch(ifMissing(undefined));
    if (resolved === undefined) entries.set(place, notPulled(component));
    else if (resolved === null) entries.set(place, unresolvedEntry(name ?? place, place));
    else {
      const { storePath: _, ...own } = resolved;
      const key = JSON.stringify([resolved.purl, patched]);
      if (entries.has(key)) continue;
      entries.set(key, { component: own, ask: resolved.purl, obstacle: null });
      const outcome = outcomeOf(await snapshot.judge(resolved.purl, patched).catch(ifMissing(null)));
      // If two builds share a package, the one without the patch counts.
      if (work.outcomes.get(resolved.purl)?.verdict !== 'affected') work.outcomes.set(resolved.purl, outcome);
    }
  }
  for (const { name, place } of reading.file.skipped) entries.set(place, unresolvedEntry(name ?? place, place));
  const file = { ...reading.file, entries: [...entries.values()], skipped: [] };
  return { ...given, reading: { file, problem: null } };
}

/** Returns the value if the relevant part of the snapshot was not pulled. */
function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof SnapshotProblem && error.code === 'part_missing') return value;
    throw error;
  };
}

function notPulled(component: Component): ScanEntry {
  return { component, ask: null, obstacle: { why: 'no_purl', reason: NOT_PULLED } };
}
