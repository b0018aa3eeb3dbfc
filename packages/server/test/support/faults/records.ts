import { crc32, gzipSync } from 'node:zlib';
import { isContained } from '@almanac/core/tracker';
import { type Fields, MADE_UP_PUBLISHED, madeUpCveId, type Telling, type TwinId } from '@almanac/twins';
import { fromListFiles, isListFile, LIST_FILES } from './list-files.ts';
import type { FedTwin } from './sources.ts';

/** Sources of single records; EPSS and KEV have whole files of their own form. */
export type RecordSource = Exclude<FedTwin, 'epss' | 'kev'>;

const GHSA_LETTERS = '23456789cfghjmpqrvwx';
const ghsaId = (number: number) => {
  const letters = [160_000 * 8_000, 8_000, 400, 20, 1].map((unit) => GHSA_LETTERS[Math.floor(number / unit) % 20]);
  return `GHSA-22${letters.slice(0, 2).join('')}-3333-4${letters.slice(2).join('')}`;
};
const osvId = (number: number) => (number % 2 === 0 ? `GO-2026-${1_000 + number}` : `PYSEC-2026-${number}`);

export const KEY_OF: Readonly<Record<RecordSource, (number: number) => string>> = {
  cve_list_v5: madeUpCveId,
  cve_services: madeUpCveId,
  osv: osvId,
  advisory: ghsaId,
  nvd: madeUpCveId,
  ...fromListFiles(({ key }) => key),
};

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const seconds = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** A record as the source usually has it. */
export const RECORD_OF: Readonly<Record<RecordSource, (telling: Telling) => Fields>> = {
  cve_list_v5: cveRecord,
  cve_services: cveRecord,

  osv: ({ number, mark, changed, withdrawn }) => ({
    schema_version: '1.7.3',
    id: osvId(number),
    modified: new Date(changed).toISOString(),
    published: MADE_UP_PUBLISHED,
    ...(withdrawn && { withdrawn: new Date(changed).toISOString() }),
    aliases: [madeUpCveId(number)],
    summary: mark,
    details: 'A flaw in the way that the harbour handles anchors.',
    severity: [{ type: 'CVSS_V3', score: VECTOR }],
    affected: [
      {
        package: { ecosystem: number % 2 === 0 ? 'Go' : 'PyPI', name: `harbour-${number}` },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
        versions: ['1.0.0', '1.1.0'],
      },
    ],
    references: [{ type: 'ADVISORY', url: 'https://harbour.example/a' }],
    database_specific: { cwe_ids: ['CWE-79'] },
  }),

  advisory: ({ number, mark, changed, withdrawn }) => ({
    ghsa_id: ghsaId(number),
    cve_id: madeUpCveId(number),
    url: `https://api.github.com/advisories/${ghsaId(number)}`,
    type: (['reviewed', 'unreviewed', 'malware'] as const)[number % 3],
    severity: 'high',
    summary: mark,
    description: 'A flaw.',
    identifiers: [{ type: 'CVE', value: madeUpCveId(number) }],
    references: ['https://harbour.example/a'],
    published_at: MADE_UP_PUBLISHED,
    updated_at: seconds(changed),
    withdrawn_at: withdrawn ? seconds(changed) : null,
    vulnerabilities: [
      {
        package: { ecosystem: 'npm', name: `harbour-${number}` },
        vulnerable_version_range: '< 1.2.0',
        first_patched_version: '1.2.0',
        vulnerable_functions: [],
      },
    ],
    cvss_severities: { cvss_v3: { vector_string: VECTOR, score: 7.5 }, cvss_v4: null },
    cwes: [{ cwe_id: 'CWE-79', name: 'Cross-site Scripting' }],
  }),

  nvd: ({ number, mark, changed, withdrawn }) => ({
    cve: {
      id: madeUpCveId(number),
      sourceIdentifier: 'security@harbour.example',
      published: MADE_UP_PUBLISHED.replace('Z', '.000'),
      lastModified: new Date(changed).toISOString().replace('Z', ''),
      vulnStatus: withdrawn ? 'Rejected' : 'Analyzed',
      descriptions: [{ lang: 'en', value: mark }],
      metrics: {
        cvssMetricV31: [
          {
            source: 'nvd@nist.gov',
            type: 'Primary',
            cvssData: { version: '3.1', vectorString: VECTOR, baseScore: 7.5 },
          },
        ],
      },
      weaknesses: [{ source: 'nvd@nist.gov', type: 'Primary', description: [{ lang: 'en', value: 'CWE-79' }] }],
      configurations: [
        {
          nodes: [
            {
              operator: 'OR',
              negate: false,
              cpeMatch: [
                {
                  vulnerable: true,
                  criteria: `cpe:2.3:a:tidewater:harbour_${number}:*:*:*:*:*:*:*:*`,
                  versionEndExcluding: '1.2.0',
                },
              ],
            },
          ],
        },
      ],
      references: [{ url: 'https://harbour.example/a', source: 'security@harbour.example' }],
    },
  }),

  ...fromListFiles(({ record }) => record),
};

