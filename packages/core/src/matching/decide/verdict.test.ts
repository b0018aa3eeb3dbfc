import { expect, it } from 'vitest';
import { purlQuestion } from '../../scan/purl-question.ts';
import { matchPackage } from '../match-package.ts';

function answer(purl: string, vulnerability?: string) {
  const { question } = purlQuestion(purl);
  if (question === null) throw new Error(`${purl} asks nothing`);
  return matchPackage({
    question,
    ...(vulnerability === undefined ? {} : { vulnerability: new Set([vulnerability]) }),
    collection: [],
    issues: [],
    found: [],
    aliases: [],
    records: [],
    sources: [{ source: 'osv', state: 'ok' }],
  });
}

it.each([
  ['pkg:npm/a@1.0.0', 'npm', 'a'],
  ['pkg:deb/debian/libssl3@3.0.11-1?upstream=openssl&distro=debian-12', 'Debian:12', 'openssl'],
  ['pkg:apk/alpine/libcrypto3@3.1.4-r1?upstream=openssl&distro=alpine-3.18', 'Alpine:v3.18', 'openssl'],
  ['pkg:rpm/almalinux/openssl-libs@3.0.7-6.el9?distro=almalinux-9', 'AlmaLinux:9', 'openssl-libs'],
])('none known of %s: %s %s was looked up', (purl, ecosystem, name) => {
  expect(answer(purl)).toMatchObject({
    verdict: 'none_known',
    verdictReason: `OSV is up to date and has no record of ${name} in ${ecosystem}.`,
    lookedUp: { ecosystem, name, vulnerability: null, sources: ['osv'] },
  });
});

it.each([
  ['pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12', 'source_package_unknown'],
  ['pkg:rpm/rocky/openssl-libs@3.0.7-6.el9?distro=rocky-9', 'source_package_unknown'],
  ['pkg:rpm/almalinux/vim@8.0.1763-19.el8?arch=src&distro=almalinux-8.10', 'built_package_unknown'],
  ['pkg:github/madler/zlib@v1.3', 'repository_kind_unknown'],
  ['pkg:maven/log4j-core@2.14.0', 'name_incomplete'],
])('nothing is known about %s: %s', (purl, reason) => {
  const { verdict, unknownReasons, lookedUp } = answer(purl);

  expect({ verdict, unknownReasons, lookedUp }).toEqual({ verdict: 'unknown', unknownReasons: [reason] });
});

it('none known of one vulnerability says which', () => {
  expect(answer('pkg:npm/a@1.0.0', 'CVE-2026-0001')).toMatchObject({
    verdictReason: 'OSV is up to date and has no record of a in npm under CVE-2026-0001.',
    lookedUp: { vulnerability: 'CVE-2026-0001' },
  });
});
