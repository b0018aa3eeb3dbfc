import type { Attack } from './attack.ts';
import { costlyDocuments, hugeDocuments, waitingPages } from './filled-slots.ts';
import { giantAttacks, giantPages } from './giants.ts';
import { freshUnknowns, unknownIds, unknownPackages } from './live-fetches.ts';
import {
  crowdedBindings,
  crowdedPatches,
  nulInDiff,
  poisonedBody,
  poisonedList,
  poisonedPlan,
} from './pull-requests.ts';
import { silentSmallUploads, silentUploads } from './silent-uploads.ts';

/** A package with more entries than others, which the store of a test has to hold. */
export const GIANT = 'giant';

/** Every attack that the service has to go on answering under, by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...giantAttacks(GIANT),
  giantPages: giantPages(GIANT),
  crowdedPatches,
  crowdedBindings,
  poisonedBody,
  poisonedList,
  poisonedPlan,
  nulInDiff,
  silentUploads,
  silentSmallUploads,
  unknownIds,
  unknownPackages,
  freshUnknowns,
  waitingPages,
  costlyDocuments,
  hugeDocuments,
};
