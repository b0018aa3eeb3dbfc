import type { Collection } from '../world/collection.ts';
import { stateAt } from '../world/timeline.ts';
import type { Package, Vulnerability } from '../world/vulnerability.ts';

export interface RepologyPackage {
  readonly repo: string;
  readonly srcname: string;
  readonly binname?: string;
  readonly visiblename?: string;
  readonly version: string;
  /** The repository's own spelling, with epoch and revision. */
  readonly origversion?: string;
  readonly status: string;
  readonly summary?: string;
  readonly categories?: readonly string[];
  readonly maintainers?: readonly string[];
  readonly licenses?: readonly string[];
  readonly vulnerable?: boolean;
}

export type RepologyProjects = ReadonlyMap<string, readonly RepologyPackage[]>;

/** Repology's prefixes. Other names have none. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['PyPI', 'python'],
  ['RubyGems', 'ruby'],
  ['npm', 'node'],
  ['Go', 'go'],
  ['crates.io', 'rust'],
  ['Packagist', 'php'],
  ['Hackage', 'haskell'],
]);

/** Set prefixes of attributes. */
const SETS: ReadonlyMap<string, string> = new Map([
  ['PyPI', 'python313Packages.'],
  ['RubyGems', 'rubyPackages.'],
  ['npm', 'nodePackages.'],
  ['Hackage', 'haskellPackages.'],
]);

/** The fallback without data about other repositories: nixpkgs' own versions. */
export function projectsOfCollection(collection: Collection, now: number, start: number): RepologyProjects {
  const projects = new Map<string, RepologyPackage[]>();
  for (const [repo, branch] of COLLECTION_REPOSITORIES) {
    for (const { attribute, state } of collection.packagesAt(branch, now, start)) {
      if (state.version == null) continue;
      const visiblename = state.pname ?? attribute.slice(attribute.lastIndexOf('.') + 1);
      const packages = projects.get(visiblename) ?? [];
      projects.set(visiblename, packages);
      packages.push({ repo, srcname: attribute, visiblename, version: state.version, status: 'unique' });
    }
  }
  return projects;
}

const COLLECTION_REPOSITORIES = [
  ['nix_unstable', 'master'],
  ['nix_stable_26_05', 'release-26.05'],
] as const;

/** Projects of the world's packages in a few repositories, and one project per quirk. */
export function projectsOf(world: Iterable<Vulnerability>, now: number, start: number): RepologyProjects {
  const projects = new Map<string, readonly RepologyPackage[]>(SHOWN);
  for (const { advisory, osv = [] } of world) {
    const told = [stateAt(advisory, now, start), ...osv.map((timeline) => stateAt(timeline, now, start))];
    for (const { ecosystem, name, ranges } of told.flatMap((state) => state?.packages ?? [])) {
      const base = ecosystem.split(':')[0] ?? '';
      const prefix = PREFIXES.get(base);
      const project = `${prefix === undefined ? '' : `${prefix}:`}${name.toLowerCase().replaceAll('_', '-')}`;
      if (!projects.has(project)) projects.set(project, carried(name, base, versionsOf(ranges)));
    }
  }
  return projects;
}

function carried(name: string, ecosystem: string, { fixed, affected }: Versions): readonly RepologyPackage[] {
  const attribute = `${SETS.get(ecosystem) ?? ''}${name}`;
  const short = name.split(/[/:]/).at(-1)?.toLowerCase() ?? name;
  const newest = { version: fixed, status: 'newest' };
  const old = { version: affected, status: 'outdated', vulnerable: true };
  return [
    { repo: 'nix_unstable', srcname: attribute, visiblename: short, ...newest, licenses: ['MIT'] },
    { repo: 'nix_stable_26_05', srcname: attribute, visiblename: short, ...old, licenses: ['MIT'] },
    {
      repo: 'debian_13',
      srcname: short,
      binname: short,
      ...old,
      origversion: `1:${affected}-1+b2`,
      categories: ['libs'],
    },
    { repo: 'arch', srcname: short, binname: short, ...newest, origversion: `${fixed}-1` },
  ];
}

interface Versions {
  readonly fixed: string;
  readonly affected: string;
}

function versionsOf(ranges: Package['ranges']): Versions {
  const events = ranges.filter(({ type }) => type !== 'GIT').flatMap((range) => range.events);
  const introduced = events.flatMap((event) =>
    'introduced' in event && event.introduced !== '0' ? [event.introduced] : [],
  );
  const fixed = events.flatMap((event) => ('fixed' in event ? [event.fixed] : []));
  return { fixed: fixed.at(-1) ?? '99.0', affected: introduced.at(-1) ?? '0.1' };
}

const NIX = { maintainers: ['keeper@collection.example'], licenses: ['PSF-2.0'] };

/** Several rows in one repository, versions that are not releases, future versions, one name for two projects. */
const SHOWN: readonly (readonly [string, readonly RepologyPackage[]])[] = [
  [
    'python',
    [
      {
        repo: 'nix_unstable',
        srcname: 'python314',
        visiblename: 'python3',
        version: '3.14.1',
        status: 'newest',
        ...NIX,
      },
      {
        repo: 'nix_unstable',
        srcname: 'python313',
        visiblename: 'python3',
        version: '3.13.9',
        status: 'legacy',
        ...NIX,
      },
      {
        repo: 'nix_unstable',
        srcname: 'python315',
        visiblename: 'python3',
        version: '3.15.0a2',
        status: 'devel',
        ...NIX,
      },
      {
        repo: 'nix_stable_26_05',
        srcname: 'python313',
        visiblename: 'python3',
        version: '3.13.7',
        status: 'outdated',
        vulnerable: true,
        ...NIX,
      },
      {
        repo: 'debian_13',
        srcname: 'python3.13',
        binname: 'python3.13',
        version: '3.13.5',
        origversion: '3.13.5-2',
        status: 'outdated',
      },
      { repo: 'gentoo', srcname: 'dev-lang/python', version: '3.14.1', status: 'newest', categories: ['dev-lang'] },
      { repo: 'freebsd', srcname: 'lang/python', binname: 'python', version: '9999', status: 'rolling' },
    ],
  ],
  [
    'imagemagick',
    [
      { repo: 'nix_unstable', srcname: 'imagemagick', version: '7.1.2.8', origversion: '7.1.2-8', status: 'newest' },
      {
        repo: 'nix_unstable',
        srcname: 'imagemagick6',
        version: '6.9.13.33',
        origversion: '6.9.13-33',
        status: 'legacy',
      },
      {
        repo: 'arch',
        srcname: 'imagemagick',
        binname: 'imagemagick',
        version: '7.1.2.8',
        origversion: '7.1.2.8-1',
        status: 'newest',
      },
    ],
  ],
  ['lantern', [{ repo: 'nix_unstable', srcname: 'lantern', version: '0.4', status: 'unique' }]],
  // One attribute in two projects: only a person can tell which is meant.
  ['spindle', [{ repo: 'nix_unstable', srcname: 'spindleTools', version: '2.0', status: 'newest' }]],
  ['spindle-tools', [{ repo: 'nix_unstable', srcname: 'spindleTools', version: '2.0', status: 'newest' }]],
];
