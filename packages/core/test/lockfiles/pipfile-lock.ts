import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'Pipfile.lock',
  purl: 'pkg:pypi/',
  write: [
    (packages) =>
      `{\n    "_meta": {"pipfile-spec": 6},\n    "default": {\n${packages.map(({ name, version }) => `        "${name}": {\n            "version": "==${version}"\n        }`).join(',\n')}\n    }\n}\n`,
  ],
  count: /^ {8}"(?!sha256|pipfile-spec|requires|sources|hash")([^"]+)": \{$/gm,
  examples: {
    'default and develop': {
      text: `{
    "_meta": {
        "hash": {
            "sha256": "00"
        },
        "pipfile-spec": 6,
        "requires": {
            "python_version": "3.12"
        },
        "sources": []
    },
    "default": {
        "Jinja2": {
            "hashes": ["sha256:00"],
            "index": "pypi",
            "markers": "python_version >= '3.7'",
            "version": "==3.1.5"
        },
        "markupsafe": {
            "version": "==3.0.2"
        }
    },
    "develop": {
        "pytest": {
            "version": "==8.3.4"
        }
    }
}
`,
      lines: [
        'pkg:pypi/jinja2@3.1.5 | null | false | /default/Jinja2',
        'pkg:pypi/markupsafe@3.0.2 | null | false | /default/markupsafe',
        'pkg:pypi/pytest@8.3.4 | null | true | /develop/pytest',
      ],
    },
    'packages from a repository, an archive and a folder': {
      text: `{
    "_meta": { "pipfile-spec": 6 },
    "default": {
        "one": {
            "git": "https://example.org/one.git",
            "ref": "0a1b2c3d"
        },
        "two": {
            "file": "https://example.org/two-2.0.tar.gz"
        },
        "three": {
            "editable": true,
            "path": "./libs/three"
        },
        "four": {
            "version": "*"
        }
    }
}
`,
      lines: [
        'pkg:pypi/one?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fone.git%400a1b2c3d | null | false | /default/one',
        'pkg:pypi/two?download_url=https:%2F%2Fexample.org%2Ftwo-2.0.tar.gz | null | false | /default/two',
        'pkg:pypi/four | null | false | /default/four',
        '- three | /default/three | a folder of this project: "./libs/three"',
      ],
    },
    'a category of its own': {
      text: `{
    "_meta": { "pipfile-spec": 6 },
    "default": {},
    "docs": {
        "sphinx": {
            "version": "===8.1.3"
        }
    }
}
`,
      lines: ['pkg:pypi/sphinx@8.1.3 | null | null | /docs/sphinx'],
    },
  },
});
