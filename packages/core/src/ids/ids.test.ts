import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseCveId, parseCveId, printCveId } from './cve.ts';
import { normaliseCweId, parseCweId } from './cwe.ts';
import { normaliseGhsaId } from './ghsa.ts';
import { normaliseNixpkgsIssueId, parseNixpkgsIssueId, printNixpkgsIssueId } from './nixpkgs.ts';
import { normaliseOsvId, parseOsvId } from './osv.ts';
import { OSV_PREFIXES } from './osv-prefixes.ts';

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));

describe('CVE ids', () => {
  it.each([
    ['CVE-2014-0160', 'CVE-2014-0160'],
    ['cve-2024-3094', 'CVE-2024-3094'],
    ['CVE-2024-1234567890123456789', 'CVE-2024-1234567890123456789'],
    ['CVE-2024-123', null],
    ['CVE-2024-12345678901234567890', null],
    ['CVE-1998-1234', null],
    ['CVE-24-1234', null],
    [' CVE-2024-1234', null],
    ['CVE-2024-1234\n', null],
    ['CVE-2024-١٢٣٤', null],
    ['', null],
  ])('%j is %s', (text, expected) => {
    expect(normaliseCveId(text)).toBe(expected);
  });

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1999, max: 9999 }), digits(4, 19), (year, number) => {
        expect(parseCveId(printCveId({ year, number }).toLowerCase())).toEqual({ year, number });
      }),
    );
  });
});

describe('GHSA ids', () => {
  it.each([
    ['ghsa-8R3F-844C-MC37', 'GHSA-8r3f-844c-mc37'],
    ['GHSA-8r3f-844c-mc3', null],
    ['GHSA-8r3f-844c-mca7', null],
    ['GHSA-8r3f-844c-mc37-mc37', null],
  ])('%s is %s', (text, expected) => {
    expect(normaliseGhsaId(text)).toBe(expected);
  });
});

describe('CWE ids', () => {
  it.each([
    ['CWE-79', 'CWE-79'],
    ['cwe-079', 'CWE-79'],
    ['79', 'CWE-79'],
    ['CWE-0', null],
    ['NVD-CWE-Other', null],
    ['n/a', null],
    ['CWE-79 Cross-site', null],
  ])('%s is %s', (text, expected) => {
    expect(normaliseCweId(text)).toBe(expected);
  });

  it('gives the number', () => {
    expect(parseCweId('CWE-1321')).toBe(1321);
  });
});

describe('Nixpkgs issue codes', () => {
  it('reads back what it prints', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), digits(4, 10), (year, number) => {
        expect(parseNixpkgsIssueId(printNixpkgsIssueId({ year, number }))).toEqual({ year, number });
      }),
    );
  });

  it.each([
    ['nixpkgs-2026-0042', 'NIXPKGS-2026-0042'],
    ['NIXPKGS-2026-42', null],
  ])('%s is %s', (text, expected) => {
    expect(normaliseNixpkgsIssueId(text)).toBe(expected);
  });
});

describe('OSV ids', () => {
  it.each([
    ['go-2024-2611', 'GO-2024-2611', 'Go'],
    ['ghsa-8R3F-844c-mc37', 'GHSA-8r3f-844c-mc37', 'GitHub Advisory Database'],
    ['alsa-2025:9318', 'ALSA-2025:9318', 'AlmaLinux'],
    ['OPENSUSE-SU-2024:0123-1', 'openSUSE-SU-2024:0123-1', 'openSUSE'],
    ['BIT-ActiveMQ-2020-11998', 'BIT-activemq-2020-11998', 'Bitnami'],
    ['debian-cve-2024-3094', 'DEBIAN-CVE-2024-3094', 'Debian'],
    ['x_private-AbC', 'x_private-AbC', null],
  ])('%s is %s of %s', (text, expected, database) => {
    expect(normaliseOsvId(text)).toBe(expected);
    expect(parseOsvId(text)?.database).toBe(database);
  });

  it.each([
    '',
    '-',
    'GHSA',
    'GHSA-',
    '1A-2',
    'GO 2024-1',
    'GO-2024/1',
    `GO-${'1'.repeat(91)}`,
    'GO-2024-1\n',
    '__proto__-<b>',
  ])('refuses %j', (text) => {
    expect(parseOsvId(text)).toBeNull();
  });

  it('does not change what is already normal, and knows every prefix in any case', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OSV_PREFIXES),
        fc.stringMatching(/^[A-Za-z0-9.:_-]{1,40}$/),
        ({ prefix, database }, rest) => {
          const normal = normaliseOsvId(`${prefix.toLowerCase()}-${rest}`) ?? '';

          expect(normaliseOsvId(normal)).toBe(normal);
          expect(parseOsvId(normal)?.database).toBe(database);
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          [parseCveId, parseOsvId, parseCweId, normaliseGhsaId, parseNixpkgsIssueId].map(
            (parse) => parse(text) ?? 'none',
          ),
        ).toHaveLength(5);
      }),
    );
  });
});
