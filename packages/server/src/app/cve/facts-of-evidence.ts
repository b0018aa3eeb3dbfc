import type { SourceId } from '@almanac/contract';
import type { CveFacts, IdService, KevFact, SourceDocument } from '@almanac/core/dossier';
import type { CveEvidence, KeptRecord } from '../../queries/cve-evidence.ts';

/** A record with what its bytes say. */
export interface ParsedRecord extends Omit<KeptRecord, 'packed' | 'sha256'> {
  readonly sha256: string;
  readonly value: unknown;
}

/** The facts that core judges a CVE by, from what is kept of it. */
export function factsOf(
  id: string,
  { epss, idService, announcedAt }: Omit<CveEvidence, 'records' | 'recordsLeft'>,
  records: readonly ParsedRecord[],
  aliases: CveFacts['aliases'] = [],
): CveFacts {
  const from = (source: SourceId) => records.filter((record) => record.source === source);
  const authority = authorityOf(records);
  return {
    id,
    cveList: authority === null ? null : documentOf(authority, 'cve_list_v5'),
    nvd: from('nvd').map((record) => documentOf(record, 'nvd'))[0] ?? null,
    osv: from('osv').map((record) => documentOf(record, 'osv')),
    advisories: from('advisory').map((record) => documentOf(record, 'advisory')),
    epss: scoreFact(epss),
    kev: from('kev').map(({ value }) => kevFact(value))[0] ?? null,
    idService: idService === null ? null : idServiceFact(idService),
    announced: announcedAt !== null,
    aliases,
  };
}

export function scoreFact(epss: CveEvidence['epss']): CveFacts['epss'] {
  if (epss === null) return null;
  return { epss: epss.score / 1e5, percentile: epss.percentile / 1e5, date: epss.scoredOn, model: epss.model };
}

/** The CVE list's record, or the services' that it is made from: they say the same at different times, the newest counts. */
export function authorityOf<R extends ParsedRecord>(records: readonly R[]): R | null {
  const time = ({ modified }: R) => modified?.getTime() ?? 0;
  const own = (wanted: SourceId) => records.filter(({ source }) => source === wanted);
  return [...own('cve_list_v5'), ...own('cve_services')].toSorted((a, b) => time(b) - time(a))[0] ?? null;
}

function documentOf(record: ParsedRecord, source: SourceDocument['source']): SourceDocument {
  const { key, value, sha256, observedAt, modified, withdrawn } = record;
  const dates = { observedAt: observedAt.toISOString(), modified: modified?.toISOString() ?? null };
  return { source, key, value, sha256, withdrawn, ...dates };
}

function idServiceFact({ outcome, state }: NonNullable<CveEvidence['idService']>): IdService {
  if (outcome === 'unreachable') return 'unreachable';
  if (outcome === 'done') return 'published';
  return state === 'reserved' || state === 'rejected' || state === 'published' ? state : 'unknown';
}

/** The members that the contract names (2.7). Stray spaces are the catalogue's. */
function kevFact(value: unknown): KevFact {
  const entry = value as Record<string, unknown>;
  const text = (name: string) => (typeof entry[name] === 'string' ? entry[name].trim() : '');
  return {
    vendorProject: text('vendorProject'),
    product: text('product'),
    vulnerabilityName: text('vulnerabilityName'),
    dateAdded: text('dateAdded'),
    dueDate: text('dueDate'),
    requiredAction: text('requiredAction'),
    knownRansomwareCampaignUse: text('knownRansomwareCampaignUse') === 'Known' ? 'Known' : 'Unknown',
  };
}
