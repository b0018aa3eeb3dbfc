import type { IssueVerdict } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { hasRisk, type RiskFacts } from '@almanac/core/tracker';
import { countWords } from './fold.ts';

/** Further CVEs are only counted. */
const MAX_NAMED = 5;

/** `Unknown for 2 CVEs whether nixpkgs is affected: CVE-2026-1 (exploited), CVE-2026-2.` */
export function describeUnknown(worstFirst: readonly RiskFacts[], total = worstFirst.length): string[] {
  if (total === 0) return [];
  const names = worstFirst
    .slice(0, MAX_NAMED)
    .map((cve) => `${cve.id}${hasRisk(cve, 'exploited') ? ' (exploited)' : ''}`);
  const more = total > names.length ? ` and ${(total - names.length).toLocaleString('en')} more` : '';
  return [
    `Unknown for ${countWords(total, 'CVE')} whether ${COLLECTION_NAME} is affected: ${names.join(', ')}${more}.`,
  ];
}

const REASONS: Readonly<Record<IssueVerdict['unknownReasons'][number], string>> = {
  version_missing: 'the version is missing',
  release_unknown: 'the release of the distribution is not known',
  source_package_unknown: 'the source package is not known',
  built_package_unknown: 'the packages built from it are not known',
  repository_kind_unknown: 'the repository may not be a GitHub action',
  name_incomplete: 'the name is incomplete',
  version_unreadable: 'the version cannot be compared',
  range_unreadable: 'the affected versions cannot be evaluated',
  source_stale: 'a source is out of date',
  not_covered: 'a source does not cover the package',
  package_unknown: 'no channel carries the package',
  possible_match: 'a record may apply',
  limit_reached: 'there are too many records',
  not_judged: 'not judged yet',
};

/** `a record may apply; a source is out of date` */
export function formatReasons(reasons: Readonly<IssueVerdict['unknownReasons']>): string {
  return reasons.map((reason) => REASONS[reason]).join('; ');
}

type Place = IssueVerdict['places'][number];

/** `curl 8.4.0 in nixos-unstable and nixos-25.11`; just `8.4.0 in …` if `named` is the only package. */
export function formatPlaces(
  places: readonly Pick<Place, 'attribute' | 'channel' | 'version'>[],
  named: readonly string[] = [],
): string {
  const isNamed = named.length === 1 && places.every(({ attribute }) => attribute === named[0]);
  const versions = Map.groupBy(places, ({ attribute, version }) => {
    return `${isNamed ? '' : `${attribute} `}${version ?? 'without a version'}`;
  });
  return [...versions]
    .map(([name, same]) => `${name} in ${[...new Set(same.map(({ channel }) => channel))].join(' and ')}`)
    .join(', ');
}
