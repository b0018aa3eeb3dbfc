import type { WorldSize } from './size.ts';

export interface Ecosystem {
  /** Its directory in the bucket. */
  readonly name: string;
  /** The prefix of its ids. */
  readonly prefix: string;
  /** A distribution names a package once per release. */
  readonly releases: readonly string[];
  /** The range of its advisories' numbers. */
  readonly from: number;
  readonly to: number;
}

type Row = readonly [name: string, prefix: string, weight: number, releases?: readonly string[]];

/** Records churn in the first. Weights roughly match the bucket's. */
const ROWS: readonly Row[] = [
  ['Ubuntu', 'UBUNTU-CVE', 80, ['14.04:LTS', '16.04:LTS', '18.04:LTS', '20.04:LTS', '22.04:LTS', '24.04:LTS', '26.04']],
  ['npm', 'GHSA', 230],
  ['PyPI', 'GHSA', 45],
  ['Maven', 'GHSA', 30],
  ['Go', 'GO', 30],
  ['crates.io', 'RUSTSEC', 8],
  ['Packagist', 'GHSA', 25],
  ['NuGet', 'GHSA', 10],
  ['RubyGems', 'GHSA', 12],
  ['Pub', 'GHSA', 2],
  ['Hex', 'EEF-CVE', 2],
  ['Hackage', 'HSEC', 2],
  ['CRAN', 'RSEC', 2],
  ['SwiftURL', 'GHSA', 2],
  ['GitHub Actions', 'GHSA', 2],
  ['Julia', 'JLSEC', 3],
  ['Bitnami', 'BIT', 25],
  ['OSS-Fuzz', 'OSV', 20],
  ['VSCode', 'MAL', 3],
  ['Debian', 'DEBIAN-CVE', 120, ['11', '12', '13', '14']],
  ['SUSE', 'SUSE-SU', 110, ['Linux Enterprise Server 12 SP5', 'Linux Enterprise Server 15 SP6', 'Package Hub 15 SP6']],
  ['openSUSE', 'openSUSE-SU', 40, ['Leap 15.6', 'Leap 16.0', 'Tumbleweed']],
  ['Red Hat', 'RHSA', 60, ['enterprise_linux:8::baseos', 'enterprise_linux:9::appstream', 'rhel_eus:9.4::crb']],
  ['Rocky Linux', 'RLSA', 15, ['8', '9', '10']],
  ['AlmaLinux', 'ALSA', 15, ['8', '9', '10']],
  ['Alpine', 'ALPINE-CVE', 15, ['v3.19', 'v3.20', 'v3.21', 'v3.22']],
  ['Alpaquita', 'BELL-CVE', 5, ['23', '25', 'stream']],
  ['Chainguard', 'CGA', 40, ['']],
  ['Wolfi', 'WOLFI', 30, ['']],
  ['MinimOS', 'MINI', 20, ['']],
  ['Mageia', 'MGASA', 8, ['8', '9']],
  ['openEuler', 'OESA', 15, ['22.03-LTS-SP4', '24.03-LTS']],
  ['Echo', 'ECHO', 10, ['']],
  ['Android', 'ASB-A', 8, ['14', '15', '16']],
];

/** Each has its own range of numbers. New ones come last and belong to the second. */
export function ecosystemsOf({ advisories, churning }: WorldSize): readonly Ecosystem[] {
  const total = ROWS.reduce((sum, [, , weight]) => sum + weight, 0);
  let reached = 0;
  let from = 0;
  return ROWS.map(([name, prefix, weight, releases = []]) => {
    reached += weight;
    const to = churning + Math.round(((advisories - churning) * reached) / total);
    const ecosystem = { name, prefix, releases, from, to };
    from = to;
    return ecosystem;
  });
}

/** New records of a day belong here. */
export const NEWCOMERS = 'npm';

export function homeOf(ecosystems: readonly Ecosystem[], index: number): Ecosystem {
  const home =
    ecosystems.find(({ from, to }) => index >= from && index < to) ?? ecosystems.find(({ name }) => name === NEWCOMERS);
  if (home === undefined) throw new RangeError(`No ecosystem has ${index}`);
  return home;
}
