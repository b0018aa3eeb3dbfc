import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { printPurl } from './build.ts';
import { ECOSYSTEM_RULES, ECOSYSTEMS_WITHOUT_PURL } from './ecosystems.ts';
import { packageOfPurl, purlOfPackage } from './packages.ts';
import { parsePurl } from './parse.ts';

function packageOf(text: string) {
  const purl = parsePurl(text);
  if (purl === null) throw new Error(`${text} is not a purl`);
  return packageOfPurl(purl);
}

describe('packageOfPurl', () => {
  it.each([
    ['pkg:npm/%40babel/core@7.0.0', 'npm', '@babel/core'],
    ['pkg:pypi/Zope.Interface@5.0', 'PyPI', 'zope-interface'],
    ['pkg:maven/org.apache.logging.log4j/log4j-core@2.14.0', 'Maven', 'org.apache.logging.log4j:log4j-core'],
    ['pkg:maven/g/a?repository_url=https://maven.google.com', 'Maven:https://maven.google.com', 'g:a'],
    ['pkg:golang/github.com/BurntSushi/toml@v1.0.0', 'Go', 'github.com/BurntSushi/toml'],
    ['pkg:golang/stdlib@1.22.0', 'Go', 'stdlib'],
    ['pkg:golang/std@go1.22.0', 'Go', 'stdlib'],
    ['pkg:golang/example.org/std@v1.0.0', 'Go', 'example.org/std'],
    ['pkg:cargo/rand@0.7.2', 'crates.io', 'rand'],
    ['pkg:gem/rails', 'RubyGems', 'rails'],
    ['pkg:composer/Laravel/Framework', 'Packagist', 'laravel/framework'],
    ['pkg:deb/debian/curl@7.88?distro=bookworm', 'Debian:12', 'curl'],
    ['pkg:deb/debian/curl@7.88?distro=debian-12.5', 'Debian:12', 'curl'],
    ['pkg:deb/debian/curl?distro=sid', 'Debian:sid', 'curl'],
    ['pkg:deb/debian/curl', 'Debian', 'curl'],
    ['pkg:deb/ubuntu/curl?distro=jammy', 'Ubuntu:22.04:LTS', 'curl'],
    ['pkg:deb/ubuntu/curl?distro=ubuntu-23.10', 'Ubuntu:23.10', 'curl'],
    ['pkg:deb/ubuntu/netqmail?distro=trusty/esm', 'Ubuntu:Pro:14.04:LTS', 'netqmail'],
    ['pkg:apk/alpine/curl?distro=alpine-3.20.1', 'Alpine:v3.20', 'curl'],
    ['pkg:apk/wolfi/curl', 'Wolfi', 'curl'],
    ['pkg:apk/chainguard/curl', 'Chainguard', 'curl'],
    ['pkg:rpm/redhat/openssl', 'Red Hat', 'openssl'],
    ['pkg:rpm/almalinux/openssl?distro=almalinux-9.2', 'AlmaLinux:9', 'openssl'],
    ['pkg:rpm/rocky-linux/firefox?distro=rocky-linux-8-4-legacy', 'Rocky Linux:8', 'firefox'],
    ['pkg:rpm/photon/curl?distro=photon-5.0', 'Photon OS:5.0', 'curl'],
    ['pkg:github/actions/checkout@v4', 'GitHub Actions', 'actions/checkout'],
    ['pkg:swift/github.com/apple/swift-nio@2.0', 'SwiftURL', 'github.com/apple/swift-nio'],
    ['pkg:julia/HTTP?uuid=cd3eb016-35fb-5094-929b-558a96fad6f3', 'Julia', 'HTTP'],
    ['pkg:conan/openssl@3.0.3', 'ConanCenter', 'openssl'],
    ['pkg:bitnami/wordpress', 'Bitnami', 'wordpress'],
  ])('%s is %s %s', (purl, ecosystem, name) => {
    expect(packageOf(purl)).toMatchObject({ ecosystem, name, reason: null });
  });

  it.each([
    ['pkg:deb/debian/libssl3@3.0.11-1?upstream=openssl&distro=debian-12', 'openssl', null],
    ['pkg:deb/debian/libc-bin@2.36-9%2Bb1?upstream=glibc%402.36-9', 'glibc', '2.36-9'],
    ['pkg:deb/debian/openssl@3.0.11-1?arch=source', 'openssl', null],
    ['pkg:apk/alpine/libcrypto3@3.1.4-r1?upstream=openssl&distro=alpine-3.18', 'openssl', null],
    ['pkg:rpm/rocky/bind-utils@9.16.23-11.el9?upstream=bind-9.16.23-11.el9.src.rpm', 'bind', '9.16.23-11.el9'],
    ['pkg:rpm/suse/libz1@1.2.13-1?arch=x86_64&upstream=zlib-1.2.13-1.src.rpm', 'zlib', '1.2.13-1'],
    // Records of AlmaLinux name what is installed.
    ['pkg:rpm/alma/openssl-libs@3.0.7-6.el9?upstream=openssl-3.0.7-6.el9.src.rpm', 'openssl-libs', null],
    ['pkg:apk/wolfi/libcrypto3@3.1.4-r1?upstream=openssl', 'libcrypto3', null],
    ['pkg:npm/a@1?upstream=b', 'a', null],
  ])('%s is looked up as %s', (purl, name, version) => {
    expect(packageOf(purl)).toMatchObject({ name, version, gaps: [] });
  });

  it.each([
    ['pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12', ['source_package_unknown']],
    ['pkg:deb/debian/libssl3@3.0.11-1?upstream=&arch=amd64', ['source_package_unknown']],
    ['pkg:apk/alpine/libcrypto3@3.1.4-r1', ['source_package_unknown']],
    ['pkg:rpm/opensuse/libz1@1.2.13-1', ['source_package_unknown']],
    ['pkg:rpm/almalinux/openssl-libs@3.0.7-6.el9', []],
    ['pkg:rpm/almalinux/vim@8.0.1763-19.el8?arch=src', ['built_package_unknown']],
    ['pkg:apk/wolfi/openssl@3.3.2-r0?arch=source', ['built_package_unknown']],
    ['pkg:github/madler/zlib@v1.3', ['repository_kind_unknown']],
    ['pkg:golang/yaml@v2.0.0', ['name_incomplete']],
    ['pkg:golang/internal/yaml@v2.0.0', ['name_incomplete']],
    ['pkg:golang/stdlib@1.22.0', []],
    ['pkg:golang/gopkg.in/yaml.v2@v2.0.0', []],
    ['pkg:npm/left-pad@1.0.0', []],
  ])('%s leaves open: %j', (purl, gaps) => {
    expect(packageOf(purl)).toMatchObject({ gaps });
  });

  it.each([
    ['pkg:nix/curl@8.0', 'nixpkgs'],
    ['pkg:rpm/fedora/curl', 'rpm packages of fedora'],
    ['pkg:cocoapods/AFNetworking', 'CocoaPods'],
    ['pkg:oci/debian', 'contents'],
    ['pkg:unheardof/thing', 'unheardof'],
  ])('%s has no ecosystem, and says why', (purl, reason) => {
    const found = packageOf(purl);

    expect(found.ecosystem).toBeNull();
    expect(found.reason).toContain(reason);
  });
});

