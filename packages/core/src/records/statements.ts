import { foldName } from '../names/product-name.ts';
import type { Assertion } from '../ranges/model.ts';
import { correctAssertions } from './corrections.ts';
import { findFixes } from './fixes.ts';
import type { Statement } from './model.ts';
import { once } from './once.ts';
import { getSubjectKind } from './subject-kind.ts';

/**
 * The statements of the record with this key. The assigner of a CVE and those who add to it often enter the same product: equal
 * statements are one, the first author's. `patched` are versions that the record calls fixed besides, by `subjectKey`.
 */
export function toStatements(
  key: string,
  assertions: readonly Assertion[],
  patched: ReadonlyMap<string, readonly string[]> = new Map(),
): Statement[] {
  return withoutEqual(correctAssertions(key, assertions)).map((assertion) =>
    toStatement(key, assertion, patched.get(subjectKey(assertion.subject)) ?? []),
  );
}

function toStatement(key: string, assertion: Assertion, patched: readonly string[]): Statement {
  const fixes = once(() => findFixes(assertion, patched));
  return {
    ...assertion,
    record: { ...assertion.record, id: key },
    kind: getSubjectKind(assertion.subject, assertion.claims),
    get fixes() {
      return fixes();
    },
  };
}

/** Tells apart the packages of one record. */
export function subjectKey({ ecosystem, name }: Pick<Assertion['subject'], 'ecosystem' | 'name'>): string {
  return JSON.stringify([ecosystem, name]);
}

/** The texts of a record's statements are compared only where two are about one subject. */
function withoutEqual(assertions: readonly Assertion[]): readonly Assertion[] {
  const groups = Map.groupBy(assertions, foldedSubject);
  if (groups.size === assertions.length) return assertions;
  const repeated = new Set<Assertion>();
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const seen = new Set<string>();
    for (const assertion of group) {
      const said = saidBy(assertion);
      if (seen.has(said)) repeated.add(assertion);
      seen.add(said);
    }
  }
  return repeated.size === 0 ? assertions : assertions.filter((assertion) => !repeated.has(assertion));
}

/** CISA writes vendors and products as CPE names do, assigners as the vendor does. */
function foldedSubject({ subject: { ecosystem, vendor, name }, product }: Assertion): string {
  // One package in two products of a vendor is two subjects, though both may be said to be affected in every version.
  const named = ecosystem === null ? [foldName(vendor ?? ''), foldName(name)] : [ecosystem, name];
  return JSON.stringify([...named, foldName(product ?? '')]);
}

function saidBy({ claims, defaultStatus }: Assertion): string {
  return JSON.stringify([defaultStatus, claims], (name, value: unknown) =>
    name === 'scheme' && typeof value === 'object' && value !== null && 'id' in value ? value.id : value,
  );
}
