import { arrivesAt } from '../world/channels.ts';
import type { Collection, PackageState, ShownPackage } from '../world/collection.ts';
import type { Branch } from '../world/commits.ts';
import { DAY } from '../world/when.ts';
import { type Random, randomOf } from './random.ts';
import { FIRST, FLAWS, SECOND } from './words.ts';

export interface GeneratedCollectionOptions {
  readonly seed: number;
  readonly count: number;
}

/** Sets by their share of nixpkgs; the rest is outside any set. */
const SETS: readonly (readonly [set: string, share: number])[] = [
  ['rPackages.', 0.24],
  ['haskellPackages.', 0.14],
  ['python312Packages.', 0.08],
  ['python313Packages.', 0.08],
  ['emacsPackages.', 0.05],
  ['sbclPackages.', 0.04],
  ['texlivePackages.', 0.04],
  ['perlPackages.', 0.03],
  ['ocamlPackages.', 0.01],
  ['rubyPackages.', 0.01],
  ['vimPlugins.', 0.02],
];

/** Keeps random streams of packages apart from those of vulnerabilities. */
const STREAM = 0x5eed;

/** Repeatable by seed. Packages are made on demand. */
export function generatedCollection({ seed, count }: GeneratedCollectionOptions): Collection {
  return {
    size: count,
    *packagesAt(branch, at) {
      const until = Math.min(at, branchedOff(branch));
      for (let index = 0; index < count; index += 1) yield packageAt(seed, index, until);
    },
  };
}

/** A release keeps the versions from its branch-off. */
function branchedOff(branch: Branch): number {
  return branch.startsWith('release-')
    ? (arrivesAt({ branch: 'master', at: 0 }, branch) ?? 0)
    : Number.POSITIVE_INFINITY;
}

function packageAt(seed: number, index: number, at: number): ShownPackage {
  const random = randomOf(seed ^ STREAM, index);
  const plain = index < FIRST.length * SECOND.length;
  const set = plain ? '' : setOf(random.next());
  const first = FIRST[index % FIRST.length] ?? '';
  const second = SECOND[Math.floor(index / FIRST.length) % SECOND.length];
  // The first packages share names with generated vulnerabilities' products.
  const pname = plain ? `${first}-${second}` : `${first}-${second}-${index.toString(36)}`;
  const quoted = random.chance(0.002);
  const name = quoted ? `"3d-${pname}"` : pname;
  return {
    attribute: `${set}${name}`,
    state: stateOf(random, { pname: quoted ? `3d-${pname}` : pname, set, index, first }, at),
  };
}

interface Named {
  readonly pname: string;
  readonly set: string;
  readonly index: number;
  readonly first: string;
}

function stateOf(random: Random, { pname, set, index, first }: Named, at: number): PackageState {
  const period = (20 + random.below(400)) * DAY;
  const releases = Math.floor((at + random.below(400) * DAY) / period);
  const [, flaw] = random.pick(FLAWS);
  const year = 2024 + random.below(3);
  const cve = `CVE-${year}-${90_000 + random.below(9_000)}`;
  return {
    pname,
    version: random.chance(0.01) ? null : `${random.below(9)}.${random.below(20)}.${releases % 100}`,
    description: `${first} that ${random.chance(0.1) ? `no longer ${flaw}` : `works with ${random.pick(SECOND)} and ${random.pick(FIRST)}`}`,
    homepage: `https://github.com/${random.pick(FIRST)}${random.below(5000)}/${pname}`,
    license: { spdxId: random.pick(['MIT', 'GPL-3.0-or-later', 'BSD-3-Clause', 'Apache-2.0']), free: true },
    maintainers: Array.from({ length: random.below(3) }, () => ({
      name: random.pick(FIRST),
      github: `${random.pick(SECOND)}${random.below(900)}`,
      githubId: random.below(9_000_000),
    })),
    position:
      set === 'haskellPackages.'
        ? 'pkgs/development/haskell-modules/hackage-packages.nix'
        : `pkgs/by-name/${pname.slice(0, 2)}/${pname}/package.nix:${1 + (index % 60)}`,
    ...(random.chance(0.003) ? { knownVulnerabilities: [`${cve}: ${flaw}`] } : {}),
    ...(random.chance(0.002) ? { patches: [`${cve}.patch`] } : {}),
    ...(set === '' && random.chance(0.1) ? { cpeVendor: random.pick(FIRST) } : {}),
  };
}

function setOf(share: number): string {
  let left = share;
  for (const [set, part] of SETS) {
    if (left < part) return set;
    left -= part;
  }
  return '';
}
