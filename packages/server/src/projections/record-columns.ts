import type { VulnerabilityRecord } from '@almanac/core/records';
import { schemeOf } from '@almanac/core/versions';
import { clean } from './text.ts';

export function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

export function isStorableId(id: string): boolean {
  return id !== '' && clean(id, MAX_ID) === id;
}

const MAX_ID = 100;
const MAX_ECOSYSTEMS = 50;

/** Sorted, without releases. */
export function listEcosystems({ statements }: Pick<VulnerabilityRecord, 'statements'>): string[] {
  const bases = statements.flatMap(({ subject: { ecosystem } }) =>
    ecosystem === null ? [] : [clean(schemeOf(ecosystem).base, 200)],
  );
  return [...new Set(bases)]
    .filter((base) => base !== '')
    .sort()
    .slice(0, MAX_ECOSYSTEMS);
}
