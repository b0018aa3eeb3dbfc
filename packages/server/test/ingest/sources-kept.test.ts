import { gzipSync } from 'node:zlib';
import type { SourceId } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { readEnvironment, sourceAddresses } from '../../src/bin/environment.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';

const now = new Date('2026-11-15T12:00:00Z');
const feeds = openFeeds(sourceAddresses(readEnvironment({})));
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

const CVE = 'CVE-2026-1234';
const GHSA = 'GHSA-8r3f-844c-mc37';
const listed = json({ cveMetadata: { cveId: CVE, state: 'PUBLISHED' } });
const override = json({ _annotation: { cve_id: CVE }, cve: { configurations: [] } });
const day = '#model_version:m,score_date:2026-11-14T00:00:00Z\ncve,epss,percentile\nCVE-2026-1234,0.1,0.5\n';
const score = json({ cve: CVE, epss: '0.1', percentile: '0.5', date: '2026-11-14' });
const exploited = {
  cveID: CVE,
  vendorProject: 'A',
  product: 'B',
  vulnerabilityName: 'C',
  dateAdded: '2026-01-02',
  dueDate: '2026-01-03',
  requiredAction: 'Update',
};
const issue = {
  number: 7,
  title: 'a',
  state: 'open',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const dates = { published_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };

describe('bytes that were kept', () => {
  it.each<[SourceId, string | null, Buffer, string]>([
    ['cve_list_v5', CVE, listed, CVE],
    ['cve_list_v5', null, listed, CVE],
    ['cve_services', CVE, listed, CVE],
    ['osv', 'GO-2026-1', json({ id: 'GO-2026-1', modified: '2026-01-01T00:00:00Z' }), 'GO-2026-1'],
    ['osv', null, json({ id: 'GO-2026-1', modified: '2026-01-01T00:00:00Z' }), 'GO-2026-1'],
    ['advisory', null, json({ ghsa_id: GHSA, ...dates }), GHSA],
    ['nvd', null, json({ cve: { id: CVE } }), CVE],
    ['epss', '2026-11-14', gzipSync(day), '2026-11-14'],
    ['epss', '2026-11-14', Buffer.from(day), '2026-11-14'],
    ['epss', CVE, score, CVE],
    ['kev', null, json(exploited), CVE],
    ['metasploit', 'exploit/multi/a', json({ name: 'A', references: [CVE] }), 'exploit/multi/a'],
    ['nuclei', null, json({ ID: CVE, Info: { Name: 'A' } }), CVE],
    ['channels', 'nixos-unstable', json({ 'git-revision': 'a'.repeat(40) }), 'nixos-unstable'],
    ['packages', 'nixos-unstable/a', json({ pname: 'a' }), 'nixos-unstable/a'],
    ['nixpkgs', 'issue/7', json(issue), 'issue/7'],
    ['nixpkgs', 'reach/7/master', json({ status: 'ahead' }), 'reach/7/master'],
    ['nvd_overrides', CVE, override, CVE],
    ['nvd_overrides', null, override, CVE],
    ['exploitdb', null, Buffer.from(`7,a.py,"A, B"${','.repeat(14)}`), '7'],
  ])('of %s under %s are read like those that come', (source, key, raw, expected) => {
    const read = feeds.get(source)?.source.reread?.({ raw, key, now });

    expect(read).toMatchObject({ key: expected, raw });
    expect(read).not.toHaveProperty('unreadable');
  });

  it.each<[SourceId, string | null, Buffer]>([
    ['cve_list_v5', null, json({})],
    ['cve_list_v5', 'CVE-2026-9999', listed],
    ['osv', null, json({ modified: '2026-01-01T00:00:00Z' })],
    ['osv', null, Buffer.from('GO-2026-1,yesterday')],
    ['epss', '2026-11-13', gzipSync(day)],
    ['epss', '2026-11-14', gzipSync(day).subarray(0, 30)],
    ['epss', 'CVE-2026-9999', score],
    ['epss', null, gzipSync(day)],
    ['metasploit', null, json({ name: 'A', references: [CVE] })],
    ['nvd_overrides', 'CVE-2026-9999', override],
    ['nvd_overrides', null, json({ _annotation: { cve_id: 'CVE-2099-1' }, cve: {} })],
    ...(
      [
        'cve_list_v5',
        'cve_services',
        'osv',
        'advisory',
        'nvd',
        'kev',
        'metasploit',
        'nuclei',
        'exploitdb',
        'nvd_overrides',
        'channels',
        'packages',
        'nixpkgs',
      ] as const
    ).flatMap((source): [SourceId, string | null, Buffer][] => [
      [source, null, Buffer.alloc(0)],
      [source, null, Buffer.from([0xff])],
      [source, CVE, Buffer.from('null')],
    ]),
  ])('of %s under %s that are not good stay unreadable: %j', (source, key, raw) => {
    const read = feeds.get(source)?.source.reread?.({ raw, key, now });

    expect(read).toMatchObject({ unreadable: expect.stringMatching(/./), raw });
  });
});

describe('a position at an instant', () => {
  const instant = new Date('2026-11-12T10:00:00Z');

  it.each<[SourceId, object]>([
    ['cve_list_v5', { etag: null, read: '2026-11-12T10:00:00.000Z' }],
    ['osv', { etag: null, watermark: '2026-11-12T10:00:00.000Z', openSince: null }],
    [
      'advisory',
      { unreviewed: '2026-11-12T10:00:00Z', reviewed: '2026-11-12T10:00:00Z', malware: '2026-11-12T10:00:00Z' },
    ],
    ['nvd', { until: '2026-11-12T10:00:00.000Z', total: 0 }],
    ['epss', { day: '2026-11-14', rows: 0, model: null, awaited: ['2026-11-12', '2026-11-13', '2026-11-14'] }],
  ])('of %s is one that its deltas go on from', (source, position) => {
    const text = feeds.get(source)?.source.channels.delta?.positionAt?.(instant, now);

    expect(JSON.parse(text ?? '')).toEqual(position);
  });

  it('of epss is not further back than it can hold', () => {
    const delta = feeds.get('epss')?.source.channels.delta;

    expect(() => delta?.positionAt?.(new Date('2021-04-14'), now)).toThrow(/1000 days back at most, 2024-02-19/);
  });
});
