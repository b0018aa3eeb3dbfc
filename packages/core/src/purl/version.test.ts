import { expect, it } from 'vitest';
import { parsePurl } from './parse.ts';
import { versionOfPurl } from './version.ts';

it.each([
  ['pkg:npm/a@1.0.0', '1.0.0'],
  ['pkg:npm/a', null],
  ['pkg:rpm/redhat/curl@7.50.3-1.fc25?arch=i386&distro=fedora-25', '7.50.3-1.fc25'],
  ['pkg:rpm/redhat/curl@7.50.3-1?epoch=2', '2:7.50.3-1'],
  ['pkg:rpm/redhat/curl@2:7.50.3-1?epoch=2', '2:7.50.3-1'],
  ['pkg:rpm/redhat/curl@7.50.3-1?epoch=x', '7.50.3-1'],
  ['pkg:rpm/redhat/curl?epoch=2', null],
  ['pkg:npm/ms@v0.7.0', '0.7.0'],
  ['pkg:npm/ms@vNext', 'vNext'],
  ['pkg:golang/stdlib@go1.22.0', 'go1.22.0'],
  ['pkg:golang/example.org/a@v1.0.0', 'v1.0.0'],
  ['pkg:deb/debian/bind9@9.16.1-1?epoch=1', '1:9.16.1-1'],
  ['pkg:deb/debian/curl@1%3A7.50.3-1?epoch=2', '1:7.50.3-1'],
])('%s has the version %s', (text, version) => {
  const purl = parsePurl(text);
  if (purl === null) throw new Error('no purl');

  expect(versionOfPurl(purl)).toBe(version);
});

it.each([
  ['pkg:deb/debian/bsdutils@2.38.1-5?epoch=1', '2.38.1-5', '2.38.1-5'],
  ['pkg:deb/debian/login@4.13-1?epoch=1', '1:4.13-1', '1:4.13-1'],
  // The file name of a source package of rpm has no epoch.
  ['pkg:rpm/rocky-linux/bind-libs@9.16.23-11.el9?epoch=32', '9.16.23-11.el9', '32:9.16.23-11.el9'],
])('%s with the source version %s is looked up as %s', (text, source, version) => {
  const purl = parsePurl(text);
  if (purl === null) throw new Error('no purl');

  expect(versionOfPurl(purl, source)).toBe(version);
});
