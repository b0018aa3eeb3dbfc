import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'pylock.toml',
  purl: 'pkg:pypi/',
  write: [
    (packages) =>
      `lock-version = "1.0"\ncreated-by = "test"\n\n${packages.map(({ name, version }) => `[[packages]]\nname = "${name}"\nversion = "${version}"\n\n`).join('')}`,
  ],
  count: /^\[\[packages\]\]\nname = "(.*)"/gm,
  examples: {
    'wheels of an index': {
      text: `lock-version = "1.0"
environments = ["sys_platform == 'linux'"]
requires-python = "==3.12"
created-by = "harbour"

[[packages]]
name = "attrs"
version = "25.1.0"
requires-python = ">=3.8"

[[packages.wheels]]
name = "attrs-25.1.0-py3-none-any.whl"
url = "https://example.org/attrs-25.1.0-py3-none-any.whl"
hashes = {sha256 = "00"}

[[packages]]
name = "numpy"
version = "2.2.3"
index = "https://pypi.org/simple"
`,
      lines: ['pkg:pypi/attrs@25.1.0 | null | null | line 6', 'pkg:pypi/numpy@2.2.3 | null | null | line 16'],
    },
    'packages from a repository, an archive and a folder': {
      text: `lock-version = "1.0"
created-by = "harbour"

[[packages]]
name = "one"
vcs = {type = "git", url = "https://example.org/one.git", commit-id = "0a1b2c3d"}

[[packages]]
name = "two"
version = "2.0"
archive = {url = "https://example.org/two-2.0.tar.gz", hashes = {sha256 = "00"}}

[[packages]]
name = "three"
directory = {path = "libs/three", editable = true}
`,
      lines: [
        'pkg:pypi/one?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fone.git%400a1b2c3d | null | null | line 4',
        'pkg:pypi/two@2.0?download_url=https:%2F%2Fexample.org%2Ftwo-2.0.tar.gz | null | null | line 8',
        '- three | line 13 | a folder of this project: "libs/three"',
      ],
    },
    'a file for a purpose': {
      fileName: 'pylock.dev.toml',
      text: `lock-version = "1.0"
created-by = "harbour"

[[packages]]
name = "ruff"
version = "0.9.4"
marker = "'dev' in dependency_groups"
`,
      lines: ['pkg:pypi/ruff@0.9.4 | null | null | line 4'],
    },
  },
});
