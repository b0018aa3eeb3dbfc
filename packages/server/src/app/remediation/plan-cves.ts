import type { PlannedCve } from '@almanac/contract';
import { availabilityOf } from '@almanac/core/dossier';
import { collectionVerdicts } from '../cve/collection-verdicts.ts';
import { readCve } from '../cve/read-cve.ts';
import type { Deps } from '../deps.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { type CollectionPlans, planCollection, type WantedInCollection } from './plan-collection.ts';

/** Plans for the packages of the collection that CVEs affect, or of which it cannot be told. */
export async function planCves(
  deps: MatchDeps & Pick<Deps, 'graph'>,
  cves: readonly string[],
  signal: AbortSignal,
): Promise<CollectionPlans & { readonly cves: readonly PlannedCve[] }> {
  const planned: PlannedCve[] = [];
  const notes: string[] = [];
  const wanted = new Map<string, WantedInCollection & { places: { channel: string; attribute: string }[] }>();
  for (const id of new Set(cves)) {
    signal.throwIfAborted();
    const knowledge = await readCve(deps, id);
    const { packages: verdicts, complete } = await collectionVerdicts(deps, knowledge);
    if (!complete) notes.push(`${id} names too many products to look up all; some nixpkgs packages may be missing`);
    const known = knowledge.records.length > 0;
    planned.push({ id, known, places: verdicts.map((each) => Object.assign({}, each)) });
    const { availability } = availabilityOf(knowledge.facts);
    // The contract: such a record must not be used for remediation.
    if (availability === 'rejected' || availability === 'withdrawn') {
      notes.push(`${id} is ${availability}, so it was not planned`);
      continue;
    }
    for (const { attribute, channel, version, verdict } of verdicts) {
      if (verdict === 'not_affected' || verdict === 'none_known') continue;
      const key = JSON.stringify([attribute, version]);
      const one = wanted.get(key) ?? { attribute, version, purls: [], places: [] };
      if (!one.places.some((place) => place.channel === channel)) one.places.push({ channel, attribute });
      wanted.set(key, one);
    }
  }
  const plans = await planCollection(deps, [...wanted.values()], signal);
  return { ...plans, notes: [...notes, ...plans.notes], cves: planned };
}
