import { describe, expect, it } from 'vitest';
import { type Asked, channelFixes } from './channel-fixes.ts';
import { availableFix } from './fix-available.ts';
import { issueSeverity } from './issue-severity.ts';
import { indexPulls } from './linked-pulls.ts';
import { type IssueFacts, listSubjects, type PullFacts } from './tracked.ts';
import type { FixedVersion } from './tracked-fix.ts';
import { trackerEvents } from './tracker-events.ts';

const A = 'CVE-2026-10001';
const B = 'CVE-2026-10002';

const issue: IssueFacts = {
  number: 1,
  createdAt: '2026-02-01T00:00:00.000Z',
  cves: [A],
  relatedCves: [B],
};

function pull(number: number, given: Partial<PullFacts> = {}): PullFacts {
  return {
    number,
    state: 'merged',
    base: 'master',
    createdAt: '2026-03-01T00:00:00.000Z',
    mergedAt: `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`,
    cves: [],
    closes: [],
    backportOf: null,
    reached: [],
    ...given,
  };
}

const FIXED: FixedVersion = {
  cve: A,
  source: 'osv',
  record: 'PYSEC-2026-1',
  subject: { ecosystem: 'PyPI', vendor: null, name: 'harbour' },
  kind: 'package',
  version: '1.4.2',
};

describe('the pull requests of an issue', () => {
  it.each<[string, PullFacts[], [number, number][], [number, string][]]>([
    ['none', [pull(2)], [], []],
    ['one that closes it', [pull(2, { closes: [1] })], [], [[2, 'closes']]],
    ['one that closes another', [pull(2, { closes: [11] })], [], []],
    ['one that names its CVE', [pull(2, { cves: [A] })], [], [[2, 'names_cve']]],
    ['one that names a CVE of its body alone', [pull(2, { cves: [B] })], [], []],
    ['one that its timeline points to', [pull(2)], [[1, 2]], [[2, 'linked']]],
    ['a pointer to one that is not known', [], [[1, 2]], []],
    [
      'a backport of one that closes it',
      [pull(2, { closes: [1] }), pull(3, { backportOf: 2 })],
      [],
      [
        [2, 'closes'],
        [3, 'backport'],
      ],
    ],
    ['a backport of one that is only pointed to', [pull(2), pull(3, { backportOf: 2 })], [[1, 2]], [[2, 'linked']]],
    ['one for several reasons', [pull(2, { closes: [1], cves: [A] })], [[1, 2]], [[2, 'closes']]],
    [
      'several, the nearest first',
      [pull(2), pull(3, { cves: [A] }), pull(5, { closes: [1] }), pull(4, { closes: [1] })],
      [[1, 2]],
      [
        [4, 'closes'],
        [5, 'closes'],
        [3, 'names_cve'],
        [2, 'linked'],
      ],
    ],
  ])('%s', (_, pulls, links, expected) => {
    const index = indexPulls(
      pulls,
      links.map(([of, to]) => ({ issue: of, pull: to })),
    );

    expect(index.of(issue).map((linked) => [linked.pull.number, linked.relation])).toEqual(expected);
  });

  it('are those of the body where the title names no CVE', () => {
    expect(listSubjects({ cves: [], relatedCves: [B] })).toEqual([B]);
    expect(indexPulls([pull(2, { cves: [B] })], []).of({ ...issue, cves: [] })).toHaveLength(1);
  });
});

describe('whether a fix is available', () => {
  it.each<[string, PullFacts[], FixedVersion | null, { version: boolean; pull: number | null } | null]>([
    ['nothing is known', [], null, null],
    ['a source knows a fixed version', [], FIXED, { version: true, pull: null }],
    ['a pull request that closes it is merged', [pull(2, { closes: [1] })], null, { version: false, pull: 2 }],
    ['a pull request that names its CVE is merged', [pull(2, { cves: [A] })], null, { version: false, pull: 2 }],
    ['a pull request is open', [pull(2, { closes: [1], state: 'open', mergedAt: null })], null, null],
    ['a pull request was given up', [pull(2, { closes: [1], state: 'closed', mergedAt: null })], null, null],
    ['both', [pull(2, { closes: [1] })], FIXED, { version: true, pull: 2 }],
    [
      'several: the first that was merged',
      [pull(9, { closes: [1] }), pull(4, { cves: [A] })],
      null,
      { version: false, pull: 4 },
    ],
  ])('%s', (_, pulls, version, expected) => {
    const fix = availableFix(indexPulls(pulls, []).of(issue), version);

    expect(fix === null ? null : { version: fix.version !== null, pull: fix.pull?.pull.number ?? null }).toEqual(
      expected,
    );
  });

  it('is not said by a merged pull request that is only pointed to', () => {
    const pulls = indexPulls([pull(2)], [{ issue: 1, pull: 2 }]).of(issue);

    expect(availableFix(pulls, null)).toBeNull();
    expect(channelFixes(pulls, ['nixos-unstable'], () => true)[0]?.state).toBe('none');
  });
});

