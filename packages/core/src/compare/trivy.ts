import { printPurl } from '../purl/build.ts';
import { purlOfPackage } from '../purl/packages.ts';
import type { Collector } from './collector.ts';
import { boundedText, idsOf, listIn, type Members, members } from './fields.ts';
import type { ReportedPackage } from './model.ts';

/** Told by `SchemaVersion` and `Results`; without a finding and a package, `Results` may be missing. */
export function isTrivy(report: Members): boolean {
  return report['SchemaVersion'] === 2 && ('Results' in report || 'ArtifactName' in report);
}

/** Packages without findings are named where trivy was asked to list them all. */
export function readTrivy(report: Members, into: Collector): string | null {
  for (const result of listIn(report['Results']).map(members)) {
    const type = boundedText(result['Type']);
    for (const each of listIn(result['Packages'])) readPackage(members(each), type, into);
    for (const each of listIn(result['Vulnerabilities'])) readVulnerability(members(each), type, null, into);
    for (const each of listIn(result['ExperimentalModifiedFindings'])) {
      const { Type: kind, Status: status, Statement: statement, Finding: finding } = members(each);
      if (kind !== 'vulnerability') continue;
      readVulnerability(
        members(finding),
        type,
        boundedText(statement) ?? boundedText(status) ?? 'a rule of its configuration',
        into,
      );
    }
  }
  return boundedText(members(report['Trivy'])['Version']);
}

function readPackage(given: Members, type: string | null, into: Collector): void {
  const name = boundedText(given['Name']);
  if (name === null) return into.unreadable();
  into.package(packageOf(name, boundedText(given['Version']), members(given['Identifier'])['PURL'], type));
}

function readVulnerability(given: Members, type: string | null, ignored: string | null, into: Collector): void {
  const name = boundedText(given['PkgName']);
  const ids = idsOf([given['VulnerabilityID'], ...listIn(given['VendorIDs'])]);
  if (name === null || ids.length === 0) return into.unreadable();
  const version = boundedText(given['InstalledVersion']);
  const purl = members(given['PkgIdentifier'])['PURL'];
  into.finding({ package: into.package(packageOf(name, version, purl, type)), ids, ignored });
}

/** Reports before 0.47 have no package URL: that of a language's package follows from its type. */
function packageOf(name: string, version: string | null, given: unknown, type: string | null): ReportedPackage {
  const purl = boundedText(given);
  if (purl !== null) return { name, version, purl };
  const ecosystem = ECOSYSTEMS.get(type ?? '');
  const built = ecosystem === undefined ? null : purlOfPackage({ ecosystem, name, version }).purl;
  return { name, version, purl: built === null ? null : printPurl(built) };
}

const ECOSYSTEMS: ReadonlyMap<string, string> = new Map([
  ...['npm', 'yarn', 'pnpm', 'bun', 'node-pkg'].map((type) => [type, 'npm'] as const),
  ...['pip', 'pipenv', 'poetry', 'uv', 'python-pkg'].map((type) => [type, 'PyPI'] as const),
  ...['gomod', 'gobinary'].map((type) => [type, 'Go'] as const),
  ...['cargo', 'rustbinary'].map((type) => [type, 'crates.io'] as const),
  ...['bundler', 'gemspec'].map((type) => [type, 'RubyGems'] as const),
  ...['jar', 'pom', 'gradle', 'sbt'].map((type) => [type, 'Maven'] as const),
  ...['nuget', 'dotnet-core', 'packages-props'].map((type) => [type, 'NuGet'] as const),
  ...['composer', 'composer-vendor'].map((type) => [type, 'Packagist'] as const),
  ['hex', 'Hex'],
  ['pub', 'Pub'],
]);
