import { foldName } from '../names/product-name.ts';
import { boundAt } from '../ranges/bound.ts';
import { claimInSomeOrder, frame } from '../ranges/claims.ts';
import { freeform } from '../ranges/freeform.ts';
import type { Assertion, Subject } from '../ranges/model.ts';
import { getScheme } from '../versions/ecosystems.ts';
import { LISTED_CORRECTIONS } from './corrections-list.ts';

/** Somebody read a record and what it refers to, and found that it should have said this of the subject. */
export interface Correction {
  /** The key of the record: a CVE id stands for the records of the CVE list, of NVD and of who adds to it. */
  readonly record: string;
  /** `vendor:product` as CPE writes it, or ecosystem and name. */
  readonly subject: string;
  /** Ranges, each from its first affected version (`0`: from the first of all) to the first that is not. */
  readonly affected: readonly (readonly [from: string, to: string])[];
  readonly reason: string;
  /** Where it can be read up. */
  readonly link: string;
  /** A version that the correction calls affected, and one that it does not: one of them is what the record has wrong. */
  readonly isAffected: string;
  readonly isClear: string;
}

/** Who says so, in the proof of a verdict that rests on a correction. */
export const CORRECTED_BY = 'correction of Almanac';

/** Puts corrections in the place of what a record says of their subjects, once for each. */
export function correctAssertions(
  key: string,
  assertions: readonly Assertion[],
  corrections: ReadonlyMap<string, readonly Correction[]> = BY_RECORD,
): readonly Assertion[] {
  const own = corrections.get(key);
  if (own === undefined) return assertions;
  const corrected = new Set<Correction>();
  return assertions.flatMap((assertion) => {
    const correction = own.find(({ subject }) => subject === nameSubject(assertion.subject));
    if (correction === undefined) return [assertion];
    if (corrected.has(correction)) return [];
    corrected.add(correction);
    return [correctAssertion(assertion, correction)];
  });
}

function correctAssertion(assertion: Assertion, { affected }: Correction): Assertion {
  const { ecosystem } = assertion.subject;
  const scheme = (ecosystem === null ? null : getScheme(ecosystem).scheme) ?? freeform;
  const base = frame(ecosystem === null ? 'cve' : 'ecosystem');
  const claims = affected.map(([from, to]) =>
    claimInSomeOrder(base, scheme, { from: from === '0' ? null : boundAt(from, true), to: boundAt(to, false) }),
  );
  return { ...assertion, record: { ...assertion.record, by: CORRECTED_BY }, claims, defaultStatus: 'unaffected' };
}

function nameSubject({ ecosystem, vendor, name }: Subject): string {
  return ecosystem === null ? `${foldName(vendor ?? '*')}:${foldName(name)}` : `${ecosystem} ${name}`;
}

export const CORRECTIONS: readonly Correction[] = LISTED_CORRECTIONS;

const BY_RECORD: ReadonlyMap<string, readonly Correction[]> = Map.groupBy(CORRECTIONS, ({ record }) => record);
