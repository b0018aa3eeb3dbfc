import { cveServices, madeUpCveId, repology, smallWorld, type TwinDefinition } from '@almanac/twins';
import { EVENING, READ_AFTER, stepsOfMatrix } from './matrix.ts';
import type { SingleSource } from './sources.ts';
import { storyOf } from './story.ts';

const quiet = () => stepsOfMatrix('cve_services', 0, () => true);

export const SINGLE_TWINS: Readonly<Record<SingleSource, () => TwinDefinition>> = {
  cve_services: () => cveServices(storyOf('cve_services', quiet(), EVENING + READ_AFTER).feed),
  repology: () => repology(smallWorld, { budget: 1_000 }),
};

/** One that we have, and one that we have not. */
export const SINGLE_KEYS: Readonly<Record<SingleSource, readonly [string, string]>> = {
  cve_services: [madeUpCveId(1), madeUpCveId(2)],
  repology: ['lantern', 'libbuoy'],
};
