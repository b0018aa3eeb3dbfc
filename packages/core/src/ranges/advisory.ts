import { claimOfInterval, frame, opaque } from './claims.ts';
import { orderFor } from './ecosystem-order.ts';
import { comparisonsOf, conjunctionOf } from './expression.ts';
import type { Assertion, Claim, Reading, RecordRef, Subject } from './model.ts';
import { list, member, text } from './untyped.ts';

/** The REST and GraphQL names of the advisory database's ecosystems, lower case, and what OSV calls them. */
export const ADVISORY_ECOSYSTEM_NAMES: ReadonlyMap<string, string> = new Map([
  ['npm', 'npm'],
  ['go', 'Go'],
  ['maven', 'Maven'],
  ['pip', 'PyPI'],
  ['rubygems', 'RubyGems'],
  ['nuget', 'NuGet'],
  ['composer', 'Packagist'],
  ['rust', 'crates.io'],
  ['actions', 'GitHub Actions'],
  ['erlang', 'Hex'],
  ['pub', 'Pub'],
  ['swift', 'SwiftURL'],
]);

/** What the advisory database reviews, as OSV calls them. */
export const ADVISORY_ECOSYSTEMS: readonly string[] = [...ADVISORY_ECOSYSTEM_NAMES.values()];

/**
 * Reads a global advisory of GitHub's REST API. Each of its `vulnerabilities` holds one range of one package;
 * those of the same package are alternatives and become one assertion.
 */
export function readAdvisory(advisory: unknown): Reading {
  const record: RecordRef = { source: 'advisory', id: text(member(advisory, 'ghsa_id')) ?? '' };
  const withdrawn = text(member(advisory, 'withdrawn_at')) !== null;
  const packages = new Map<string, Assertion & { claims: Claim[] }>();
  const dropped: string[] = [];
  for (const vulnerability of list(member(advisory, 'vulnerabilities'))) {
    const subject = packageOfVulnerability(vulnerability);
    if (subject === null) {
      dropped.push('vulnerability without a package name');
      continue;
    }
    const { ecosystem, name } = subject;
    const key = JSON.stringify([ecosystem, name]);
    const assertion = packages.get(key) ?? { record, subject, claims: [], defaultStatus: 'unaffected', withdrawn };
    packages.set(key, assertion);
    const expression = member(vulnerability, 'vulnerable_version_range');
    assertion.claims.push(readExpression(text(expression) ?? '', ecosystem));
  }
  return { assertions: [...packages.values()], dropped };
}

/** The package of one of `vulnerabilities`, under OSV's name of its ecosystem; null where it has no name. */
export function packageOfVulnerability(vulnerability: unknown): Subject | null {
  const named = member(vulnerability, 'package');
  const name = text(member(named, 'name'));
  return name === null ? null : { ecosystem: osvEcosystem(text(member(named, 'ecosystem'))), vendor: null, name };
}

/** One range expression as a claim; what cannot be read becomes an opaque one. */
export function readExpression(expression: string, ecosystem: string | null): Claim {
  const base = frame('advisory');
  if (expression === '') return opaque(base, expression, 'version_unstated');
  const comparisons = comparisonsOf(expression);
  if (comparisons === null) return opaque(base, expression, 'text_unreadable');
  const bounds = comparisons.map(({ version }) => version);
  const scheme = orderFor(ecosystem, bounds);
  if (scheme === null) return opaque(base, expression, 'scheme_unknown');
  return claimOfInterval(base, scheme, conjunctionOf(comparisons, scheme));
}

function osvEcosystem(name: string | null): string | null {
  return name === null ? null : (ADVISORY_ECOSYSTEM_NAMES.get(name.toLowerCase()) ?? name);
}
