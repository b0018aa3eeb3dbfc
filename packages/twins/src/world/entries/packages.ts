import { SCORES } from '../scores.ts';
import {
  advisoryLink,
  english,
  facts,
  inNvdOverrides,
  listed,
  packageOf,
  product,
  range,
  weakness,
} from '../sketch.ts';
import type { Vulnerability } from '../vulnerability.ts';

/** Packages in several ecosystems, in distributions, without a fix, or in a single database. */
export const PACKAGES: readonly Vulnerability[] = [
  {
    id: 'CVE-2022-91007',
    shows: ['published', 'several_ecosystems'],
    assigner: 'openledge',
    reserved: { daysAgo: 1500 },
    facts: facts(
      { daysAgo: 1480 },
      {
        title: 'Path traversal in the Tarn archive reader',
        descriptions: english(
          'The Tarn archive readers for Ruby, .NET and PHP write outside the target folder when an entry name begins with a backslash.',
        ),
        products: [product('Tarn', 'tarn-archive', '1.2.0')],
        weaknesses: weakness('CWE-22'),
        scores: [SCORES.openedFile],
        references: advisoryLink('https://tarn.example/advisory-7'),
      },
    ),
    cveList: listed({ daysAgo: 1480 }, { dataVersion: '5.0', programContainer: true }),
    advisory: [
      {
        at: { daysAgo: 1478 },
        set: {
          ghsa: 'GHSA-7q9r-gvx2-j346',
          type: 'reviewed',
          severity: 'high',
          packages: [
            packageOf('RubyGems', 'tarn-archive', range('0', '1.2.0', 'ECOSYSTEM')),
            packageOf('NuGet', 'Tarn.Archive', range('0', '1.2.0', 'ECOSYSTEM')),
            packageOf('Packagist', 'tarn/archive', range('0', '1.2.0', 'ECOSYSTEM')),
          ],
          scores: [SCORES.openedFile],
        },
      },
    ],
    nvd: [{ at: { daysAgo: 1470 }, set: { status: 'Analyzed', scores: [SCORES.openedFile], weaknesses: ['CWE-22'] } }],
    epss: [{ at: { daysAgo: 1470 }, set: { score: 0.0019, percentile: 0.42 } }],
  },
  {
    id: 'CVE-2025-91008',
    shows: ['published', 'distribution_record', 'nvd_override_deleted'],
    assigner: 'tidewater',
    reserved: { daysAgo: 95 },
    facts: facts(
      { daysAgo: 88 },
      {
        title: 'libbuoy: overflow while reading a chunk table',
        descriptions: english(
          'An integer overflow in libbuoy before 5.6.2 leads to a heap overflow when a file announces more chunks than it holds.',
        ),
        products: [product('Tidewater', 'libbuoy', '5.6.2')],
        weaknesses: weakness('CWE-190'),
        scores: [SCORES.openedFile],
        references: [{ url: 'https://tidewater.example/libbuoy/commit/9f31c2', tags: ['patch'] }],
      },
    ),
    cveList: listed({ daysAgo: 88 }),
    osv: [
      [
        {
          at: { daysAgo: 87 },
          set: {
            id: 'DEBIAN-CVE-2025-91008',
            upstream: ['CVE-2025-91008'],
            packages: [packageOf('Debian:12', 'libbuoy', range('0', '5.4.1-3+deb12u2', 'ECOSYSTEM'))],
          },
        },
      ],
      [
        {
          at: { daysAgo: 86 },
          set: {
            id: 'ALPINE-CVE-2025-91008',
            upstream: ['CVE-2025-91008'],
            packages: [packageOf('Alpine:v3.20', 'libbuoy', range('0', '5.6.2-r0', 'ECOSYSTEM'))],
          },
        },
      ],
    ],
    nvd: [{ at: { daysAgo: 80 }, set: { status: 'Undergoing Analysis' } }],
    nvdOverride: [...inNvdOverrides({ daysAgo: 70 }), { at: { hoursAgo: -5 }, set: { listed: false } }],
    epss: [{ at: { daysAgo: 86 }, set: { score: 0.0007, percentile: 0.21 } }],
  },
  {
    id: 'CVE-2024-91009',
    shows: ['published', 'open_range', 'hidden_upper_bound'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 610 },
    facts: facts(
      { daysAgo: 600 },
      {
        title: 'sheetgrinder reads external entities',
        descriptions: english(
          'sheetgrinder resolves external entities of workbooks. The package on the registry is no longer maintained and has no fixed version there.',
        ),
        products: [
          {
            vendor: 'sheetgrinder',
            product: 'sheetgrinder',
            defaultStatus: 'affected',
            versions: [{ version: '0', lessThanOrEqual: '0.18.5', status: 'affected', versionType: 'semver' }],
          },
        ],
        weaknesses: weakness('CWE-611'),
        scores: [SCORES.leak],
        references: advisoryLink('https://code.example/sheetgrinder/issues/201'),
      },
    ),
    cveList: listed({ daysAgo: 600 }, { dataVersion: '5.1' }),
    advisory: [
      {
        at: { daysAgo: 599 },
        set: {
          ghsa: 'GHSA-8rcv-hw23-m457',
          type: 'reviewed',
          severity: 'high',
          packages: [{ ecosystem: 'npm', name: 'sheetgrinder', ranges: [range('0')], lastKnownAffected: '<= 0.18.5' }],
          scores: [SCORES.leak],
        },
      },
    ],
    epss: [{ at: { daysAgo: 598 }, set: { score: 0.0025, percentile: 0.48 } }],
  },
  {
    id: 'CVE-2026-98010',
    shows: ['published', 'unreviewed_advisory', 'nvd_deferred', 'nvd_override'],
    assigner: 'pluginwatch',
    reserved: { daysAgo: 9 },
    facts: facts(
      { daysAgo: 5, hour: 6, minute: 30 },
      {
        title: 'Guestbook Deluxe plugin: stored script through the signature field',
        descriptions: english(
          'The Guestbook Deluxe plugin up to 1.1.9 prints the signature of an entry unescaped for signed-in authors.',
        ),
        products: [
          {
            vendor: 'inkwell-plugins',
            product: 'Guestbook Deluxe',
            defaultStatus: 'unaffected',
            versions: [{ version: '*', lessThanOrEqual: '1.1.9', status: 'affected', versionType: 'semver' }],
          },
        ],
        weaknesses: weakness('CWE-79'),
        scores: [SCORES.stored],
        references: [{ url: 'https://pluginwatch.example/v/98010' }],
      },
    ),
    cveList: listed({ daysAgo: 5, hour: 6, minute: 30 }),
    advisory: [
      {
        at: { daysAgo: 5, hour: 9 },
        set: {
          ghsa: 'GHSA-9vfw-jx34-p568',
          type: 'unreviewed',
          severity: 'medium',
          packages: [],
          scores: [SCORES.stored],
        },
      },
    ],
    nvd: [
      { at: { daysAgo: 5, hour: 7 }, set: { status: 'Received' } },
      { at: { daysAgo: 3 }, set: { status: 'Deferred' } },
    ],
    nvdOverride: inNvdOverrides({ daysAgo: 2 }),
    epss: [{ at: { daysAgo: 4 }, set: { score: 0.0002, percentile: 0.05 } }],
  },
];
