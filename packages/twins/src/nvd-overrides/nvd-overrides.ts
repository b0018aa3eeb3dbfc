import { listFileTwin } from '../feed/list-file.ts';
import { type Fields, fieldsOf, type RecordFeed } from '../feed/record-feed.ts';
import { type ShownRecord, type Writing, withNovelty } from '../feed/shown.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { type ZipEntry, zip } from '../frame/zip.ts';
import { productConfigurations } from '../nvd/configurations.ts';
import { withCriteriaIds } from '../nvd/record.ts';
import { assignerOf } from '../world/assigners.ts';
import { stateAt } from '../world/timeline.ts';
import type { NvdOverride, Vulnerability } from '../world/vulnerability.ts';
import { instantOf } from '../world/when.ts';
import type { World } from '../world/world.ts';

export const NVD_OVERRIDES_PATH = '/anchore/nvd-data-overrides/zip/refs/heads/main';

/** GitHub adds this folder. */
const ROOT = 'nvd-data-overrides-main/';

export function nvdOverrides(source: World | RecordFeed): TwinDefinition {
  return listFileTwin<NvdOverride>(source, {
    source: 'nvd_overrides',
    path: NVD_OVERRIDES_PATH,
    type: 'application/zip',
    writing: FILE,
    timeline: ({ nvdOverride }) => nvdOverride,
    idOf: ({ id }) => id,
    record: toOverride,
    order: (a, b) => (a < b ? -1 : 1),
    document: toArchive,
  });
}

function toOverride(vulnerability: Vulnerability, override: NvdOverride, since: number, start: number): Fields {
  const { id } = vulnerability;
  const facts = stateAt(vulnerability.facts, since, start);
  const { cveList } = vulnerability;
  const published = cveList === undefined ? since : instantOf(cveList[0].at, start);
  const dates = { modified: pythonDate(since), published: new Date(published).toISOString().slice(0, 19) };
  return {
    _annotation: {
      cna: assignerOf(vulnerability).shortName.toLowerCase(),
      cve_id: id,
      description: facts?.descriptions[0]?.value ?? '',
      generated_from: `https://raw.githubusercontent.com/anchore/cve-data-enrichment/main/data/anchore/${readYear(id)}/${id}.json`,
      ...(override.undated === true ? {} : dates),
      reason: 'NVD names no product here.',
      references: (facts?.references ?? []).map(({ url }) => url),
    },
    cve: { configurations: (override.configurations ?? productConfigurations(facts)).map(withCriteriaIds) },
  };
}

const FILE: Writing = {
  write: (record) => JSON.stringify(sortKeys(record), null, 2),
  withdrawn: (record) => record,
  extended: (record) => ({ ...withNovelty(record), cve: withNovelty(fieldsOf(record['cve'])) }),
  shifted(record, ms) {
    const annotation = fieldsOf(record['_annotation']);
    const modified = Date.parse(String(annotation['modified']));
    if (!Number.isFinite(modified)) return record;
    return { ...record, _annotation: { ...annotation, modified: pythonDate(modified + ms) } };
  },
};

/** Adds folders and a README, like any repository. */
function toArchive(records: readonly ShownRecord[]): Buffer {
  const years = [...new Set(records.map(({ id }) => readYear(id)))];
  const folders = ['', 'data/', ...years.map((year) => `data/${year}/`)];
  return zip([
    ...folders.map((name): ZipEntry => ({ name: ROOT + name, data: NOTHING, method: 'stored', mode: 0o040755 })),
    { name: `${ROOT}README.md`, data: Buffer.from('# Overrides\n') },
    ...records.map(({ id, bytes }) => ({ name: `${ROOT}data/${readYear(id)}/${id}.json`, data: bytes })),
  ]);
}

const NOTHING = Buffer.alloc(0);

/** `CVE-2024-9264` → `2024`. */
function readYear(id: string): string {
  return id.split('-')[1] ?? '';
}

/** Python's `json.dump` with `sort_keys`. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortKeys(member)]));
}

/** Six decimals of the second, and the zone as an offset. */
function pythonDate(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '000+00:00');
}
