import { parseArgs } from 'node:util';
import { merkleRoot } from '../../ingest/merkle.ts';
import { checkBlobs, type DamagedBlob } from '../../queries/evidence-blobs.ts';
import { evidenceRecords, evidenceSources, usesOfBlobs } from '../../queries/evidence-records.ts';
import type { Db } from '../../store/database.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import type { Command, CommandDeps } from './command.ts';

/** Checks that evidence is what its hashes say, and prints a root by which two stores can be compared. */
export const verify: Command = async (deps, args) => {
  parseArgs({ args, options: {} });
  const { environment, log } = deps;
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-verify', connections: 2, log });
  try {
    const documents = await verifyBlobs(deps, databases.primary);
    const sources = await verifyRecords(deps, databases.primary);
    report(deps, documents.checked, sources);
    return listMismatches(deps, documents, sources);
  } finally {
    await databases.close();
  }
};

/** More are counted, not listed. */
const LISTED = 20;

interface Checked {
  readonly checked: number;
  readonly mismatches: number;
  /** The first of them. */
  readonly listed: readonly string[];
}

/** Documents never change, so that it does not matter when each is looked at. */
async function verifyBlobs({ signal, showProgress }: CommandDeps, db: Db): Promise<Checked> {
  let checked = 0;
  let mismatches = 0;
  const first: DamagedBlob[] = [];
  for await (const page of checkBlobs(db)) {
    signal.throwIfAborted();
    checked += page.checked;
    mismatches += page.damaged.length;
    first.push(...page.damaged.slice(0, LISTED - first.length));
    showProgress(`${checked} documents`);
  }
  const uses = await usesOfBlobs(
    db,
    first.map(({ id }) => id),
  );
  const listed = first.map(({ id, reason }) => {
    const use = uses.get(id);
    const where = use === undefined ? 'of no record' : `${use.source} ${use.key}, version ${use.seq}`;
    return `document ${id} (${where}) ${reason}`;
  });
  return { checked, mismatches, listed };
}

interface SourceSummary extends Checked {
  readonly source: string;
  readonly live: number;
  readonly versions: number;
  readonly root: Buffer;
}

/** In one snapshot: the roots are those of a moment, however much is being written meanwhile. */
async function verifyRecords(deps: CommandDeps, db: Db): Promise<SourceSummary[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const summaries: SourceSummary[] = [];
      for (const { id, name } of await evidenceSources(trx)) summaries.push(await verifySource(deps, trx, id, name));
      return summaries.filter(({ checked }) => checked > 0);
    });
}

async function verifySource(
  { signal, showProgress }: CommandDeps,
  db: Db,
  id: number,
  source: string,
): Promise<SourceSummary> {
  const leaves: { source: string; key: string; sha256: Buffer | null }[] = [];
  const listed: string[] = [];
  let [live, versions, mismatches] = [0, 0, 0];
  for await (const page of evidenceRecords(db, id)) {
    signal.throwIfAborted();
    for (const record of page) {
      leaves.push({ source, key: record.key, sha256: record.rawSha256 });
      if (record.rawSha256 !== null) live += 1;
      versions += record.versions;
      if (record.fault === null) continue;
      mismatches += 1;
      if (listed.length < LISTED) listed.push(`record ${source} ${record.key}: ${record.fault}`);
    }
    showProgress(`${source}: ${leaves.length} records`);
  }
  return { source, checked: leaves.length, live, versions, root: merkleRoot(leaves), mismatches, listed };
}

function report({ print }: CommandDeps, documents: number, sources: readonly SourceSummary[]): void {
  const line = (source: string, records: unknown, live: unknown, versions: unknown, root: string) =>
    print(
      [source.padEnd(14), ...[records, live, versions].map((count) => String(count).padStart(9)), ` ${root}`].join(' '),
    );
  const sum = (count: 'checked' | 'live' | 'versions') => sources.reduce((total, source) => total + source[count], 0);
  line('source', 'records', 'live', 'versions', 'root');
  for (const { source, checked, live, versions, root } of sources) {
    line(source, checked, live, versions, root.toString('hex'));
  }
  // A tree over the roots: a source without records is no part of it.
  const all = merkleRoot(sources.map(({ source, root }) => ({ source, key: '', sha256: root })));
  line('all', sum('checked'), sum('live'), sum('versions'), all.toString('hex'));
  print(`${documents} documents were unpacked and hashed.`);
}

function listMismatches({ print }: CommandDeps, documents: Checked, sources: readonly Checked[]): number {
  const all = [documents, ...sources];
  const mismatches = all.reduce((sum, part) => sum + part.mismatches, 0);
  if (mismatches === 0) return 0;
  const listed = all.flatMap((part) => part.listed).slice(0, LISTED);
  print(`Mismatches: ${mismatches}${mismatches > listed.length ? `, of which the first ${listed.length}` : ''}`);
  for (const text of listed) print(`  ${text}`);
  return 1;
}
