import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  extractCves,
  isSecurityLabelled,
  issueCves,
  issuePackages,
  isTracked,
  packagesOfBody,
  packagesOfTitle,
  severityOfLabels,
} from './issue-text.ts';
import { closedBy, findBackport, mentionedIn } from './pull-text.ts';

const REPOSITORY = 'NixOS/nixpkgs';

describe('packages of a title', () => {
  it.each<[string, string[]]>([
    ['curl: CVE-2026-12345', ['curl']],
    ['curl: 8.1 -> 8.2', ['curl']],
    ['curl, wget & aria2: CVE-2026-12345', ['curl', 'wget', 'aria2']],
    ['python313Packages.requests: CVE-2026-12345', ['python313Packages.requests']],
    ['pkgs.curl: CVE-2026-12345', ['curl']],
    ['CVE-2026-12345: curl: overflow in the parser', ['curl']],
    ['CVE-2026-12345: overflow in the parser', []],
    ['[Backport release-26.05] curl: 8.1 -> 8.2', ['curl']],
    ['[26.05] [security] curl: patch', ['curl']],
    ['Vulnerability roundup 99: curl-7.72.0: 3 advisories [9.8]', ['curl']],
    ['Vulnerability roundup 1: x264-20191217: 1 advisory', ['x264']],
    ['nixos/nginx: CVE-2026-12345', []],
    ['Security: CVE-2026-12345', []],
    ['Several packages are vulnerable: CVE-2026-12345', []],
    ['curl:CVE-2026-12345', []],
    ['curl is vulnerable to CVE-2026-12345', []],
    [': CVE-2026-12345', []],
    ['', []],
    ['[[[[: : : ]', []],
    ['<script>: CVE-2026-12345', []],
  ])('%s', (title, packages) => {
    expect(packagesOfTitle(title)).toEqual(packages);
  });
});

describe('packages of a body', () => {
  it('are those of the list, each once, whatever the marks', () => {
    const body = [
      'curl (8.1@nixos-unstable) before the list is none',
      '<summary>Affected packages</summary>',
      '',
      '- `curl (8.1@nixos-unstable)`',
      '- `curl` (8.0@nixos-26.05)',
      '* haskellPackages."3d-graphics" (1@nixos-unstable)',
      '- python313Packages.requests (2.1@nixos-unstable, 2.0@nixos-26.05)',
      '- a sentence (with mail@example.org)',
      '- wget',
      `- ${'x'.repeat(2000)} (1@nixos-unstable)`,
    ].join('\r\n');

    expect(packagesOfBody(body)).toEqual(['curl', 'haskellPackages."3d-graphics"', 'python313Packages.requests']);
    expect(issuePackages('wget: CVE-2026-1234', body)[0]).toBe('wget');
    expect(packagesOfBody(null)).toEqual([]);
  });
});

describe('severity of labels', () => {
  it.each<[string[], string | null]>([
    [['1.severity: critical'], 'critical'],
    [['severity: high', '1.severity: security'], 'high'],
    [['Severity/Moderate'], 'medium'],
    [['severity: low', 'severity: high'], 'high'],
    [['1.severity: security'], null],
    [['6.topic: severity: critical'], null],
    [['severity'], null],
    [['severity: '], null],
    [[], null],
  ])('%j', (labels, level) => {
    expect(severityOfLabels(labels)).toBe(level);
  });
});

it('tells what an issue is about from what it speaks of', () => {
  const body = 'Like CVE-2024-91202 and cve-2023-91203; XCVE-2020-91307 is none, CVE-2025-91201 is ours.';

  expect(issueCves('gangway: CVE-2025-91201', body)).toEqual({
    cves: ['CVE-2025-91201'],
    relatedCves: ['CVE-2024-91202', 'CVE-2023-91203'],
  });
});

it.each<[string, string, string, string[], string[]]>([
  [
    'bullets with boxes',
    'gangway: open vulnerabilities',
    '- [ ] CVE-2025-91201: overflow\n- [x] [CVE-2025-91202](https://x.example)\nSee CVE-2025-91203.',
    ['CVE-2025-91201', 'CVE-2025-91202'],
    ['CVE-2025-91203'],
  ],
  [
    'a title with the first of them',
    'gangway: CVE-2025-91201 and others',
    '* `CVE-2025-91202`\n* **CVE-2025-91203** bad',
    ['CVE-2025-91201', 'CVE-2025-91202', 'CVE-2025-91203'],
    [],
  ],
  [
    'a table',
    'gangway: several',
    '| CVE | Fixed |\n| --- | --- |\n| CVE-2025-91201 | yes |\n| CVE-2025-91202 | no |',
    ['CVE-2025-91201', 'CVE-2025-91202'],
    [],
  ],
  [
    'headings',
    'gangway: several',
    '### CVE-2025-91201\ntext\n### CVE-2025-91202\ntext',
    ['CVE-2025-91201', 'CVE-2025-91202'],
    [],
  ],
  ['one reference in a list', 'gangway: CVE-2025-91201', '- CVE-2025-91202', ['CVE-2025-91201'], ['CVE-2025-91202']],
  [
    'prose',
    'gangway: CVE-2025-91201',
    'Like CVE-2025-91202 and\nCVE-2025-91203.',
    ['CVE-2025-91201'],
    ['CVE-2025-91202', 'CVE-2025-91203'],
  ],
])('an issue that groups several CVEs by %s is about each of them', (_name, title, body, cves, relatedCves) => {
  expect(issueCves(title, body)).toEqual({ cves, relatedCves });
});

