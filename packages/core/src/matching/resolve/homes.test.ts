import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { homeOf, isSameMaker, plainMaker, referenceHomeOf, registryHomeOf } from './homes.ts';

describe('homeOf', () => {
  it.each([
    ['https://github.com/westes/flex', 'westes', 'github.com/westes', 'github.com/westes/flex', false],
    ['https://github.com/Westes/Flex.git', 'westes', 'github.com/westes', 'github.com/westes/flex', false],
    ['https://westes.github.io/flex/', 'westes', 'github.com/westes', 'github.com/westes/flex', false],
    [
      'https://gitlab.gnome.org/World/podcasts',
      'world',
      'gitlab.gnome.org/world',
      'gitlab.gnome.org/world/podcasts',
      false,
    ],
    ['https://www.openssl.org/', 'openssl', 'openssl.org', null, true],
    ['https://docs.openssl.org/x', 'openssl', 'openssl.org', null, true],
    ['https://www.bbc.co.uk/x', 'bbc', 'bbc.co.uk', null, true],
    ['https://tomcat.apache.org/', 'apache', 'apache.org/tomcat', null, false],
    ['https://www.gnu.org/software/coreutils/', 'coreutils', 'gnu.org/coreutils', null, false],
    ['https://sourceforge.net/projects/sox/', 'sox', 'sourceforge.net/sox', null, false],
  ])('%s is by %s at %s', (address, maker, place, repository, own) => {
    expect(homeOf(address)).toMatchObject({ maker, place, repository, own });
  });

  it.each([
    'https://pypi.org/project/requests',
    'https://github.com/advisories/GHSA-1',
    'https://developer.android.com/tools',
    'not an address',
    'https://localhost/x',
  ])('%s is nobody’s', (address) => {
    expect(homeOf(address)).toBeNull();
  });

  it('is null as a reference for what records of any software point to', () => {
    const shared = [
      'https://access.redhat.com/x',
      'https://nvd.nist.gov/vuln',
      'https://lists.debian.org/x',
      'https://www.openwall.com/lists',
    ];
    expect(shared.map(referenceHomeOf)).toEqual(shared.map(() => null));
    expect(referenceHomeOf('https://curl.se/docs/CVE-2024-2398.html')).toMatchObject({ place: 'curl.se' });
  });

  it('never throws, and takes time in line with the length', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (address) => {
        const home = homeOf(address);
        if (home !== null) expect(home.maker).not.toBe('');
        registryHomeOf(address);
      }),
      { numRuns: 50 },
    );
    homeOf(`https://${'a.'.repeat(100_000)}/`);
  });
});

describe('registryHomeOf', () => {
  it.each([
    ['https://pypi.org/project/requests/', 'PyPI', 'requests'],
    ['https://www.npmjs.com/package/@babel/core', 'npm', '@babel/core'],
    ['https://crates.io/crates/ripgrep', 'crates.io', 'ripgrep'],
    ['https://pkg.go.dev/golang.org/x/net', 'Go', 'golang.org/x/net'],
    ['https://packagist.org/packages/a/b', 'Packagist', 'a/b'],
  ])('%s is %s %s', (address, ecosystem, name) => {
    expect(registryHomeOf(address)).toEqual({ ecosystem, name });
  });
});

describe('isSameMaker', () => {
  it.each([
    ['Apache Software Foundation', 'apache', 'httpd', true],
    ['PHP Group', 'php', 'php', true],
    ['netbox', 'netbox-community', 'netbox', true],
    ['deno.land', 'denoland', 'deno', true],
    ['cockpit-hq', 'cockpit-project', 'cockpit', false],
    ['LycheeOrg', 'lycheeverse', 'lychee', false],
    ['haxx', 'curl', 'curl', false],
    ['', '', 'x', false],
  ])('%s and %s make %s: %s', (a, b, product, same) => {
    expect(isSameMaker(a, b, product)).toBe(same);
    expect(isSameMaker(b, a, product)).toBe(same);
  });

  it('never cuts a name down to nothing', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), (name) => plainMaker(`a${name}`) !== ''));
  });
});
