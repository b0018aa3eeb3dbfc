import { groupByKeys } from '../../ids/group-by-keys.ts';
import type { Claim } from '../../ranges/model.ts';
import type { MeantRecord } from '../facts.ts';

/**
 * Marks ranges with a bound that lost a dot, such as 6.1.78 where another record of the vulnerability says 6.1.7.8. The marked range may
 * include versions that are fixed, so that it proves nothing alone.
 */
export function markMisprints(records: readonly MeantRecord[], keyOf: (id: string) => string): MeantRecord[] {
  const byVulnerability = groupByKeys(records, ([first]) =>
    first === undefined ? [] : [keyOf(first.found.assertion.record.id)],
  );
  const marked = new Map<MeantRecord, MeantRecord>();
  for (const group of byVulnerability.values()) {
    if (group.length < 2 || group.length > MAX_RECORDS) continue;
    const misprints = findMisprints(group.map(listBounds));
    if (misprints.size > 0) for (const record of group) marked.set(record, markRecord(record, misprints));
  }
  return records.map((record) => marked.get(record) ?? record);
}

/** More records than people write of one vulnerability of a package. */
const MAX_RECORDS = 50;

/** The misprints among versions that several records give for one vulnerability. */
export function findMisprints(stated: readonly (readonly string[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const versions of stated) for (const each of new Set(versions)) counts.set(each, (counts.get(each) ?? 0) + 1);
  const numbered = [...counts.keys()].flatMap((version) => (NUMBERS.test(version) ? [toNumbers(version)] : []));
  const byDigits = Map.groupBy(numbered, ({ digits }) => digits);
  const found = numbered.filter(
    (one) =>
      one.digits.length > 2 &&
      counts.get(one.version) === 1 &&
      byDigits.get(one.digits)?.some((other) => isMisprintOf(one, other, numbered)),
  );
  return new Set(found.map(({ version }) => version));
}

interface Numbers {
  readonly version: string;
  readonly digits: string;
  readonly parts: readonly number[];
}

const NUMBERS = /^\d{1,9}(?:[.-]\d{1,9}){1,7}$/;

function toNumbers(version: string): Numbers {
  return { version, digits: version.replace(/[.-]/g, ''), parts: version.split(/[.-]/).map(Number) };
}

/** 1.10 comes after 1.9, and 1.1.0 has the same digits: only a leap beyond all other versions is a misprint. */
function isMisprintOf({ version, parts }: Numbers, right: Numbers, all: readonly Numbers[]): boolean {
  if (parts.length >= right.parts.length) return false;
  const place = parts.findIndex((part, i) => part !== right.parts[i]);
  if (place === -1) return false;
  const beside = all.flatMap((one) => {
    const isBeside = one.version !== version && parts.slice(0, place).every((part, i) => part === one.parts[i]);
    return isBeside ? [one.parts[place] ?? 0] : [];
  });
  return (parts[place] ?? 0) > 2 * Math.max(1, ...beside);
}

function listBounds(record: MeantRecord): string[] {
  return record.flatMap(({ found }) => found.assertion.claims.flatMap(boundsIn));
}

function boundsIn(claim: Claim): readonly string[] {
  if (claim.type === 'list') return claim.versions.slice(0, MAX_LISTED);
  return claim.type === 'range' ? claim.events.map(({ version }) => version) : [];
}

/** Some records list thousands of versions; the first tell as much. */
const MAX_LISTED = 100;

function markRecord(record: MeantRecord, misprints: ReadonlySet<string>): MeantRecord {
  return record.map(({ found, identity }) => {
    const { assertion } = found;
    const claims = assertion.claims.map((claim): Claim => {
      const isMisprinted = claim.type === 'range' && claim.events.some(({ version }) => misprints.has(version));
      return isMisprinted ? { ...claim, caveats: [...claim.caveats, 'bound_misprinted'] } : claim;
    });
    return { found: { ...found, assertion: { ...assertion, claims } }, identity };
  });
}
