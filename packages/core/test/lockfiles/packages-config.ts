import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'packages.config',
  purl: 'pkg:nuget/',
  write: [
    (packages) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<packages>\n${packages.map(({ name, version }) => `  <package id="${name}" version="${version}" targetFramework="net48" />\n`).join('')}</packages>\n`,
  ],
  count: /<package ([^>]*)\/>/g,
  examples: {
    'a web application': {
      text: `<?xml version="1.0" encoding="utf-8"?>
<packages>
  <package id="jQuery" version="3.7.1" targetFramework="net48" />
  <package id="Microsoft.AspNet.Mvc" version="5.3.0" targetFramework="net48" />
</packages>
`,
      lines: [
        'pkg:nuget/jQuery@3.7.1 | null | false | line 3',
        'pkg:nuget/Microsoft.AspNet.Mvc@5.3.0 | null | false | line 4',
      ],
    },
    'a package for development': {
      text: `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<packages>
  <package id="StyleCop.Analyzers" version="1.1.118" targetFramework="net48" developmentDependency="true" />
  <package id="log4net" version="2.0.17" allowedVersions="[2,3)" targetFramework="net48" />
</packages>
`,
      lines: [
        'pkg:nuget/StyleCop.Analyzers@1.1.118 | null | true | line 3',
        'pkg:nuget/log4net@2.0.17 | null | false | line 4',
      ],
    },
    'packages without a version or an id': {
      text: `<packages>
  <package id="Lonely" />
  <package version="1.0.0" />
  <package id="log4net" version="2.0.17"
           targetFramework="net48" />
</packages>
`,
      lines: [
        'pkg:nuget/log4net@2.0.17 | null | false | line 4',
        '- Lonely | line 2 | the package has no ID or no version',
        '- null | line 3 | the package has no ID or no version',
      ],
    },
  },
});
