import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  homeOf,
  hostOf,
  isSameMaker,
  makerWordsOf,
  plainMaker,
  referenceHomeOf,
  registryHomeOf,
  squeezed,
} from './homes.ts';

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
    ['https://sourceforge.net/p/sox/code', 'sox', 'sourceforge.net/sox', null, false],
    [
      'git+https://user@github.com:443/westes/flex#main',
      'westes',
      'github.com/westes',
      'github.com/westes/flex',
      false,
    ],
    ['ssh://git@github.com/westes/flex.git', 'westes', 'github.com/westes', 'github.com/westes/flex', false],
    ['git://github.com/westes/flex.github', 'westes', 'github.com/westes', 'github.com/westes/flex.github', false],
    ['http://github.com/westes?tab=repositories', 'westes', 'github.com/westes', null, false],
    ['https://git.sr.ht/~sircmpwn/scdoc', 'sircmpwn', 'git.sr.ht/sircmpwn', 'git.sr.ht/sircmpwn/scdoc', false],
    ['https://westes.github.io', 'westes', 'github.com/westes', 'github.com/westes/westes', false],
    ['https://team.gitlab.io/tool', 'team', 'gitlab.com/team', 'gitlab.com/team/tool', false],
    ['https://team.codeberg.page/tool', 'team', 'codeberg.org/team', 'codeberg.org/team/tool', false],
    ['https://sox.sourceforge.net/', 'sox', 'sox.sourceforge.net', null, false],
    ['https://docs.sox.readthedocs.io/', 'sox', 'docs.sox.readthedocs.io', null, false],
    ['https://launchpad.net/~team/lightdm', 'lightdm', 'launchpad.net/lightdm', null, false],
    ['https://launchpad.net/lightdm', 'lightdm', 'launchpad.net/lightdm', null, false],
    ['https://git.savannah.gnu.org/cgit/grep.git', 'grep', 'git.savannah.gnu.org/grep', null, false],
    ['https://git.savannah.gnu.org/git/grep/log', 'grep', 'git.savannah.gnu.org/grep', null, false],
    ['https://savannah.gnu.org/projects/grep', 'grep', 'savannah.gnu.org/grep', null, false],
    ['https://savannah.nongnu.org/projects/lzip', 'lzip', 'savannah.nongnu.org/lzip', null, false],
    ['https://www.nongnu.org/lzip/', 'lzip', 'nongnu.org/lzip', null, false],
    ['https://www2.openssl.org/', 'openssl', 'openssl.org', null, true],
    ['https://co.uk/', 'co', 'co.uk', null, true],
    ['https://www.example.de.com/x', 'de', 'de.com', null, true],
    ['https://www.eclipse.org/jetty/', 'eclipse', 'eclipse.org/jetty', null, false],
    ['https://www.freedesktop.org/wiki/Software/dbus/', 'freedesktop', 'freedesktop.org/software', null, false],
    ['https://wiki.gnome.org/Apps/Evince', 'gnome', 'gnome.org/wiki', null, false],
    ['https://www.gnu.org/', 'gnu', 'gnu.org', null, false],
    ['https://apps.kde.org/okular', 'kde', 'kde.org/apps', null, false],
    ['https://www.mozilla.org/en-US/firefox', 'mozilla', 'mozilla.org/en-us', null, false],
    ['https://www.mozilla.org/en/products/firefox', 'mozilla', 'mozilla.org/firefox', null, false],
    ['https://xorg.x.org/', 'x', 'x.org/xorg', null, false],
    ['https://sourceware.org/project/bzip2/', 'sourceware', 'sourceware.org/bzip2', null, false],
    ['https://eclipse.org/projects/software/wiki/en-us/jetty', 'eclipse', 'eclipse.org/jetty', null, false],
  ])('%s is by %s at %s', (address, maker, place, repository, own) => {
    expect(homeOf(address)).toMatchObject({ maker, place, repository, own });
  });

  it.each([
    'https://pypi.org/project/requests',
    'https://github.com/advisories/GHSA-1',
    'https://developer.android.com/tools',
    'not an address',
    'https://localhost/x',
    'mailto:x@example.org',
    'see https://example.org',
    'https://github.com',
    'https://github.com/security/advisories',
    'https://github.com/explore',
    'https://github.com/features/actions',
    'https://github.com/topics/x',
    'https://github.com/orgs/x',
    'https://github.com/search?q=x',
    'https://metacpan.org/pod/x',
    'https://x.wordpress.com/',
    'https://rubygems.org/gems/x',
    'https://mvnrepository.com/artifact/x',
  ])('%s is nobody’s', (address) => {
    expect(homeOf(address)).toBeNull();
  });

  it('is null as a reference for what records of any software point to', () => {
    const shared = [
      'https://access.redhat.com/x',
      'https://nvd.nist.gov/vuln',
      'https://lists.debian.org/x',
      'https://www.openwall.com/lists',
      'https://huntr.com/bounties/1',
      'https://securitytracker.com/1',
      'https://alpinelinux.org/x',
      'https://groups.googlegroups.com/x',
      'https://patchstack.com/x',
      'https://github.com/github/advisory-database',
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
    ['https://packagist.org/packages/ab/cd/stats', 'Packagist', 'ab/cd'],
    ['https://pypi.org/simple/requests', 'PyPI', 'requests'],
    ['https://pypi.python.org/pypi/requests/2.0', 'PyPI', 'requests'],
    ['https://www.npmjs.com/package/lodash', 'npm', 'lodash'],
    ['https://npmjs.org/package/lodash', 'npm', 'lodash'],
    ['https://npmjs.org/package/@babel/core', 'npm', '@babel/core'],
    ['https://rubygems.org/gems/nokogiri', 'RubyGems', 'nokogiri'],
    ['https://hackage.haskell.org/package/aeson', 'Hackage', 'aeson'],
    ['https://hex.pm/packages/plug', 'Hex', 'plug'],
    ['https://www.nuget.org/packages/Newtonsoft.Json/13.0.1', 'NuGet', 'Newtonsoft.Json'],
    ['https://pkg.go.dev/golang.org/x/net@v0.17.0', 'Go', 'golang.org/x/net'],
  ])('%s is %s %s', (address, ecosystem, name) => {
    expect(registryHomeOf(address)).toEqual({ ecosystem, name });
  });

  it.each([
    'https://pypi.org/',
    'https://pypi.org/help/project/requests',
    'https://crates.io/users/crates/x',
    'https://www.npmjs.com/~user/package/x',
    'https://rubygems.org/profiles/gems/x',
    'https://hackage.haskell.org/user/package/x',
    'https://packagist.org/users/packages/a/b',
    'https://hex.pm/users/packages/x',
    'https://www.nuget.org/profiles/packages/x',
    'https://example.org/project/requests',
    'not an address',
  ])('%s is no package', (address) => {
    expect(registryHomeOf(address)).toBeNull();
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
    ['x', '', 'x', false],
    ['netbox', 'netbox', 'netbox', true],
    ['netbox-labs', 'netbox-community', 'cockpit', true],
  ])('%s and %s make %s: %s', (a, b, product, same) => {
    expect(isSameMaker(a, b, product)).toBe(same);
    expect(isSameMaker(b, a, product)).toBe(same);
  });

  it('never cuts a name down to nothing', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), (name) => plainMaker(`a${name}`) !== ''));
  });
});

