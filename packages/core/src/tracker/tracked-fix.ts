import type { CollectionFact, FoundAssertion, RecordFact } from '../matching/facts.ts';
import type { NamedFix } from '../matching/match.ts';
import { matchPackage } from '../matching/match-package.ts';
import { findFixes } from '../records/fixes.ts';
import { getSubjectKind } from '../records/subject-kind.ts';
import { generic } from '../versions/generic.ts';
import { type IssueFacts, listSubjects } from './tracked.ts';

/** A version in which a source says that a CVE is fixed, and of what. */
export interface FixedVersion extends NamedFix {
  readonly cve: string;
}

export interface FixFacts {
  /** Statements by CVE. */
  readonly statements: ReadonlyMap<string, readonly FoundAssertion[]>;
  /** References and target platforms by CVE. */
  readonly records: ReadonlyMap<string, readonly RecordFact[]>;
  /** nixpkgs packages by name. */
  readonly collection: ReadonlyMap<string, readonly CollectionFact[]>;
}

export type FixableIssue = IssueFacts & {
  readonly title: string;
  readonly url: string;
  readonly state: 'open' | 'closed';
  readonly packages: readonly string[];
};

/** Packages of one issue that are judged. */
const MOST_PACKAGES = 50;

/**
 * The fixed version of an issue's package for one of its CVEs: the one that the judgement of the package names without a version. Of an
 * issue that names no package, the latest that the CVE's own record names for its product.
 */
export function trackedFix(issue: FixableIssue, known: FixFacts): FixedVersion | null {
  for (const cve of listSubjects(issue)) {
    const found = known.statements.get(cve) ?? [];
    if (!namesFix(found)) continue;
    if (issue.packages.length === 0) {
      const fix = fixOfProduct(cve, found);
      if (fix !== null) return { cve, ...fix };
    }
    for (const name of issue.packages.slice(0, MOST_PACKAGES)) {
      const [records, collection] = [known.records.get(cve) ?? [], known.collection.get(name) ?? []];
      const fix = fixOfPackage(issue, { name, cve, found, records, collection });
      if (fix !== null) return { cve, ...fix };
    }
  }
  return null;
}

/** Whether one of these statements names a fix. Most do not; to judge a package takes longer than to see that there is nothing to find. */
export function namesFix(found: readonly FoundAssertion[]): boolean {
  return found.some(({ assertion }) => {
    const kind = getSubjectKind(assertion.subject, assertion.claims);
    return kind !== 'build' && findFixes(assertion).versions.length > 0;
  });
}

interface Asked {
  readonly name: string;
  readonly cve: string;
  readonly found: readonly FoundAssertion[];
  readonly records: readonly RecordFact[];
  readonly collection: readonly CollectionFact[];
}

function fixOfPackage(issue: FixableIssue, { name, cve, found, records, collection }: Asked): NamedFix | null {
  const { number, title, url, state, packages } = issue;
  const { matches } = matchPackage({
    question: { package: name, version: null },
    vulnerability: new Set([cve]),
    collection,
    issues: [{ number, title, url, state, packages, cves: [cve], fixed: false }],
    found,
    aliases: [{ id: cve, ids: [...new Set([cve, ...found.map(({ assertion }) => assertion.record.id)])] }],
    records,
    sources: [],
  });
  return matches[0]?.fix ?? null;
}

function fixOfProduct(cve: string, found: readonly FoundAssertion[]): NamedFix | null {
  const fixes = found.flatMap(({ assertion }): NamedFix[] => {
    const { record, subject, claims } = assertion;
    const kind = getSubjectKind(subject, claims);
    const version = findFixes(assertion).versions.at(-1);
    const isOwn = record.source === 'cve_list_v5' && record.id === cve && kind === 'product';
    return isOwn && version !== undefined ? [{ version, source: record.source, record: record.id, subject, kind }] : [];
  });
  return fixes.toSorted((a, b) => generic.compare(b.version, a.version))[0] ?? null;
}
