import { describe, expect, it } from 'vitest';
import { advisory, CRITICAL, document, osv } from '../../test/dossier-records.ts';
import { advisoryMember, osvMember } from './lookup-members.ts';

describe('advisoryMember', () => {
  it('is the advisory in short', () => {
    const cvss = { vector_string: CRITICAL, score: 9.8 };

    expect(advisoryMember(advisory('GHSA-a', { cvss, references: ['https://a', 'javascript:x'] }))).toEqual({
      advisoryId: 'GHSA-a',
      severity: 'critical',
      summary: 'A hole',
      cvss: 9.8,
      reviewed: true,
      published: null,
      modified: null,
      withdrawn: false,
      references: ['https://a'],
    });
  });

  it('reads the form of the repository, too', () => {
    const value = {
      id: 'GHSA-a',
      summary: 'A hole',
      database_specific: { severity: 'MODERATE', github_reviewed: true },
    };

    expect(advisoryMember(document('advisory', 'GHSA-a', value))).toMatchObject({ severity: 'medium', reviewed: true });
  });

  it('does not take a score of nought without a vector for one', () => {
    expect(
      advisoryMember(advisory('GHSA-a', { severity: null, cvss: { vector_string: null, score: 0 } })),
    ).toMatchObject({ severity: null, cvss: null });
  });

  it('is null without one', () => {
    expect(advisoryMember(null)).toBeNull();
  });
});

describe('osvMember', () => {
  it('has the record’s own members, and lists where there is none', () => {
    const severity = [{ type: 'CVSS_V3', score: CRITICAL }, { type: 'CVSS_V3' }, 7];

    expect(
      osvMember(osv('GHSA-a', [], { aliases: ['CVE-2099-0001'], related: null, severity, summary: 'A hole' })),
    ).toEqual({
      id: 'GHSA-a',
      aliases: ['CVE-2099-0001'],
      related: [],
      upstream: [],
      severity: [{ type: 'CVSS_V3', score: CRITICAL }],
      summary: 'A hole',
      details: null,
      published: '2099-01-03T00:00:00Z',
      modified: '2099-01-04T00:00:00Z',
      withdrawn: null,
    });
  });

  it('is null without one', () => {
    expect(osvMember(null)).toBeNull();
  });
});
