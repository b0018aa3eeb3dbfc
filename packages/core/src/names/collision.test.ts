import { describe, expect, it } from 'vitest';
import { type CandidatePackage, collisionVerdict, type NamedProduct } from './collision.ts';

function product(vendor: string | null, name: string, targetSw: string | null = null): NamedProduct {
  return { vendor, product: name, targetSw };
}

describe('collisionVerdict', () => {
  it.each<[string, NamedProduct, CandidatePackage, string]>([
    [
      'Nextcloud Mail is not javax.mail',
      product('nextcloud', 'mail'),
      { ecosystem: 'Maven', name: 'javax.mail:mail' },
      'vendor_disagrees',
    ],
    [
      'MySQL is not its Go driver',
      product('oracle', 'mysql'),
      { ecosystem: 'Go', name: 'github.com/go-sql-driver/mysql' },
      'vendor_disagrees',
    ],
    [
      'nor when the vendor is called MySQL',
      product('mysql', 'mysql'),
      { ecosystem: 'Go', name: 'github.com/go-sql-driver/mysql' },
      'vendor_disagrees',
    ],
    [
      'JetBrains Hub is not Tekton’s',
      product('jetbrains', 'hub'),
      { ecosystem: 'Go', name: 'github.com/tektoncd/hub' },
      'vendor_disagrees',
    ],
    [
      'Apache Flex is not GNU flex',
      product('apache', 'flex'),
      { ecosystem: null, name: 'flex', makers: ['github.com', 'westes', 'gnu'] },
      'vendor_disagrees',
    ],
    [
      'a WordPress plug-in is no npm package',
      product('acme', 'gallery', 'wordpress'),
      { ecosystem: 'npm', name: 'gallery' },
      'target_disagrees',
    ],
    [
      'a Python library is no npm package',
      product('acme', 'jwt', 'python'),
      { ecosystem: 'npm', name: 'jwt' },
      'target_disagrees',
    ],
  ])('%s', (_name, given, candidate, rule) => {
    const verdict = collisionVerdict(given, candidate);

    expect(verdict.rule).toBe(rule);
    expect(verdict.factor).toBeLessThanOrEqual(0.2);
  });

  it.each<[string, NamedProduct, CandidatePackage, string]>([
    [
      'the vendor is the Maven group',
      product('apache', 'log4j'),
      { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j' },
      'vendor_agrees',
    ],
    [
      'the vendor owns the repository',
      product('tektoncd', 'hub'),
      { ecosystem: 'Go', name: 'github.com/tektoncd/hub' },
      'vendor_agrees',
    ],
    [
      'the vendor is the owner of the home page',
      product('gnu', 'flex'),
      { ecosystem: null, name: 'flex', makers: ['gnu'] },
      'vendor_agrees',
    ],
    [
      'an application of the collection is written in the target language',
      product('redhat', 'ansible', 'python'),
      { ecosystem: null, name: 'ansible', makers: ['redhat'] },
      'vendor_agrees',
    ],
    [
      'the target is the ecosystem',
      product('lodash', 'lodash', 'node.js'),
      { ecosystem: 'npm', name: 'lodash' },
      'target_agrees',
    ],
  ])('trusts the name when %s', (_name, given, candidate, rule) => {
    expect(collisionVerdict(given, candidate)).toMatchObject({ rule, factor: 1 });
  });

  it.each<[string, NamedProduct, CandidatePackage, string]>([
    [
      'a vendor named after the product',
      product('requests_project', 'requests'),
      { ecosystem: 'PyPI', name: 'requests' },
      'vendor_is_product',
    ],
    ['no vendor', product(null, 'curl'), { ecosystem: null, name: 'curl' }, 'vendor_unknown'],
    ['nothing known of the package', product('haxx', 'curl'), { ecosystem: null, name: 'curl' }, 'vendor_unknown'],
  ])('stays in doubt with %s', (_name, given, candidate, rule) => {
    const verdict = collisionVerdict(given, candidate);

    expect(verdict.rule).toBe(rule);
    expect(verdict.factor).toBeGreaterThan(0.2);
    expect(verdict.factor).toBeLessThan(1);
  });
});
