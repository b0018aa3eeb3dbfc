import type { MeantRecord } from '../matching/facts.ts';
import { isOfAnotherSubject } from '../matching/resolve/identity-rules.ts';
import type { Claim } from '../ranges/model.ts';
import type { Judge, Vulnerability } from './judge.ts';

/**
 * Whether it can be told without trying that no version from this one on clears a vulnerability: a record of it has a range without
 * an end that has begun, or gives nothing that can be held against a version, or all its records give commits alone. A package
 * may have thousands of versions and many such records. False says nothing.
 */
export function isNeverClearFrom(judge: Judge, vulnerability: Vulnerability, version: string): boolean {
  const own = vulnerability.records.filter((record) => record.some(({ identity }) => !isOfAnotherSubject(identity)));
  // What is said of the package itself may clear what somebody else's package of it is said to have.
  if (own.length > 0 && own.length < vulnerability.records.length) return false;
  const { records } = vulnerability;
  if (records.every((record) => consistsOf(record, ['git']))) return true;
  if (records.some((record) => consistsOf(record, ['opaque']))) return true;
  const single = records.some(
    (record) => record.length === 1 && consistsOf(record, ['range', 'list', 'git', 'opaque']),
  );
  return (
    single &&
    judge.outcomesAt(vulnerability, version).some((outcome) => {
      const {
        verdict,
        evaluation: { proof },
        assertion,
      } = outcome;
      const isOpen = proof.bound?.type === 'introduced' || proof.bound?.type === 'after';
      const isAlone = records.some((record) => record.length === 1 && record[0]?.found.assertion === assertion);
      // Entries that say otherwise of later versions would come before the range.
      const isPlain = assertion.claims.every(({ status }) => status === 'affected');
      return verdict === 'affected' && proof.reason === 'in_range' && isOpen && isAlone && isPlain;
    })
  );
}

function consistsOf(record: MeantRecord, types: readonly Claim['type'][]): boolean {
  return record.every(
    ({ found: { assertion } }) =>
      assertion.claims.length > 0 &&
      assertion.defaultStatus === 'unaffected' &&
      assertion.claims.every(({ type, status }) => types.includes(type) && status === 'affected'),
  );
}
