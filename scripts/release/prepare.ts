/**
 * `npm run release:prepare`: one version for all packages from the changesets, one changelog, the lockfile, the description of the API,
 * and the versions that the samples for pipelines name. It commits nothing and prints what is left to do.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readChangeset, releasedChangelog } from './changelog.ts';
import { type Lockfile, lockfileFor } from './lockfile.ts';
import { ROOT, readManifest } from './packages.ts';

/** Files that name the version of what they run. */
const NAMING = ['action.yml', 'templates/almanac-scan.yml', '.pre-commit-hooks.yaml', 'deploy/helm/Chart.yaml'];

const at = (file: string) => path.join(ROOT, file);
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(at(file), change(readFileSync(at(file), 'utf8')));
const node = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });

const changesets = globSync('.changeset/*.md', { cwd: ROOT }).filter((file) => path.basename(file) !== 'README.md');
if (changesets.length === 0) fail('There is no changeset: nothing that users would notice has changed.');
if (git('status', '--porcelain') !== '') fail('There are changes that are not committed.');
const summaries = changesets.toSorted().map((file) => readChangeset(readFileSync(at(file), 'utf8')).summary);
const before = readManifest('.').version;

node('node_modules/@changesets/cli/bin.js', 'version');
const { version } = readManifest('packages/core');
edit('package.json', (text) => text.replace(`"version": "${before}"`, `"version": "${version}"`));
edit('package-lock.json', (text) => {
  const folders = readManifest('.').workspaces ?? [];
  const manifests = new Map([['', readManifest('.')], ...folders.map((each) => [each, readManifest(each)] as const)]);
  return `${JSON.stringify(lockfileFor(JSON.parse(text) as Lockfile, manifests), null, 2)}\n`;
});
const date = new Date().toISOString().slice(0, 10);
edit('CHANGELOG.md', (text) => releasedChangelog(text, { version, date, summaries }));
for (const file of NAMING) edit(file, (text) => text.replaceAll(before, version));
node('--conditions=@almanac/source', 'scripts/openapi.ts');
copyFileSync(at('openapi.json'), at('packages/contract/released/openapi.json'));

process.stdout.write(`${before} becomes ${version}. Read CHANGELOG.md, then:
  git commit --all --message='Release ${version}'
  git tag --sign v${version} --message='Almanac ${version}'
  git push --follow-tags
`);

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
}

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
