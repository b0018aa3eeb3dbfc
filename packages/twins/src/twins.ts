import { advisory } from './advisory/advisory.ts';
import { channels } from './channels/channels.ts';
import { cveList } from './cve-list/cve-list.ts';
import { cveServices } from './cve-services/cve-services.ts';
import { dependencies } from './dependencies/dependencies.ts';
import { evaluationOf } from './dependencies/evaluation.ts';
import { epss } from './epss/epss.ts';
import { exploitdb } from './exploitdb/exploitdb.ts';
import { madeUpExploitdb } from './exploitdb/made-up.ts';
import type { MadeUpList } from './feed/made-up.ts';
import type { RecordFeed } from './feed/record-feed.ts';
import type { Clock } from './frame/clock.ts';
import { startTwin } from './frame/start-twin.ts';
import type { Twin, TwinDefinition } from './frame/twin.ts';
import { kev } from './kev/kev.ts';
import { madeUpMetasploit } from './metasploit/made-up.ts';
import { metasploit } from './metasploit/metasploit.ts';
import { nixpkgs } from './nixpkgs/nixpkgs.ts';
import { madeUpNuclei } from './nuclei/made-up.ts';
import { nuclei } from './nuclei/nuclei.ts';
import { nvd } from './nvd/nvd.ts';
import { madeUpNvdOverrides } from './nvd-overrides/made-up.ts';
import { nvdOverrides } from './nvd-overrides/nvd-overrides.ts';
import { osv } from './osv/osv.ts';
import { packages } from './packages/packages.ts';
import { repology } from './repology/repology.ts';
import type { World } from './world/world.ts';

type Told = World | RecordFeed;

/**
 * Every twin by source id, with its folder. `madeUp` is set for single-file upstreams: the fault matrix and the
 * simulation rely on it.
 */
export const TWINS = {
  cve_list_v5: { folder: 'cve-list', define: (told: Told): TwinDefinition => cveList(told) },
  cve_services: { folder: 'cve-services', define: (told: Told): TwinDefinition => cveServices(told) },
  osv: { folder: 'osv', define: (told: Told): TwinDefinition => osv(told) },
  advisory: { folder: 'advisory', define: (told: Told): TwinDefinition => advisory(told) },
  nvd: { folder: 'nvd', define: (told: Told): TwinDefinition => nvd(told) },
  epss: { folder: 'epss', define: (told: Told): TwinDefinition => epss(told) },
  kev: { folder: 'kev', define: (told: Told): TwinDefinition => kev(told) },
  repology: { folder: 'repology', define: (world: World): TwinDefinition => repology(world) },
  nixpkgs: { folder: 'nixpkgs', define: (told: Told): TwinDefinition => nixpkgs(told) },
  channels: { folder: 'channels', define: (): TwinDefinition => channels() },
  packages: { folder: 'packages', define: (world: World): TwinDefinition => packages(world.collection) },
  dependencies: {
    folder: 'dependencies',
    define: (world: World): TwinDefinition => dependencies(evaluationOfWorld(world)),
  },
  metasploit: {
    folder: 'metasploit',
    define: (told: Told): TwinDefinition => metasploit(told),
    madeUp: madeUpMetasploit,
  },
  nuclei: { folder: 'nuclei', define: (told: Told): TwinDefinition => nuclei(told), madeUp: madeUpNuclei },
  exploitdb: { folder: 'exploitdb', define: (told: Told): TwinDefinition => exploitdb(told), madeUp: madeUpExploitdb },
  nvd_overrides: {
    folder: 'nvd-overrides',
    define: (told: Told): TwinDefinition => nvdOverrides(told),
    madeUp: madeUpNvdOverrides,
  },
} as const;

function evaluationOfWorld({ collection, inputs }: World) {
  return inputs === undefined ? evaluationOf() : evaluationOf(collection, inputs);
}

/** Twins that are not sources. */
export const OTHER_TWINS: readonly string[] = ['oauth'];

export type TwinId = keyof typeof TWINS;
export type ListTwinId = { [Id in TwinId]: (typeof TWINS)[Id] extends { madeUp: MadeUpList } ? Id : never }[TwinId];
export const TWIN_IDS = Object.keys(TWINS) as readonly TwinId[];

export type RunningTwins = Readonly<Record<TwinId, Twin>> & AsyncDisposable;

export interface TwinsOptions {
  readonly clock: Clock;
  /** Keyed by source id; any free port by default. */
  readonly ports?: Partial<Readonly<Record<TwinId, number>>>;
}

export async function startTwins(world: World, options: TwinsOptions): Promise<RunningTwins> {
  return startDefined((id) => TWINS[id].define(world), options);
}

export async function startDefined(
  define: (id: TwinId) => TwinDefinition,
  { clock, ports = {} }: TwinsOptions,
): Promise<RunningTwins> {
  const running = new Map<TwinId, Twin>();
  try {
    for (const id of TWIN_IDS) running.set(id, await startTwin(define(id), { clock, port: ports[id] ?? 0 }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...(Object.fromEntries(running) as Record<TwinId, Twin>), [Symbol.asyncDispose]: stop };

  async function stop(): Promise<void> {
    await Promise.all([...running.values()].map((twin) => twin[Symbol.asyncDispose]()));
  }
}
