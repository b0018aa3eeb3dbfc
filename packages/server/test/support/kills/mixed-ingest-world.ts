import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import {
  type Clock,
  generated,
  smallWorld,
  startTwin,
  TWINS,
  type TwinDefinition,
  type World,
  worldOf,
} from '@almanac/twins';
import { addressAt } from '../../../../../scripts/demo/twin-addresses.ts';
import type { SourceAddresses } from '../../../src/sources/catalogue.ts';
import { kevWorld } from '../worlds/kev-world.ts';

/** Every upstream, those with many records over a world that is large enough for several batches, and when they were asked. */
export interface MixedUpstreams extends AsyncDisposable {
  readonly addresses: SourceAddresses;
  /** When each was asked for something, by the time of this process. */
  readonly arrivals: Readonly<Record<SourceId, readonly number[]>>;
}

/** Seeded: the same world each time. The small one has the oddities, the catalogue of KEV two batches and a removal. */
function mixedWorld(count: number): World {
  return worldOf([...smallWorld.entries(), ...kevWorld.entries(), ...generated({ seed: 4, count }).entries()]);
}

/** Databases of vulnerabilities: of the others the small world has enough to be killed in. */
const LARGE: ReadonlySet<SourceId> = new Set(['cve_list_v5', 'osv', 'advisory', 'nvd', 'epss', 'kev', 'cve_services']);

/** `count` entries are generated beside the others. */
export async function startMixedUpstreams(clock: Clock, count: number): Promise<MixedUpstreams> {
  const stack = new AsyncDisposableStack();
  const large = mixedWorld(count);
  const arrivals = Object.fromEntries(SOURCE_IDS.map((id) => [id, [] as number[]])) as Record<SourceId, number[]>;
  const addresses: [SourceId, unknown][] = [];
  for (const id of SOURCE_IDS) {
    const definition = counting(TWINS[id].define(LARGE.has(id) ? large : smallWorld), () =>
      arrivals[id].push(performance.now()),
    );
    const { url } = stack.use(await startTwin(definition, { clock }));
    addresses.push([id, addressAt(id, url)]);
  }
  return {
    arrivals,
    addresses: Object.fromEntries(addresses) as SourceAddresses,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
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
