import type { ObjectReference } from '@almanac/core/snapshots';
import { describeError } from '../describe-error.ts';
import type { AddedObjects } from '../snapshots/objects.ts';
import { type EvidenceDeps, publishEvidence, readEvidenceIndex } from './publish-evidence.ts';

export interface DueEvidence {
  readonly index: ObjectReference | null;
  readonly outcome: AddedObjects | { readonly failed: string } | null;
}

/** The evidence that goes with a snapshot: the last one, or a new one where that is due. Where it fails, snapshots go on with the last one. */
export async function dueEvidence(
  deps: EvidenceDeps & { readonly evidenceHours?: number },
  last: ObjectReference | null,
  signal: AbortSignal,
): Promise<DueEvidence> {
  const { evidenceHours = 0, target, now } = deps;
  if (evidenceHours === 0) return { index: null, outcome: null };
  try {
    if (last !== null) {
      const { published } = await readEvidenceIndex(target, last);
      const age = now().getTime() - Date.parse(published);
      if (age >= 0 && age < evidenceHours * 3_600_000) return { index: last, outcome: null };
    }
    const { index, added } = await publishEvidence(deps, last, signal);
    return { index, outcome: added };
  } catch (error) {
    signal.throwIfAborted();
    return { index: last, outcome: { failed: describeError(error) } };
  }
}
