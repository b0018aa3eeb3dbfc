import type { CveFacts, KevFact, RecordSource, SourceDocument } from '../src/dossier/facts.ts';

/** Facts about a made-up CVE: nothing is known save what is given. */
export function factsWith(given: Partial<CveFacts> = {}): CveFacts {
  return {
    id: 'CVE-2099-0001',
    cveList: null,
    nvd: null,
    osv: [],
    advisories: [],
    epss: null,
    kev: null,
    idService: null,
    announced: false,
    aliases: [],
    ...given,
  };
}

export function document(source: RecordSource, key: string, value: unknown, withdrawn = false): SourceDocument {
  const sha256 = 'a'.repeat(64);
  return { source, key, value, sha256, observedAt: '2099-02-01T00:00:00.000Z', modified: null, withdrawn };
}

/** A record of the CVE list with the given members of its assigner's container. */
export function cveList(cna: object = {}, state = 'PUBLISHED', adp: readonly object[] = []): SourceDocument {
  const cveMetadata = {
    cveId: 'CVE-2099-0001',
    state,
    assignerShortName: 'acme',
    dateReserved: '2098-12-01T00:00:00Z',
    datePublished: '2099-01-01T00:00:00Z',
    dateUpdated: '2099-01-02T00:00:00',
  };
  const descriptions = [{ lang: 'en', value: 'A hole in a thing.' }];
  return document('cve_list_v5', 'CVE-2099-0001', { cveMetadata, containers: { cna: { descriptions, ...cna }, adp } });
}

/** An OSV record about an npm package with one range. */
export function osv(
  id: string,
  events: readonly object[] = [{ introduced: '0' }, { fixed: '1.2.0' }],
  beside: object = {},
) {
  const affected = [{ package: { ecosystem: 'npm', name: 'thing' }, ranges: [{ type: 'SEMVER', events }] }];
  return document('osv', id, {
    id,
    published: '2099-01-03T00:00:00Z',
    modified: '2099-01-04T00:00:00Z',
    affected,
    ...beside,
  });
}

/** An OSV record about what Bitnami packs under a version of its own. */
export function repackaged(id: string, events: readonly object[] = [{ introduced: '0' }, { fixed: '1.2.0' }]) {
  const affected = [{ package: { ecosystem: 'Bitnami', name: 'thing' }, ranges: [{ type: 'SEMVER', events }] }];
  return osv(id, [], { affected });
}

/** An advisory as the REST interface has it. */
export function advisory(id: string, beside: object = {}): SourceDocument {
  const thing = { ecosystem: 'npm', name: 'thing' };
  const vulnerabilities = [{ package: thing, vulnerable_version_range: '< 1.2.0', first_patched_version: '1.2.0' }];
  const value = { ghsa_id: id, type: 'reviewed', summary: 'A hole', severity: 'high', vulnerabilities, ...beside };
  return document('advisory', id, value);
}

export function nvd(beside: object = {}): SourceDocument {
  return document('nvd', 'CVE-2099-0001', { cve: { id: 'CVE-2099-0001', vulnStatus: 'Analyzed', ...beside } });
}

/** A metric as a container of a CVE record has it. */
export function metric(vectorString: string, baseScore: number): object {
  const key = vectorString.startsWith('CVSS:4')
    ? 'cvssV4_0'
    : vectorString.startsWith('CVSS:3.0')
      ? 'cvssV3_0'
      : 'cvssV3_1';
  return { [key]: { vectorString, baseScore } };
}

export const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
export const MEDIUM = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N';

export const KEV: KevFact = {
  vendorProject: 'Acme',
  product: 'Thing',
  vulnerabilityName: 'Acme Thing hole',
  dateAdded: '2099-01-05',
  dueDate: '2099-01-26',
  requiredAction: 'Apply updates.',
  knownRansomwareCampaignUse: 'Known',
};
