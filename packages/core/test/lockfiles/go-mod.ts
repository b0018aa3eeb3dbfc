import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'go.mod',
  purl: 'pkg:golang/',
  write: [
    (packages) =>
      `module example.org/shop\n\ngo 1.22\n\nrequire (\n${packages.map(({ name, version }) => `\texample.org/${name} ${version} // indirect\n`).join('')})\n`,
  ],
  count: /^(?:require|\t)\s*([^\s()]+) v?\d\S*(?! =>)(?: \/\/.*)?$/gm,
  examples: {
    'direct and indirect modules': {
      text: `module example.org/harbour

go 1.22.1

toolchain go1.23.4

require github.com/BurntSushi/toml v1.4.0

require (
	golang.org/x/text v0.21.0 // indirect
	golang.org/x/net v0.33.0 // indirect; for http2
	gopkg.in/yaml.v3 v3.0.1
)
`,
      lines: [
        'pkg:golang/github.com/BurntSushi/toml@v1.4.0 | true | null | line 7',
        'pkg:golang/golang.org/x/text@v0.21.0 | false | null | line 10',
        'pkg:golang/golang.org/x/net@v0.33.0 | false | null | line 11',
        'pkg:golang/gopkg.in/yaml.v3@v3.0.1 | true | null | line 12',
        '- the standard library | go.mod | not checked: go.mod names the minimum Go version, not the one used to build',
      ],
    },
    'replaced and excluded modules': {
      text: `module "example.org/harbour"

go 1.21

require (
	example.org/a v1.0.0
	example.org/b v1.1.0
	example.org/c v0.0.0-20240102030405-0a1b2c3d4e5f
)

replace example.org/a => ../a

replace (
	example.org/b v1.1.0 => example.org/fork/b v1.1.1
	example.org/c v9.9.9 => ../other
)

exclude example.org/d v1.0.0

retract v0.9.0 // a mistake
`,
      lines: [
        'pkg:golang/example.org/fork/b@v1.1.1 | true | null | line 7',
        'pkg:golang/example.org/c@v0.0.0-20240102030405-0a1b2c3d4e5f | true | null | line 8',
        '- example.org/a | line 6 | replaced by the folder "../a"',
        '- the standard library | go.mod | not checked: go.mod names the minimum Go version, not the one used to build',
      ],
    },
    'a module of before Go 1.17': {
      text: `module example.org/old // https://example.org/old

go 1.16

require github.com/pkg/errors v0.9.1
`,
      lines: [
        'pkg:golang/github.com/pkg/errors@v0.9.1 | true | null | line 5',
        '- null | go.mod | not checked: transitive dependencies, which go.mod lists only from Go 1.17; pass go.sum',
        '- the standard library | go.mod | not checked: go.mod names the minimum Go version, not the one used to build',
      ],
    },
  },
});
