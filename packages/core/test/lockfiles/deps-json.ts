import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: '*.deps.json',
  purl: 'pkg:nuget/',
  write: [
    (packages) =>
      `{"runtimeTarget": {"name": "x"}, "targets": {"x": {}}, "libraries": {\n${packages.map(({ name, version }) => `"${name}/${version}": {"type": "package", "serviceable": true}`).join(',\n')}\n}}`,
  ],
  count: /"([^"]+\/?[^"/]*)": \{\s*"type"/g,
  examples: {
    'a program and what it depends on': {
      fileName: 'bin/harbour.deps.json',
      text: `{
  "runtimeTarget": { "name": ".NETCoreApp,Version=v8.0", "signature": "" },
  "targets": {
    ".NETCoreApp,Version=v8.0": {
      "harbour/1.0.0": {
        "dependencies": { "Newtonsoft.Json": "13.0.3" },
        "runtime": { "harbour.dll": {} }
      },
      "Newtonsoft.Json/13.0.3": { "dependencies": { "System.Memory": "4.5.5" } },
      "System.Memory/4.5.5": {}
    }
  },
  "libraries": {
    "harbour/1.0.0": { "type": "project", "serviceable": false, "sha512": "" },
    "Newtonsoft.Json/13.0.3": { "type": "package", "serviceable": true, "sha512": "sha512-00" },
    "System.Memory/4.5.5": { "type": "package", "serviceable": true, "sha512": "sha512-00" }
  }
}
`,
      lines: [
        'pkg:nuget/Newtonsoft.Json@13.0.3 | true | null | /libraries/Newtonsoft.Json~113.0.3',
        'pkg:nuget/System.Memory@4.5.5 | false | null | /libraries/System.Memory~14.5.5',
        '- harbour | /libraries/harbour~11.0.0 | a folder of this project, not a published package',
      ],
    },
    'a package without its project': {
      fileName: 'tool.deps.json',
      text: `{
  "targets": { "net8.0": { "Dapper/2.1.35": {} } },
  "libraries": {
    "Dapper/2.1.35": { "type": "package" }
  }
}
`,
      lines: ['pkg:nuget/Dapper@2.1.35 | null | null | /libraries/Dapper~12.1.35'],
    },
    'assemblies and packs': {
      fileName: 'tool.deps.json',
      text: `{
  "targets": {},
  "libraries": {
    "Own.Assembly/1.0.0.0": { "type": "reference" },
    "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.11": { "type": "runtimepack" },
    "NoVersion": { "type": "package" }
  }
}
`,
      lines: [
        'pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64@8.0.11 | null | null | /libraries/runtimepack.Microsoft.NETCore.App.Runtime.linux-x64~18.0.11',
        'pkg:nuget/NoVersion | null | null | /libraries/NoVersion',
        '- Own.Assembly | /libraries/Own.Assembly~11.0.0.0 | a library of type "reference", which is not a package',
      ],
    },
  },
});
