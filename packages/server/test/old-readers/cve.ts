import { normaliseCveId, type SeverityClaim, type SsvcPoints } from '@almanac/core';
import { type Fields, fields } from '../../src/projections/fields.ts';
import { type SeverityColumns, severityColumns } from '../../src/projections/severity.ts';
import type { Projected, ProjectedVersion } from '../../src/projections/version.ts';
import { containersOf, severityClaims, ssvcOf } from './cve-metrics.ts';

export interface CveRow extends SeverityColumns {
  readonly cve_id: string;
  readonly state: string | null;
  readonly assigner: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly published: Date | null;
  readonly modified: Date | null;
  readonly reserved: Date | null;
  readonly rejected: Date | null;
  readonly rejected_reason: string | null;
  readonly replaced_by: readonly string[];
  readonly exploitation: SsvcPoints['exploitation'];
  readonly automatable: SsvcPoints['automatable'];
  readonly technical_impact: SsvcPoints['technicalImpact'];
  readonly disputed: boolean;
  readonly tags: readonly string[];
  readonly reference_count: number;
}

const MAX_TITLE = 1_000;
const MAX_PROSE = 20_000;

/** A record of the CVE list (JSON 5.x). The key is the id: what the record calls itself cannot take another's place. */
export function cveRows(value: unknown, { key }: Pick<ProjectedVersion, 'key'>): Projected<CveRow> {
  if (normaliseCveId(key) !== key) return { rows: [], dropped: 1 };
  const read = fields();
  const metadata = read.member(value, 'cveMetadata');
  const containers = containersOf(read, value);
  const cna = containers[0]?.container;
  const ssvc = first(containers, ({ container }) => ssvcOf(read, container));
  const claims = containers.flatMap(({ origin, container }): SeverityClaim[] =>
    severityClaims(read, origin, container),
  );
  const tags = containers.flatMap(({ container }) => read.texts(read.member(container, 'tags'), 64, 20));
  const replacements = read.texts(read.member(cna, 'replacedBy'), 64, 50).map(normaliseCveId);
  const row: CveRow = {
    cve_id: key,
    state: read.text(read.member(metadata, 'state'), 20)?.toUpperCase() ?? null,
    assigner: read.text(read.member(metadata, 'assignerShortName'), 100),
    title: read.text(read.member(cna, 'title'), MAX_TITLE),
    description: english(read, read.member(cna, 'descriptions')),
    published: read.instant(read.member(metadata, 'datePublished')),
    modified: read.instant(read.member(metadata, 'dateUpdated')),
    reserved: read.instant(read.member(metadata, 'dateReserved')),
    rejected: read.instant(read.member(metadata, 'dateRejected')),
    rejected_reason: english(read, read.member(cna, 'rejectedReasons')),
    replaced_by: replacements.filter((id) => id !== null),
    ...severityColumns(claims),
    exploitation: ssvc?.exploitation ?? null,
    automatable: ssvc?.automatable ?? null,
    technical_impact: ssvc?.technicalImpact ?? null,
    disputed: tags.includes('disputed'),
    tags: [...new Set(tags)].sort(),
    reference_count: linksOf(
      read,
      containers.map(({ container }) => container),
    ),
  };
  return { rows: [row], dropped: read.dropped() };
}

/** The first text in English, else the first there is: some assigners put their own language first. */
export function english(read: Fields, value: unknown): string | null {
  let other: string | null = null;
  for (const described of read.list(value)) {
    const text = read.text(read.member(described, 'value'), MAX_PROSE);
    if (text === null) continue;
    if (read.text(read.member(described, 'lang'), 20)?.toLowerCase().startsWith('en') === true) return text;
    other ??= text;
  }
  return other;
}

/** The program's own container repeats the assigner's references: an address counts once. */
function linksOf(read: Fields, containers: readonly unknown[]): number {
  const links = containers.flatMap((container) =>
    read.list(read.member(container, 'references')).map((reference) => read.link(read.member(reference, 'url'))),
  );
  return new Set(links.filter((link) => link !== null)).size;
}

function first<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
