import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { canonicalName } from './canonical.ts';
import { NAME_RULES } from './rules.ts';
import { nameSpellings, nameVariants } from './variants.ts';

describe('nameVariants', () => {
  it.each([
    ['python312Packages.requests', 'PyPI', 'requests', 'attribute_set'],
    ['python3Packages.zope_interface', 'PyPI', 'zope-interface', 'pep503'],
    ['python3.12-requests', 'PyPI', 'requests', 'versioned_language_prefix'],
    ['py3-requests', 'PyPI', 'requests', 'versioned_language_prefix'],
    ['python-requests', 'PyPI', 'requests', 'language_prefix'],
    ['haskellPackages.aeson', 'Hackage', 'aeson', 'attribute_set'],
    ['haskell.packages.ghc94.aeson', 'Hackage', 'aeson', 'attribute_set'],
    ['perl538Packages.HTTPTiny', null, 'HTTPTiny', 'attribute_set'],
    ['rubyPackages_3_1.rails', 'RubyGems', 'rails', 'attribute_set'],
    ['nodePackages."socket.io"', 'npm', 'socket.io', 'attribute_set'],
    ['nodePackages._at_babel_slash_core', 'npm', '@babel/core', 'npm_scope'],
    ['nodePackages_latest.eslint', 'npm', 'eslint', 'attribute_set'],
    ['rPackages.data_table', 'CRAN', 'data.table', 'cran_dot'],
    ['ocaml-ng.ocamlPackages_5_1.cohttp', 'opam', 'cohttp', 'attribute_set'],
    ['xorg.libX11', null, 'libX11', 'other_set'],
    ['firefox-bin', null, 'firefox', 'build_suffix'],
    ['firefox-unwrapped', null, 'firefox', 'build_suffix'],
    ['ffmpeg_7-full', null, 'ffmpeg', 'version_suffix'],
    ['SDL_2', null, 'SDL', 'version_suffix'],
    ['ImageMagick', null, 'imagemagick', 'case'],
    ['apache_httpd', null, 'apache-httpd', 'separators'],
    ['libpng', null, 'png', 'lib_prefix'],
    ['gcc13', null, 'gcc', 'glued_version'],
  ])('%s may be %s %s', (given, ecosystem, name, rule) => {
    const found = nameVariants(given).find((variant) => variant.name === name && variant.ecosystem === ecosystem);

    expect(found?.rules).toContain(rule);
    expect(found?.weight).toBeLessThan(1);
  });

  it('puts the name as given first, with nothing to explain', () => {
    expect(nameVariants('curl')[0]).toEqual({
      name: 'curl',
      ecosystem: null,
      weight: 1,
      rules: [],
      reason: 'the name as given',
    });
  });

  it('trusts a versioned prefix more than a bare one', () => {
    const [versioned, bare] = ['python3.12-dateutil', 'python-dateutil'].map(
      (given) => nameVariants(given).find(({ name, ecosystem }) => name === 'dateutil' && ecosystem === 'PyPI')?.weight,
    );

    expect(versioned).toBeGreaterThan(bare ?? 1);
  });

  it('keeps to an ecosystem that the caller knows', () => {
    const ecosystems = new Set(nameVariants('python-dateutil', 'PyPI').map(({ ecosystem }) => ecosystem));

    expect([...ecosystems]).toEqual(['PyPI']);
  });

  it('is bounded, sorted and has each name once, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9._@"-]{0,40}$/)), (given) => {
        const variants = nameVariants(given);
        const weights = variants.map(({ weight }) => weight);

        expect(variants.length).toBeLessThanOrEqual(24);
        expect(weights).toEqual(weights.toSorted((a, b) => b - a));
        expect(new Set(variants.map(({ name, ecosystem }) => `${ecosystem} ${name}`)).size).toBe(variants.length);
        expect(variants[0]?.name).toBe(given);
      }),
    );
  });

  it('has a reason and a weight below 1 for every rule', () => {
    expect(NAME_RULES.filter(({ weight, reason }) => weight >= 1 || weight <= 0 || reason === '')).toEqual([]);
  });
});

describe('canonicalName', () => {
  it.each([
    ['python312', 'python'],
    ['gcc13', 'gcc'],
    ['nodejs_20', 'nodejs'],
    ['go_1_22', 'go'],
    ['lua5_4', 'lua'],
    ['php83', 'php'],
    ['linux_6_6', 'linux'],
    ['mongodb-6_0', 'mongodb'],
    ['openssl_3', 'openssl'],
    ['libxml2', 'libxml2'],
    ['sqlite3', 'sqlite3'],
    ['p7zip', 'p7zip'],
    ['md5', 'md5'],
    ['ImageMagick', 'imagemagick'],
    ['python312Packages.requests', 'python:requests'],
    ['python3Packages.Zope_Interface', 'python:zope-interface'],
    ['python3.12-requests', 'python:requests'],
    ['python-dateutil', 'python-dateutil'],
    ['haskellPackages.aeson', 'haskell:aeson'],
    ['perlPackages.HTTPTiny', 'perl:httptiny'],
    ['rPackages.ggplot2', 'r:ggplot2'],
    ['xorg.libX11', 'libx11'],
    ['2048', '2048'],
  ])('%s is filed under %s', (given, expected) => {
    expect(canonicalName(given)).toBe(expected);
  });

  it('leaves a canonical name as it is', () => {
    const attribute = fc.stringMatching(
      /^(python3Packages\.|perlPackages\.|xorg\.)?[A-Za-z]{2,9}[0-9]{0,3}(_[0-9]{1,2}){0,2}$/,
    );
    fc.assert(
      fc.property(attribute, (given) => {
        const once = canonicalName(given);

        expect(canonicalName(once)).toBe(once);
      }),
    );
  });
});

it('nameSpellings has those variants of a name that an ecosystem takes for the same package, and no other', () => {
  const name = fc.stringMatching(
    /^(@|_at_)?[A-Za-z]{1,6}([-_.]|_slash_|\/)?[A-Za-z_.-]{1,6}(-bin|Minimal)?[0-9]{0,2}(_[0-9])?$/,
  );
  const ecosystem = fc.constantFrom('npm', 'PyPI', 'CRAN', 'Go', 'Debian:12');
  const spelling = ['pep503', 'cran_dot', 'npm_scope'];
  fc.assert(
    fc.property(name, ecosystem, (given, where) => {
      const expected = nameVariants(given, where).filter(({ rules }) => rules.every((id) => spelling.includes(id)));

      expect(nameSpellings(given, where)).toEqual(expected);
    }),
  );
});

describe.skipIf(!hasCorpus)('names of a real collection', () => {
  it('finds the ecosystem of every package in a language set', async () => {
    let inSets = 0;
    let found = 0;
    for await (const { name } of corpusRecords<{ name: string }>('nixpkgs/packages-2025-09.jsonl.gz')) {
      const isLanguage = [
        'python312Packages.',
        'haskellPackages.',
        'rPackages.',
        'rubyPackages.',
        'nodePackages.',
        'ocamlPackages.',
      ].some((set) => name.startsWith(set));
      if (!isLanguage) continue;
      inSets += 1;
      if (nameVariants(name)[1]?.ecosystem) found += 1;
    }

    console.log(`nixpkgs: ${found} of ${inSets} names in language sets lead to an ecosystem`);
    expect(inSets).toBeGreaterThan(50_000);
    expect(found).toBe(inSets);
  }, 120_000);
});
