import { pep503 } from '../names/pep503.ts';
import { buildPurl } from './build.ts';
import {
  ECOSYSTEMS_WITHOUT_PURL,
  type EcosystemRule,
  ecosystemRuleFor,
  ecosystemRuleOf,
  TYPES_WITHOUT_ECOSYSTEM,
} from './ecosystems.ts';
import type { Purl, PurlReading } from './purl.ts';
import { distroOfRelease, releaseOfDistro } from './releases.ts';

/** The OSV ecosystem and package a purl stands for, or the reason why there is none. */
export type PurlPackage =
  | {
      readonly ecosystem: string;
      readonly name: string;
      /** The source package's version where it differs from the purl's. */
      readonly version: string | null;
      readonly gaps: readonly CoverageGap[];
      readonly reason: null;
    }
  | { readonly ecosystem: null; readonly reason: string };

/**
 * Says what is not known about the name that records would use. While a gap is open, the absence of records proves nothing:
 *
 * - `source_package_unknown`: records name source packages, and the purl names what was built from one
 * - `built_package_unknown`: records name what is built, and the purl names the source of that
 * - `repository_kind_unknown`: only some repositories are packages of the ecosystem
 * - `name_incomplete`: the group, vendor or host that belongs to every name of the ecosystem is missing
 * - `not_covered`: nobody has declared how records of the ecosystem name packages
 */
export type CoverageGap =
  | 'source_package_unknown'
  | 'built_package_unknown'
  | 'repository_kind_unknown'
  | 'name_incomplete'
  | 'not_covered';

/** Where a purl's package is looked up. The release is part of the ecosystem where the purl names it (`Debian:12`). */
export function packageOfPurl(purl: Purl): PurlPackage {
  const rule = ecosystemRuleFor(purl.type, purl.namespace);
  if (rule === null) return { ecosystem: null, reason: reasonWithout(purl) };
  const distro = purl.qualifiers['distro'];
  const release = rule.release === null || distro === undefined ? null : releaseOfDistro(rule.release, distro);
  const repository = repositoryOf(rule, purl);
  const suffix = release ?? repository;
  const source = rule.recordsName === 'source' ? readSourcePackage(purl) : null;
  return {
    ecosystem: suffix === null ? rule.ecosystem : `${rule.ecosystem}:${suffix}`,
    name: source?.name ?? osvName(rule, purl),
    version: source?.version ?? null,
    gaps: findGaps(rule, purl, source !== null),
    reason: null,
  };
}

interface SourcePackage {
  readonly name: string;
  readonly version: string | null;
}

/**
 * Reads the source package that a purl names: `upstream=openssl`, `upstream=glibc@2.36-9`, `upstream=bind-9.16.23-11.el9.src.rpm`, or
 * the purl itself where its architecture says that it is one.
 */
function readSourcePackage({ type, name, qualifiers }: Purl): SourcePackage | null {
  const { upstream, arch } = qualifiers;
  if (upstream === undefined || upstream === '') {
    return isSource(arch) ? { name, version: null } : null;
  }
  const file = type === 'rpm' ? SOURCE_RPM.exec(upstream) : null;
  if (file !== null) return { name: file[1] ?? '', version: file[2] ?? null };
  const at = upstream.indexOf('@', 1);
  return at === -1
    ? { name: upstream, version: null }
    : { name: upstream.slice(0, at), version: upstream.slice(at + 1) || null };
}

function isSource(architecture: string | undefined): boolean {
  return architecture === 'source' || architecture === 'src';
}

const SOURCE_RPM = /^(.{1,200})-([^-]{1,100}-[^-]{1,100})\.(?:no)?src\.rpm$/;

/** Lists the gaps of a question that gives an ecosystem and a name, and nothing else. */
export function findEcosystemGaps(ecosystem: string): readonly CoverageGap[] {
  const rule = ecosystemRuleOf(ecosystem.split(':', 1)[0] ?? '');
  if (rule === null) return ['not_covered'];
  if (rule.recordsName === 'package') return [];
  return [rule.recordsName === 'source' ? 'source_package_unknown' : 'repository_kind_unknown'];
}

function findGaps(rule: EcosystemRule, { namespace, name, qualifiers }: Purl, isSourceKnown: boolean): CoverageGap[] {
  if (rule.recordsName !== 'package') return isSourceKnown ? [] : [...findEcosystemGaps(rule.ecosystem)];
  if (rule.name === 'distribution' && isSource(qualifiers['arch'])) return ['built_package_unknown'];
  const isWhole = rule.ecosystem === 'Go' ? isModulePath(`${namespace ?? ''}/${name}`) : namespace !== null;
  return isWhole || !HAS_NAMESPACE.has(rule.ecosystem) ? [] : ['name_incomplete'];
}

