import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'packages.lock.json',
  purl: 'pkg:nuget/',
  write: [
    (packages) =>
      `{"version": 1, "dependencies": {"net8.0": {\n${packages.map(({ name, version }) => `"${name}": {"type": "Transitive", "resolved": "${version}"}`).join(',\n')}\n}}}`,
  ],
  count: /"([^"]+)": \{\s*"type": "\w+"(?:[^}]*?"resolved": "([^"]+)")?/g,
  examples: {
    'direct and transitive packages': {
      text: `{
  "version": 1,
  "dependencies": {
    "net8.0": {
      "Newtonsoft.Json": {
        "type": "Direct",
        "requested": "[13.0.3, )",
        "resolved": "13.0.3",
        "contentHash": "00=="
      },
      "System.Memory": {
        "type": "Transitive",
        "resolved": "4.5.5",
        "contentHash": "00=="
      }
    }
  }
}
`,
      lines: [
        'pkg:nuget/Newtonsoft.Json@13.0.3 | true | null | /dependencies/net8.0/Newtonsoft.Json',
        'pkg:nuget/System.Memory@4.5.5 | false | null | /dependencies/net8.0/System.Memory',
      ],
    },
    'two frameworks': {
      text: `{
  "version": 2,
  "dependencies": {
    ".NETStandard,Version=v2.0": {
      "Serilog": {
        "type": "Transitive",
        "resolved": "3.1.1"
      }
    },
    "net8.0": {
      "Serilog": {
        "type": "Direct",
        "requested": "[3.1.1, )",
        "resolved": "3.1.1"
      },
      "Serilog.Sinks.File": {
        "type": "CentralTransitive",
        "requested": "[5.0.0, )",
        "resolved": "5.0.0",
        "dependencies": { "Serilog": "2.10.0" }
      }
    }
  }
}
`,
      lines: [
        'pkg:nuget/Serilog@3.1.1 | true | null | /dependencies/.NETStandard,Version=v2.0/Serilog',
        'pkg:nuget/Serilog.Sinks.File@5.0.0 | false | null | /dependencies/net8.0/Serilog.Sinks.File',
      ],
    },
    'projects in the solution': {
      fileName: 'packages.harbour.lock.json',
      text: `{
  "version": 1,
  "dependencies": {
    "net9.0": {
      "quay": {
        "type": "Project",
        "dependencies": { "Dapper": "[2.1.35, )" }
      },
      "Dapper": {
        "type": "Transitive"
      }
    }
  }
}
`,
      lines: [
        '- quay | /dependencies/net9.0/quay | a folder of this project, not a published package',
        '- Dapper | /dependencies/net9.0/Dapper | the entry has no resolved version',
      ],
    },
  },
});
