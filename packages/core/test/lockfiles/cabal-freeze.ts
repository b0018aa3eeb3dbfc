import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'cabal.project.freeze',
  purl: 'pkg:hackage/',
  write: [
    (packages) =>
      `active-repositories: hackage.haskell.org:merge\nconstraints: ${packages.map(({ name, version }) => `any.${name} ==${version}`).join(',\n             ')}\nindex-state: hackage.haskell.org 2024-12-01T00:00:00Z\n`,
  ],
  count: /(?:any\.)?([A-Za-z_]\S*) (?:==([\d.]+)|installed)/g,
  examples: {
    'versions and flags': {
      text: `active-repositories: hackage.haskell.org:merge
constraints: any.QuickCheck ==2.14.3,
             QuickCheck -old-random +templatehaskell,
             any.aeson ==2.2.3.0,
             aeson +ordered-keymap,
             any.base ==4.18.2.1
index-state: hackage.haskell.org 2024-12-01T12:00:00Z
`,
      lines: [
        'pkg:hackage/QuickCheck@2.14.3 | null | null | line 2',
        'pkg:hackage/aeson@2.2.3.0 | null | null | line 4',
        'pkg:hackage/base@4.18.2.1 | null | null | line 6',
      ],
    },
    'an older file, and commas before the entries': {
      text: `constraints:
    aeson ==1.4.7.1
  , text ==1.2.4.0
  , ansi-terminal -example
`,
      lines: ['pkg:hackage/aeson@1.4.7.1 | null | null | line 2', 'pkg:hackage/text@1.2.4.0 | null | null | line 3'],
    },
    'compiler packages without a version (`installed`)': {
      text: `-- Frozen on a Monday.
constraints: any.base installed,
             any.lens ==5.3.2
with-compiler: ghc-9.6.6
`,
      lines: [
        'pkg:hackage/lens@5.3.2 | null | null | line 3',
        '- base | line 2 | a compiler package without a version',
      ],
    },
  },
});