it.each([
  ['Apache Software Foundation', 'apache'],
  ['Tidewater, Inc.', 'tidewater'],
  ['tidewater_project_team', 'tidewater'],
  ['The Document Foundation', 'thedocument'],
  ['Dev', 'dev'],
  ['x-dev', 'xdev'],
  ['xy-dev', 'xy'],
  ['Acme GmbH', 'acme'],
  ['Acme Ltd', 'acme'],
  ['Acme LLC', 'acme'],
  ['Acme Corp', 'acme'],
  ['Acme Corporation', 'acme'],
  ['Acme Systems Limited', 'acme'],
  ['Acme Labs Group', 'acme'],
  ['acme-hq', 'acme'],
])('%s is %s without its form', (name, plain) => {
  expect(plainMaker(name)).toBe(plain);
});

it('writes names without punctuation, in any script', () => {
  expect([squeezed('Deno.Land'), squeezed('Größe_2'), squeezed('東京-都')]).toEqual(['denoland', 'größe2', '東京都']);
});

it.each<[string, string | null]>([
  ['https://commons.apache.org/x', 'commons.apache.org'],
  ['https://www.openssl.org', 'openssl.org'],
  ['https://github.com/westes/flex', null],
  ['https://gitlab.gnome.org/World', null],
  ['https://my-gitlab.example/', 'my-gitlab.example'],
  ['https://westes.github.io/flex', null],
  ['https://github.io.example/', 'github.io.example'],
  ['not an address', null],
])('%s has the host %s', (address, host) => {
  expect(hostOf(address)).toBe(host);
});

it.each<[readonly string[], string | null, readonly string[]]>([
  [['tidewater'], null, ['tidewater']],
  [['tidewater', 'x'], 'https://github.com/elsewhere/x', ['elsewhere', 'tidewater']],
  [['deno'], 'https://deno.land', ['deno', 'deno.land']],
  [[], 'https://www.gnu.org/software/grep/', ['gnu', 'grep']],
  [[], 'https://www.apache.org/x', ['apache']],
  [[], 'not an address', []],
])('%j and %s give the makers %j', (makers, homepage, words) => {
  expect(makerWordsOf({ makers, homepage })).toEqual(words);
});

it('keeps the words of an address in lower case, and only the first ones', () => {
  expect(homeOf('https://Docs.API.example.org/A/B')).toMatchObject({ subdomains: ['docs', 'api'], path: ['a', 'b'] });
  expect(homeOf(`https://example.org/${'a/'.repeat(20)}`)?.path).toHaveLength(8);
});
