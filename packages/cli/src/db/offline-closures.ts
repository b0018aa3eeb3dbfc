import type { Component } from '@almanac/core/sbom';
import { type AskedSnapshot, NotAtHand, type ScanEntry, type ScanOutcome } from '@almanac/core/scan';
import type { GivenFile } from '../scan/read-files.ts';
import { unresolvedEntry } from '../scan/unresolved-entry.ts';
import { NOT_PULLED, outcomeOf } from './offline-outcome.ts';
import { resolvedComponent } from './resolved-component.ts';

interface ClosureWork {
  readonly outcomes: Map<string, ScanOutcome>;
  readonly signal: AbortSignal;
}

/** A file of store paths with the packages that the channels have for them, each once, and what is known of these. */
export async function closureOf(asked: AskedSnapshot, given: GivenFile, work: ClosureWork): Promise<GivenFile> {
  const { closure, reading } = given;
  if (closure === undefined || reading.file === null) return given;
  const entries = new Map<string, ScanEntry>();
  for (const { component } of reading.file.entries) {
    work.signal.throwIfAborted();
    const { name, place, patched } = component;
    const resolved = await resolvedComponent(asked.snapshot, component, asked.visit).catch(unlessNotAtHand);
    if (resolved === undefined) entries.set(place, notPulled(component));
    else if (resolved === null) entries.set(place, unresolvedEntry(name ?? place, place));
    else {
      const { storePath: _, ...own } = resolved;
      const key = JSON.stringify([resolved.purl, patched]);
      if (entries.has(key)) continue;
      entries.set(key, { component: own, ask: resolved.purl, obstacle: null });
      const outcome = await outcomeOf(asked, resolved.purl, patched);
      // Of two builds of one package the one without the patch counts.
      if (work.outcomes.get(resolved.purl)?.verdict !== 'affected') work.outcomes.set(resolved.purl, outcome);
    }
  }
  for (const { name, place } of reading.file.skipped) entries.set(place, unresolvedEntry(name ?? place, place));
  const file = { ...reading.file, entries: [...entries.values()], skipped: [] };
  return { ...given, reading: { file, problem: null } };
}

function unlessNotAtHand(error: unknown): undefined {
  if (!(error instanceof NotAtHand)) throw error;
}

function notPulled(component: Component): ScanEntry {
  return { component, ask: null, obstacle: { why: 'no_purl', reason: NOT_PULLED } };
}
