import { SCORES } from '../scores.ts';
import { advisoryLink, english, facts, listed, packageOf, product, range, rejected, weakness } from '../sketch.ts';
import type { Vulnerability } from '../vulnerability.ts';

export const STATES_SHOWN: readonly Vulnerability[] = [
  {
    id: 'CVE-2026-98101',
    shows: ['reserved', 'no_epss'],
    assigner: 'tidewater',
    reserved: { daysAgo: 15 },
  },
  {
    id: 'CVE-2025-91102',
    shows: ['reserved'],
    assigner: 'larkspur',
    reserved: { daysAgo: 410 },
  },
  {
    id: 'CVE-2026-98103',
    shows: ['partial'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 8 },
    facts: facts(
      { daysAgo: 4 },
      {
        title: 'Missing signature check in parcelwire',
        descriptions: english('parcelwire before 7.0.2 accepts a parcel whose signature block is empty.'),
        products: [product('parcelwire', 'parcelwire', '7.0.2')],
        weaknesses: weakness('CWE-287'),
        scores: [SCORES.leak],
        references: [{ url: 'https://code.example/parcelwire/security' }],
      },
    ),
    advisory: [
      {
        at: { daysAgo: 4 },
        set: {
          ghsa: 'GHSA-c2fx-m345-q679',
          type: 'reviewed',
          severity: 'high',
          packages: [packageOf('npm', 'parcelwire', range('0', '7.0.2'))],
          scores: [SCORES.leak],
        },
      },
    ],
  },
  {
    id: 'CVE-2026-98104',
    shows: ['partial', 'happens_later'],
    assigner: 'openledge',
    reserved: { daysAgo: 6 },
    facts: facts(
      { daysAgo: 1 },
      {
        title: 'Lock-step can be made to loop',
        descriptions: english('A cyclic include sends the lock-step resolver into an endless loop.'),
        products: [product('lock-step', 'lock-step', '2.2.0', '2.0.0')],
        weaknesses: weakness('CWE-835'),
        scores: [SCORES.crash],
        references: [{ url: 'https://lock-step.example/news' }],
      },
    ),
    // The CVE list published it a day after the advisory database.
    cveList: listed({ hoursAgo: -20 }),
    advisory: [
      {
        at: { daysAgo: 1 },
        set: {
          ghsa: 'GHSA-f3g2-p456-r78c',
          type: 'reviewed',
          severity: 'high',
          packages: [packageOf('PyPI', 'lock-step', range('2.0.0', '2.2.0', 'ECOSYSTEM'))],
          scores: [SCORES.crash],
        },
      },
    ],
  },
  {
    id: 'CVE-2024-91105',
    shows: ['withdrawn'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 520 },
    facts: facts(
      { daysAgo: 500 },
      {
        title: 'Reported overflow in halfmoon',
        descriptions: english('Reported as an overflow in halfmoon; later shown to be unreachable.'),
        products: [product('halfmoon', 'halfmoon', '1.0.1')],
        scores: [SCORES.openedFile],
        references: [{ url: 'https://code.example/halfmoon/issues/4' }],
      },
    ),
    advisory: [
      {
        at: { daysAgo: 500 },
        set: {
          ghsa: 'GHSA-g4h3-q567-v89f',
          type: 'reviewed',
          severity: 'high',
          packages: [packageOf('crates.io', 'halfmoon', range('0', '1.0.1'))],
          scores: [SCORES.openedFile],
        },
      },
      { at: { daysAgo: 470 }, set: { withdrawn: true } },
    ],
    osv: [
      [
        {
          at: { daysAgo: 499 },
          set: {
            id: 'RUSTSEC-2024-9105',
            aliases: ['CVE-2024-91105'],
            packages: [packageOf('crates.io', 'halfmoon', range('0', '1.0.1'))],
          },
        },
        { at: { daysAgo: 471 }, set: { withdrawn: true } },
      ],
    ],
  },
  {
    id: 'CVE-2023-91106',
    shows: ['rejected'],
    assigner: 'lastresort',
    reserved: { daysAgo: 1200 },
    cveList: rejected(
      { daysAgo: 1150 },
      'This id was assigned to a report that turned out to describe expected behaviour. Do not use it.',
    ),
    nvd: [{ at: { daysAgo: 1149 }, set: { status: 'Rejected' } }],
  },
  {
    id: 'CVE-2025-91107',
    shows: ['rejected', 'rejected_with_replacement'],
    assigner: 'larkspur',
    reserved: { daysAgo: 260 },
    facts: facts(
      { daysAgo: 250 },
      {
        title: 'Larkspur Gateway login bypass',
        descriptions: english('A second report of the login bypass in Larkspur Gateway.'),
        products: [product('Larkspur', 'Gateway', '9.4.2', '9.0.0')],
        scores: [SCORES.takeover],
        references: advisoryLink('https://larkspur.example/psirt/2025-31'),
      },
    ),
    cveList: [
      { at: { daysAgo: 250 }, set: { state: 'PUBLISHED', dataVersion: '5.1' } },
      {
        at: { daysAgo: 2, hour: 14 },
        set: {
          state: 'REJECTED',
          rejectedReason: 'Duplicate of CVE-2025-91301. All references should use that id.',
          replacedBy: ['CVE-2025-91301'],
        },
      },
    ],
    nvd: [
      { at: { daysAgo: 248 }, set: { status: 'Analyzed', scores: [SCORES.takeover] } },
      { at: { daysAgo: 1 }, set: { status: 'Rejected' } },
    ],
  },
  {
    id: 'CVE-2022-91108',
    shows: ['rejected', 'STATE_DISAGREES'],
    assigner: 'lastresort',
    reserved: { daysAgo: 1600 },
    // Rejected by the list while an advisory still stands: the rejection wins, the advisory is a conflict.
    cveList: rejected({ daysAgo: 900 }, 'The vendor showed that no supported configuration is affected.'),
    advisory: [
      {
        at: { daysAgo: 1590 },
        set: {
          ghsa: 'GHSA-h5j4-r678-wc9g',
          type: 'reviewed',
          severity: 'medium',
          packages: [packageOf('RubyGems', 'tablecloth', range('0', '3.1.0', 'ECOSYSTEM'))],
        },
      },
    ],
  },
  {
    id: 'CVE-2021-91109',
    shows: ['published', 'republished'],
    assigner: 'quillforge',
    reserved: { daysAgo: 1900 },
    facts: facts(
      { daysAgo: 1880 },
      {
        title: 'Quillforge Press prints the session of another user',
        descriptions: english(
          'Under load Quillforge Press 8 before 8.0.7 can answer with the page of another session.',
        ),
        products: [product('Quillforge', 'Press', '8.0.7', '8.0.0')],
        weaknesses: weakness('CWE-200'),
        scores: [SCORES.userLeak],
        references: advisoryLink('https://quillforge.example/security/QF-2021-09'),
      },
    ),
    cveList: [
      { at: { daysAgo: 1880 }, set: { state: 'PUBLISHED', dataVersion: '5.0' } },
      { at: { daysAgo: 40 }, set: { state: 'REJECTED', rejectedReason: 'Believed to be a duplicate.' } },
      { at: { daysAgo: 6, hour: 16 }, set: { state: 'PUBLISHED' } },
    ],
    epss: [{ at: { daysAgo: 1878 }, set: { score: 0.0009, percentile: 0.26 } }],
  },
  {
    id: 'CVE-2026-98110',
    shows: ['awaiting_ingest', 'happens_later'],
    assigner: 'tidewater',
    reserved: { daysAgo: 3 },
    facts: facts(
      { hoursAgo: 2 },
      {
        title: 'Tidewater Dock: console without a password',
        descriptions: english('The maintenance console of Tidewater Dock 4 answers on all interfaces.'),
        products: [product('Tidewater', 'Dock', '4.1.1', '4.0.0')],
        weaknesses: weakness('CWE-287'),
        scores: [SCORES.takeover],
        references: advisoryLink('https://tidewater.example/psirt/2026-14'),
      },
    ),
    // The delta names it two hours before its file can be fetched.
    cveList: [
      { at: { hoursAgo: 2 }, set: { state: 'PUBLISHED', dataVersion: '5.2', fileMissing: true } },
      { at: { hoursAgo: -3 }, set: { fileMissing: false } },
    ],
  },
  {
    id: 'CVE-2026-98111',
    shows: ['awaiting_ingest'],
    assigner: 'pluginwatch',
    reserved: { daysAgo: 2 },
    cveList: listed({ hoursAgo: 2.15 }, { fileMissing: true }),
  },
  {
    id: 'CVE-2026-99999',
    shows: ['unknown', 'no_epss'],
    assigner: 'lastresort',
  },
  {
    id: 'CVE-2026-98113',
    shows: ['published', 'happens_later'],
    assigner: 'openledge',
    reserved: { daysAgo: 5 },
    facts: [
      {
        at: { daysAgo: 1, hour: 11 },
        set: {
          title: 'Ledgerline forgets to check the second signer',
          descriptions: english('Ledgerline before 1.9.0 counts one signer twice.'),
          products: [product('OpenLedge', 'Ledgerline', '1.9.0')],
          weaknesses: weakness('CWE-862'),
          scores: [SCORES.userLeak],
          references: advisoryLink('https://openledge.example/advisories/19'),
        },
      },
      // Tomorrow the vendor raises the severity.
      {
        at: { hoursAgo: -26 },
        set: {
          scores: [SCORES.takeover],
          descriptions: english('Ledgerline before 1.9.0 counts one signer twice; without an account, too.'),
        },
      },
    ],
    cveList: listed({ daysAgo: 1, hour: 11 }),
    epss: [{ at: { hoursAgo: 12 }, set: { score: 0.0006, percentile: 0.19 } }],
  },
];
