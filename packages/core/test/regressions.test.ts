import { describe, expect, it } from 'vitest';
import { aliasAssertions } from '../src/aliases/assertions.ts';
import { groupAliases } from '../src/aliases/groups.ts';
import { collisionVerdict } from '../src/names/collision.ts';
import { readAdvisory } from '../src/ranges/advisory.ts';
import { askPackage, askProduct } from '../src/ranges/ask.ts';
import { readCve } from '../src/ranges/cve.ts';
import type { Evaluation } from '../src/ranges/model.ts';
import { readNvd } from '../src/ranges/nvd.ts';
import { readOsv } from '../src/ranges/osv.ts';
import { claimInWords } from '../src/ranges/words.ts';
import { overallVerdict } from './overall.ts';

/** Mistakes that other systems made in public, each with its case. The records are small ones modelled on the real ones. */

type Events = readonly Record<string, string>[];

function osv(ecosystem: string, name: string, events: Events | null, more: object = {}): object {
  const ranges = events === null ? [] : [{ type: 'ECOSYSTEM', events }];
  return { id: 'TEST-2024-1', affected: [{ package: { ecosystem, name }, ranges, ...more }] };
}

function ask(record: unknown, ecosystem: string, name: string, version: string | null): Evaluation[] {
  return askPackage(readOsv(record).assertions, { ecosystem, name, version });
}

function verdicts(record: unknown, ecosystem: string, name: string, versions: readonly string[]): string[] {
  return versions.map((version) => ask(record, ecosystem, name, version)[0]?.verdict ?? 'not asked');
}

function nvd(...matches: object[]): object {
  const cpeMatch = matches.map((match) => Object.assign(match, { vulnerable: true }));
  return { cve: { id: 'CVE-2024-1', configurations: [{ nodes: [{ operator: 'OR', negate: false, cpeMatch }] }] } };
}

function askNvd(record: unknown, vendor: string | null, product: string, version: string | null): Evaluation[] {
  return askProduct(readNvd(record).assertions, { vendor, product, version });
}

function named(ecosystem: string, name: string, asked: string): number {
  return ask(osv(ecosystem, name, [{ introduced: '0' }]), ecosystem, asked, '1.0.0').length;
}

function firefox(entry: string, version: string): string | undefined {
  const versions = [{ version: entry, status: 'affected' }];
  const affected = [{ vendor: 'Mozilla', product: 'Firefox', defaultStatus: 'unaffected', versions }];
  const { assertions } = readCve({ cveMetadata: { cveId: 'CVE-2026-1' }, containers: { cna: { affected } } });
  return askProduct(assertions, { vendor: 'Mozilla', product: 'Firefox', version })[0]?.verdict;
}

function apacheFlex(end: string): object {
  return nvd({ criteria: 'cpe:2.3:a:apache:flex:*:*:*:*:*:*:*:*', versionEndExcluding: end });
}

