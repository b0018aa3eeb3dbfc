import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'composer.lock',
  purl: 'pkg:composer/',
  write: [
    (packages) =>
      `{"content-hash": "00", "packages": [\n${packages.map(({ name, version }) => `{"name": "${name}", "version": "${version}", "type": "library"}`).join(',\n')}\n], "packages-dev": []}`,
  ],
  count: /"name": "([^"]+\/[^"]+)",\s*"version"/g,
  examples: {
    'packages for the program and for development': {
      text: `{
    "_readme": ["This file locks the dependencies of your project to a known state"],
    "content-hash": "00",
    "packages": [
        {
            "name": "monolog/monolog",
            "version": "3.8.1",
            "source": { "type": "git", "url": "https://github.com/Seldaek/monolog.git", "reference": "aef6ee73" },
            "require": { "php": ">=8.1" },
            "authors": [{ "name": "Ada", "email": "ada@example.org" }]
        },
        {
            "name": "symfony/console",
            "version": "v7.2.1",
            "type": "library"
        }
    ],
    "packages-dev": [
        {
            "name": "phpunit/phpunit",
            "version": "11.5.2"
        }
    ],
    "platform": { "php": ">=8.2" }
}
`,
      lines: [
        'pkg:composer/monolog/monolog@3.8.1 | null | false | /packages/0',
        'pkg:composer/symfony/console@v7.2.1 | null | false | /packages/1',
        'pkg:composer/phpunit/phpunit@11.5.2 | null | true | /packages-dev/0',
      ],
    },
    'branches and folders': {
      text: `{
    "packages": [
        {
            "name": "acme/Tools",
            "version": "dev-main",
            "source": { "type": "git", "url": "https://example.org/tools.git", "reference": "0a1b2c3d" }
        },
        {
            "name": "acme/lib",
            "version": "2.x-dev",
            "dist": { "type": "path", "url": "../lib", "reference": "00" }
        }
    ]
}
`,
      lines: [
        'pkg:composer/acme/tools@dev-main?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Ftools.git%400a1b2c3d | null | false | /packages/0',
        '- acme/lib | /packages/1 | a folder of this project: "../lib"',
      ],
    },
    'only for development': {
      text: `{
    "packages": [],
    "packages-dev": [
        {
            "name": "acme/plain",
            "version": "1.0.0"
        },
        {
            "name": "acme/also",
            "version": "1.0.0",
            "dist": { "type": "zip", "url": "https://example.org/also.zip" }
        }
    ]
}
`,
      lines: [
        'pkg:composer/acme/plain@1.0.0 | null | true | /packages-dev/0',
        'pkg:composer/acme/also@1.0.0 | null | true | /packages-dev/1',
      ],
    },
  },
});
