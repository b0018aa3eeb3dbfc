import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelVersions } from './collection.ts';
import { type ProjectRow, readProject } from './project.ts';
import { latestVersion, repositoryVersions, versionStatus, versionSummary } from './versions.ts';

function row(repo: string, version: string, upstreamStatus: string, more: Partial<ProjectRow> = {}): ProjectRow {
  return { repo, name: null, version, upstreamStatus, vulnerable: false, ...more };
}

describe('readProject', () => {
  it('reads what Repology always sends, and the name a repository gives', () => {
    const read = readProject([
      {
        repo: 'nix_unstable',
        srcname: 'xz',
        visiblename: 'xz-utils',
        version: '5.8.1',
        origversion: null,
        status: 'newest',
      },
      {
        repo: 'debian_12',
        visiblename: 'xz',
        version: '5.4.1',
        origversion: '5.4.1-1',
        status: 'outdated',
        vulnerable: true,
      },
    ]);

    expect(read).toEqual([
      row('nix_unstable', '5.8.1', 'newest', { name: 'xz' }),
      row('debian_12', '5.4.1', 'outdated', { name: 'xz', vulnerable: true }),
    ]);
  });

  it.each([
    ['an unknown project', [], []],
    ['one bad row among good ones', [null, { repo: 'a', version: '1', status: 'newest' }], [row('a', '1', 'newest')]],
    ['a new word for the status', [{ repo: 'a', version: '1', status: 'odd' }], [row('a', '1', 'odd')]],
    ['bad rows alone', [{ repo: 'a' }, 7], null],
    ['an object', { projects: [] }, null],
    ['nothing', null, null],
  ])('%s', (_name, answer, read) => {
    expect(readProject(answer)).toEqual(read);
  });
});

describe('statusOf', () => {
  it.each([
    ['newest', 'newest'],
    ['outdated', 'outdated'],
    ['legacy', 'outdated'],
    ['devel', 'devel'],
    ['unique', 'unique'],
    ['rolling', 'devel'],
    ['noscheme', 'devel'],
    ['incorrect', 'devel'],
    ['untrusted', 'devel'],
    ['ignored', 'devel'],
    ['a word of the future', 'devel'],
  ])('%s is %s, and vulnerable when flagged', (word, status) => {
    expect(versionStatus(row('a', '1', word))).toBe(status);
    expect(versionStatus(row('a', '1', word, { vulnerable: true }))).toBe('vulnerable');
  });
});

describe('latestVersion', () => {
  it.each<[string, ProjectRow[], string | null]>([
    ['nothing', [], null],
    ['the newest row', [row('a', '2.0', 'devel'), row('b', '1.9', 'newest'), row('c', '1.8', 'outdated')], '1.9'],
    ['also when it is flagged', [row('a', '1.9', 'newest', { vulnerable: true }), row('b', '1.8', 'outdated')], '1.9'],
    ['the unique row', [row('a', '0.3', 'unique'), row('a', '0.4', 'devel')], '0.3'],
    ['the highest development version', [row('a', '1.10', 'devel'), row('b', '1.9', 'devel')], '1.10'],
    ['no rolling one where there is better', [row('a', '9999', 'rolling'), row('b', '1.9', 'outdated')], '1.9'],
    ['a rolling one where there is nothing else', [row('a', '20240101', 'rolling')], '20240101'],
    ['any where all words are new', [row('a', '1', 'odd'), row('b', '2', 'odd')], '2'],
  ])('is %s', (_name, rows, version) => {
    expect(latestVersion(rows)).toBe(version);
  });
});

describe('versionSummary', () => {
  it('counts repositories, not rows', () => {
    const rows = [
      row('debian', '13.2', 'newest'),
      row('debian', '12.1', 'legacy'),
      row('debian', '12.1', 'legacy', { name: 'gcc-12-cross' }),
      row('arch', '13.2', 'newest', { vulnerable: true }),
      row('old', '4.8', 'outdated', { vulnerable: true }),
      row('git', '9999', 'rolling'),
    ];

    expect(versionSummary(rows)).toEqual({ totalRepos: 4, newest: 2, outdated: 2, vulnerable: 2 });
  });

  it('counts a development version as the latest where it is', () => {
    expect(versionSummary([row('a', '2', 'devel'), row('b', '1', 'devel')]).newest).toBe(1);
  });
});

const anyRow = fc.record({
  repo: fc.constantFrom('a', 'b', 'nix_unstable', 'nix_stable_26_05', 'nix_stable_25_11', 'nixfoo'),
  name: fc.option(fc.string()),
  version: fc.oneof(fc.constantFrom('1', '1.0', '01', '2-rc1'), fc.string({ minLength: 1 })),
  upstreamStatus: fc.constantFrom('newest', 'devel', 'unique', 'outdated', 'legacy', 'rolling', 'ignored', 'odd'),
  vulnerable: fc.boolean(),
});

it('does not depend on the order of the rows, which means nothing', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(anyRow, { selector: ({ repo, version }) => JSON.stringify([repo, version]), maxLength: 12 })
        .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      ([rows, shuffled]) => {
        expect(repositoryVersions(shuffled)).toEqual(repositoryVersions(rows));
        expect(channelVersions(shuffled)).toEqual(channelVersions(rows));
        expect(versionSummary(shuffled)).toEqual(versionSummary(rows));
        expect(latestVersion(shuffled)).toBe(latestVersion(rows));
      },
    ),
  );
});

describe('channelVersions', () => {
  it('shows the newest of each channel, keeps the others beside it, and knows its own repositories', () => {
    const rows = [
      row('nix_stable_25_11', '3.11.9', 'legacy', { name: 'python311', vulnerable: true }),
      row('nix_stable_25_11', '3.12.7', 'outdated', { name: 'python312' }),
      row('nix_unstable', '3.13.1', 'newest', { name: 'python313' }),
      row('nix_unstable', '3.13.1', 'newest', { name: 'python3' }),
      row('debian_13', '3.13.1', 'newest'),
      row('nix_stable', '2.7', 'legacy'),
    ];

    expect(channelVersions(rows)).toEqual([
      {
        repo: 'nix_unstable',
        channel: 'nixpkgs-unstable',
        attribute: expect.stringMatching(/^python3/),
        version: '3.13.1',
        status: 'newest',
        upstreamStatus: 'newest',
        otherVersions: [],
      },
      {
        repo: 'nix_stable_25_11',
        channel: 'nixos-25.11',
        attribute: 'python312',
        version: '3.12.7',
        status: 'outdated',
        upstreamStatus: 'outdated',
        otherVersions: [{ version: '3.11.9', status: 'vulnerable', upstreamStatus: 'legacy' }],
      },
    ]);
  });
});
