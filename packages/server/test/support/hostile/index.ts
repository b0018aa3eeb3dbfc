import type { Attack } from './attack.ts';
import { costlyDocuments, waitingPages } from './filled-slots.ts';
import { giantAttacks } from './giants.ts';
import { freshUnknowns, unknownIds, unknownPackages } from './live-fetches.ts';
import { crowdedBindings, crowdedPatches, nulInDiff, poisonedBody } from './pull-requests.ts';
import { silentUploads } from './silent-uploads.ts';

/** A package with more entries than others, which the store of a test has to hold. */
export const GIANT = 'giant';

/** Every attack that the service has to go on answering under, by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...giantAttacks(GIANT),
  crowdedPatches,
  crowdedBindings,
  poisonedBody,
  nulInDiff,
  silentUploads,
  unknownIds,
  unknownPackages,
  freshUnknowns,
  waitingPages,
  costlyDocuments,
};