describe('the channels of a fix', () => {
  const reached = (branch: string, reachedAt: string | null) => ({ branch, reachedAt, revision: null });
  const unstable = pull(2, { closes: [1], reached: [reached('nixos-unstable', null)] });
  const backport = { backportOf: 2, base: 'release-26.05' };
  const channels = ['nixos-unstable', 'nixos-26.05', 'nixos-25.11', 'nixos-26.05-small'];
  const everything = () => true;
  const nothing = () => false;

  const master = (_: number, branch: string) => branch === 'master';

  it.each<[string, PullFacts[], Asked, string[]]>([
    [
      'in staging, and master has said no',
      [pull(2, { closes: [1], base: 'staging' })],
      master,
      ['lacking', 'lacking', 'lacking', 'lacking'],
    ],
    [
      'in staging, and nobody has looked',
      [pull(2, { closes: [1], base: 'staging' })],
      nothing,
      ['unknown', 'unknown', 'lacking', 'unknown'],
    ],
    [
      'from staging in master, and no further that anyone knows',
      [pull(2, { closes: [1], base: 'staging', reached: [reached('master', null)] })],
      master,
      ['unknown', 'unknown', 'lacking', 'unknown'],
    ],
    ['no fix', [], everything, ['none', 'none', 'none', 'none']],
    [
      'none that is merged',
      [pull(2, { closes: [1], state: 'open', mergedAt: null })],
      everything,
      ['none', 'none', 'none', 'none'],
    ],
    ['merged, and in none', [pull(2, { closes: [1] })], everything, ['lacking', 'lacking', 'lacking', 'lacking']],
    [
      'merged, and nobody has looked',
      [pull(2, { closes: [1] })],
      nothing,
      ['unknown', 'unknown', 'lacking', 'unknown'],
    ],
    ['in one', [unstable], everything, ['contained', 'lacking', 'lacking', 'lacking']],
    [
      'in the release by a backport',
      [unstable, pull(3, { ...backport, reached: [reached('nixos-26.05', null)] })],
      nothing,
      ['contained', 'contained', 'lacking', 'unknown'],
    ],
    [
      'merged after the release had branched off, without a backport',
      [pull(2, { closes: [1], mergedAt: '2026-06-01T00:00:00.000Z' })],
      nothing,
      ['unknown', 'lacking', 'lacking', 'lacking'],
    ],
    [
      'in a release alone',
      [pull(2, { closes: [1], base: 'staging-26.05' })],
      nothing,
      ['lacking', 'unknown', 'lacking', 'unknown'],
    ],
  ])('%s', (_, pulls, asked, expected) => {
    const states = channelFixes(indexPulls(pulls, []).of(issue), channels, asked).map(({ state }) => state);

    expect(states).toEqual(expected);
  });

  it('have it since the first pull request that reached them', () => {
    const pulls = [
      pull(2, { closes: [1], reached: [reached('nixos-unstable', '2026-03-20T00:00:00.000Z')] }),
      pull(3, { cves: [A], reached: [reached('nixos-unstable', '2026-03-10T00:00:00.000Z')] }),
      pull(4, { cves: [A], reached: [reached('nixos-unstable', null)] }),
    ];

    expect(channelFixes(indexPulls(pulls, []).of(issue), ['nixos-unstable'], everything)).toEqual([
      { channel: 'nixos-unstable', state: 'contained', pull: 3, reachedAt: '2026-03-10T00:00:00.000Z' },
    ]);
  });
});

describe('the severity of an issue', () => {
  it.each([
    ['high', ['critical'], 'high', 'labels'],
    [null, ['low', 'critical', null], 'critical', 'cves'],
    [null, ['medium', 'low'], 'medium', 'cves'],
    [null, ['none'], 'low', 'cves'],
    [null, [null], 'unknown', 'none'],
    [null, [], 'unknown', 'none'],
  ] as const)('labels say %s, its CVEs %j: %s by %s', (label, ratings, severity, source) => {
    expect(issueSeverity(label, ratings)).toEqual({ severity, source });
  });
});

describe('what the tracker adds to the life of a CVE', () => {
  it('is each step with its date and its record', () => {
    const reached = [
      { branch: 'master', reachedAt: '2026-03-05T00:00:00.000Z', revision: null },
      { branch: 'nixos-unstable', reachedAt: '2026-03-09T00:00:00.000Z', revision: null },
      { branch: 'nixos-26.05', reachedAt: null, revision: null },
    ];
    const recorded = { ...pull(2, { closes: [1], base: 'staging', reached }), record: 'pull/2' };
    const open = { ...pull(3, { cves: [A], state: 'open', mergedAt: null }), record: 'pull/3' };
    const pointed = { ...pull(4), record: 'pull/4' };
    const pulls = indexPulls([recorded, open, pointed], [{ issue: 1, pull: 4 }]).of(issue);

    const events = trackerEvents([{ ...issue, record: 'issue/1' }], pulls);

    expect(events.map(({ at, type, evidence, about }) => [at.slice(0, 10), type, evidence.record, about])).toEqual([
      ['2026-02-01', 'issue_opened', 'issue/1', 'issue 1'],
      ['2026-03-01', 'pr_opened', 'pull/2', 'pull request 2'],
      ['2026-03-02', 'pr_merged', 'pull/2', 'pull request 2 into staging'],
      ['2026-03-09', 'channel_reached', 'reach/2/nixos-unstable', 'pull request 2 in nixos-unstable'],
      ['2026-03-01', 'pr_opened', 'pull/3', 'pull request 3'],
    ]);
  });
});
