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

/** Ordinary vulnerabilities without conflicts, one or two per large registry. */
export const REGISTRIES: readonly Vulnerability[] = [
  {
    id: 'CVE-2026-98001',
    shows: ['published', 'scoped_package'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 12 },
    facts: facts(
      { daysAgo: 2, hour: 8 },
      {
        title: 'Prototype pollution in @larkspur/merge-deep',
        descriptions: english(
          'Merging a crafted object with @larkspur/merge-deep before 4.2.1 lets an attacker set properties on the base object.',
        ),
        products: [product('larkspur', '@larkspur/merge-deep', '4.2.1')],
        weaknesses: weakness('CWE-1321'),
        scores: [SCORES.takeover],
        references: [{ url: 'https://code.example/larkspur/merge-deep/security/advisories/GHSA-2c4f-7hpq-9wxm' }],
      },
    ),
    cveList: listed(
      { daysAgo: 2, hour: 8 },
      { vulnrichment: { ssvc: { exploitation: 'poc', automatable: 'yes', impact: 'total' } } },
    ),
    advisory: [
      {
        at: { daysAgo: 2, hour: 9 },
        set: {
          ghsa: 'GHSA-2c4f-7hpq-9wxm',
          type: 'reviewed',
          severity: 'critical',
          packages: [packageOf('npm', '@larkspur/merge-deep', range('0', '4.2.1'))],
          scores: [SCORES.takeover],
        },
      },
    ],
    nvd: [{ at: { daysAgo: 2, hour: 10 }, set: { status: 'Received' } }],
    epss: [{ at: { daysAgo: 1 }, set: { score: 0.0042, percentile: 0.61 } }],
  },
  {
    id: 'CVE-2025-91002',
    shows: ['published'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 320 },
    facts: facts(
      { daysAgo: 300 },
      {
        title: 'Slow pattern in date-herald',
        descriptions: english(
          'The date parser of date-herald 2.x takes quadratic time on long digit runs, so that one request can occupy a process.',
        ),
        products: [product('date-herald', 'date-herald', '2.9.4', '2.0.0')],
        weaknesses: weakness('CWE-1333'),
        scores: [SCORES.crash],
        references: advisoryLink('https://date-herald.example/advisories/3'),
      },
    ),
    cveList: listed({ daysAgo: 300 }),
    advisory: [
      {
        at: { daysAgo: 299 },
        set: {
          ghsa: 'GHSA-3g5h-8jqr-cvw2',
          type: 'reviewed',
          severity: 'high',
          packages: [packageOf('npm', 'date-herald', range('2.0.0', '2.9.4'))],
          scores: [SCORES.crash],
        },
      },
    ],
    nvd: [{ at: { daysAgo: 290 }, set: { status: 'Analyzed', scores: [SCORES.crash], weaknesses: ['CWE-1333'] } }],
    epss: [{ at: { daysAgo: 298 }, set: { score: 0.0011, percentile: 0.31 } }],
  },
  {
    id: 'CVE-2024-91003',
    shows: ['published', 'multiple_introduced'],
    assigner: 'openledge',
    reserved: { daysAgo: 720 },
    facts: facts(
      { daysAgo: 700 },
      {
        title: 'Template sandbox escape in papermill-views',
        descriptions: english(
          'papermill-views 1.4 before 1.4.8 and 2.0 before 2.0.3 lets a template author reach the interpreter through a formatted attribute.',
        ),
        products: [
          {
            vendor: 'papermill',
            product: 'papermill-views',
            defaultStatus: 'unaffected',
            versions: [
              { version: '1.4.0', lessThan: '1.4.8', status: 'affected', versionType: 'python' },
              { version: '2.0.0', lessThan: '2.0.3', status: 'affected', versionType: 'python' },
            ],
          },
        ],
        weaknesses: weakness('CWE-77'),
        scores: [SCORES.userTakeover],
        references: advisoryLink('https://papermill.example/security/2024-2'),
      },
    ),
    cveList: listed({ daysAgo: 700 }, { dataVersion: '5.1' }),
    advisory: [
      {
        at: { daysAgo: 699 },
        set: {
          ghsa: 'GHSA-4j6m-9mrv-fwx3',
          type: 'reviewed',
          severity: 'high',
          packages: [
            packageOf(
              'PyPI',
              'papermill-views',
              range('1.4.0', '1.4.8', 'ECOSYSTEM'),
              range('2.0.0', '2.0.3', 'ECOSYSTEM'),
            ),
          ],
          scores: [SCORES.userTakeover],
        },
      },
    ],
    osv: [
      [
        {
          at: { daysAgo: 698 },
          set: {
            id: 'PYSEC-2024-9103',
            aliases: ['CVE-2024-91003', 'GHSA-4j6m-9mrv-fwx3'],
            packages: [
              {
                ecosystem: 'PyPI',
                name: 'papermill-views',
                ranges: [
                  {
                    type: 'ECOSYSTEM',
                    events: [{ introduced: '1.4.0' }, { fixed: '1.4.8' }, { introduced: '2.0.0' }, { fixed: '2.0.3' }],
                  },
                ],
                versions: ['1.4.0', '1.4.5', '1.4.7', '2.0.0', '2.0.1'],
              },
            ],
          },
        },
      ],
    ],
    nvd: [{ at: { daysAgo: 690 }, set: { status: 'Modified', scores: [SCORES.userTakeover], weaknesses: ['CWE-77'] } }],
    epss: [{ at: { daysAgo: 698 }, set: { score: 0.021, percentile: 0.82 } }],
  },
  {
    id: 'CVE-2026-98004',
    shows: ['published'],
    assigner: 'openledge',
    reserved: { daysAgo: 20 },
    facts: facts(
      { hoursAgo: 7 },
      {
        title: 'Unbounded header map in ledge.example/wire',
        descriptions: english(
          'ledge.example/wire before 0.31.2 keeps every header of a stream in memory; a peer that never ends its headers exhausts it.',
        ),
        products: [product('OpenLedge', 'ledge.example/wire', '0.31.2')],
        weaknesses: weakness('CWE-400'),
        scores: [SCORES.crash],
        references: [{ url: 'https://ledge.example/wire/issue/88', tags: ['issue-tracking', 'patch'] }],
      },
    ),
    cveList: listed({ hoursAgo: 7 }),
    advisory: [
      {
        at: { hoursAgo: 6 },
        set: {
          ghsa: 'GHSA-5m7p-cpvw-gx24',
          type: 'reviewed',
          severity: 'high',
          packages: [packageOf('Go', 'ledge.example/wire', range('0', '0.31.2'))],
          scores: [SCORES.crash],
        },
      },
    ],
    osv: [
      [
        {
          at: { hoursAgo: 5 },
          set: {
            id: 'GO-2026-9804',
            aliases: ['CVE-2026-98004', 'GHSA-5m7p-cpvw-gx24'],
            packages: [packageOf('Go', 'ledge.example/wire', range('0', '0.31.2'))],
          },
        },
      ],
    ],
  },
  {
    id: 'CVE-2023-91005',
    shows: ['published'],
    assigner: 'quillforge',
    reserved: { daysAgo: 1130 },
    facts: facts(
      { daysAgo: 1100 },
      {
        title: 'Quillforge Binder deserialises type names from the request',
        descriptions: english(
          'Quillforge Binder 3 before 3.18.0 resolves class names found in a request body. A remote attacker can run code through a gadget on the class path.',
        ),
        products: [
          {
            collectionURL: 'https://repository.maven.example/maven2',
            packageName: 'example.quillforge:binder-core',
            vendor: 'Quillforge',
            product: 'Binder',
            defaultStatus: 'unaffected',
            versions: [{ version: '3.0.0', lessThan: '3.18.0', status: 'affected', versionType: 'maven' }],
          },
        ],
        weaknesses: weakness('CWE-502'),
        scores: [SCORES.takeover],
        references: advisoryLink('https://quillforge.example/security/QF-2023-05'),
        credit: 'Imre Sandholt of Tidewater Labs',
      },
    ),
    cveList: listed({ daysAgo: 1100 }, { dataVersion: '5.0' }),
    advisory: [
      {
        at: { daysAgo: 1099 },
        set: {
          ghsa: 'GHSA-6p8q-frwx-h235',
          type: 'reviewed',
          severity: 'critical',
          packages: [packageOf('Maven', 'example.quillforge:binder-core', range('3.0.0', '3.18.0', 'ECOSYSTEM'))],
          scores: [SCORES.takeover],
        },
      },
    ],
    nvd: [{ at: { daysAgo: 1090 }, set: { status: 'Analyzed', scores: [SCORES.takeover], weaknesses: ['CWE-502'] } }],
    epss: [{ at: { daysAgo: 1098 }, set: { score: 0.67, percentile: 0.985 } }],
  },
  {
    id: 'CVE-2025-91006',
    shows: ['published', 'nvd_override_undated'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 200 },
    facts: facts(
      { daysAgo: 180 },
      {
        title: 'Unsound iterator in copperwire',
        descriptions: english(
          'The draining iterator of the copperwire crate reads freed memory when its closure panics.',
        ),
        products: [product('copperwire', 'copperwire', '0.8.3', '0.6.0')],
        weaknesses: weakness('CWE-416'),
        scores: [SCORES.localCrash],
        references: advisoryLink('https://crates.example/copperwire/advisory'),
      },
    ),
    cveList: listed({ daysAgo: 180 }),
    osv: [
      [
        {
          at: { daysAgo: 182 },
          set: {
            id: 'RUSTSEC-2025-9106',
            aliases: ['CVE-2025-91006'],
            summary: 'Use after free in `Drain`',
            packages: [packageOf('crates.io', 'copperwire', range('0.6.0', '0.8.3'))],
            scores: [SCORES.localCrash],
          },
        },
      ],
    ],
    nvd: [{ at: { daysAgo: 170 }, set: { status: 'Awaiting Analysis' } }],
    nvdOverride: inNvdOverrides({ daysAgo: 160 }, { undated: true }),
    epss: [{ at: { daysAgo: 178 }, set: { score: 0.0003, percentile: 0.08 } }],
  },
];