describe('known classes of false matches', () => {
  it('1: Debian without a release does not return the hits of every release as certain (osv.dev#4230)', () => {
    const bullseye = osv('Debian:11', 'openssl', [{ introduced: '0' }, { fixed: '1.1.1w-0+deb11u1' }]);

    expect(ask(bullseye, 'Debian:12', 'openssl', '1.1.1n-0+deb11u5')).toEqual([]);
    expect(ask(bullseye, 'Debian:11', 'openssl', '1.1.1n-0+deb11u5')).toMatchObject([
      { verdict: 'affected', confidence: 'high' },
    ]);
    const bare = ask(bullseye, 'Debian', 'openssl', '1.1.1n-0+deb11u5');
    expect(bare).toMatchObject([{ confidence: 'low', proof: { caveats: ['release_not_named'] } }]);
    expect(overallVerdict(bare)).toBe('unknown');
  });

  it('2: ranges of Ubuntu and Alpine are not applied across releases (osv.dev#3980)', () => {
    const alpine = osv('Alpine:v3.18', 'busybox', [{ introduced: '0' }, { fixed: '1.36.1-r9' }], {
      versions: ['1.36.1-r7'],
    });

    expect(ask(alpine, 'Alpine', 'busybox', '1.35.0-r1')).toMatchObject([
      { verdict: 'unknown', proof: { reason: 'release_not_named' } },
    ]);
    expect(verdicts(alpine, 'Alpine', 'busybox', ['1.36.1-r7'])).toEqual(['affected']);
    expect(verdicts(alpine, 'Alpine:v3.18', 'busybox', ['1.35.0-r1', '1.36.1-r9'])).toEqual([
      'affected',
      'not_affected',
    ]);
  });

  it('3: a converted git range that begins at 0 does not flag old versions, nor clear them (osv.dev#3522, #5187)', () => {
    const ranges = [
      { type: 'GIT', repo: 'https://example.org/x', events: [{ introduced: '0' }, { fixed: 'f'.repeat(40) }] },
    ];
    const converted = osv('Linux', 'x', null, { ranges, versions: ['v2.0'] });

    expect(ask(converted, 'Linux', 'x', '0.1')).toMatchObject([
      { verdict: 'unknown', proof: { reason: 'git_without_graph' } },
    ]);
    expect(verdicts(converted, 'Linux', 'x', ['2.0'])).toEqual(['affected']);
  });

  it('4: an open range beside exact versions is a conflict, and says so (ossf/malicious-packages#1254)', () => {
    const mal = osv('npm', 'left-pad-x', [{ introduced: '0' }], { versions: ['1.0.1'] });

    expect(ask(mal, 'npm', 'left-pad-x', '1.0.1')).toMatchObject([{ confidence: 'high', proof: { reason: 'listed' } }]);
    expect(ask(mal, 'npm', 'left-pad-x', '1.0.0')).toMatchObject([
      { verdict: 'affected', confidence: 'medium', proof: { caveats: ['open_range_beside_versions'] } },
    ]);
  });

  it('5: 1.0 is 1.0.0 only where the ecosystem says so (osv.dev#273)', () => {
    expect(
      ['PyPI', 'Maven', 'RubyGems', 'NuGet'].flatMap((e) =>
        verdicts(osv(e, 'p', null, { versions: ['1.0'] }), e, 'p', ['1.0.0']),
      ),
    ).toEqual(Array.from({ length: 4 }, () => 'affected'));
    expect(
      ['CRAN', 'Hackage', 'Debian:12', 'Alpine:v3.20'].flatMap((e) =>
        verdicts(osv(e, 'p', null, { versions: ['1.0'] }), e, 'p', ['1.0.0']),
      ),
    ).toEqual(Array.from({ length: 4 }, () => 'not_affected'));
  });

  it.each([
    ['NuGet', '8.0.0-preview.1', '8.0.4', '8.0.0-preview.3.23', '8.0.0-alpha'],
    ['npm', '1.0.0-rc.1', '1.0.1', '1.0.0+build.5', '1.0.0-beta.9'],
    ['PyPI', '1.0rc1', '1.0.post2', '1.0.post1', '1.0.dev3'],
    ['Maven', '1.0-alpha-1', '1.0.1.Final', '1.0.Final', '1.0-alpha'],
    ['Debian:12', '1.0~rc1-1', '1:0.9', '2.0-1', '1.0~beta-1'],
    ['AlmaLinux:9', '1.0~rc1-1', '1.0^20240101-1', '1.0-1', '1.0~beta-1'],
  ])(
    '6: bounds that are pre-releases hold in %s (dependency-track#5923)',
    (ecosystem, introduced, fixed, inside, below) => {
      const record = osv(ecosystem, 'p', [{ introduced }, { fixed }]);

      expect(verdicts(record, ecosystem, 'p', [introduced, inside, below, fixed])).toEqual([
        'affected',
        'affected',
        'not_affected',
        'not_affected',
      ]);
    },
  );

  it('7: Go pseudo-versions stand below their release, +incompatible weighs nothing', () => {
    const record = osv('Go', 'example.org/m', [{ introduced: '1.2.0' }, { fixed: '1.2.4' }]);

    const asked = ['v1.2.4-0.20240101000000-abcdefabcdef', 'v1.2.4', '1.2.4+incompatible', 'v1.2.3+incompatible'];
    expect(verdicts(record, 'Go', 'example.org/m', asked)).toEqual([
      'affected',
      'not_affected',
      'not_affected',
      'affected',
    ]);
  });

  it('8: the upper bound that an advisory keeps outside its range counts (advisory-database#470)', () => {
    const xlsx = osv('npm', 'xlsx', [{ introduced: '0' }], {
      database_specific: { last_known_affected_version_range: '< 0.19.3' },
    });

    expect(verdicts(xlsx, 'npm', 'xlsx', ['0.18.5', '0.20.2'])).toEqual(['affected', 'not_affected']);
    expect(ask(xlsx, 'npm', 'xlsx', '0.20.2')[0]?.proof.caveats).toEqual(['bound_outside_range']);
  });

  it('9: a suffix belongs to the ecosystem and does not change the order of versions (nscuro/versatile#357)', () => {
    const drupal = 'Packagist:https://packages.drupal.org/8';
    const record = osv(drupal, 'drupal/core', [{ introduced: '8.0.0' }, { fixed: '8.9.20' }]);

    expect(verdicts(record, drupal, 'drupal/core', ['8.9.0-rc1', '8.9.20'])).toEqual(['affected', 'not_affected']);
    const alpine = osv('Alpine:v3.17', 'curl', [{ introduced: '0' }, { fixed: '8.1.0-r0' }]);
    expect(verdicts(alpine, 'Alpine:v3.17', 'curl', ['8.1.0_rc1-r0', '8.1.0-r0'])).toEqual([
      'affected',
      'not_affected',
    ]);
  });

  it('10: records of one flaw are counted once, and each keeps its own range (osv.dev#5616)', () => {
    const ghsa = {
      ...osv('PyPI', 'p', [{ introduced: '0' }, { fixed: '2.0' }]),
      id: 'GHSA-7rjr-3q55-vv33',
      aliases: ['CVE-2024-1234'],
    };
    const pysec = {
      ...osv('PyPI', 'p', [{ introduced: '1.0' }, { fixed: '2.1' }]),
      id: 'PYSEC-2024-1',
      aliases: ['CVE-2024-1234'],
    };

    const groups = groupAliases(
      [ghsa, pysec].flatMap((record) => aliasAssertions('osv', record)),
      new Set(),
    );
    const found = [ghsa, pysec].flatMap((record) => ask(record, 'PyPI', 'p', '2.0'));
    expect(groups.map(({ ids }) => ids)).toEqual([['CVE-2024-1234', 'GHSA-7rjr-3q55-vv33', 'PYSEC-2024-1']]);
    expect(found.map(({ verdict, proof }) => [proof.record.id, verdict])).toEqual([
      ['GHSA-7rjr-3q55-vv33', 'not_affected'],
      ['PYSEC-2024-1', 'affected'],
    ]);
  });

  it('11: names are compared as the ecosystem compares them', () => {
    expect([named('PyPI', 'Flask_Login', 'flask-login'), named('NuGet', 'Newtonsoft.Json', 'newtonsoft.json')]).toEqual(
      [1, 1],
    );
    expect([named('npm', '@babel/traverse', 'traverse'), named('Maven', 'javax.mail:mail', 'mail')]).toEqual([0, 0]);
    expect([named('Go', 'example.org/M', 'example.org/m'), named('crates.io', 'rand', 'Rand')]).toEqual([0, 0]);
  });

  it('12: what was not read, or cannot be, is not clean', () => {
    const record = osv('npm', 'p', [{ introduced: '0' }, { fixed: '1.0.0' }]);

    expect(overallVerdict([])).toBe('unknown');
    expect(
      overallVerdict(
        ask(
          { ...record, affected: [{ package: { ecosystem: 'npm', name: 'p' }, ranges: 'cut off' }] },
          'npm',
          'p',
          '2.0.0',
        ),
      ),
    ).toBe('unknown');
    expect(overallVerdict(ask(record, 'npm', 'p', 'not a version'))).toBe('unknown');
    expect(overallVerdict(ask(record, 'npm', 'p', '2.0.0'))).toBe('not_affected');
  });

  it('13: withdrawn and rejected records never match (osv.dev#1098)', () => {
    const withdrawn = { ...osv('npm', 'p', [{ introduced: '0' }]), withdrawn: '2024-01-01T00:00:00Z' };
    const vulnerabilities = [{ package: { ecosystem: 'npm', name: 'p' }, vulnerable_version_range: '>= 0' }];
    const advisory = readAdvisory({ ghsa_id: 'GHSA-1', withdrawn_at: '2024-01-01T00:00:00Z', vulnerabilities });
    const affected = [{ vendor: 'v', product: 'p', versions: [{ version: '*', status: 'affected' }] }];
    const cve = readCve({ cveMetadata: { cveId: 'CVE-2024-1', state: 'REJECTED' }, containers: { cna: { affected } } });
    const rejected = {
      cve: { ...(nvd({ criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*' }) as { cve: object }).cve, vulnStatus: 'Rejected' },
    };

    const found = [
      ...ask(withdrawn, 'npm', 'p', '1.0.0'),
      ...askPackage(advisory.assertions, { ecosystem: 'npm', name: 'p', version: '1.0.0' }),
      ...askProduct(cve.assertions, { vendor: 'v', product: 'p', version: '1.0.0' }),
      ...askNvd(rejected, 'v', 'p', '1.0.0'),
    ];
    expect(found.map(({ verdict, proof }) => [verdict, proof.reason])).toEqual(
      Array.from({ length: 4 }, () => ['not_affected', 'withdrawn']),
    );
  });
});

describe('threads by users', () => {
  it('1: a malware record that lists versions does not match others (osv.dev#5342)', () => {
    const mal = { ...osv('npm', 'debug', null, { versions: ['4.4.2'] }), id: 'MAL-2025-46974' };

    expect(verdicts(mal, 'npm', 'debug', ['4.4.2', '4.4.1'])).toEqual(['affected', 'not_affected']);
  });

  it('2: a nonsense version matches nothing and is called what it is (osv.dev#3787)', () => {
    const record = {
      id: 'X-1',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'p' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '200.0.0' }] }],
        },
      ],
    };

    expect(ask(record, 'npm', 'p', '123randomtext')).toMatchObject([
      { verdict: 'unknown', proof: { reason: 'version_unreadable' } },
    ]);
  });

  it('3: a pseudo-version without a tag does not match every old fix as certain (osv.dev#4484)', () => {
    const name = 'github.com/moby/moby';
    const record = {
      ...osv('Go', name, [{ introduced: '0' }, { fixed: '20.10.9' }]),
      published: '2021-10-04T20:14:47Z',
    };
    const dated = osv('Go', name, [{ introduced: '0' }, { fixed: '0.0.0-20220314234659-1baeb1ce4c0b' }]);

    const newer = ask(record, 'Go', name, 'v0.0.0-20240101000000-abcdefabcdef');
    expect(newer).toMatchObject([{ confidence: 'low', proof: { caveats: ['untagged_commit'] } }]);
    expect(overallVerdict(newer)).toBe('unknown');
    const older = ask(record, 'Go', name, 'v0.0.0-20200101000000-abcdefabcdef');
    expect(older).toMatchObject([{ verdict: 'affected', confidence: 'high' }]);
    const byDate = ask(dated, 'Go', name, 'v0.0.0-20240101000000-abcdefabcdef');
    expect(byDate).toMatchObject([{ verdict: 'not_affected', confidence: 'high' }]);
  });

  it('4: a record that never said from which version on does not flag the old ones as certain (osv.dev#3522)', () => {
    const affected = [
      {
        vendor: 'v',
        product: 'p',
        versions: [{ version: 'unspecified', lessThan: '2.0', versionType: 'semver', status: 'affected' }],
      },
    ];
    const cve = readCve({ cveMetadata: { cveId: 'CVE-2024-1' }, containers: { cna: { affected } } });

    expect(askProduct(cve.assertions, { vendor: 'v', product: 'p', version: '0.1' })).toMatchObject([
      { verdict: 'affected', confidence: 'medium', proof: { caveats: ['lower_bound_unstated'] } },
    ]);
  });

  it('5: fixed in 5.4 is not reported for 5.4.1 (osv.dev#272)', () => {
    const pyyaml = osv('PyPI', 'pyyaml', [{ introduced: '0' }, { fixed: '5.4' }]);

    expect(verdicts(pyyaml, 'PyPI', 'PyYAML', ['5.3.1', '5.4', '5.4.1'])).toEqual([
      'affected',
      'not_affected',
      'not_affected',
    ]);
  });

  it('6: the range shown is the range evaluated (osv-scanner#2269)', () => {
    const record = osv('npm', 'p', [
      { fixed: '2.1.0' },
      { introduced: '2.0.0' },
      { fixed: '1.4.9' },
      { introduced: '1.0.0' },
    ]);
    const [assertion] = readOsv(record).assertions;

    const shown = assertion?.claims.map(claimInWords);
    expect(shown).toEqual(['from 1.0.0 up to but not including 1.4.9; or from 2.0.0 up to but not including 2.1.0']);
    expect(ask(record, 'npm', 'p', '1.5.0')[0]?.proof).toMatchObject({
      range: { words: shown?.[0] },
      bound: { type: 'fixed', version: '1.4.9' },
    });
  });

  it('7: a flaw of Nextcloud Mail is not one of javax.mail (dependency-track#3500)', () => {
    const mail = nvd({ criteria: 'cpe:2.3:a:nextcloud:mail:*:*:*:*:*:*:*:*', versionEndExcluding: '2.2.8' });

    expect(askNvd(mail, 'oracle', 'mail', '1.4.7')).toEqual([]);
    expect(overallVerdict(askNvd(mail, null, 'mail', '1.4.7'))).toBe('unknown');
    expect(
      collisionVerdict(
        { vendor: 'nextcloud', product: 'mail', targetSw: null },
        { ecosystem: 'Maven', name: 'javax.mail:mail' },
      ).rule,
    ).toBe('vendor_disagrees');
  });

  it('8: flaws of the MySQL server are not those of its Go driver (dependency-track#3063)', () => {
    const server = nvd({ criteria: 'cpe:2.3:a:oracle:mysql:*:*:*:*:*:*:*:*', versionEndIncluding: '8.0.35' });

    expect(askNvd(server, 'go-sql-driver', 'mysql', '1.7.1')).toEqual([]);
    expect(overallVerdict(askNvd(server, null, 'mysql', '1.7.1'))).toBe('unknown');
    expect(
      collisionVerdict(
        { vendor: 'oracle', product: 'mysql', targetSw: null },
        { ecosystem: 'Go', name: 'github.com/go-sql-driver/mysql' },
      ).rule,
    ).toBe('vendor_disagrees');
  });

  it('9: a CPE with version "-" does not match every release (dependency-track#3268)', () => {
    const none = nvd({ criteria: 'cpe:2.3:a:acme:anvil:-:*:*:*:*:*:*:*' });

    const found = ['1.0', '2.0', '3.0'].flatMap((version) => askNvd(none, 'acme', 'anvil', version));
    expect(found.map(({ verdict, proof }) => [verdict, proof.reason])).toEqual(
      Array.from({ length: 3 }, () => ['unknown', 'version_unstated']),
    );
  });

  it('10: a CPE that names no product matches no component (dependency-track frontend#632)', () => {
    const reading = readNvd(
      nvd({ criteria: 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*' }, { criteria: 'cpe:2.3:a:acme:*:*:*:*:*:*:*:*:*' }),
    );

    expect(reading.assertions).toEqual([]);
    expect(reading.dropped).toHaveLength(2);
  });

  it('11: 2.8.123e is newer than 2.8.75 (dependency-track#2803)', () => {
    const record = nvd({ criteria: 'cpe:2.3:a:acme:anvil:*:*:*:*:*:*:*:*', versionEndExcluding: '2.8.75' });

    expect(askNvd(record, 'acme', 'anvil', '2.8.123e')).toMatchObject([
      { verdict: 'not_affected', proof: { bound: { type: 'fixed', version: '2.8.75' } } },
    ]);
    expect(askNvd(record, 'acme', 'anvil', '2.8.74e')).toMatchObject([{ verdict: 'affected' }]);
  });

  it('12: glibc 2.32 is not before 2.32, nor Firefox 153.0 before 153 (vulnix#67)', () => {
    const glibc = nvd({ criteria: 'cpe:2.3:a:gnu:glibc:*:*:*:*:*:*:*:*', versionEndExcluding: '2.32' });

    expect(askNvd(glibc, 'gnu', 'glibc', '2.32')[0]?.verdict).toBe('not_affected');
    expect(askNvd(glibc, 'gnu', 'glibc', '2.31')[0]?.verdict).toBe('affected');
    expect(['153', '153.0', '153.0.1', '152.0.4'].map((version) => firefox('before 153', version))).toEqual([
      'not_affected',
      'not_affected',
      'not_affected',
      'affected',
    ]);
    expect(firefox('< 153.0', '153')).toBe('not_affected');
  });

  it('13: tektoncd/hub is not JetBrains Hub (vulnix#81)', () => {
    const hub = nvd({ criteria: 'cpe:2.3:a:jetbrains:hub:*:*:*:*:*:*:*:*', versionEndExcluding: '2021.1.13079' });

    expect(askNvd(hub, 'tektoncd', 'hub', '1.7.0')).toEqual([]);
    expect(overallVerdict(askNvd(hub, null, 'hub', '1.7.0'))).toBe('unknown');
    expect(
      collisionVerdict(
        { vendor: 'jetbrains', product: 'hub', targetSw: null },
        { ecosystem: 'Go', name: 'github.com/tektoncd/hub' },
      ).rule,
    ).toBe('vendor_disagrees');
  });

  it('14: GNU flex is not Apache Flex: a name is not an identity (nix-local-security-scanner#5)', () => {
    const flex = nvd({ criteria: 'cpe:2.3:a:apache:flex:*:*:*:*:*:*:*:*', versionEndExcluding: '4.14.1' });

    expect(askNvd(flex, 'gnu', 'flex', '2.6.4')).toEqual([]);
    expect(askNvd(flex, null, 'flex', '2.6.4')).toMatchObject([
      { confidence: 'low', proof: { caveats: ['scheme_assumed', 'vendor_not_compared'] } },
    ]);
    expect(
      collisionVerdict(
        { vendor: 'apache', product: 'flex', targetSw: null },
        { ecosystem: null, name: 'flex', makers: ['westes'] },
      ).rule,
    ).toBe('vendor_disagrees');
  });

  it('15: the same match has the same proof every time, so that a decision about it can be kept (nixpkgs#99812)', () => {
    const first = askNvd(apacheFlex('4.14.1'), null, 'flex', '2.6.4')[0]?.proof;
    expect(askNvd(apacheFlex('4.14.1'), null, 'flex', '2.6.4')[0]?.proof).toEqual(first);
    expect(first).toMatchObject({
      record: { source: 'nvd', id: 'CVE-2024-1' },
      subject: { vendor: 'apache', name: 'flex' },
    });
    expect(askNvd(apacheFlex('4.15.0'), null, 'flex', '2.6.4')[0]?.proof).not.toEqual(first);
  });

  it('16: GLPI 10.0.18 is not affected by what affects 9.5.7 alone (cve-search#1180)', () => {
    const glpi = nvd({ criteria: 'cpe:2.3:a:glpi-project:glpi:9.5.7:*:*:*:*:*:*:*' });

    expect(askNvd(glpi, 'glpi-project', 'glpi', '10.0.18')[0]?.verdict).toBe('not_affected');
    expect(askNvd(glpi, 'glpi-project', 'glpi', '9.5.7')[0]).toMatchObject({ verdict: 'affected', confidence: 'high' });
  });
});
