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
import type { Configuration, Vulnerability } from '../vulnerability.ts';

/** Anchore's way to say that no relevant product is affected. */
const NO_PRODUCT: Configuration = {
  nodes: [
    {
      operator: 'OR',
      negate: false,
      cpeMatch: [{ vulnerable: false, criteria: 'cpe:2.3:a:null:null:*:*:*:*:*:*:*:*' }],
    },
  ],
};

/** Changes that databases make to their records over time. */
export const DATABASES: readonly Vulnerability[] = [
  {
    ...of('CVE-2025-91801', ['git_ranges', 'date_bump'], 110, 'driftwood: stack overflow in the grammar compiler'),
    osv: [
      [
        {
          at: { daysAgo: 108 },
          set: {
            id: 'CVE-2025-91801',
            packages: [],
            commits: [
              {
                type: 'GIT',
                repo: 'https://code.example/driftwood/driftwood.git',
                events: [
                  { introduced: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' },
                  { fixed: '9c3e1f02a7d84b55a1c06be7d24f83915e60ab77' },
                ],
              },
            ],
          },
        },
        // Aliases were recomputed with the same result.
        { at: { daysAgo: 1, hour: 6 }, set: {} },
      ],
    ],
  },
  {
    ...of('CVE-2024-91802', ['no_ecosystem'], 480, 'sandbar: reported twice'),
    osv: [
      [
        { at: { daysAgo: 478 }, set: { id: 'GSD-2024-91802', aliases: ['CVE-2024-91802'], packages: [] } },
        { at: { daysAgo: 430 }, set: { withdrawn: true } },
      ],
    ],
  },
  {
    ...of('CVE-2025-91803', ['moved_ecosystem'], 66, 'capstan: filed under the wrong registry at first'),
    osv: [
      [
        {
          at: { daysAgo: 65 },
          set: {
            id: 'OSV-2025-9803',
            aliases: ['CVE-2025-91803'],
            packages: [packageOf('RubyGems', 'capstan', range('0', '2.4.0', 'ECOSYSTEM'))],
          },
        },
        { at: { daysAgo: 60 }, set: { packages: [packageOf('Hex', 'capstan', range('0', '2.4.0'))] } },
      ],
    ],
  },
  {
    ...of(
      'CVE-2025-91804',
      ['left_export', 'nvd_not_scheduled', 'nvd_override_without_product'],
      58,
      'bilge: imported by mistake',
    ),
    osv: [
      [
        {
          at: { daysAgo: 57 },
          set: {
            id: 'PYSEC-2025-9804',
            aliases: ['CVE-2025-91804'],
            packages: [packageOf('PyPI', 'bilge', range('0', '2.4.0', 'ECOSYSTEM'))],
          },
        },
        { at: { daysAgo: 20 }, set: { dropped: true } },
      ],
    ],
    nvd: [
      { at: { daysAgo: 57, hour: 5 }, set: { status: 'Received' } },
      { at: { daysAgo: 50 }, set: { status: 'Not Scheduled' } },
    ],
    nvdOverride: inNvdOverrides({ daysAgo: 40 }, { configurations: [NO_PRODUCT] }),
  },
];

function of(id: string, shows: Vulnerability['shows'], daysAgo: number, title: string): Vulnerability {
  const [name = ''] = title.split(':');
  return {
    id,
    shows: ['published', ...shows],
    assigner: 'openledge',
    reserved: { daysAgo: daysAgo + 20 },
    facts: facts(
      { daysAgo },
      {
        title,
        descriptions: english(`${title}. Fixed in 2.4.0.`),
        products: [product(name, name, '2.4.0')],
        weaknesses: weakness('CWE-835'),
        scores: [SCORES.crash],
        references: advisoryLink(`https://openledge.example/advisories/${name}`),
      },
    ),
    cveList: listed({ daysAgo }),
    epss: [{ at: { daysAgo: daysAgo - 1 }, set: { score: 0.0016, percentile: 0.37 } }],
  };
}