/** Every name has two parts there; Go's standard library and toolchain have none. */
const HAS_NAMESPACE: ReadonlySet<string> = new Set(['Maven', 'Packagist', 'Go', 'SwiftURL', 'VSCode']);

function isModulePath(path: string): boolean {
  const [first = ''] = path.split('/', 1);
  return first === '' ? ['/std', '/stdlib', '/toolchain'].includes(path) : first.includes('.');
}

/** What a package is called in OSV, and the parts OSV does not carry. */
export interface PackageIdentity {
  /** As the OSV schema spells it, with or without a release. */
  readonly ecosystem: string;
  readonly name: string;
  readonly version?: string | null;
  /** Such as the `uuid` that a Julia purl cannot do without. */
  readonly qualifiers?: Readonly<Record<string, string>>;
}

/** The purl of an OSV package, or the reason why it has none. */
export function purlOfPackage(identity: PackageIdentity): PurlReading {
  const colon = identity.ecosystem.indexOf(':');
  const base = colon === -1 ? identity.ecosystem : identity.ecosystem.slice(0, colon);
  const suffix = colon === -1 ? null : identity.ecosystem.slice(colon + 1);
  const rule = ecosystemRuleOf(base);
  if (rule === null)
    return {
      purl: null,
      problem: ECOSYSTEMS_WITHOUT_PURL.get(base) ?? `${base} is not an ecosystem of the OSV schema`,
    };
  const [namespace, name] = purlName(rule, identity.name);
  const qualifiers: Record<string, string> = { ...identity.qualifiers };
  if (suffix !== null && rule.release !== null)
    qualifiers['distro'] = distroOfRelease(rule.release, namespace ?? '', suffix);
  if (suffix !== null && suffix.startsWith('https://')) qualifiers['repository_url'] = suffix;
  return buildPurl({ type: rule.type, namespace, name, version: identity.version ?? null, qualifiers });
}

/** Whether the purl names a package of the collection. Another namespace is another collection, of which nothing is known here. */
export function isNixpkgsPurl({ type, namespace }: Pick<Purl, 'type' | 'namespace'>): boolean {
  return type === 'nix' && (namespace === null || namespace.toLowerCase() === 'nixpkgs');
}

function reasonWithout(purl: Purl): string {
  if (purl.type === 'nix' && !isNixpkgsPurl(purl)) {
    return `only nixpkgs packages are covered, not ${purl.namespace}`;
  }
  const known = TYPES_WITHOUT_ECOSYSTEM.get(purl.type);
  if (known !== undefined) return known;
  if (!['deb', 'rpm', 'apk'].includes(purl.type)) return `no OSV ecosystem is known for the purl type ${purl.type}`;
  return purl.namespace === null
    ? `a ${purl.type} purl without a namespace names no distribution`
    : `no OSV database covers the ${purl.type} packages of ${purl.namespace}`;
}

/** OSV tells packages of another Maven or Packagist repository apart by its address. */
function repositoryOf(rule: EcosystemRule, purl: Purl): string | null {
  if (rule.ecosystem !== 'Maven' && rule.ecosystem !== 'Packagist') return null;
  const url = purl.qualifiers['repository_url'];
  if (url === undefined || !url.startsWith('https://')) return null;
  return DEFAULT_REPOSITORIES.some((known) => url.startsWith(known)) ? null : url;
}

const DEFAULT_REPOSITORIES: readonly string[] = [
  'https://repo.maven.apache.org',
  'https://repo1.maven.org',
  'https://packagist.org',
  'https://repo.packagist.org',
];

function osvName(rule: EcosystemRule, { namespace, name }: Purl): string {
  if (rule.ecosystem === 'PyPI') return pep503(name);
  // Go's own name for its standard library; cyclonedx-gomod writes it.
  if (rule.ecosystem === 'Go' && namespace === null && name === 'std') return 'stdlib';
  if (namespace === null || rule.name === 'plain' || rule.name === 'distribution') return name;
  return `${namespace}${SEPARATORS[rule.name]}${name}`;
}

const SEPARATORS = { slash: '/', colon: ':', dot: '.' } as const;

function purlName(rule: EcosystemRule, name: string): [string | null, string] {
  if (rule.name === 'distribution') return [rule.namespaces[0] ?? null, name];
  if (rule.name === 'plain') return [null, name];
  // A Maven group holds no colon, so the first one parts it; elsewhere the last separator does.
  const at = rule.name === 'slash' ? name.lastIndexOf('/') : name.indexOf(SEPARATORS[rule.name]);
  return at === -1 ? [null, name] : [name.slice(0, at), name.slice(at + 1)];
}
