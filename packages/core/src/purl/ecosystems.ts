import type { ReleaseRule } from './releases.ts';

/** How an ecosystem of the OSV schema is written as a purl. */
export interface EcosystemRule {
  /** The base name, without a release. */
  readonly ecosystem: string;
  readonly type: string;
  /**
   * How namespace and name of a purl make the OSV name: the name alone, joined by a character,
   * or the name alone with the namespace naming the distribution.
   */
  readonly name: 'plain' | 'slash' | 'colon' | 'dot' | 'distribution';
  /** Spellings of the distribution; the first is the one we print. */
  readonly namespaces: readonly string[];
  /** How the `distro` qualifier gives the release (`Debian:12`). */
  readonly release: ReleaseRule | null;
  /**
   * Says what records name: the package that is installed, the source package that it was built from, or a repository, of which
   * only some kinds have records.
   */
  readonly recordsName: 'package' | 'source' | 'repository';
}

/** The rule that reads a purl of this type and namespace, or null. */
export function ecosystemRuleFor(type: string, namespace: string | null): EcosystemRule | null {
  const rules = BY_TYPE.get(type) ?? [];
  return rules.find((rule) => rule.name !== 'distribution' || rule.namespaces.includes(namespace ?? '')) ?? null;
}

/** The rule of an ecosystem by its base name, spelled as the OSV schema does; null when no purl type fits. */
export function ecosystemRuleOf(base: string): EcosystemRule | null {
  return BY_ECOSYSTEM.get(base) ?? null;
}

/** Why packages of these OSV ecosystems have no purl of their own. */
export const ECOSYSTEMS_WITHOUT_PURL: ReadonlyMap<string, string> = new Map([
  ['Android', 'Android components have no purl type'],
  ['Bioconductor', 'Bioconductor has no purl type of its own'],
  ['Docker Hardened Images', 'the image vendor has no registered purl type'],
  ['GHC', 'the compiler and its bundled tools have no purl type'],
  ['GIT', 'commit ranges are looked up by repository'],
  ['Kubernetes', 'Kubernetes components have no purl type'],
  ['Linux', 'the kernel has no purl type'],
  ['OSS-Fuzz', 'fuzzed projects are written pkg:generic, which names no ecosystem'],
  ['Root', 'patched rebuilds carry the purl of the original ecosystem'],
  ['TuxCare', 'patched rebuilds carry the purl of the original ecosystem'],
  ['WordPress', 'WordPress plugins and themes have no registered purl type'],
]);

/** Why a purl of these types has no OSV ecosystem. */
export const TYPES_WITHOUT_ECOSYSTEM: ReadonlyMap<string, string> = new Map([
  ['alpm', 'no OSV database covers Arch Linux'],
  ['bazel', 'no OSV database covers the Bazel registry'],
  ['bitbucket', 'a source repository is looked up by commit, not by name'],
  ['chrome-extension', 'no OSV database covers the Chrome Web Store'],
  ['cocoapods', 'no OSV database covers CocoaPods'],
  ['conda', 'no OSV database covers Conda'],
  ['cpan', 'no OSV database covers CPAN'],
  ['docker', 'an image is not a package: scan its contents'],
  ['generic', 'a generic purl names no ecosystem'],
  ['git', 'a source repository is looked up by commit, not by name'],
  ['huggingface', 'no OSV database covers models'],
  ['luarocks', 'no OSV database covers LuaRocks'],
  ['mlflow', 'no OSV database covers models'],
  ['nix', 'OSV has no Nix ecosystem; the name is looked up in nixpkgs'],
  ['oci', 'an image is not a package: scan its contents'],
  ['otp', 'no OSV ecosystem covers Erlang/OTP applications'],
  ['qpkg', 'no OSV database covers QNX packages'],
  ['swid', 'a SWID tag names no ecosystem'],
  ['yocto', 'no OSV database covers Yocto recipes'],
]);

/** OSV ecosystems that can be written as a purl. */
export const ECOSYSTEM_RULES: readonly EcosystemRule[] = [
  registry('npm', 'npm', 'slash'),
  registry('PyPI', 'pypi'),
  registry('Maven', 'maven', 'colon'),
  registry('Go', 'golang', 'slash'),
  registry('crates.io', 'cargo'),
  registry('RubyGems', 'gem'),
  registry('NuGet', 'nuget'),
  registry('Packagist', 'composer', 'slash'),
  registry('Hex', 'hex', 'slash'),
  registry('Pub', 'pub'),
  registry('Hackage', 'hackage'),
  registry('CRAN', 'cran'),
  registry('Julia', 'julia'),
  registry('opam', 'opam'),
  registry('ConanCenter', 'conan'),
  registry('vcpkg', 'vcpkg'),
  registry('Bitnami', 'bitnami'),
  registry('Homebrew', 'brew'),
  registry('SwiftURL', 'swift', 'slash'),
  // A github purl may be any repository; only actions have records under this name.
  { ...registry('GitHub Actions', 'github', 'slash'), recordsName: 'repository' },
  registry('VSCode', 'vscode-extension', 'dot'),
  distribution('Debian', 'deb', ['debian'], 'debian', 'source'),
  distribution('Ubuntu', 'deb', ['ubuntu'], 'ubuntu', 'source'),
  distribution('Echo', 'deb', ['echo'], null, 'source'),
  distribution('Alpine', 'apk', ['alpine'], 'alpine', 'source'),
  distribution('Wolfi', 'apk', ['wolfi'], null),
  distribution('Chainguard', 'apk', ['chainguard'], null),
  distribution('MinimOS', 'apk', ['minimos'], null),
  distribution('CleanStart', 'apk', ['cleanstart'], null),
  distribution('Alpaquita', 'apk', ['alpaquita'], null, 'source'),
  distribution('BellSoft Hardened Containers', 'apk', ['bellsoft-hardened-containers'], null, 'source'),
  distribution('Red Hat', 'rpm', ['redhat', 'rhel'], null),
  distribution('AlmaLinux', 'rpm', ['almalinux', 'alma'], 'major'),
  distribution('Rocky Linux', 'rpm', ['rocky-linux', 'rocky', 'rockylinux'], 'major', 'source'),
  distribution('Mageia', 'rpm', ['mageia'], 'major', 'source'),
  distribution('Photon OS', 'rpm', ['photon'], 'major-minor', 'source'),
  distribution('Azure Linux', 'rpm', ['azure-linux', 'azl', 'azurelinux', 'mariner'], 'major', 'source'),
  distribution('openEuler', 'rpm', ['openeuler'], null, 'source'),
  distribution('openSUSE', 'rpm', ['opensuse'], null, 'source'),
  distribution('SUSE', 'rpm', ['suse', 'sles'], null, 'source'),
];

const BY_ECOSYSTEM: ReadonlyMap<string, EcosystemRule> = new Map(ECOSYSTEM_RULES.map((rule) => [rule.ecosystem, rule]));
const BY_TYPE: ReadonlyMap<string, readonly EcosystemRule[]> = Map.groupBy(ECOSYSTEM_RULES, (rule) => rule.type);

function registry(ecosystem: string, type: string, name: EcosystemRule['name'] = 'plain'): EcosystemRule {
  return { ecosystem, type, name, namespaces: [], release: null, recordsName: 'package' };
}

function distribution(
  ecosystem: string,
  type: string,
  namespaces: readonly string[],
  release: ReleaseRule | null,
  recordsName: EcosystemRule['recordsName'] = 'package',
): EcosystemRule {
  return { ecosystem, type, name: 'distribution', namespaces, release, recordsName };
}
