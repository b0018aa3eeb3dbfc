import { setTimeout as sleep } from 'node:timers/promises';
import { advisoryIdAt, cveIdAt, ecosystemsOf, homeOf, kernelName, nameAt, type WorldSize } from '@almanac/twins';
import pg from 'pg';

/** What a request reads, by what it is about. */
export const READ_KINDS = ['document', 'package', 'crowded package'] as const;
export type ReadKind = (typeof READ_KINDS)[number];
/** Milliseconds, sorted. */
export type ReadTimes = ReadonlyMap<ReadKind, readonly number[]>;

export interface Readers extends AsyncDisposable {
  /** Reads until told to stop: `READERS` at a time, each with a pause after every read. */
  readUntil(signal: AbortSignal): Promise<ReadTimes>;
}

const READERS = 4;
const PAUSE_MS = 20;

const DOCUMENT = {
  name: 'document',
  text: `select version.observed_at, version.upstream_modified, codec, dictionary, packed
    from record join current_version on current_version.record_id = record.id
    join version using (record_id, seq) join blob on blob.id = blob_id
    where source = $1 and key = $2`,
};
const PACKAGE = {
  name: 'package',
  text: `select record_id, withdrawn, claims from package join affected on package_id = package.id
    where name = $1 and ecosystem = $2 and release is not distinct from $3 and known_to is null`,
};

/** Connections of their own, opened before anything is measured. */
export async function openReaders(databaseUrl: string, size: WorldSize): Promise<Readers> {
  const ecosystems = ecosystemsOf(size);
  const clients = Array.from({ length: READERS }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  const ubuntu = ecosystems[0]?.releases ?? [];

  async function readOne(client: pg.Client, count: number): Promise<ReadKind> {
    const below = (limit: number) => Math.floor(Math.random() * limit);
    if (count % 20 === 19) {
      await client.query(PACKAGE, [kernelName(below(60)), 'Ubuntu', ubuntu[below(6)]]);
      return 'crowded package';
    }
    if (count % 2 === 0) {
      await client.query(PACKAGE, [nameAt(below(100)), 'npm', null]);
      return 'package';
    }
    const index = below(size.advisories);
    const isCve = count % 4 === 1;
    const key = isCve ? cveIdAt(below(size.cves)) : advisoryIdAt(homeOf(ecosystems, index), index);
    const { rowCount } = await client.query(DOCUMENT, [isCve ? 1 : 3, key]);
    if (rowCount !== 1) throw new Error(`${key} has ${rowCount} documents`);
    return 'document';
  }

  return {
    async readUntil(signal) {
      const times = new Map<ReadKind, number[]>(READ_KINDS.map((kind) => [kind, []]));
      await Promise.all(
        clients.map(async (client) => {
          for (let count = 0; !signal.aborted; count += 1) {
            const began = performance.now();
            const kind = await readOne(client, count);
            times.get(kind)?.push(performance.now() - began);
            await sleep(PAUSE_MS);
          }
        }),
      );
      return new Map([...times].map(([kind, list]) => [kind, list.toSorted((a, b) => a - b)]));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

export function percentileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
