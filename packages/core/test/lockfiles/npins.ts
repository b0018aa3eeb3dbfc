import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'npins/sources.json',
  purl: 'pkg:github/',
  write: [
    (packages) =>
      `{"pins": {\n${packages.map(({ name, version }) => `"${name}": {"type": "GitRelease", "repository": {"type": "GitHub", "owner": "acme", "repo": "${name}"}, "version": "${version}", "revision": null}`).join(',\n')}\n}, "version": 5}`,
  ],
  count: /"(?!repository")([^"]+)": \{\s*"type": "(?:Git|GitRelease|Channel|PyPi|Tarball|Container)"/g,
  examples: {
    'nixpkgs as a channel, and a branch': {
      text: `{
  "pins": {
    "home-manager": {
      "type": "Git",
      "repository": {
        "type": "GitHub",
        "owner": "nix-community",
        "repo": "home-manager"
      },
      "branch": "release-24.11",
      "revision": "0a1b2c3d4e5f",
      "url": "https://github.com/nix-community/home-manager/archive/0a1b2c3d4e5f.tar.gz",
      "hash": "00"
    },
    "nixpkgs": {
      "type": "Channel",
      "name": "nixos-24.11",
      "url": "https://releases.nixos.org/nixos/24.11/nixos-24.11.711046.edf04b75c13c/nixexprs.tar.xz",
      "hash": "00"
    }
  },
  "version": 5
}
`,
      lines: [
        'pkg:github/nix-community/home-manager@0a1b2c3d4e5f | true | null | /pins/home-manager',
        'pkg:generic/nixpkgs?download_url=https:%2F%2Freleases.nixos.org%2Fnixos%2F24.11%2Fnixos-24.11.711046.edf04b75c13c%2Fnixexprs.tar.xz | true | null | /pins/nixpkgs',
      ],
    },
    'other forges': {
      text: `{
  "pins": {
    "crane": {
      "type": "GitRelease",
      "repository": { "type": "GitLab", "repo_path": "acme/crane", "server": "https://gitlab.example.org/" },
      "version": "v1.2.0",
      "revision": "0a1b"
    },
    "quay": {
      "type": "Git",
      "repository": { "type": "Forgejo", "server": "https://code.example.org", "owner": "acme", "repo": "quay" },
      "revision": "2c3d"
    },
    "plain": {
      "type": "Git",
      "repository": { "type": "Git", "url": "https://example.org/plain.git" },
      "revision": "4e5f"
    }
  },
  "version": 3
}
`,
      lines: [
        'pkg:git/gitlab.example.org/acme/crane@0a1b | true | null | /pins/crane',
        'pkg:git/code.example.org/acme/quay@2c3d | true | null | /pins/quay',
        'pkg:git/example.org/plain@4e5f | true | null | /pins/plain',
      ],
    },
    'packages and what is no source': {
      text: `{
  "pins": {
    "streamlit": {
      "type": "PyPi",
      "name": "streamlit",
      "version": "1.41.1",
      "url": "https://example.org/streamlit.tar.gz"
    },
    "image": {
      "type": "Container",
      "image_name": "alpine"
    },
    "odd": {
      "type": "Git",
      "repository": { "type": "Elsewhere" }
    }
  },
  "version": 6
}
`,
      lines: [
        'pkg:pypi/streamlit@1.41.1 | true | null | /pins/streamlit',
        '- image | /pins/image | a pin of the type "Container" without an address',
        '- odd | /pins/odd | a repository of the type "Elsewhere"',
      ],
    },
  },
});
