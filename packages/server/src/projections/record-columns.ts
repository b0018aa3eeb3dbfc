import type { VulnerabilityRecord } from '@almanac/core/records';
import { schemeOf } from '@almanac/core/versions';
import { clean } from './text.ts';

/** Instants of a record are in ISO 8601, UTC. */
export function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** Whether the key can be a key of a row as it is. */
export function isStorableId(id: string): boolean {
  return id !== '' && clean(id, MAX_ID) === id;
}

const MAX_ID = 100;
const MAX_ECOSYSTEMS = 50;

/** The ecosystems that a record has statements about, without their releases; sorted. */
export function listEcosystems({ statements }: Pick<VulnerabilityRecord, 'statements'>): string[] {
  const bases = statements.flatMap(({ subject: { ecosystem } }) =>
    ecosystem === null ? [] : [clean(schemeOf(ecosystem).base, 200)],
  );
  return [...new Set(bases)]
    .filter((base) => base !== '')
    .sort()
    .slice(0, MAX_ECOSYSTEMS);
}
