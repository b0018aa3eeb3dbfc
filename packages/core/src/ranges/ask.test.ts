import { describe, expect, it } from 'vitest';
import { askPackage, askProduct, type PackageQuestion } from './ask.ts';
import { readCve } from './cve.ts';
import type { Assertion } from './model.ts';
import { readOsv } from './osv.ts';

function about(ecosystem: string | null, name: string, more: object = {}): readonly Assertion[] {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0' }] }];
  return readOsv({ id: 'X-1', affected: [{ package: { ecosystem, name }, ranges, ...more }] }).assertions;
}

function answers(assertions: readonly Assertion[], question: PackageQuestion): string[] {
  return askPackage(assertions, question).map(({ confidence }) => confidence);
}

describe('which packages a record is about', () => {
  it.each([
    ['PyPI', 'Flask_Login', 'PyPI', 'flask-login', ['high']],
    ['PyPI', 'Flask', 'PyPI', 'Django', []],
    ['NuGet', 'Newtonsoft.Json', 'NuGet', 'newtonsoft.JSON', ['high']],
    ['Packagist:https://packages.drupal.org/8', 'Drupal/core', 'Packagist', 'drupal/CORE', ['high']],
    ['Packagist', 'drupal/core', 'Packagist:https://packages.drupal.org/8', 'drupal/core', ['high']],
    ['Maven', 'g:a', 'Maven:https://maven.example.org', 'g:a', ['high']],
    ['GitHub Actions', 'Actions/Checkout', 'GitHub Actions', 'actions/checkout', ['high']],
    ['SwiftURL', 'github.com/A/b', 'SwiftURL', 'github.com/a/B', ['high']],
    ['NuGet', 'Newtonsoft.Json', 'NuGet', 'NUnit', []],
    ['npm', 'Left', 'npm', 'left', []],
    ['npm', 'left', 'PyPI', 'left', []],
    [null, 'left', 'npm', 'left', []],
    ['npm', '*', 'npm', 'anything', ['high']],
    ['npm', '*', 'PyPI', 'anything', []],
    ['Debian:12', 'curl', 'Debian:12', 'curl', ['high']],
    ['Debian:12', 'curl', 'Debian:1', 'curl', []],
    ['Debian:12', 'curl', 'Debian', 'curl', ['low']],
    ['Debian', 'curl', 'Debian:12', 'curl', []],
    ['Debian:12', 'curl', 'Deb', 'curl', []],
    ['Ubuntu:22.04:LTS', 'curl', 'Ubuntu:22.04', 'curl', ['high']],
    ['Ubuntu:22.04', 'curl', 'Ubuntu:22.04:LTS', 'curl', ['high']],
    ['Ubuntu:Pro:22.04:LTS', 'curl', 'Ubuntu:22.04', 'curl', []],
    ['Alpine:v3.20', 'curl', 'Alpine:3.20', 'curl', ['high']],
    ['Alpine:3.20', 'curl', 'Alpine:v3.20', 'curl', ['high']],
    ['Alpine:v3.20', 'curl', 'Alpine:v3.2', 'curl', []],
    ['Debian:12:LTS', 'curl', 'Debian:12', 'curl', []],
    ['Wolfi:v1', 'curl', 'Wolfi:1', 'curl', []],
  ])('%s %s, asked for %s %s', (recorded, recordedName, ecosystem, name, expected) => {
    expect(answers(about(recorded, recordedName), { ecosystem, name, version: '1.0' })).toEqual(expected);
  });

  it('leaves nothing in doubt for a bare Ubuntu or Alpine when versions are all that the record has', () => {
    const listed = about('Ubuntu:22.04', 'curl', { ranges: [], versions: ['1.0'] });

    const [found] = askPackage(listed, { ecosystem: 'Ubuntu', name: 'curl', version: '1.5' });
    expect(found).toMatchObject({ verdict: 'not_affected', proof: { caveats: ['release_not_named'] } });
  });

  it('names the doubt of a bare Ubuntu once', () => {
    const [found] = askPackage(about('Ubuntu', 'curl'), { ecosystem: 'Ubuntu', name: 'curl', version: '1.5' });

    expect(found).toMatchObject({
      verdict: 'unknown',
      proof: {
        reason: 'release_not_named',
        range: { words: '"ranges of some release"' },
        overturn: 'the release of the distribution would settle it',
      },
    });
  });

  it('asks a bare Ubuntu without a version as any other', () => {
    const [found] = askPackage(about('Ubuntu', 'curl'), { ecosystem: 'Ubuntu', name: 'curl' });

    expect(found).toMatchObject({ verdict: 'unknown', proof: { reason: 'no_version', caveats: [] } });
  });
});

describe('which products a record is about', () => {
  const product = (vendor: string | undefined, name: string) =>
    readCve({
      containers: { cna: { affected: [{ vendor, product: name, versions: [{ version: '*', status: 'affected' }] }] } },
    }).assertions;

  it.each([
    ['Acme Inc', 'Big Anvil', 'acme_inc', 'big_anvil', ['high']],
    ['acme', 'anvil', 'ACME', 'Anvil', ['high']],
    ['acme', 'anvil', 'globex', 'anvil', []],
    ['acme', 'anvil', 'acme', 'hammer', []],
    ['acme', 'anvil', null, 'anvil', ['low']],
    [undefined, 'anvil', 'acme', 'anvil', ['low']],
  ])('%s %s, asked for %s %s', (vendor, name, askedVendor, askedProduct, expected) => {
    const found = askProduct(product(vendor, name), { vendor: askedVendor, product: askedProduct, version: '1.0' });

    expect(found.map(({ confidence }) => confidence)).toEqual(expected);
  });
});
