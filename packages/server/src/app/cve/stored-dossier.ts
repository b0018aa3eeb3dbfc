import { isAskedLately } from '@almanac/core/dossier';
import { type FittingDossier, fittingDossier, type StoredDossier } from '../../queries/cve-body.ts';
import type { PreserialisedJson } from '../answer.ts';
import type { Deps } from '../deps.ts';
import type { LoadedCve } from './cve-facts.ts';
import { fillDossier } from './dossier.ts';
import { scoreFact } from './facts-of-evidence.ts';
import { dossierOfKept, isCurrent, type KeptSettled } from './kept-dossier.ts';
import { readCve, readCveFrom } from './read-cve.ts';
import { bodyRelease, coverageOfBody, lookupOfBody, type StoredSettled } from './stored-lookup.ts';

interface Fitting extends FittingDossier<StoredSettled> {
  readonly dossier: StoredDossier<KeptSettled>;
}

/** The dossier from a stored body, or what it has to be put together from where no body fits. */
export async function storedDossier(
  deps: Pick<
    Deps,
    'baseUrl' | 'build' | 'databases' | 'documents' | 'liveFetchQueue' | 'now' | 'siteUrl' | 'sourceStates'
  >,
  id: string,
): Promise<{ readonly answer: PreserialisedJson } | { readonly answer: null; readonly knowledge: LoadedCve }> {
  const found = await deps.databases.readWithFallback(async (db): Promise<Fitting | LoadedCve> => {
    const read = await fittingDossier<StoredSettled>(db, id, bodyRelease(deps.build));
    const dossier = (read?.body.dossier ?? null) as StoredDossier<KeptSettled> | null;
    if (read === null || dossier === null || !isCurrent(dossier, read.aliases, read.stamp)) {
      return readCveFrom(deps.documents, db, id);
    }
    return { ...read, dossier };
  });
  if (!('body' in found)) return { answer: null, knowledge: found };
  const { body, dossier, score, present } = found;
  const coverage = await coverageOfBody(deps, id, body.settled, present.idService);
  // Bodies are made for the time after a round of asking.
  if (isAskedLately(coverage, deps.now())) {
    return { answer: null, knowledge: await readCve(deps, id) };
  }
  const lookup = lookupOfBody(body);
  const settled = { lookup, dossier: dossierOfKept(dossier, lookup) };
  return { answer: fillDossier(deps, settled, { epss: scoreFact(present.epss), coverage, score }) };
}
