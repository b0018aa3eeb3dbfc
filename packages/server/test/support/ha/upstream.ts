import { type AddressInfo, connect, createServer } from 'node:net';
import { cveServices, generated, runningClock, startTwin } from '@almanac/twins';
import { OUTSIDE } from './network.ts';

export interface Upstream extends AsyncDisposable {
  /** What turns a worker to it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Ids of records that it has, each once. */
  readonly ids: Iterator<string>;
}

/** More than a run asks for. */
const RECORDS = 100_000;

/** A twin of the one source that is asked for single records, where the machines of the cluster reach it. */
export async function startUpstream(seed: number): Promise<Upstream> {
  const world = generated({ seed, count: RECORDS });
  const twin = await startTwin(cveServices(world), { clock: runningClock() });
  const door = createServer((incoming) => {
    const inside = connect(Number(new URL(twin.url).port), '127.0.0.1');
    incoming.pipe(inside).pipe(incoming);
    for (const socket of [incoming, inside]) socket.on('error', () => [incoming, inside].map((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => door.listen(0, OUTSIDE, resolve));
  const url = `http://${OUTSIDE}:${(door.address() as AddressInfo).port}`;
  return {
    variables: { CVE_SERVICES_URL: `${url}/api/`, SOURCES: 'cve_services' },
    ids: idsOf(world),
    async [Symbol.asyncDispose]() {
      door.close();
      await twin[Symbol.asyncDispose]();
    },
  };
}

function* idsOf(world: ReturnType<typeof generated>): Generator<string> {
  for (const { id } of world.entries()) yield id;
}
