import type { SourceId } from '@almanac/contract';
import { type Assertion, type Reading, readAdvisory, readCve, readNvd, readOsv } from '@almanac/core';
import { packAssertion } from '../../src/projections/affected/claims.ts';
import { type CoarseRange, coarseRange } from '../../src/projections/affected/coarse.ts';
import { isUnsaid, type PackageKey, packageKey, productKey } from '../../src/projections/package-name.ts';
import { type Projected, type ProjectedVersion, sourceNumber } from '../../src/projections/version.ts';

export interface AffectedRow extends CoarseRange {
  readonly package: PackageKey;
  readonly source: number;
  readonly withdrawn: boolean;
  readonly claims: string;
}

/** One row for each entry of a record that names a package or a product; entries that say the same are one. */
export function affectedRows(
  source: SourceId,
  value: unknown,
  { key }: Pick<ProjectedVersion, 'key'>,
): Projected<AffectedRow> {
  const { assertions, dropped } = readings(source, value);
  const rows = new Map<string, AffectedRow>();
  let nameless = 0;
  for (const assertion of assertions) {
    const known = keyOf(assertion);
    if (known === null) {
      nameless += 1;
      continue;
    }
    const named: Assertion = { ...assertion, record: { ...assertion.record, id: key } };
    const claims = packAssertion(named, known);
    const { withdrawn } = assertion;
    const identity = JSON.stringify([known.ecosystem, known.release, known.vendor, known.name, withdrawn, claims]);
    if (rows.has(identity)) continue;
    rows.set(identity, {
      package: known,
      source: sourceNumber(source),
      withdrawn,
      ...coarseRange(assertion),
      claims,
    });
  }
  return { rows: [...rows.values()], dropped: dropped.length + nameless };
}

function readings(source: SourceId, value: unknown): Reading {
  if (source === 'cve_list_v5') return readCve(value);
  if (source === 'nvd') return readNvd(value);
  // The advisory database's repository speaks OSV, its interface a form of its own.
  const isRest = typeof value === 'object' && value !== null && Object.hasOwn(value, 'ghsa_id');
  return isRest ? readAdvisory(value) : readOsv(value, source);
}

/** Null where nobody could ask for it: ranges of commits without a package, a product called `n/a`. */
function keyOf({ subject }: Assertion): PackageKey | null {
  const { ecosystem, vendor, name } = subject;
  const key = ecosystem === null ? productKey(vendor, name) : packageKey(ecosystem, name);
  const isNameless = ecosystem === null ? isUnsaid(name) : name === '';
  return isNameless || key.name === '' || key.ecosystem === '' ? null : key;
}
