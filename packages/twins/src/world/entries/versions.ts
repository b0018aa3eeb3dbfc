import { SCORES } from '../scores.ts';
import { advisoryLink, english, facts, listed, product, weakness } from '../sketch.ts';
import type { Configuration, Product, Vulnerability } from '../vulnerability.ts';

/** Version statements that need care. */
export const VERSIONS: readonly Vulnerability[] = [
  of('CVE-2019-91401', ['version_not_applicable'], 2500, 'Buffer overflow in an old printer service', [
    { vendor: 'n/a', product: 'n/a', versions: [{ version: 'n/a', status: 'affected' }] },
  ]),
  of('CVE-2020-91402', ['version_unspecified'], 2200, 'Weak session ids in Meadowlark Forum', [
    {
      vendor: 'Meadowlark',
      product: 'Forum',
      versions: [{ version: 'unspecified', status: 'affected', versionType: 'custom' }],
    },
  ]),
  of('CVE-2021-91403', ['version_star'], 1750, 'Bindery plugin forgets its nonce', [
    {
      vendor: 'inkwell-plugins',
      product: 'Bindery',
      defaultStatus: 'unaffected',
      versions: [{ version: '*', lessThan: '2.3.1', status: 'affected', versionType: 'semver' }],
    },
  ]),
  of('CVE-2024-91404', ['comparator_in_version'], 480, 'Brackets lost in plumbline', [
    {
      vendor: 'plumbline',
      product: 'plumbline',
      versions: [
        { version: '< 1.8.2', status: 'affected' },
        { version: '>= 2.0.0, < 2.0.5', status: 'affected' },
      ],
    },
  ]),
  of('CVE-2025-91405', ['version_changes'], 160, 'Bilge Server reads past a frame', [
    {
      vendor: 'Tidewater',
      product: 'Bilge Server',
      defaultStatus: 'unaffected',
      versions: [
        {
          version: '3.0.0',
          lessThan: '4.0.0',
          status: 'affected',
          versionType: 'semver',
          // Out of order on purpose: the reader sorts.
          changes: [
            { at: '3.4.0', status: 'affected' },
            { at: '3.2.7', status: 'unaffected' },
            { at: '3.5.2', status: 'unaffected' },
          ],
        },
      ],
    },
  ]),
  of('CVE-2023-91406', ['wildcard_bound'], 820, 'Osprey interpreter: argument injection', [
    {
      vendor: 'Osprey',
      product: 'osprey',
      defaultStatus: 'affected',
      versions: [
        { version: '8.1.*', lessThan: '8.1.29', status: 'affected', versionType: 'semver' },
        { version: '8.4.0', lessThan: '*', status: 'unaffected', versionType: 'semver' },
        { version: '7.0', lessThanOrEqual: '7.*', status: 'affected', versionType: 'semver' },
      ],
    },
  ]),
  of('CVE-2024-91407', ['odd_version_type'], 430, 'Chalkboard: missing check on import', [
    {
      vendor: 'Chalkboard',
      product: 'Chalkboard',
      versions: [
        { version: '2024.1', lessThan: '2024.3', status: 'affected', versionType: '2024.3' },
        { version: 'R12 SP1', lessThan: 'R12 SP4', status: 'affected', versionType: 'Custom ' },
      ],
    },
  ]),
  of('CVE-2025-91408', ['many_versions'], 120, 'Larkspur Core: crafted route leaks memory', [
    {
      vendor: 'Larkspur',
      product: 'Core OS',
      defaultStatus: 'unknown',
      versions: Array.from({ length: 1200 }, (_, index) => ({
        version: `${12 + Math.floor(index / 400)}.${Math.floor(index / 20) % 20}(${(index % 20) + 1})E${index % 7}`,
        status: 'affected' as const,
      })),
    },
  ]),
  of('CVE-2025-91409', ['git_and_version_entries'], 110, 'netfold: fix out-of-bounds read in option parser', [
    {
      vendor: 'Kernelfold',
      product: 'Kernelfold',
      repo: 'https://git.kernelfold.example/stable.git',
      programFiles: ['net/netfold/options.c'],
      defaultStatus: 'unaffected',
      versions: [
        { version: '1da177e4c3f4', lessThan: '97bc3683c249', status: 'affected', versionType: 'git' },
        { version: '1da177e4c3f4', lessThan: 'c61d01faa555', status: 'affected', versionType: 'git' },
      ],
    },
    {
      vendor: 'Kernelfold',
      product: 'Kernelfold',
      repo: 'https://git.kernelfold.example/stable.git',
      defaultStatus: 'affected',
      versions: [
        { version: '2.6.19', status: 'affected' },
        { version: '0', lessThan: '2.6.19', status: 'unaffected', versionType: 'semver' },
        { version: '5.10.212', lessThanOrEqual: '5.10.*', status: 'unaffected', versionType: 'semver' },
        { version: '6.8', lessThanOrEqual: '*', status: 'unaffected', versionType: 'original_commit_for_fix' },
      ],
    },
  ]),
  of('CVE-2026-98410', ['package_url'], 11, 'Rope bridge in splicer', [
    {
      packageURL: 'pkg:npm/splicer',
      vendor: 'splicer',
      product: 'splicer',
      defaultStatus: 'unaffected',
      versions: [{ version: '1.0.0', lessThan: '1.6.2', status: 'affected', versionType: 'semver' }],
    },
  ]),
  of('CVE-2026-98411', ['collection_url'], 13, 'Keepsake stores tokens readable', [
    {
      collectionURL: 'https://search.nixos.org/packages',
      packageName: 'keepsake',
      defaultStatus: 'unaffected',
      versions: [{ version: '0', lessThan: '2.1', status: 'affected', versionType: 'custom' }],
    },
  ]),
  {
    ...of('CVE-2025-91412', ['cpe_applicability'], 50, 'Larkspur Firewall: crash on a short packet', [
      {
        ...product('Larkspur', 'Firewall', '7.2.5', '7.0.0'),
        cpes: ['cpe:2.3:o:larkspur:firewall:7.0.0:*:*:*:*:*:*:*'],
      },
    ]),
    facts: facts(
      { daysAgo: 50 },
      {
        title: 'Larkspur Firewall: crash on a short packet',
        descriptions: english('A packet shorter than its header restarts Larkspur Firewall 7 before 7.2.5.'),
        products: [product('Larkspur', 'Firewall', '7.2.5', '7.0.0')],
        weaknesses: weakness('CWE-125'),
        scores: [SCORES.crash],
        references: advisoryLink('https://larkspur.example/psirt/2025-44'),
        applicability: [firewall('OR')],
      },
    ),
  },
  {
    ...of('CVE-2023-91413', ['cpe_and_configuration'], 780, 'Harbour Phone: firmware of one model only', [
      product('Tidewater', 'Harbour Phone firmware', '4.1'),
    ]),
    nvd: [
      { at: { daysAgo: 770 }, set: { status: 'Analyzed', scores: [SCORES.crash], configurations: [phoneFirmware()] } },
    ],
  },
];