it.each<[string[], string, string | null, boolean]>([
  [['1.severity: security'], 'a: CVE-2026-12345', null, true],
  [['1.Severity: Security '], 'a', 'see CVE-2026-12345', true],
  [['1.severity: security'], 'a is unmaintained', 'no id', false],
  [['0.kind: bug'], 'a: CVE-2026-12345', null, false],
  [[], 'a: CVE-2026-12345', null, false],
])('%j, %s, %s: tracked is %s', (labels, title, body, tracked) => {
  expect(isTracked(labels, title, body)).toBe(tracked);
});

describe('what a pull request closes', () => {
  it.each<[string, number[]]>([
    ['Fixes #12', [12]],
    ['closes: #12', [12]],
    ['RESOLVES NixOS/nixpkgs#12', [12]],
    ['Closed https://github.com/nixos/nixpkgs/issues/12.', [12]],
    ['(fixes #12), and closes #13!', [12, 13]],
    ['**Fixes** [#12]', [12]],
    ['Fixes #12, #13', [12]],
    ['fix #12\nfix #12', [12]],
    ['See #12', []],
    ['Fixes brook/nixpkgs#12', []],
    ['Fixes https://example.org/NixOS/nixpkgs/issues/12', []],
    ['prefixes #12', []],
    ['Fixes #12a', []],
    ['Fixes #0', []],
    ['Fixes #99999999999', []],
    ['<!-- Fixes #12 -->', []],
    ['<!-- Fixes #12', []],
    ['Fixes', []],
  ])('%s', (text, numbers) => {
    expect(closedBy(text, REPOSITORY)).toEqual(numbers);
  });

  it('is nothing without a text', () => expect(closedBy(null, REPOSITORY)).toEqual([]));
});

describe('a backport', () => {
  it.each<[string, string | null, number | null]>([
    ['[Backport release-26.05] a: 1 -> 2', 'Bot-based backport to `release-26.05`, triggered by a label in #34.', 34],
    ['[26.05] a: 1 -> 2', 'Backport of #34', 34],
    ['a: 1 -> 2', 'backports https://github.com/NixOS/nixpkgs/pull/34 to stable', 34],
    ['[Backport release-26.05] a', '(cherry picked from #34)', 34],
    ['[Backport release-26.05] a', 'Fixes #34', null],
    ['a: 1 -> 2', 'Needs a backport. See #34', null],
    ['a', null, null],
  ])('%s: %s', (title, body, number) => {
    expect(findBackport(title, body, REPOSITORY)).toBe(number);
  });
});

describe('hostile texts', () => {
  const HUGE = 300_000;
  const texts = [
    '['.repeat(HUGE),
    '#'.repeat(HUGE),
    'fixes '.repeat(HUGE / 6),
    '<!--'.repeat(HUGE / 4),
    '- `'.repeat(HUGE / 3),
    `affected packages\n${'- a (1@b)\n'.repeat(HUGE / 10)}`,
    'CVE-'.repeat(HUGE / 4),
    `${'a, '.repeat(HUGE / 3)}: CVE-2026-12345`,
    ' '.repeat(HUGE),
    `backport ${'of '.repeat(HUGE / 3)}#1`,
    'https://github.com/'.repeat(HUGE / 19),
    '\u0000\ud800'.repeat(HUGE / 2),
  ];

  it.each(texts.map((text) => [text.slice(0, 12), text] as const))('%j over and over is read to its end', (_, text) => {
    const read = [
      issuePackages(text, text),
      extractCves(text),
      closedBy(text, REPOSITORY),
      mentionedIn(text, REPOSITORY),
      [findBackport(text, text, REPOSITORY)],
      [severityOfLabels([text]), isSecurityLabelled([text])],
    ];

    for (const found of read) expect(found.length).toBeLessThanOrEqual(500);
  });

  it('never fail, and find only what is there', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const number of mentionedIn(text, REPOSITORY)) expect(text).toContain(String(number));
        for (const name of issuePackages(text, text)) expect(text).toContain(name);
        expect(mentionedIn(text, REPOSITORY)).toEqual(expect.arrayContaining(closedBy(text, REPOSITORY)));
      }),
    );
  });
});
