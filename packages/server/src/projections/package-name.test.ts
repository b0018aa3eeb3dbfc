import { isUnsaid } from '@almanac/core/names';
import { askPackage, readOsv } from '@almanac/core/ranges';
import { describe, expect, it } from 'vitest';
import { packageKey, productKey } from './package-name.ts';

describe('the name of a package', () => {
  it.each([
    ['PyPI', 'Zope.Interface', 'zope-interface'],
    ['NuGet', 'Newtonsoft.Json', 'newtonsoft.json'],
    ['Packagist', 'Drupal/Core', 'drupal/core'],
    ['npm', 'JSONStream', 'JSONStream'],
    ['Go', 'github.com/Sirupsen/logrus', 'github.com/Sirupsen/logrus'],
  ])('of %s %s is filed as %s, which core takes for the same', (ecosystem, name, expected) => {
    const { assertions } = readOsv({ id: 'A-1', affected: [{ package: { ecosystem, name }, versions: ['1.0.0'] }] });

    expect(packageKey(ecosystem, name)).toMatchObject({ ecosystem, release: null, name: expected });
    expect(askPackage(assertions, { ecosystem, name: expected, version: '1.0.0' })).toHaveLength(1);
  });

  it('keeps what stands after the first colon apart', () => {
    expect(packageKey('Ubuntu:22.04:LTS', 'curl')).toEqual({
      ecosystem: 'Ubuntu',
      release: '22.04:LTS',
      vendor: null,
      name: 'curl',
    });
  });
});

describe('the name of a product', () => {
  it('is the same in CVE and CPE records', () => {
    expect(productKey('Apache Software Foundation', 'HTTP Server')).toEqual(
      productKey('apache_software_foundation', 'http_server'),
    );
    expect(productKey('n/a', 'X').vendor).toBeNull();
  });

  it.each(['n/a', ' N/A ', '', '-', 'unspecified'])('is not %j', (name) => {
    expect(isUnsaid(name)).toBe(true);
  });
});
