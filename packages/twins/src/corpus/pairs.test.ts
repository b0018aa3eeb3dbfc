import { describe, expect, it } from 'vitest';
import type { CveFacts } from './cve-facts.ts';
import { foldedName, hostWord, namesIn, repositoryOfPackage } from './names.ts';
import type { CorpusPackage } from './packages.ts';
import { boundedPairs, type Pair, pairRule } from './pairs.ts';

function carried(attribute: string, more: Partial<CorpusPackage> = {}): CorpusPackage {
  const pname = attribute.slice(attribute.lastIndexOf('.') + 1);
  const nothing = { description: null, homepages: [], maintainers: [], position: null, patches: [] };
  return { attribute, pname, version: '1.0', ...nothing, ...more };
}

function told(id: string, more: Partial<CveFacts> = {}): CveFacts {
  return { id, published: '2024-01-02', products: [], links: [], severity: null, ...more };
}

const PACKAGES = [
  carried('quill', { homepages: ['https://www.quill.example/'], patches: ['0001-fix.patch', 'cve_2020_91001.patch'] }),
  carried('mast', { homepages: ['https://github.com/Rigging/mast'] }),
  carried('python312Packages.mast', { homepages: ['https://github.com/rigging/mast/'] }),
  carried('python313Packages.mast', { homepages: ['https://github.com/rigging/mast/'] }),
  carried('python313Packages.keel', { homepages: ['https://github.com/rigging/hull'] }),
  carried('python313Packages.rudder', { homepages: ['https://github.com/rigging/hull'] }),
  carried('haskellPackages.anchor', { homepages: ['https://anchor.example'] }),
];

const of = (facts: CveFacts) =>
  pairRule(PACKAGES)
    .of(facts)
    .map(({ attribute, reason }) => [attribute, reason]);
const made = (vendor: string | null, name: string) => ({ products: [{ vendor, name }] });

describe('a CVE and a package are a pair', () => {
  it.each([
    ['where a patch carries the id', told('CVE-2020-91001'), [['quill', 'patch']]],
    ['not where the id is another', told('CVE-2020-9100'), []],
    [
      'where a reference is in its repository; of one name the shortest attribute',
      told('CVE-2019-91002', { links: ['https://github.com/rigging/mast/commit/0af'] }),
      [['mast', 'repository']],
    ],
    [
      'not where several share the repository',
      told('CVE-2019-91003', { links: ['https://github.com/rigging/hull'] }),
      [],
    ],
    [
      'where the vendor is the host of its page',
      told('CVE-2024-91004', made('Quill', 'quill')),
      [['quill', 'product']],
    ],
    ['where the vendor owns its repository', told('CVE-2024-91005', made('rigging', 'Mast')), [['mast', 'product']]],
    ['where vendor and product are one word', told('CVE-2024-91006', made('mast', 'mast')), [['mast', 'product']]],
    ['not where the vendor is somebody else', told('CVE-2024-91007', made('larkspur', 'mast')), []],
    ['not where there is no vendor', told('CVE-2024-91008', made(null, 'mast')), []],
    ['not by its name in a set', told('CVE-2024-91009', made('anchor', 'anchor')), []],
    ['not by its product before 2023', told('CVE-2022-91010', made('mast', 'mast')), []],
  ])('%s', (_name, facts, pairs) => {
    expect(of(facts)).toEqual(pairs);
  });

  it('where it is well known, whatever its record says', () => {
    const rule = pairRule([carried('xz'), carried('quill')]);

    expect(rule.of(told('CVE-2024-3094'))).toEqual([{ cve: 'CVE-2024-3094', attribute: 'xz', reason: 'known' }]);
    expect(rule.known.map(({ attribute }) => attribute)).toEqual(['xz']);
  });
});

it('a package has the pairs of its twelve newest CVEs, and the well-known ones', () => {
  const pair = (cve: string, attribute = 'xz'): Pair => ({ cve, attribute, reason: 'product' });
  const many = Array.from({ length: 20 }, (_, index) => pair(`CVE-2025-${9_990 + index}`));

  const kept = boundedPairs([pair('CVE-2024-3094'), ...many, pair('CVE-2023-91001', 'quill')]);

  expect(kept.map(({ cve }) => cve)).toEqual([
    'CVE-2023-91001',
    ...Array.from({ length: 12 }, (_, index) => `CVE-2025-${10_009 - index}`),
    'CVE-2024-3094',
  ]);
});

describe('names', () => {
  it.each([
    ['Foo_Bar.baz', ['foo-bar-baz']],
    ['@scope/left-pad', ['@scope/left-pad', 'left-pad']],
    ['github.com/rigging/mast/v4', ['github-com/rigging/mast/v4', 'mast']],
    ['org.example:keel-core', ['org-example:keel-core', 'keel-core']],
    ['/', ['/']],
  ])('%s is known as %j', (name, names) => {
    expect(namesIn(name)).toEqual(names);
    expect(foldedName(name)).toBe(names[0]);
  });

  it.each([
    ['https://github.com/Rigging/Mast.git', 'github.com/rigging/mast'],
    ['git+https://www.github.com/rigging/mast#readme', 'github.com/rigging/mast'],
    ['https://gitlab.gnome.org/world/keel/-/issues/4', 'gitlab.gnome.org/world/keel'],
    ['https://github.com/advisories/GHSA-0000', null],
    ['https://github.com/rigging', null],
    ['https://quill.example/rigging/mast', null],
    ['no address', null],
  ])('%s is in the repository %s', (link, repository) => {
    expect(repositoryOfPackage(link)).toBe(repository);
  });

  it.each([
    ['https://www.openssl.org/', 'openssl'],
    ['https://openprinting.github.io/cups/', 'openprinting'],
    ['https://github.com/rigging/mast', null],
    ['https://localhost/', null],
  ])('the word of the host of %s is %s', (link, word) => {
    expect(hostWord(link)).toBe(word);
  });
});
