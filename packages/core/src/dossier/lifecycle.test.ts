import { describe, expect, it } from 'vitest';
import { advisory, cveList, factsWith, KEV, nvd, osv } from '../../test/dossier-records.ts';
import { readEvidence } from './evidence.ts';
import type { CveFacts } from './facts.ts';
import { type LifecycleEvent, lifecycleOf } from './lifecycle.ts';

function lifecycle(given: Partial<CveFacts>, besides: readonly LifecycleEvent[] = []) {
  return lifecycleOf(readEvidence(factsWith(given)), besides);
}

const ssvc = (timestamp: string) => ({
  metrics: [{ other: { type: 'ssvc', content: { timestamp, options: [{ Exploitation: 'poc' }] } } }],
});

describe('lifecycleOf', () => {
  it('tells what happened, oldest first, with its evidence, and the days between', () => {
    const { events, intervals } = lifecycle({ kev: KEV, osv: [osv('GHSA-a')], cveList: cveList() });

    expect(events.map(({ at, type, source }) => [at.slice(0, 10), type, source])).toEqual([
      ['2098-12-01', 'reserved', 'cve_list_v5'],
      ['2099-01-01', 'published', 'cve_list_v5'],
      ['2099-01-03', 'advisory', 'osv'],
      ['2099-01-05', 'kev_added', 'kev'],
    ]);
    expect(events[2]?.evidence).toEqual({ source: 'osv', record: 'GHSA-a', field: 'published' });
    expect(intervals).toEqual([
      { from: 'reserved', to: 'published', days: 31 },
      { from: 'published', to: 'advisory', days: 2 },
      { from: 'published', to: 'kev_added', days: 4 },
    ]);
  });

  it.each([
    ['2099-02-01T00:00:00Z', undefined, 31],
    ['2099-02-02T00:00:00Z', true, undefined],
    ['2101-01-09T00:00:00Z', true, undefined],
  ])('takes an entry of %s for an import: %s', (published_at, imported, days) => {
    const { events, intervals } = lifecycle({ cveList: cveList(), advisories: [advisory('GHSA-a', { published_at })] });

    expect(events.find(({ type }) => type === 'advisory')?.imported).toBe(imported);
    expect(intervals.find(({ to }) => to === 'advisory')?.days).toBe(days);
  });

  it('counts to the advisory that is no import, where there are several', () => {
    const records = [
      advisory('GHSA-a', { published_at: '2101-01-09T00:00:00Z' }),
      advisory('GHSA-b', { published_at: '2099-01-03T00:00:00Z' }),
    ];

    const { intervals } = lifecycle({ cveList: cveList(), advisories: records });

    expect(intervals).toContainEqual({ from: 'published', to: 'advisory', days: 2 });
  });

  it('counts backwards where the later stage came first', () => {
    const early = advisory('GHSA-a', { published_at: '2098-12-22T00:00:00Z' });

    expect(lifecycle({ cveList: cveList(), advisories: [early] }).intervals).toContainEqual({
      from: 'published',
      to: 'advisory',
      days: -10,
    });
  });

  it('shows when CISA noted a proof of concept, and counts no days from it', () => {
    const { events, intervals } = lifecycle({ cveList: cveList({}, 'PUBLISHED', [ssvc('2100-01-01T00:00:00Z')]) });

    expect(events.at(-1)).toMatchObject({ type: 'poc', atLatest: true });
    expect(intervals.map(({ to }) => to)).toEqual(['published']);
  });

  it('takes the date of an exploit where its list gives one', () => {
    const exploits = [
      { source: 'metasploit', id: 'exploit/x', name: null, at: '2099-01-11' },
      { source: 'exploitdb', id: '1', name: null, at: null },
    ] as const;

    expect(lifecycle({ cveList: cveList(), exploits }).intervals).toContainEqual({
      from: 'published',
      to: 'poc',
      days: 10,
    });
  });

  it('puts what the tracker knows among the rest', () => {
    const merged = (type: LifecycleEvent['type'], at: string): LifecycleEvent => ({
      at,
      type,
      source: 'nixpkgs',
      evidence: { source: 'nixpkgs', record: '1', field: 'closed' },
    });

    const { intervals } = lifecycle({ cveList: cveList() }, [
      merged('channel_reached', '2099-02-01T00:00:00.000Z'),
      merged('pr_merged', '2099-01-21T00:00:00.000Z'),
    ]);

    expect(intervals).toContainEqual({ from: 'pr_merged', to: 'channel_reached', days: 11 });
  });

  it('dates the publication by NVD only where the CVE list has no record', () => {
    const record = nvd({ published: '2099-01-02T00:00:00.000' });

    expect(lifecycle({ nvd: record }).events.map(({ type, source }) => [type, source])).toEqual([['published', 'nvd']]);
    expect(lifecycle({ nvd: record, cveList: cveList() }).events.some(({ source }) => source === 'nvd')).toBe(false);
  });

  it('leaves out withdrawn advisories and dates that are none', () => {
    const odd = osv('GHSA-a', [], { published: '0001-01-01T00:00:00Z' });
    const gone = osv('PYSEC-1', [], { withdrawn: '2099-01-09T00:00:00Z' });

    expect(lifecycle({ osv: [odd, gone] })).toEqual({ events: [], intervals: [] });
  });
});