describe('purlOfPackage', () => {
  it.each([
    ['Debian:12', 'curl', 'pkg:deb/debian/curl?distro=debian-12'],
    ['Ubuntu:Pro:14.04:LTS', 'netqmail', 'pkg:deb/ubuntu/netqmail?distro=ubuntu-14.04%2Fesm'],
    ['Alpine:v3.20', 'curl', 'pkg:apk/alpine/curl?distro=alpine-3.20'],
    ['Maven', 'org.slf4j:slf4j-api', 'pkg:maven/org.slf4j/slf4j-api'],
    ['npm', '@babel/core', 'pkg:npm/%40babel/core'],
    [
      'Packagist:https://packages.drupal.org/8',
      'drupal/core',
      'pkg:composer/drupal/core?repository_url=https:%2F%2Fpackages.drupal.org%2F8',
    ],
  ])('%s %s', (ecosystem, name, expected) => {
    const { purl } = purlOfPackage({ ecosystem, name });

    expect(purl && printPurl(purl)).toBe(expected);
    expect(purl && packageOfPurl(purl)).toMatchObject({ ecosystem, name, reason: null });
  });

  it('needs the uuid of a Julia package', () => {
    expect(purlOfPackage({ ecosystem: 'Julia', name: 'HTTP' }).problem).toContain('uuid');
    expect(purlOfPackage({ ecosystem: 'Julia', name: 'HTTP', qualifiers: { uuid: 'cd3eb016' } }).problem).toBeNull();
  });

  it('says why an ecosystem has no purl', () => {
    for (const [ecosystem, reason] of ECOSYSTEMS_WITHOUT_PURL)
      expect(purlOfPackage({ ecosystem, name: 'x' }).problem).toBe(reason);
    expect(purlOfPackage({ ecosystem: 'pypi', name: 'x' }).problem).toContain('pypi is not an ecosystem');
  });

  it('reads back every ecosystem it writes', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    fc.assert(
      fc.property(fc.constantFrom(...ECOSYSTEM_RULES), word, word, (rule, first, second) => {
        const joined = { slash: `${first}/${second}`, colon: `${first}:${second}`, dot: `${first}.${second}` };
        const name = rule.name === 'plain' || rule.name === 'distribution' ? first : joined[rule.name];

        const { purl } = purlOfPackage({ ecosystem: rule.ecosystem, name, qualifiers: { uuid: 'u' } });

        expect(purl && packageOfPurl(purl)).toMatchObject({ ecosystem: rule.ecosystem, name, reason: null });
      }),
    );
  });
});

describe.skipIf(!hasCorpus)('purls of real advisories', () => {
  interface Affected {
    readonly package?: { readonly ecosystem?: string; readonly name?: string; readonly purl?: string };
  }

  it.each(['julia', 'bitnami', 'rustsec', 'pypa', 'malicious-packages', 'homebrew'])(
    '%s: each leads back to its package',
    async (database) => {
      const strays: string[] = [];
      let seen = 0;
      for await (const record of corpusRecords<{ affected?: Affected[] }>(`osv/${database}.jsonl.gz`)) {
        for (const { package: named } of record.affected ?? []) {
          if (named?.purl === undefined) continue;
          seen += 1;
          const purl = parsePurl(named.purl);
          const found = purl && packageOfPurl(purl);
          const expected =
            named.ecosystem === 'PyPI' ? named.name?.toLowerCase().replaceAll(/[-_.]+/g, '-') : named.name;
          if (found?.ecosystem !== named.ecosystem || found?.reason !== null || found.name !== expected)
            strays.push(`${named.purl} ${named.ecosystem} ${named.name}`);
        }
      }

      expect(strays).toEqual([]);
      expect(seen).toBeGreaterThan(40);
    },
  );
});
