import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'conan.lock',
  purl: 'pkg:conan/',
  write: [
    (packages) =>
      `{"version": "0.5", "requires": [\n${packages.map(({ name, version }) => `"${name}/${version}#00%1700000000.0"`).join(',\n')}\n], "build_requires": [], "python_requires": []}`,
    (packages) =>
      `{"graph_lock": {"nodes": {"0": {"path": "x"}${packages.map(({ name, version }, at) => `,\n"${at + 1}": {"ref": "${name}/${version}#00", "context": "host"}`).join('')}}}, "version": "0.4"}`,
  ],
  count: /"(?:ref": ")?([^"\s]+\/[^"\s]+)"/g,
  examples: {
    'Conan 2': {
      text: `{
    "version": "0.5",
    "requires": [
        "zlib/1.3.1#f52e03ae3d251dec704634230cd806a2%1733936244.862",
        "openssl/3.3.2#9f9f130d58e7c13e76bb8a559f0a6a8b%1725616014.321"
    ],
    "build_requires": [
        "cmake/3.31.2#00%1733936244.0"
    ],
    "python_requires": [],
    "config_requires": []
}
`,
      lines: [
        'pkg:conan/zlib@1.3.1 | null | false | /requires/0',
        'pkg:conan/openssl@3.3.2 | null | false | /requires/1',
        'pkg:conan/cmake@3.31.2 | null | true | /build_requires/0',
      ],
    },
    'Conan 1': {
      text: `{
 "graph_lock": {
  "nodes": {
   "0": {
    "options": "shared=False",
    "requires": ["1"],
    "build_requires": ["3"]
   },
   "1": {
    "ref": "poco/1.12.4#00",
    "package_id": "00",
    "requires": ["2"],
    "context": "host"
   },
   "2": {
    "ref": "zlib/1.2.13#00",
    "context": "host"
   },
   "3": {
    "ref": "cmake/3.25.3#00",
    "context": "build"
   }
  },
  "revisions_enabled": true
 },
 "version": "0.4"
}
`,
      lines: [
        'pkg:conan/poco@1.12.4 | true | false | /graph_lock/nodes/1',
        'pkg:conan/zlib@1.2.13 | false | false | /graph_lock/nodes/2',
        'pkg:conan/cmake@3.25.3 | true | true | /graph_lock/nodes/3',
      ],
    },
    'users and channels': {
      text: `{
    "version": "0.5",
    "requires": [
        "hull/2.1@acme/stable#00",
        "plain/1.0@_/_",
        "nothing/@acme/stable"
    ]
}
`,
      lines: [
        'pkg:conan/hull@2.1?channel=stable&user=acme | null | false | /requires/0',
        'pkg:conan/plain@1.0 | null | false | /requires/1',
        '- nothing | /requires/2 | not a name and a version: "nothing/@acme/stable"',
      ],
    },
  },
});
