import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecosystemPlace } from './ecosystem-place.ts';
import { guessedName } from './guessed-name.ts';
import { lookupForm, lookupNames } from './lookup-names.ts';
import { makersOf } from './makers.ts';
import { patchedCves } from './patched-cves.ts';

describe('lookupNames', () => {
  it.each([
    ['openssl', 'openssl', ['openssl']],
    ['openssl_3', 'openssl', ['openssl', 'openssl_3']],
    ['ImageMagick', null, ['imagemagick']],
    ['gcc13', 'gcc', ['gcc', 'gcc13']],
    ['libxml2', 'libxml2', ['libxml2']],
    ['xorg.libX11', 'libX11', ['libx11', 'xorg.libx11']],
    [
      'python312Packages.zope_interface',
      'zope.interface',
      [
        'python312packages.zope_interface',
        'python:zope-interface',
        'zope-interface',
        'zope.interface',
        'zope_interface',
      ],
    ],
    [
      'haskellPackages."3d-graphics"',
      '3d-graphics',
      ['3d-graphics', 'haskell:3d-graphics', 'haskellpackages."3d-graphics"', 'haskellpackages.3d-graphics'],
    ],
    ['nodePackages."socket.io"', null, expect.arrayContaining(['socket.io', 'node:socket.io'])],
    ['firefox', 'firefox-unwrapped', ['firefox', 'firefox-unwrapped']],
  ])('%s with the name %s is found under %j', (attribute, pname, names) => {
    expect(lookupNames({ attribute, pname })).toEqual(names);
  });

  it('has the attribute and the name in the form in which they are compared, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (attribute, pname) => {
        const names = lookupNames({ attribute, pname });

        expect(names).toEqual([...new Set(names.map(lookupForm))].sort());
        for (const name of [attribute, pname].map(lookupForm)) if (name !== '') expect(names).toContain(name);
      }),
    );
  });
});

describe('ecosystemPlace', () => {
  it.each([
    ['python312Packages.Zope_interface', 'PyPI', 'zope-interface'],
    ['python3Packages.requests', 'PyPI', 'requests'],
    ['haskellPackages.aeson', 'Hackage', 'aeson'],
    ['haskellPackages.aeson_2_2_3_0', 'Hackage', 'aeson'],
    ['haskellPackages."3d-graphics"', 'Hackage', '3d-graphics'],
    ['rPackages.data_table', 'CRAN', 'data.table'],
    ['nodePackages._at_babel_slash_core', 'npm', '@babel/core'],
    ['nodePackages."@babel/core"', 'npm', '@babel/core'],
    ['rubyPackages_3_4.rails', 'RubyGems', 'rails'],
    ['ocamlPackages.cohttp', 'opam', 'cohttp'],
  ])('%s is %s %s', (attribute, ecosystem, name) => {
    expect(ecosystemPlace(attribute)).toEqual({ ecosystem, name });
  });

  it.each(['openssl', 'perlPackages.HTTPTiny', 'xorg.libX11', 'emacsPackages.magit', ''])(
    '%s is of none',
    (attribute) => {
      expect(ecosystemPlace(attribute)).toBeNull();
    },
  );
});

describe('patchedCves', () => {
  it.each([
    [['CVE-2024-52616.patch'], ['CVE-2024-52616']],
    [['CVE-2023-38471-2.patch', 'CVE-2023-38471.patch'], ['CVE-2023-38471']],
    [['48_CVE-2024-45778_CVE-2024-45779.patch'], ['CVE-2024-45778', 'CVE-2024-45779']],
    [['CVE-2024-25081.CVE-2024-25082.patch'], ['CVE-2024-25081', 'CVE-2024-25082']],
    [['0001-fix-cve_2021_3468.diff'], ['CVE-2021-3468']],
    [['revert-CVE-2021-3468.patch', 'fix-build.patch', 'CVE-2021-1.patch', 'XCVE-2021-12345.patch'], []],
    [[], []],
  ])('%j name %j', (files, cves) => {
    expect(patchedCves(files)).toEqual(cves);
  });
});

describe('makersOf', () => {
  it.each([
    [['https://www.openssl.org/'], null, ['openssl']],
    [['https://github.com/tektoncd/hub'], null, ['tektoncd']],
    [['https://github.com/westes/flex', 'https://www.gnu.org/software/flex'], null, ['gnu', 'westes']],
    [['https://gitlab.gnome.org/World/podcasts'], null, ['gnome', 'world']],
    [['https://xmlsoft.gitlab.io/'], null, ['xmlsoft']],
    [['https://git.sr.ht/~sircmpwn/aerc'], null, ['sircmpwn']],
    [['https://www.bbc.co.uk/x'], null, ['bbc']],
    [['https://pypi.org/project/requests', 'https://cran.r-project.org/web/packages/abc/'], null, []],
    [['https://elpa.gnu.org/packages/vc-got.html', 'https://hackage.haskell.org/package/aeson'], null, []],
    [['https://www.google.com/chrome', 'https://www.haskell.org/ghc'], null, ['google', 'haskell']],
    [['not an address', 'ftp://openssl.org', 'https://github.com', 'https://github.com/%E0%A4%A'], null, ['%e0%a4%a']],
    [[], 'pkgs/desktops/gnome/core/evince/default.nix:34', ['gnome']],
    [[], 'pkgs/by-name/gn/gnome-tool/package.nix:3', []],
  ])('%j at %s is made by %j', (links, position, makers) => {
    expect(makersOf({ links, position })).toEqual(makers);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), fc.string(), (link, position) => {
        expect(makersOf({ links: [link], position })).toBeInstanceOf(Array);
      }),
    );
  });
});

describe('guessedName', () => {
  it.each([
    ['openssl-3.5.1', 'openssl', '3.5.1'],
    ['python3.12-requests-2.32.3', 'python3.12-requests', '2.32.3'],
    ['font-7x14-1.0', 'font', '7x14-1.0'],
    ['hello', 'hello', ''],
  ])('%s is taken for %s %s', (name, pname, version) => {
    expect(guessedName(name)).toEqual({ pname, version });
  });
});
