import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import { candidatesOf } from './candidates.ts';
import { coarseName, entryKeys, subjectKeys } from './subject-keys.ts';

describe('coarseName', () => {
  it.each([
    ['openssl', 'openssl'],
    ['OpenSSL_3', 'openssl'],
    ['libxml2', 'xml'],
    ['gcc13-unwrapped', 'gcc'],
    ['node.js', 'nodejs'],
    ['OpenSSH_jll', 'openssh'],
    ['github.com/fleetdm/fleet/v4', 'fleet'],
    ['org.apache.commons:commons-text', 'commonstext'],
    ['@babel/core', 'core'],
    ['_at_babel_slash_core', 'core'],
    ['2048', '0'],
    ['lib', 'lib'],
    ['c++', 'c'],
    ['++', '++'],
  ])('%s is %s', (name, key) => {
    expect(coarseName(name)).toBe(key);
  });
});

describe('entryKeys', () => {
  it.each([
    ['its set', entryOf('terraform-providers.grafana', { pname: 'terraform-provider-grafana' }), 'grafana'],
    [
      'its language',
      entryOf('python312Packages.requests', { ecosystem: 'PyPI', ecosystemName: 'requests' }),
      'requests',
    ],
    ['its maker', entryOf('apache-tomcat', { makers: ['apache'] }), 'tomcat'],
    [
      'the CPE name that it declares',
      entryOf('httpd', { cpes: ['cpe:2.3:a:apache:http_server:2:*:*:*:*:*:*:*'] }),
      'httpserver',
    ],
    ['the package URL that it declares', entryOf('lamp', { purls: ['pkg:npm/%40light/bulb@1.0'] }), 'bulb'],
    ['its repository', entryOf('lamp', { homepage: 'https://github.com/light/bulb' }), 'bulb'],
    [
      'the CVE that it declares',
      entryOf('lamp', { knownVulnerabilities: ['CVE-2026-1234 and more'] }),
      'cve-2026-1234',
    ],
  ])('finds an entry by %s', (_, entry, key) => {
    expect(entryKeys(entry)).toContain(key);
  });

  it('is short', () => {
    const entry = entryOf('openssl_3', { pname: 'openssl', makers: ['openssl'], homepage: 'https://www.openssl.org/' });

    expect(entryKeys(entry)).toEqual(['openssl']);
  });
});

describe('an entry and a subject', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/).filter((text) => !/lib|full|minimal|wrapped/.test(text));
  const before = fc.constantFrom('', 'lib', 'python-', 'python3.12-', 'node-', 'golang_');
  const after = fc.constantFrom('', '2', '_3', '-6_0', '-1.2', '-unwrapped', '-bin', '-headless', 'Minimal', 'js');
  const name = fc
    .tuple(before, fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('-', '_', '.'), after)
    .map(([first, words, separator, last]) => first + words.join(separator) + last);
  const set = fc.constantFrom('', 'python312Packages.', 'xorg.', 'perlPackages.', 'nodePackages.');
  const home = fc.constantFrom(
    null,
    'https://github.com/Keel/Tool',
    'https://crates.io/crates/tool',
    'https://keel.example.org/',
  );

  it('have a key in common wherever a rule takes them for the same', () => {
    fc.assert(
      fc.property(set, name, fc.option(name), word, home, (inSet, last, pname, maker, homepage) => {
        const entry = entryOf(inSet + last, { pname, homepage, makers: [maker] });
        const keys = new Set(entryKeys(entry));

        for (const { kind, ecosystem, name: elsewhere } of candidatesOf({ package: inSet + last, version: null }, [
          entry,
        ])) {
          const subject = {
            ecosystem: kind === 'product' ? null : (ecosystem ?? 'any'),
            vendor: null,
            name: elsewhere,
          };
          expect(
            subjectKeys(subject).some((key) => keys.has(key)),
            `${inSet + last}: ${elsewhere}`,
          ).toBe(true);
        }
      }),
    );
  });
});
