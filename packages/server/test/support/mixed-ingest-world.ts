import {
  ADVISORIES_PATH,
  advisory,
  CHANNELS_STATUS_PATH,
  type Clock,
  CVE_RECORD_PATH,
  channels,
  cveList,
  cveServices,
  dependencies,
  EPSS_API_PATH,
  EVALUATION_PATH,
  EXPLOITDB_PATH,
  epss,
  exploitdb,
  generated,
  KEV_FEED_PATH,
  kev,
  METASPLOIT_PATH,
  metasploit,
  NUCLEI_PATH,
  NVD_PATH,
  nixpkgs,
  nuclei,
  nvd,
  OSV_BUCKET_PATH,
  osv,
  packages,
  RAW_PATH,
  RELEASES_PATH,
  repology,
  smallWorld,
  startTwin,
  TRACKER_PATH,
  type Twin,
  type TwinDefinition,
  type World,
  worldOf,
} from '@almanac/twins';
import type { SourceAddresses } from '../../src/sources/catalogue.ts';
import { kevWorld } from './kev-world.ts';

/** Every upstream over one world that is large enough for several batches of each, and when they were asked. */
export interface MixedUpstreams extends AsyncDisposable {
  readonly addresses: SourceAddresses;
  /** When each was asked for something, by the time of this process. */
  readonly arrivals: Readonly<Record<keyof SourceAddresses, readonly number[]>>;
}

/** Seeded: the same world each time. The small one has the oddities, the catalogue of KEV two batches and a removal. */
function mixedWorld(count: number): World {
  return worldOf([...smallWorld.entries(), ...kevWorld.entries(), ...generated({ seed: 4, count }).entries()]);
}

/** `count` entries are generated beside the others. */
export async function startMixedUpstreams(clock: Clock, count: number): Promise<MixedUpstreams> {
  const stack = new AsyncDisposableStack();
  const world = mixedWorld(count);
  const definitions = {
    cve_list_v5: cveList(world),
    cve_services: cveServices(world),
    osv: osv(world),
    advisory: advisory(world),
    nvd: nvd(world),
    epss: epss(world),
    kev: kev(world),
    nixpkgs: nixpkgs(world),
    repology: repology(world),
    channels: channels(),
    packages: packages(),
    dependencies: dependencies(),
    metasploit: metasploit(world),
    nuclei: nuclei(world),
    exploitdb: exploitdb(world),
  };
  const ids = Object.keys(definitions) as (keyof typeof definitions)[];
  const arrivals = Object.fromEntries(ids.map((id) => [id, [] as number[]])) as Record<keyof SourceAddresses, number[]>;
  const twins = {} as Record<keyof SourceAddresses, Twin>;
  for (const id of ids) {
    const definition = counting(definitions[id], () => arrivals[id].push(performance.now()));
    twins[id] = stack.use(await startTwin(definition, { clock }));
  }
  return { arrivals, addresses: addressesOf(twins), [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function counting(definition: TwinDefinition, count: () => void): TwinDefinition {
  return { ...definition, open: (around) => definition.open(around).map((route) => countedRoute(route, count)) };
}

type Route = ReturnType<TwinDefinition['open']>[number];

/** Without its limit: that is of a clock that stands still here, and would never be refilled. */
function countedRoute(route: Route, count: () => void): Route {
  const { limit: _limit, ...unlimited } = route;
  return {
    ...unlimited,
    handle(request) {
      count();
      return route.handle(request);
    },
  };
}

function addressesOf(twins: Readonly<Record<keyof SourceAddresses, Twin>>): SourceAddresses {
  const { cve_list_v5, cve_services } = twins;
  return {
    cve_list_v5: {
      rawUrl: cve_list_v5.url + RAW_PATH,
      releasesUrl: cve_list_v5.url + RELEASES_PATH,
      archiveUrls: [cve_list_v5.url],
    },
    cve_services: { url: cve_services.url + CVE_RECORD_PATH.slice(0, -'cve/'.length) },
    osv: { bucketUrl: twins.osv.url + OSV_BUCKET_PATH, apiUrl: twins.osv.url },
    advisory: { url: twins.advisory.url + ADVISORIES_PATH },
    nvd: { url: twins.nvd.url + NVD_PATH },
    epss: { url: twins.epss.url, apiUrl: twins.epss.url + EPSS_API_PATH },
    kev: { url: twins.kev.url + KEV_FEED_PATH },
    nixpkgs: { url: twins.nixpkgs.url + TRACKER_PATH, token: 'invented' },
    repology: { url: twins.repology.url, contact: undefined },
    channels: {
      url: twins.channels.url,
      releasesUrl: twins.channels.url,
      statusUrl: twins.channels.url + CHANNELS_STATUS_PATH,
      channels: ['nixos-unstable'],
    },
    packages: { url: twins.packages.url, releasesUrl: twins.packages.url, channels: ['nixos-unstable'] },
    dependencies: { url: twins.dependencies.url + EVALUATION_PATH },
    metasploit: { url: twins.metasploit.url + METASPLOIT_PATH },
    nuclei: { url: twins.nuclei.url + NUCLEI_PATH },
    exploitdb: { url: twins.exploitdb.url + EXPLOITDB_PATH },
  };
}
