import { CRATE, GEM, GO_MODULE, NPM_NAME, PYTHON_NAME } from './spellings.ts';

/** How each package manager installs a given version; by ecosystem, as OSV spells it, without a release. */
const COMMANDS: ReadonlyMap<string, (name: string, version: string) => string> = new Map([
  ['npm', (name, version) => `npm install ${name}@${version}`],
  ['PyPI', (name, version) => `pip install "${name}>=${version}"`],
  ['crates.io', (name, version) => `cargo update -p ${name} --precise ${version}`],
  ['Go', (name, version) => `go get ${name}@v${version.replace(/^v/, '')}`],
  ['RubyGems', (name, version) => `gem install ${name} --version ${version}`],
  ['Packagist', (name, version) => `composer require "${name}:^${version}"`],
  ['NuGet', (name, version) => `dotnet add package ${name} --version ${version}`],
  ['Maven', (name, version) => `mvn versions:use-dep-version -Dincludes=${name} -DdepVersion=${version}`],
  ['Debian', (name) => `apt-get update && apt-get install --only-upgrade ${name}`],
  ['Ubuntu', (name) => `apt-get update && apt-get install --only-upgrade ${name}`],
  ['Alpine', (name) => `apk upgrade ${name}`],
  ['Wolfi', (name) => `apk upgrade ${name}`],
  ['Chainguard', (name) => `apk upgrade ${name}`],
  ['AlmaLinux', (name) => `dnf upgrade ${name}`],
  ['Rocky Linux', (name) => `dnf upgrade ${name}`],
  ['Red Hat', (name) => `dnf upgrade ${name}`],
]);

/** Records are written by others: only what a shell takes as one plain word becomes part of a command. */
const PLAIN_NAME = /^[@A-Za-z0-9][A-Za-z0-9@._/:+-]{0,199}$/;
const PLAIN_VERSION = /^[A-Za-z0-9][A-Za-z0-9._:~+-]{0,99}$/;
/** `user/repository` would be fetched from GitHub by npm, and `stdlib` is no module. */
const NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['npm', NPM_NAME],
  ['PyPI', PYTHON_NAME],
  ['crates.io', CRATE],
  ['Go', GO_MODULE],
  ['RubyGems', GEM],
]);

/** The command for a package that is known by its name alone; null unless all of its fixes name one package of one ecosystem. */
export function upgradeCommandByFixes(
  fixes: readonly { readonly ecosystem: string | null; readonly name: string }[],
  version: string,
): string | null {
  const commands = new Set(fixes.map(({ ecosystem, name }) => upgradeCommand(ecosystem, name, version)));
  const [first = null] = commands;
  return commands.size === 1 ? first : null;
}

/** The command that brings a package to a version; null where there is none, or where the names are not safe to type. */
export function upgradeCommand(ecosystem: string | null, name: string, version: string): string | null {
  const [base = ''] = (ecosystem ?? '').split(':', 1);
  const command = COMMANDS.get(base);
  const isPlain = (NAMES.get(base) ?? PLAIN_NAME).test(name) && PLAIN_VERSION.test(version);
  return command === undefined || !isPlain ? null : command(name, version);
}
