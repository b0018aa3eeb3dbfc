import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'nix/sources.json',
  purl: 'pkg:github/',
  write: [
    (packages) =>
      `{\n${packages.map(({ name, version }) => `    "${name}": {"owner": "acme", "repo": "${name}", "rev": "${version}", "type": "tarball"}`).join(',\n')}\n}`,
  ],
  count: /^ {4}"([^"]+)": \{/gm,
  examples: {
    'niv itself and nixpkgs': {
      text: `{
    "niv": {
        "branch": "master",
        "description": "Pins",
        "homepage": "https://github.com/nmattia/niv",
        "owner": "nmattia",
        "repo": "niv",
        "rev": "0a1b2c3d",
        "sha256": "00",
        "type": "tarball",
        "url": "https://github.com/nmattia/niv/archive/0a1b2c3d.tar.gz",
        "url_template": "https://github.com/<owner>/<repo>/archive/<rev>.tar.gz"
    },
    "nixpkgs": {
        "branch": "nixos-24.11",
        "owner": "NixOS",
        "repo": "nixpkgs",
        "rev": "4e5f6a7b",
        "type": "tarball"
    }
}
`,
      lines: [
        'pkg:github/nmattia/niv@0a1b2c3d | true | null | /niv',
        'pkg:github/nixos/nixpkgs@4e5f6a7b | true | null | /nixpkgs',
      ],
    },
    'an archive, a repository and a folder': {
      text: `{
    "tool": {
        "type": "file",
        "url": "https://example.org/tool-1.2.0.tar.gz",
        "version": "1.2.0"
    },
    "crane": {
        "type": "git",
        "repo": "https://example.org/crane.git",
        "rev": "0a1b2c3d"
    },
    "own": {
        "type": "local",
        "path": "../own"
    }
}
`,
      lines: [
        'pkg:generic/tool@1.2.0?download_url=https:%2F%2Fexample.org%2Ftool-1.2.0.tar.gz | true | null | /tool',
        'pkg:git/example.org/crane@0a1b2c3d | true | null | /crane',
        '- own | /own | the folder "../own"',
      ],
    },
    'sources that do not tell': {
      text: `{
    "known": {
        "owner": "acme",
        "repo": "known",
        "rev": "0a1b"
    },
    "empty": {
    }
}
`,
      lines: [
        'pkg:github/acme/known@0a1b | true | null | /known',
        '- empty | /empty | the source has neither a repository nor an address',
      ],
    },
  },
});
