import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'uv.lock',
  purl: 'pkg:pypi/',
  write: [
    (packages) =>
      `version = 1\nrequires-python = ">=3.12"\n\n${packages.map(({ name, version }) => `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = { registry = "https://pypi.org/simple" }\ndependencies = [\n    { name = "p1" },\n]\n\n`).join('')}`,
  ],
  count: /^\[\[package\]\]\nname = "(.*)"$(?:\nversion = "(.*)")?/gm,
  examples: {
    'a project with a group for development': {
      text: `version = 1
revision = 2
requires-python = ">=3.12"

[[package]]
name = "anyio"
version = "4.7.0"
source = { registry = "https://pypi.org/simple" }
dependencies = [
    { name = "idna" },
]
sdist = { url = "https://example.org/anyio-4.7.0.tar.gz", hash = "sha256:00", size = 1 }

[[package]]
name = "harbour"
version = "0.1.0"
source = { editable = "." }
dependencies = [
    { name = "anyio" },
]

[package.dev-dependencies]
dev = [
    { name = "pytest" },
]

[package.metadata]
requires-dist = [{ name = "anyio", specifier = ">=4" }]

[[package]]
name = "idna"
version = "3.10"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "iniconfig"
version = "2.0.0"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "pytest"
version = "8.3.4"
source = { registry = "https://pypi.org/simple" }
dependencies = [
    { name = "iniconfig" },
]
`,
      lines: [
        'pkg:pypi/anyio@4.7.0 | true | false | line 5',
        'pkg:pypi/idna@3.10 | false | false | line 30',
        'pkg:pypi/iniconfig@2.0.0 | false | true | line 35',
        'pkg:pypi/pytest@8.3.4 | true | true | line 40',
        '- harbour | line 14 | a folder of this project, not a published package',
      ],
    },
    'packages from a repository, an archive and a folder': {
      text: `version = 1

[[package]]
name = "one"
version = "1.2.0"
source = { git = "https://example.org/one.git?rev=main#0a1b2c3d" }

[[package]]
name = "two"
version = "2.0"
source = { url = "https://example.org/two-2.0.tar.gz" }

[[package]]
name = "Three_Parts"
version = "3.0"
source = { directory = "libs/three" }
`,
      lines: [
        'pkg:pypi/one@1.2.0?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fone.git%400a1b2c3d | false | null | line 3',
        'pkg:pypi/two@2.0?download_url=https:%2F%2Fexample.org%2Ftwo-2.0.tar.gz | false | null | line 8',
        '- three-parts | line 13 | a folder of this project, not a published package',
      ],
    },
    'extras and a workspace without code': {
      text: `version = 1

[[package]]
name = "tools"
version = "0.0.0"
source = { virtual = "." }

[package.optional-dependencies]
speed = [
    { name = "orjson" },
]

[[package]]
name = "orjson"
version = "3.10.12"
source = { registry = "https://pypi.org/simple" }
`,
      lines: [
        'pkg:pypi/orjson@3.10.12 | true | false | line 13',
        '- tools | line 3 | a folder of this project, not a published package',
      ],
    },
  },
});
