import { setImmediate } from 'node:timers/promises';
import * as pep440 from '@renovatebot/pep440';
import * as rubySemver from '@renovatebot/ruby-semver';
import * as mavenArtifact from 'maven-artifact-version';
import nodeSemver from 'semver';
import type { VersionScheme } from '../src/versions/scheme.ts';
import { versionSchemes } from '../src/versions/schemes.ts';

/** Usual versions of each scheme; the comparisons are of all pairs. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  alpine: ['3.1.4-r5', '3.1.4-r10', '1.1.1w-r0', '2.0_rc1-r0', '9.3_p2-r1', '1.36.1-r15'],
  cran: ['1.0-2', '0.9.15', '3.5.1', '3.5.1.9000', '1.84-0', '1.2'],
  debian: [
    '2.36-9+deb12u10',
    '1:9.2p1-2+deb12u3',
    '3.0.11-1~deb12u2',
    '5.10.0-28',
    '7.88.1-10+deb12u5',
    '1.2.13.dfsg-1',
  ],
  generic: ['2.8.123e', '2.8.75', '5.4.1', '1.1.1w', '2.0-rc1', '0-unstable-2024-01-02'],
  go: ['v1.21.0', 'v0.0.0-20230102030405-0123456789ab', 'v2.4.0+incompatible', '1.33.0', 'v1.9.1-rc.1', 'v0.17.0'],
  hackage: ['0.4.1', '2.2.1.0', '9.4.7', '1.0', '0.12.3.1', '2.2.1'],
  hex: ['1.7.10', '1.7.0-rc.0', '0.19.4', '3.1.0', '1.15.7', '2.0.0-dev'],
  julia: ['1.6.0', '1.6.0-rc1', '1.9.4+0', '0.21.5', '1.10.0', '1.10.0-beta2'],
  maven: ['2.12.7.1', '5.0.0.RC1', '1.0-SNAPSHOT', '31.1-jre', '9.4.51.v20230217', '4.1.94.Final'],
  nuget: ['4.3.0', '8.0.0-preview.7.23375.6', '13.0.3', '1.0.0.1', '6.0.0-rc.1', '12.0.1-Beta'],
  opam: ['v0.16.0', '4.14.1', '5.1.0~alpha1', '2.1.0', '0.9.8', '1.0+dune'],
  packagist: ['v6.3.4', '1.0', '2.0.0-RC1', '3.0.0-beta2', '1.x-dev', '9.52.16'],
  pub: ['2.1.0+1', '2.1.0', '1.0.0-dev.3', '0.13.6', '3.1.5', '2.1.0+10'],
  pypi: ['2.31.0', '1.0rc1', '2024.2.2', '4.2.7.post1', '1.26.0.dev3', '1!0.9+local.1'],
  rpm: ['3.0.7-24.el9', '1:1.1.1k-12.el8_9', '2.34-83.el9_3.7', '0:4.18.0-513', '1.0~rc1-1', '8.7p1-34.el9'],
  rubygems: ['7.0.4.1', '7.0.0.rc1', '1.13.10', '3.2.2', '0.0.4.pre.2', '6.1.7'],
  semver: ['1.21.0', '4.17.21', '5.0.0-beta.3', '0.9.10', '18.2.0', '18.2.0-rc.1+build.5'],
  'semver-like': ['1.21.0', '4.17.21', '5.0.0-beta.3', '0.9.10', '18.2.0', '18.2.0-rc.1+build.5'],
};

type Compare = (a: string, b: string) => unknown;

/** What there is on npm for the same job. */
const LIBRARIES: Readonly<Record<string, readonly [name: string, compare: Compare]>> = {
  hex: ['semver', nodeSemver.compare],
  maven: [
    'maven-artifact-version',
    (a, b) => new mavenArtifact.ComparableVersion(a).compareTo(new mavenArtifact.ComparableVersion(b)),
  ],
  pypi: ['@renovatebot/pep440', pep440.compare],
  rubygems: ['@renovatebot/ruby-semver', rubySemver.gt],
  semver: ['semver', nodeSemver.compare],
};

/** Prints comparisons and keys per second of every scheme, beside the npm library where one exists. */
export async function benchVersions(): Promise<void> {
  const rows: Array<ReturnType<typeof row>> = [];
  for (const scheme of versionSchemes) {
    rows.push(row(scheme));
    await setImmediate();
  }
  console.table(Object.fromEntries(rows));
}

function row(scheme: VersionScheme): [id: string, figures: Record<string, string>] {
  const versions = SAMPLES[scheme.id];
  if (versions === undefined) throw new Error(`no sample versions for ${scheme.id}`);
  const library = LIBRARIES[scheme.id];
  const ours = perSecond(versions, scheme.compare);
  const theirs = library === undefined ? null : perSecond(versions, library[1]);
  return [
    scheme.id,
    {
      'compare/s': thousands(ours),
      'coarse/s': thousands(perSecond(versions, (a) => scheme.coarse(a))),
      library: library?.[0] ?? '',
      'library/s': theirs === null ? '' : thousands(theirs),
      times: theirs === null ? '' : (ours / theirs).toFixed(1),
    },
  ];
}

/** The best of several rounds over all pairs. */
function perSecond(versions: readonly string[], compare: Compare): number {
  const round = (): number => {
    const start = performance.now();
    for (let i = 0; i < 2000; i++) {
      for (const a of versions) for (const b of versions) if (a !== b) compare(a, b);
    }
    return performance.now() - start;
  };
  round();
  const best = Math.min(...Array.from({ length: 7 }, round));
  return (2000 * versions.length * (versions.length - 1) * 1000) / best;
}

function thousands(value: number): string {
  return `${Math.round(value / 1000).toLocaleString('en')} k`;
}

if (import.meta.main) await benchVersions();
