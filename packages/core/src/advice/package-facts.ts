import { groupByKeys } from '../ids/group-by-keys.ts';
import type { FoundAssertion, MatchFacts, MeantRecord } from '../matching/facts.ts';
import type { Identity } from '../matching/match.ts';
import { recordsMeant } from '../matching/match-package.ts';
import { identityRule } from '../matching/resolve/identity-rules.ts';
import { freeform } from '../ranges/freeform.ts';
import { getSubjectKind, type SubjectKind } from '../records/subject-kind.ts';
import { openRecords } from '../remediation/judge.ts';
import type { NamedVersion } from '../remediation/model.ts';
import { findOrder } from '../remediation/plan-package.ts';
import type { PackageFacts } from './lines.ts';

/** Prepares what is known of a package for judging its versions; null where its versions have no order. */
export function preparePackage(facts: MatchFacts, held: readonly NamedVersion[] = []): PackageFacts | null {
  const order = findOrder(facts);
  return order === null ? null : { facts, records: openRecords(recordsMeant(facts)), held, order };
}

/** Prepares the same for a product: every statement is about it, by its vendor and name, or about a repackaging of it. */
export function prepareProduct(facts: MatchFacts): PackageFacts {
  const records = groupByKeys(facts.found, ({ assertion: { record, withdrawn } }) =>
    withdrawn ? [] : [`${record.source}\n${record.id}`],
  );
  const meant = Array.from(records.values()).flatMap((entries): MeantRecord[] => {
    const own = entries.filter(({ assertion: { subject, claims } }) =>
      PRODUCT_KINDS.has(getSubjectKind(subject, claims)),
    );
    return own.length === 0 ? [] : [own.map((found) => ({ found, identity: identifyProduct(found) }))];
  });
  return { facts, records: openRecords(meant), held: [], order: freeform };
}

const PRODUCT_KINDS: ReadonlySet<SubjectKind> = new Set(['product', 'repackaging']);

function identifyProduct({ assertion: { subject } }: FoundAssertion): Identity {
  const { ecosystem, vendor } = subject;
  const { id: rule, weight, reason } = identityRule(ecosystem === null ? 'vendor_agrees' : 'repackaged');
  const name = `${ecosystem ?? vendor ?? '*'}:${subject.name}`;
  return { rule, weight, reason, naming: [], from: name, to: name };
}
