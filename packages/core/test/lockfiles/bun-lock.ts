import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'bun.lock',
  purl: 'pkg:npm/',
  write: [
    (packages) =>
      `{\n  "lockfileVersion": 1,\n  "workspaces": {"": {"name": "shop"}},\n  "packages": {\n${packages.map(({ name, version }) => `    "${name}": ["${name}@${version}", "", {}, "sha512-x"],\n`).join('')}  }\n}\n`,
  ],
  count: /^ {4}"([^"]*)": \[/gm,
  examples: {
    'a program with dependencies for development': {
      text: `{
  "lockfileVersion": 1,
  "workspaces": {
    "": {
      "name": "harbour",
      "dependencies": {
        "hono": "^4.6.0",
      },
      "devDependencies": {
        "@types/bun": "latest",
      },
    },
  },
  "packages": {
    "@types/bun": ["@types/bun@1.1.14", "", { "dependencies": { "bun-types": "1.1.37" } }, "sha512-x=="],

    "bun-types": ["bun-types@1.1.37", "", {}, "sha512-y=="],

    "hono": ["hono@4.6.14", "", {}, "sha512-z=="],
  }
}
`,
      lines: [
        'pkg:npm/%40types/bun@1.1.14 | true | null | /packages/@types~1bun',
        'pkg:npm/bun-types@1.1.37 | false | null | /packages/bun-types',
        'pkg:npm/hono@4.6.14 | true | null | /packages/hono',
      ],
    },
    'workspaces, one with a version of its own': {
      text: `{
  // Written by hand.
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "root" },
    "packages/api": { "name": "@acme/api", "version": "1.0.0", "dependencies": { "zod": "^3.0.0" } },
    "packages/web": { "name": "web", "dependencies": { "@acme/api": "workspace:*", "zod": "^4.0.0" } },
  },
  "packages": {
    "@acme/api": ["@acme/api@workspace:packages/api"],
    "web": ["web@workspace:packages/web"],
    "zod": ["zod@3.24.1", "", {}, "sha512-a=="],
    "web/zod": ["zod@4.0.5", "", {}, "sha512-b=="],
  },
}
`,
      lines: [
        'pkg:npm/zod@3.24.1 | true | null | /packages/zod',
        'pkg:npm/zod@4.0.5 | true | null | /packages/web~1zod',
        '- @acme/api | /packages/@acme~1api | a workspace of this project: "workspace:packages/api"',
        '- web | /packages/web | a workspace of this project: "workspace:packages/web"',
      ],
    },
    'packages from repositories, archives and folders': {
      text: `{
  "lockfileVersion": 0,
  "workspaces": { "": { "dependencies": { "left": "github:acme/left#v1", "note": "//not a comment" } } },
  "packages": {
    "left": ["left@github:acme/left#0a1b2c3", {}, "acme-left-0a1b2c3"],
    "right": ["right@https://example.org/right-2.0.0.tgz", {}, "sha512-c=="],
    "near": ["near@file:../near", {}],
    "broken": [],
  }
}
`,
      lines: [
        'pkg:npm/left?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Facme%2Fleft%400a1b2c3 | true | null | /packages/left',
        'pkg:npm/right?download_url=https:%2F%2Fexample.org%2Fright-2.0.0.tgz | false | null | /packages/right',
        '- near | /packages/near | a copy of the folder "../near", not a published package',
        '- broken | /packages/broken | the entry does not start with a name and a version',
      ],
    },
  },
});