function of(
  id: string,
  shows: Vulnerability['shows'],
  daysAgo: number,
  title: string,
  products: readonly Product[],
): Vulnerability {
  return {
    id,
    shows: ['published', ...shows],
    assigner: 'lastresort',
    reserved: { daysAgo: daysAgo + 14 },
    facts: facts(
      { daysAgo },
      {
        title,
        descriptions: english(`${title}. The versions are as the reporter wrote them.`),
        products,
        weaknesses: weakness('CWE-20'),
        scores: [SCORES.crash],
        references: [{ url: `https://reports.lastresort.example/${id.toLowerCase()}` }],
      },
    ),
    cveList: listed({ daysAgo }, { dataVersion: daysAgo > 600 ? '5.0' : '5.2' }),
    epss: [{ at: { daysAgo: daysAgo - 1 }, set: { score: 0.0014, percentile: 0.35 } }],
  };
}

function firewall(operator: 'AND' | 'OR'): Configuration {
  const criteria = 'cpe:2.3:o:larkspur:firewall:*:*:*:*:*:*:*:*';
  return {
    nodes: [
      {
        operator,
        negate: false,
        cpeMatch: [{ vulnerable: true, criteria, versionStartIncluding: '7.0.0', versionEndExcluding: '7.2.5' }],
      },
    ],
  };
}

function phoneFirmware(): Configuration {
  return {
    operator: 'AND',
    nodes: [
      {
        operator: 'OR',
        negate: false,
        cpeMatch: [
          {
            vulnerable: true,
            criteria: 'cpe:2.3:o:tidewater:harbour_phone_firmware:*:*:*:*:*:*:*:*',
            versionEndExcluding: '4.1',
          },
        ],
      },
      {
        operator: 'OR',
        negate: false,
        cpeMatch: [{ vulnerable: false, criteria: 'cpe:2.3:h:tidewater:harbour_phone:-:*:*:*:*:*:*:*' }],
      },
    ],
  };
}
