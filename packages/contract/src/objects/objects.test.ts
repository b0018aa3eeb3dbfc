import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import * as samples from '../../test/samples.ts';
import { CveDossier, DossierSummary } from './cve-dossier.ts';
import { CveId } from './cve-id.ts';
import { CveLookup, CveLookupBeside } from './cve-lookup.ts';
import { Epss, Kev } from './exploitation.ts';
import { Issue, IssueList } from './issue.ts';
import { OsvDetails } from './osv-details.ts';
import { OsvQueryResult } from './osv-query.ts';
import { PackageVersions } from './package-versions.ts';
import { Stats } from './stats.ts';
import { Match, VulnsResult } from './vulns.ts';

type Case = readonly [what: string, type: z.ZodType, value: unknown];

const { issue, stats, osvDetails, match, vulns, versions, kev, lookup, integrity, dossier } = samples;

describe('taken', () => {
  it.each<Case>([
    ['an issue', Issue, issue],
    ['an issue nobody has rated', Issue, { ...issue, severity: 'unknown', cves: [], packages: [], labels: [] }],
    ['a page of issues', IssueList, { issues: [issue], total: 731, page: 1, pageSize: 100 }],
    ['a page past the last', IssueList, { issues: [], total: 731, page: 99, pageSize: 100 }],
    ['stats', Stats, stats],
    ['an OSV list of one ecosystem', OsvQueryResult, samples.osvOfOneEcosystem],
    ['OSV lists by ecosystem', OsvQueryResult, samples.osvByEcosystem],
    ['no OSV findings', OsvQueryResult, { ...samples.osvByEcosystem, vulnerabilities: {} }],
    ['an OSV record', OsvDetails, osvDetails],
    [
      'an OSV record with members of its own',
      OsvDetails,
      { ...osvDetails, schema_version: '1.7.0', credits: [{ name: 'x' }] },
    ],
    ['an OSV record of a repository alone', OsvDetails, { ...osvDetails, affected: [{ ranges: [] }] }],
    ['a match', Match, match],
    ['a match that nobody rates or fixes', Match, { ...match, severity: undefined, fixedIn: undefined }],
    ['a four-digit CVE id', CveId, 'CVE-2014-0160'],
    ['the matches of a package', VulnsResult, vulns],
    ['the versions of a package', PackageVersions, versions],
    ['an EPSS score', Epss, { epss: 0.94, percentile: 0.999 }],
    ['a KEV entry', Kev, kev],
    ['a published CVE', CveLookup, lookup],
    ['a CVE that awaits publication', CveLookup, { cve_id: 'CVE-2026-12345', sources: {}, primary: null }],
    ['integrity and source beside a lookup', CveLookupBeside, { integrity, sourceUrl: 'https://example.org/CVE.json' }],
    ['status and quality beside a lookup', CveLookupBeside, samples.unpublishedBeside],
    ['a dossier', CveDossier, dossier],
    ['the data of a dossier', DossierSummary, samples.dossierSummary],
  ])('%s', (_what, type, value) => {
    expect(type.safeParse(value).error).toBeUndefined();
  });
});

describe('refused', () => {
  it.each<Case>([
    ['an issue in a third state', Issue, { ...issue, state: 'merged' }],
    ['an issue without labels', Issue, { ...issue, labels: undefined }],
    ['an issue dated without milliseconds', Issue, { ...issue, created_at: '2026-01-01T00:00:00Z' }],
    ['an issue with a lower-case CVE id', Issue, { ...issue, cves: ['cve-2021-44228'] }],
    ['a page numbered nought', IssueList, { issues: [], total: 0, page: 0, pageSize: 100 }],
    ['stats without the unrated', Stats, { ...stats, bySeverity: { critical: 0, high: 0, medium: 0, low: 0 } }],
    ['a negative count', Stats, { ...stats, withFix: -1 }],
    [
      'an OSV item rated in other words',
      OsvQueryResult,
      { ...samples.osvOfOneEcosystem, vulnerabilities: [{ id: 'X-1', modified: '', severity: 'MODERATE' }] },
    ],
    ['an OSV result without a version', OsvQueryResult, { ...samples.osvByEcosystem, version: undefined }],
    ['an OSV record with null lists', OsvDetails, { ...osvDetails, references: null }],
    [
      'an OSV range of an unknown kind',
      OsvDetails,
      { ...osvDetails, affected: [{ ranges: [{ type: 'RPM', events: [] }] }] },
    ],
    [
      'an OSV event that is no text',
      OsvDetails,
      { ...osvDetails, affected: [{ ranges: [{ type: 'SEMVER', events: [{ fixed: 2 }] }] }] },
    ],
    ['a match without a CVE id', Match, { ...match, cve: 'GHSA-jfh8-c2jp-5v3q' }],
    ['a match of unknown severity', Match, { ...match, severity: 'unknown' }],
    ['a match surer than sure', Match, { ...match, confidence: 'certain' }],
    ['a match from elsewhere', Match, { ...match, source: 'nvd' }],
    ['a CVE id of three digits', CveId, 'CVE-2014-016'],
    ['a CVE id with a tail', CveId, 'CVE-2014-0160\n'],
    ['an OSV count that is no number', VulnsResult, { ...vulns, osvMatches: { npm: '1' } }],
    [
      'a repository with the aggregator’s own word',
      PackageVersions,
      { ...versions, repositories: [{ repo: 'a', version: '1', status: 'legacy' }] },
    ],
    ['a probability over one', Epss, { epss: 1.2, percentile: 0.5 }],
    ['a KEV date with a time', Kev, { ...kev, dateAdded: '2021-12-10T00:00:00Z' }],
    ['a KEV entry with another word', Kev, { ...kev, knownRansomwareCampaignUse: 'Maybe' }],
    ['a lookup that says nothing of its primary record', CveLookup, { ...lookup, primary: undefined }],
    ['a hash in upper case', CveLookupBeside, { integrity: { ...integrity, primaryHash: 'A'.repeat(64) } }],
    ['a status of another kind', CveLookupBeside, { status: { ...samples.unpublishedBeside.status, type: 'PENDING' } }],
    [
      'a dossier in another state',
      CveDossier,
      { ...dossier, canonical: { ...dossier.canonical, availability: 'unknown' } },
    ],
    ['a dossier graded in another way', CveDossier, { ...dossier, quality: { ...dossier.quality, grade: 'A+' } }],
    ['a dossier without its lookup', CveDossier, { ...dossier, lookup: undefined }],
  ])('%s', (_what, type, value) => {
    expect(type.safeParse(value).success).toBe(false);
  });
});
