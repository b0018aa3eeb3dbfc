import { normaliseCveId } from '@almanac/core/ids';
import type { Corpus } from '@almanac/twins';
import type { CveRecord, NvdRecord, OsvRecord } from './shapes.ts';

/** An OSV record and how it names the CVE. */
export interface FoundOsv {
  readonly record: OsvRecord;
  readonly relation: string;
}

/** Everything the corpus says about one CVE. Records are kept as text: all of them parsed would take gigabytes. */
export class Vulnerability {
  cveText: string | null = null;
  nvdText: string | null = null;
  overrideText: string | null = null;
  readonly osv: FoundOsv[] = [];

  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  cve(): CveRecord | null {
    return this.cveText === null ? null : (JSON.parse(this.cveText) as CveRecord);
  }

  nvd(): NvdRecord | null {
    return this.nvdText === null ? null : (JSON.parse(this.nvdText) as NvdRecord);
  }

  /** Anchore's addition has the shape of NVD's record. */
  override(): NvdRecord | null {
    return this.overrideText === null ? null : (JSON.parse(this.overrideText) as NvdRecord);
  }

  isEmpty(): boolean {
    return [this.cveText, this.nvdText, this.overrideText].every((text) => text === null) && this.osv.length === 0;
  }

  isRejected(): boolean {
    return this.cve()?.cveMetadata.state === 'REJECTED' || this.nvd()?.cve.vulnStatus === 'Rejected';
  }
}

export type Vulnerabilities = ReadonlyMap<string, Vulnerability>;

/** The records of the whole corpus by CVE, in the forms and with the duplicates resolved as the corpus world has them. */
export async function readVulnerabilities({
  cve_list_v5,
  nvd,
  nvd_overrides,
  osv,
}: Corpus['records']): Promise<Vulnerabilities> {
  const found = new Map<string, Vulnerability>();
  const at = (id: string) => {
    const known = found.get(id) ?? new Vulnerability(id);
    found.set(id, known);
    return known;
  };
  for await (const { id, record } of cve_list_v5()) at(id).cveText = textOf(record);
  for await (const { id, record } of nvd()) at(id).nvdText = textOf(record);
  for await (const { id, record } of nvd_overrides()) at(id).overrideText = textOf(record);
  const records: OsvRecord[] = [];
  for await (const { id, record } of osv()) {
    if (!id.startsWith('MAL-')) records.push(JSON.parse(textOf(record)) as OsvRecord);
  }
  const cvesOfAlias = aliasIndex(records);
  for (const record of records) {
    for (const [id, relation] of cvesOf(record, cvesOfAlias)) at(id).osv.push({ record, relation });
  }
  return found;
}

/** Which CVEs an id other than a CVE's is an alias of. */
function aliasIndex(records: readonly OsvRecord[]): ReadonlyMap<string, ReadonlySet<string>> {
  const index = new Map<string, Set<string>>();
  for (const record of records) {
    const aliases = [record.id, ...(record.aliases ?? [])];
    const cves = aliases.flatMap((id) => normaliseCveId(id) ?? []);
    for (const id of aliases) {
      const known = index.get(id) ?? new Set();
      for (const cve of cves) known.add(cve);
      index.set(id, known);
    }
  }
  return index;
}

const RELATIONS = ['id', 'aliases', 'upstream', 'related'] as const;
const DISTRIBUTION_CVE = /^(?:UBUNTU|DEBIAN)-(CVE-\d{4}-\d{4,})$/;

function cvesOf(record: OsvRecord, cvesOfAlias: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string> {
  const cves = new Map<string, string>();
  const add = (id: string, relation: string) => {
    if (!cves.has(id)) cves.set(id, relation);
  };
  const named = RELATIONS.flatMap((relation) => {
    const ids = relation === 'id' ? [record.id] : (record[relation] ?? []);
    return ids.map((id) => [relation, id] as const);
  });
  for (const [relation, id] of named) {
    const direct = normaliseCveId(id) ?? DISTRIBUTION_CVE.exec(id)?.[1];
    if (direct !== undefined) add(direct, relation);
  }
  for (const [relation, id] of named) {
    for (const cve of cvesOfAlias.get(id) ?? []) add(cve, `${relation}, through ${id}`);
  }
  return cves;
}

function textOf(record: Uint8Array | string): string {
  return typeof record === 'string' ? record : Buffer.from(record).toString();
}
