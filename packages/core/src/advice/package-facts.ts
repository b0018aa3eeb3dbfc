import type { FoundAssertion, MatchFacts } from '../matching/facts.ts';
import { identityRule } from '../matching/identity-rules.ts';
import type { Identity } from '../matching/match.ts';
import { recordsMeant } from '../matching/match-package.ts';
import type { MeantRecord } from '../matching/outcomes.ts';
import { freeform } from '../ranges/freeform.ts';
import { subjectKindOf } from '../records/subject-kind.ts';
import type { NamedVersion } from '../remediation/model.ts';
import { findOrder } from '../remediation/plan-package.ts';
import { flatMapped, grouped } from '../slices/slices.ts';
import type { PackageFacts } from './lines.ts';

/** Prepares what is known of a package for judging its versions; null where its versions have no order. */
export function* preparePackage(
  facts: MatchFacts,
  held: readonly NamedVersion[] = [],
): Generator<void, PackageFacts | null> {
  const order = findOrder(facts);
  return order === null ? null : { facts, meant: yield* recordsMeant(facts), held, order };
}

/** The same for a product that every statement given is about, by its vendor and name. */
export function* prepareProduct(facts: MatchFacts): Generator<void, PackageFacts> {
  const records = yield* grouped(facts.found, ({ assertion: { record, withdrawn } }) =>
    withdrawn ? [] : [`${record.source}\n${record.id}`],
  );
  const meant = yield* flatMapped(records.values(), (entries): MeantRecord[] => {
    const own = entries.filter(({ assertion: { subject, claims } }) => subjectKindOf(subject, claims) === 'product');
    return own.length === 0 ? [] : [own.map((found) => ({ found, identity: identifyProduct(found) }))];
  });
  return { facts, meant, held: [], order: freeform };
}

function identifyProduct({ assertion: { subject } }: FoundAssertion): Identity {
  const { id: rule, weight, reason } = identityRule('vendor_agrees');
  const name = `${subject.vendor ?? '*'}:${subject.name}`;
  return { rule, weight, reason, naming: [], from: name, to: name };
}
