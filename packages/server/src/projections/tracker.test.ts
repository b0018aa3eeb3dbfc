import { expect, it } from 'vitest';
import { trackerRows } from './tracker.ts';

const ISSUE = {
  number: 7,
  title: 'curl: CVE-2026-12345',
  body: 'See CVE-2026-54321.',
  state: 'closed',
  state_reason: 'completed',
  html_url: 'https://github.com/NixOS/nixpkgs/issues/7',
  created_at: '2026-09-01T00:00:00Z',
  updated_at: '2026-09-02T00:00:00Z',
  closed_at: '2026-09-02T00:00:00Z',
  labels: [{ name: '1.severity: security', color: 'e11d21' }, 'severity: high'],
  assignees: [{ login: 'ada' }, null],
  user: null,
};

const PULL = {
  number: 8,
  url: 'https://api.github.com/repos/NixOS/nixpkgs/pulls/8',
  html_url: 'https://github.com/NixOS/nixpkgs/pull/8',
  title: '[Backport release-26.05] curl: 1 -> 2',
  body: 'Backport of #6. Fixes #7, see CVE-2026-12345.',
  state: 'closed',
  created_at: '2026-09-01T00:00:00Z',
  merged_at: '2026-09-02T00:00:00Z',
  closed_at: '2026-09-02T00:00:00Z',
  merge_commit_sha: 'ab'.repeat(20),
  base: { ref: 'release-26.05' },
};

const COMPARISON = {
  url: `https://api.github.com/repos/NixOS/nixpkgs/compare/nixos-26.05...${'ab'.repeat(20)}`,
  status: 'behind',
  permalink_url: `https://github.com/NixOS/nixpkgs/compare/NixOS:${'cd'.repeat(20)}...NixOS:${'ab'.repeat(20)}`,
  base_commit: { commit: { committer: { date: '2026-09-05T00:00:00Z' } } },
  merge_base_commit: { commit: { committer: { date: '2026-09-02T00:00:00Z' } } },
};

/** As earlier releases asked for it. */
const EARLIER_COMPARISON = {
  url: `https://api.github.com/repos/NixOS/nixpkgs/compare/${'ab'.repeat(20)}...nixos-26.05`,
  status: 'ahead',
  permalink_url: `https://github.com/NixOS/nixpkgs/compare/NixOS:${'ab'.repeat(20)}...NixOS:${'cd'.repeat(20)}`,
  base_commit: { commit: { committer: { date: '2026-09-02T00:00:00Z' } } },
};

const rowsOf = (key: string, value: unknown) => trackerRows(value, { key }).rows;

it('makes of an issue what it is about', () => {
  expect(rowsOf('issue/7', ISSUE)).toEqual([
    {
      kind: 'issue',
      row: expect.objectContaining({
        collection: 'nixpkgs',
        number: 7,
        state: 'closed',
        cves: ['CVE-2026-12345'],
        related_cves: ['CVE-2026-54321'],
        packages: ['curl'],
        label_severity: 'high',
        labels: [
          { name: '1.severity: security', color: 'e11d21' },
          { name: 'severity: high', color: '' },
        ],
        assignees: ['ada'],
        tracked: true,
      }),
    },
  ]);
});

it('makes of a pull request what it closes and where it goes', () => {
  expect(rowsOf('pull/8', PULL)).toEqual([
    {
      kind: 'pull',
      row: expect.objectContaining({ state: 'merged', base: 'release-26.05', closes: [7], backport_of: 6 }),
    },
  ]);
  expect(rowsOf('pull/8', { ...PULL, merged_at: null })).toMatchObject([
    { row: { state: 'closed', merge_commit: null } },
  ]);
});

it.each([
  ['the branch with the commit', COMPARISON, ['ahead', 'diverged', 'sideways', 7, null]],
  ['the commit with the branch', EARLIER_COMPARISON, ['behind', 'diverged', 'sideways', 7, null]],
])('makes a row of a comparison of %s only where it says yes', (_name, comparison, others) => {
  const committed_at = new Date('2026-09-02T00:00:00Z');

  expect(rowsOf('reach/8/nixos-26.05', comparison)).toMatchObject([
    { kind: 'reach', row: { pull: 8, branch: 'nixos-26.05', revision: 'cd'.repeat(20), committed_at } },
  ]);
  expect(rowsOf('reach/8/nixos-26.05', { ...comparison, permalink_url: 'a:1234567' })).toMatchObject([
    { row: { revision: null } },
  ]);
  for (const status of others) expect(rowsOf('reach/8/nixos-26.05', { ...comparison, status })).toEqual([]);
});

it('makes nothing of an issue that has gone, or of another one', () => {
  expect(rowsOf('issue/7', { message: 'This issue was deleted', status: '410' })).toEqual([]);
  expect(rowsOf('issue/7', { ...ISSUE, number: 77 })).toEqual([]);
  expect(rowsOf('issue/0', { ...ISSUE, number: 0 })).toEqual([]);
  expect(rowsOf('other/7', ISSUE)).toEqual([]);
});

it.each([
  ['issue/7', ISSUE],
  ['pull/8', PULL],
  ['link/7/8', { created_at: '2026-09-01T00:00:00Z' }],
  ['reach/8/nixos-26.05', COMPARISON],
] as const)('survives any member of %s being something else', (key, value) => {
  for (const name of Object.keys(value)) {
    for (const odd of [null, undefined, 7, 'x', [], {}, [[]], { name: {} }, '\ud800\0', true, -1e308]) {
      expect(rowsOf(key, { ...value, [name]: odd }).length).toBeLessThanOrEqual(1);
    }
  }
  for (const odd of [null, undefined, 7, 'x', []]) expect(rowsOf(key, odd).length).toBeLessThanOrEqual(1);
});
