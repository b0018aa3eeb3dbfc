import { SCORES } from '../scores.ts';
import {
  advisoryLink,
  english,
  facts,
  inExploitDb,
  inMetasploit,
  inNuclei,
  listed,
  packageOf,
  product,
  range,
  weakness,
} from '../sketch.ts';
import type { Vulnerability } from '../vulnerability.ts';

/** One kind of conflict per entry. */
export const CONFLICTS_SHOWN: readonly Vulnerability[] = [
  {
    id: 'CVE-2025-91201',
    shows: ['published', 'SEVERITY_DISAGREES', 'nuclei_template'],
    assigner: 'openledge',
    reserved: { daysAgo: 150 },
    facts: facts(
      { daysAgo: 140 },
      {
        title: 'Open redirect in gangway',
        descriptions: english('gangway before 3.3.0 follows a redirect to any host after login.'),
        products: [product('gangway', 'gangway', '3.3.0')],
        weaknesses: weakness('CWE-20'),
        scores: [SCORES.reflected],
        references: advisoryLink('https://gangway.example/a/3'),
      },
    ),
    cveList: listed({ daysAgo: 140 }),
    advisory: [
      {
        at: { daysAgo: 139 },
        set: {
          ghsa: 'GHSA-j6m5-v789-xfch',
          type: 'reviewed',
          severity: 'low',
          packages: [packageOf('npm', 'gangway', range('0', '3.3.0'))],
          scores: [SCORES.rareHint],
        },
      },
    ],
    nvd: [{ at: { daysAgo: 130 }, set: { status: 'Analyzed', scores: [SCORES.takeover], weaknesses: ['CWE-20'] } }],
    epss: [{ at: { daysAgo: 138 }, set: { score: 0.0013, percentile: 0.34 } }],
    nuclei: inNuclei({ daysAgo: 120 }, 'gangway < 3.3.0 - Open Redirect', 'medium', '6.1'),
  },
  {
    id: 'CVE-2024-91202',
    shows: ['published', 'RANGE_DISAGREES', 'metasploit_scanner'],
    assigner: 'tidewater',
    reserved: { daysAgo: 560 },
    facts: facts(
      { daysAgo: 550 },
      {
        title: 'Shoal cache key collision',
        descriptions: english(
          'Shoal 2.1 to 2.4 builds cache keys without a separator, so that two users can share an entry.',
        ),
        products: [product('Tidewater', 'shoal', '2.5.0', '2.1.0')],
        weaknesses: weakness('CWE-200'),
        scores: [SCORES.userLeak],
        references: advisoryLink('https://tidewater.example/psirt/2024-7'),
      },
    ),
    cveList: listed({ daysAgo: 550 }),
    // Everything before the fix, not only from 2.1.0.
    advisory: [
      {
        at: { daysAgo: 549 },
        set: {
          ghsa: 'GHSA-m7p6-w89c-2ghj',
          type: 'reviewed',
          severity: 'medium',
          packages: [packageOf('PyPI', 'shoal', range('0', '2.5.0', 'ECOSYSTEM'))],
          scores: [SCORES.userLeak],
        },
      },
    ],
    epss: [{ at: { daysAgo: 548 }, set: { score: 0.0008, percentile: 0.24 } }],
    metasploit: inMetasploit(
      { daysAgo: 500 },
      { path: 'auxiliary/scanner/http/shoal_cache', name: 'Shoal Cache Key Scanner' },
    ),
  },
  {
    id: 'CVE-2023-91203',
    shows: ['published', 'STATE_DISAGREES', 'exploitdb_entry', 'exploitdb_codes'],
    assigner: 'openledge',
    reserved: { daysAgo: 1000 },
    facts: facts(
      { daysAgo: 990 },
      {
        title: 'pennant: flag injection through a file name',
        descriptions: english(
          'pennant before 0.9.1 passes file names that begin with a dash to its subprocess unguarded.',
        ),
        products: [product('pennant', 'pennant', '0.9.1')],
        weaknesses: weakness('CWE-77'),
        scores: [SCORES.localRoot],
        references: advisoryLink('https://pennant.example/cve'),
      },
    ),
    cveList: listed({ daysAgo: 990 }, { dataVersion: '5.1' }),
    // Withdrawn there, still published here.
    advisory: [
      {
        at: { daysAgo: 989 },
        set: {
          ghsa: 'GHSA-p8q7-xc9f-3hjm',
          type: 'reviewed',
          severity: 'high',
          packages: [packageOf('Go', 'pennant.example/pennant', range('0', '0.9.1'))],
          scores: [SCORES.localRoot],
        },
      },
      { at: { daysAgo: 30 }, set: { withdrawn: true } },
    ],
    epss: [{ at: { daysAgo: 985 }, set: { score: 0.0005, percentile: 0.15 } }],
    exploitdb: inExploitDb(
      { daysAgo: 980 },
      { number: 90_203, description: 'pennant 0.9.0 - "Flag" Injection, Local', codes: 'OSVDB-90203;CVE-2023-91203' },
    ),
  },
  {
    id: 'CVE-2025-91204',
    shows: ['published', 'FIX_DISAGREES'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 75 },
    facts: facts(
      { daysAgo: 70 },
      {
        title: 'Incomplete escape in inkpot',
        descriptions: english('inkpot escapes only the first quote of an attribute.'),
        products: [product('inkpot', 'inkpot', '5.0.1')],
        weaknesses: weakness('CWE-79'),
        scores: [SCORES.reflected],
        references: advisoryLink('https://inkpot.example/changes'),
      },
    ),
    cveList: listed({ daysAgo: 70 }),
    // The first fix was incomplete.
    advisory: [
      {
        at: { daysAgo: 69 },
        set: {
          ghsa: 'GHSA-q9r8-2fcg-4jmp',
          type: 'reviewed',
          severity: 'medium',
          packages: [packageOf('npm', 'inkpot', range('0', '5.0.1'))],
          scores: [SCORES.reflected],
        },
      },
      { at: { daysAgo: 3, hour: 13 }, set: { packages: [packageOf('npm', 'inkpot', range('0', '5.0.3'))] } },
    ],
    epss: [{ at: { daysAgo: 68 }, set: { score: 0.0004, percentile: 0.11 } }],
  },
  {
    id: 'CVE-2021-91205',
    shows: ['published', 'DATE_DISAGREES', 'metasploit_without_cve'],
    assigner: 'lastresort',
    reserved: { daysAgo: 1850 },
    facts: facts(
      { daysAgo: 1700 },
      {
        title: 'Cormorant daemon answers forged packets',
        descriptions: english('The cormorant daemon does not check the source of a reply.'),
        products: [product('cormorant', 'cormorantd', '1.7')],
        weaknesses: weakness('CWE-287'),
        scores: [SCORES.hardTakeover],
        references: [{ url: 'https://cormorant.example/news/2021' }],
      },
    ),
    cveList: listed({ daysAgo: 1700 }, { dataVersion: '5.0' }),
    nvd: [
      {
        at: { daysAgo: 1690 },
        set: { status: 'Analyzed', scores: [SCORES.hardTakeover], publishedAs: { daysAgo: 1840 } },
      },
    ],
    advisory: [
      {
        at: { daysAgo: 1500 },
        set: {
          ghsa: 'GHSA-r2v9-3gch-5mpq',
          type: 'unreviewed',
          severity: 'high',
          packages: [],
          publishedAs: { daysAgo: 1500 },
        },
      },
    ],
    epss: [{ at: { daysAgo: 1600 }, set: { score: 0.012, percentile: 0.77 } }],
    // It describes this flaw without saying so.
    metasploit: inMetasploit(
      { daysAgo: 1650 },
      {
        path: 'auxiliary/dos/misc/cormorantd_reply',
        name: 'Cormorant Forged Reply',
        references: ['URL-https://cormorant.example/news/2021', 'EDB-90205'],
      },
    ),
  },
  {
    id: 'CVE-2024-91206',
    shows: ['published', 'SCORE_DISAGREES_WITH_VECTOR', 'metasploit_exploit', 'metasploit_retracted'],
    assigner: 'larkspur',
    reserved: { daysAgo: 400 },
    facts: facts(
      { daysAgo: 395 },
      {
        title: 'Larkspur Switch: default community string',
        descriptions: english('Larkspur Switch firmware before 12.3 ships with a readable default community string.'),
        products: [product('Larkspur', 'Switch firmware', '12.3')],
        weaknesses: weakness('CWE-200'),
        // The vector gives 7.5.
        scores: [{ ...SCORES.leak, score: 9.8, severity: 'CRITICAL' }],
        references: advisoryLink('https://larkspur.example/psirt/2024-12'),
      },
    ),
    cveList: listed({ daysAgo: 395 }),
    nvd: [{ at: { daysAgo: 380 }, set: { status: 'Analyzed', scores: [SCORES.leak] } }],
    epss: [{ at: { daysAgo: 390 }, set: { score: 0.006, percentile: 0.69 } }],
    metasploit: [
      ...inMetasploit(
        { daysAgo: 300 },
        {
          path: 'exploit/linux/snmp/larkspur_switch_community',
          name: 'Larkspur Switch Default Community',
          disclosed: { daysAgo: 395 },
        },
      ),
      // It was added by mistake for another flaw.
      { at: { hoursAgo: -3 }, set: { listed: false } },
    ],
  },
  {
    id: 'CVE-2025-91207',
    shows: ['published', 'ALIAS_ONE_SIDED'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 220 },
    facts: facts(
      { daysAgo: 210 },
      {
        title: 'Race in the tidepool lock file',
        descriptions: english('Two tidepool processes that start together may both believe they hold the lock.'),
        products: [product('tidepool', 'tidepool', '0.4.0')],
        scores: [SCORES.localHint],
        references: [{ url: 'https://code.example/advisories/GHSA-v3w2-4hcj-6pqr', tags: ['vendor-advisory'] }],
      },
    ),
    cveList: listed({ daysAgo: 210 }),
    advisory: [
      {
        at: { daysAgo: 211 },
        set: {
          ghsa: 'GHSA-v3w2-4hcj-6pqr',
          type: 'reviewed',
          severity: 'low',
          packages: [packageOf('crates.io', 'tidepool', range('0', '0.4.0'))],
          namesCve: false,
        },
      },
    ],
    osv: [
      [
        {
          at: { daysAgo: 205 },
          set: {
            id: 'RUSTSEC-2025-9207',
            aliases: ['GHSA-v3w2-4hcj-6pqr', 'CVE-2025-91207'],
            packages: [packageOf('crates.io', 'tidepool', range('0', '0.4.0'))],
          },
        },
      ],
    ],
    epss: [{ at: { daysAgo: 200 }, set: { score: 0.0001, percentile: 0.02 } }],
  },
  {
    id: 'CVE-2026-98208',
    shows: ['published', 'SEVERITY_DISAGREES', 'RANGE_DISAGREES', 'FIX_DISAGREES', 'happens_later'],
    assigner: 'quillforge',
    reserved: { daysAgo: 40 },
    facts: facts(
      { daysAgo: 25 },
      {
        title: 'Quillforge Editor opens linked documents without asking',
        descriptions: english(
          'Quillforge Editor before 14.2 loads a linked document from the network while a file is previewed.',
        ),
        products: [product('Quillforge', 'quill-editor', '14.2.0', '13.0.0')],
        weaknesses: weakness('CWE-918'),
        scores: [SCORES.hint],
        references: advisoryLink('https://quillforge.example/security/QF-2026-08'),
      },
    ),
    cveList: listed({ daysAgo: 25 }),
    advisory: [
      {
        at: { daysAgo: 24 },
        set: {
          ghsa: 'GHSA-w4x3-5jcm-7qrv',
          type: 'reviewed',
          severity: 'critical',
          packages: [packageOf('npm', 'quill-editor', range('12.0.0', '14.2.1'))],
          scores: [SCORES.takeover],
        },
      },
      // The two agree from tomorrow on.
      {
        at: { hoursAgo: -30 },
        set: {
          severity: 'medium',
          scores: [SCORES.hint],
          packages: [packageOf('npm', 'quill-editor', range('13.0.0', '14.2.0'))],
        },
      },
    ],
    epss: [{ at: { daysAgo: 23 }, set: { score: 0.0031, percentile: 0.55 } }],
  },
];
