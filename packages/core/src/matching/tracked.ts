import { compareText } from '../ids/order.ts';
import { nameVariants } from '../names/variants.ts';
import type { Subject } from '../ranges/model.ts';
import { rounded } from './candidates.ts';
import type { MatchFacts, TrackedIssue } from './facts.ts';
import { identityRule } from './identity-rules.ts';
import type { Identity } from './match.ts';
import { relatedFacts } from './relation.ts';

/** An issue that names the package, and how. */
export interface NamingIssue {
  readonly issue: TrackedIssue;
  readonly identity: Identity;
}

/** What the tracker says about which CVEs are about the package. */
export interface TrackedNames {
  /** Strongest first. */
  readonly issues: readonly NamingIssue[];
  /**
   * That a record is about the package because the tracker says so of its CVE. `named`: the record's subject is called by one of
   * the package's names, or is the only one that the record speaks of.
   */
  identityOf(recordId: string, subject: Subject, named: boolean): Identity | null;
}

/** Stages 1 and 2: the tracker's issues by the exact name, then by its variations. */
export function trackedNames({ question, collection, issues, aliases }: MatchFacts): TrackedNames {
  // To vary a name takes longer than all the rest of a match: done only where an issue may bear it.
  const names = issues.length === 0 ? new Map<string, KnownName>() : namesOf(question.package, collection);
  const naming = issues
    .flatMap((issue): NamingIssue[] => {
      const identity = identityIn(issue, names);
      return identity === null ? [] : [{ issue, identity }];
    })
    .toSorted((a, b) => b.identity.weight - a.identity.weight || a.issue.number - b.issue.number);
  const byCve = new Map<string, NamingIssue>();
  for (const one of naming) for (const cve of one.issue.cves) if (!byCve.has(cve)) byCve.set(cve, one);
  // An advisory is tracked under the CVE that it is an alias of.
  for (const { ids } of aliases) {
    const known = ids.map((id) => byCve.get(id)).find((one) => one !== undefined);
    if (known !== undefined) for (const id of ids) if (!byCve.has(id)) byCve.set(id, known);
  }
  return {
    issues: naming,
    identityOf(recordId, { ecosystem, vendor, name }, named) {
      const one = named ? byCve.get(recordId) : undefined;
      if (one === undefined) return null;
      return { ...one.identity, to: ecosystem === null ? `${vendor ?? '*'}:${name}` : `${ecosystem} ${name}` };
    },
  };
}

interface KnownName {
  readonly weight: number;
  readonly naming: readonly string[];
  readonly from: string;
}

/** The names by which the tracker may call the package; those of the collection's entries are as good as the asker's. */
function namesOf(given: string, collection: MatchFacts['collection']): ReadonlyMap<string, KnownName> {
  const exact = relatedFacts(given, collection).flatMap(({ fact, naming }) =>
    naming.length === 0 || naming[0] === 'collection_pname' ? [fact.attribute, fact.pname ?? fact.attribute] : [],
  );
  const names = new Map<string, KnownName>();
  for (const start of new Set([given, ...exact.toSorted(compareText)])) {
    for (const { name, weight, rules } of nameVariants(start)) {
      const key = name.toLowerCase();
      const known = names.get(key);
      if (known === undefined || known.weight < weight) names.set(key, { weight, naming: rules, from: start });
    }
  }
  return names;
}

function identityIn({ packages }: TrackedIssue, names: ReadonlyMap<string, KnownName>): Identity | null {
  const { id: rule, weight, reason } = identityRule('tracked');
  let best: Identity | null = null;
  for (const name of packages) {
    const known = names.get(name.toLowerCase());
    if (known === undefined || (best !== null && best.weight >= known.weight)) continue;
    best = { rule, weight: rounded(weight * known.weight), naming: known.naming, from: known.from, to: name, reason };
  }
  return best;
}
