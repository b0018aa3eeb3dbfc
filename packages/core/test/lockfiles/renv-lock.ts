import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'renv.lock',
  purl: 'pkg:cran/',
  write: [
    (packages) =>
      `{"R": {"Version": "4.4.2"}, "Packages": {\n${packages.map(({ name, version }) => `"${name}": {"Package": "${name}", "Version": "${version}", "Source": "Repository", "Repository": "CRAN"}`).join(',\n')}\n}}`,
  ],
  count: /"Package": "([^"]+)"/g,
  examples: {
    'packages of CRAN': {
      text: `{
  "R": {
    "Version": "4.4.2",
    "Repositories": [{ "Name": "CRAN", "URL": "https://cloud.r-project.org" }]
  },
  "Packages": {
    "R6": {
      "Package": "R6",
      "Version": "2.5.1",
      "Source": "Repository",
      "Repository": "CRAN",
      "Requirements": ["R"],
      "Hash": "00"
    },
    "data.table": {
      "Package": "data.table",
      "Version": "1.16.4",
      "Source": "Repository",
      "Repository": "RSPM"
    }
  }
}
`,
      lines: [
        'pkg:cran/R6@2.5.1 | null | null | /Packages/R6',
        'pkg:cran/data.table@1.16.4 | null | null | /Packages/data.table',
      ],
    },
    'packages of repositories': {
      text: `{
  "Packages": {
    "crane": {
      "Package": "crane",
      "Version": "0.0.0.9000",
      "Source": "GitHub",
      "RemoteType": "github",
      "RemoteHost": "api.github.com",
      "RemoteUsername": "acme",
      "RemoteRepo": "crane",
      "RemoteRef": "main",
      "RemoteSha": "0a1b2c3d"
    },
    "quay": {
      "Package": "quay",
      "Version": "1.0.0",
      "Source": "Git",
      "RemoteUrl": "https://example.org/quay.git",
      "RemoteSha": "4e5f"
    }
  }
}
`,
      lines: [
        'pkg:cran/crane@0.0.0.9000?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Facme%2Fcrane%400a1b2c3d | null | null | /Packages/crane',
        'pkg:cran/quay@1.0.0?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fquay.git%404e5f | null | null | /Packages/quay',
      ],
    },
    'Bioconductor and folders': {
      text: `{
  "Packages": {
    "limma": {
      "Package": "limma",
      "Version": "3.62.1",
      "Source": "Bioconductor",
      "Repository": "Bioconductor 3.20"
    },
    "own": {
      "Package": "own",
      "Version": "0.1.0",
      "Source": "Local"
    }
  }
}
`,
      lines: [
        '- limma | /Packages/limma | Bioconductor packages have no package URL',
        '- own | /Packages/own | a package from the source "Local"',
      ],
    },
  },
});