/** The name under which a twin has a record, where that is not its key. */
export const NAME_OF: Partial<Readonly<Record<TwinId, (key: string) => string>>> = fromListFiles(
  ({ nameAtTwin }) => nameAtTwin ?? ((key: string) => key),
);

function cveRecord({ number, mark, changed, withdrawn }: Telling): Fields {
  const dateUpdated = new Date(changed).toISOString();
  return {
    dataType: 'CVE_RECORD',
    dataVersion: '5.2',
    cveMetadata: {
      cveId: madeUpCveId(number),
      assignerShortName: 'tidewater',
      state: withdrawn ? 'REJECTED' : 'PUBLISHED',
      datePublished: MADE_UP_PUBLISHED,
      dateUpdated,
    },
    containers: {
      cna: {
        providerMetadata: { shortName: 'tidewater' },
        title: mark,
        descriptions: [{ lang: 'en', value: 'A flaw in the way that the harbour handles anchors.' }],
        affected: [
          {
            vendor: 'tidewater',
            product: `harbour ${number}`,
            defaultStatus: 'unaffected',
            versions: [{ version: '1.0', lessThan: '1.2', status: 'affected', versionType: 'semver' }],
          },
        ],
        problemTypes: [{ descriptions: [{ type: 'CWE', cweId: 'CWE-79', lang: 'en', description: 'CWE-79' }] }],
        metrics: [{ cvssV3_1: { version: '3.1', vectorString: VECTOR, baseScore: 7.5, baseSeverity: 'HIGH' } }],
        references: [{ url: 'https://harbour.example/a' }],
      },
      adp: [{ providerMetadata: { shortName: 'CISA-ADP' }, title: 'CISA ADP Vulnrichment' }],
    },
  };
}

export function kevEntry({ number, mark }: Telling): Fields {
  return {
    cveID: madeUpCveId(number),
    vendorProject: 'Tidewater',
    product: `Harbour ${number}`,
    vulnerabilityName: mark,
    dateAdded: '2026-01-05',
    shortDescription: 'Allows commands.',
    requiredAction: 'Apply updates.',
    dueDate: '2026-01-26',
    knownRansomwareCampaignUse: 'Unknown',
    notes: 'https://harbour.example/a',
    cwes: ['CWE-77'],
  };
}

export function kevCatalogue(entries: readonly unknown[], released: number): string {
  const head = { title: 'Invented', catalogVersion: '2026.01.05', dateReleased: new Date(released).toISOString() };
  return JSON.stringify({ ...head, count: entries.length, vulnerabilities: entries });
}

/** The file of a day: whatever is known then has a score that tells its revision. */
export function epssFile(day: string, tellings: readonly Telling[]): Buffer {
  const rows = tellings.map(({ number, mark }) => `${madeUpCveId(number)},0.${10_000 + (crc32(mark) % 80_000)},0.5`);
  return gzipSync(
    [`#model_version:v2026.01.01,score_date:${day}T12:55:00Z`, 'cve,epss,percentile', ...rows, ''].join('\n'),
  );
}

/** The revision that a stored document shows. */
export function markOf(source: TwinId, value: Fields): string {
  const cve = value['cve'] as { descriptions?: { value?: string }[] } | undefined;
  const containers = value['containers'] as { cna?: { title?: string } } | undefined;
  if (source === 'nvd') return cve?.descriptions?.[0]?.value ?? '';
  if (source === 'kev') return String(value['vulnerabilityName']);
  if (isListFile(source)) return LIST_FILES[source].mark(value);
  if (source === 'osv' || source === 'advisory') return String(value['summary']);
  if (source === 'channels') return String(value['revision']);
  if (source === 'packages') return String(value['version']);
  if (source === 'dependencies') return String(value['name']);
  if (source === 'nixpkgs') return trackerMark(value);
  if (source === 'repology') return projectMark(value);
  return containers?.cna?.title ?? '';
}

/** Of an issue or a pull request its words and state; of what else the tracker says, what it comes to. */
function trackerMark(value: Fields): string {
  if (value['event'] !== undefined) return 'linked';
  if (value['message'] !== undefined) return 'gone';
  if (value['base_commit'] !== undefined) return isContained(String(value['status'])) === true ? 'there' : 'not there';
  const merged = typeof value['merged_at'] === 'string' ? `, ${value['merged_at']}` : '';
  return `${String(value['title'])}, ${String(value['state'])}${merged}`;
}

/** Every package of a made-up project has the same version; one of them may be spoilt. */
function projectMark(rows: unknown): string {
  const versions = (rows as readonly ({ readonly version?: unknown } | null)[]).map((row) => row?.version);
  return versions.find((version) => typeof version === 'string') ?? '';
}
