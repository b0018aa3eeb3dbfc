import { parseArgs } from 'node:util';
import { bodyRelease } from '../../app/cve/stored-lookup.ts';
import { checkCveBodies } from '../../ingest/check-cve-bodies.ts';
import { type EvidenceRoots, evidenceRoots } from '../../ingest/evidence-roots.ts';
import { withoutRebuilds } from '../../ingest/rebuild-projections.ts';
import { checkBlobs, type DamagedBlob } from '../../queries/evidence-blobs.ts';
import { type ProjectionMismatch, projectionMismatches } from '../../queries/evidence-projections.ts';
import { usesOfBlobs } from '../../queries/evidence-records.ts';
import type { Db, Transaction } from '../../store/database.ts';
import { inSnapshot } from '../../store/in-snapshot.ts';
import { thisBuild } from '../build.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import type { Command, CommandDeps } from './command.ts';

/** Checks that evidence is what its hashes say, and what is computed from it stands for the same records. */
export const verify: Command = async (deps, args) => {
  parseArgs({ args, options: {} });
  const { environment, log } = deps;
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-verify', connections: 3, log });
  const { primary: db, pool } = databases;
  try {
    const documents = await verifyBlobs(deps, db);
    // A table that takes the place of another looks empty to a snapshot from before.
    const compared = await withoutRebuilds(pool, () => inSnapshot(db, (trx) => verifyRecords(deps, trx, true)));
    const { roots, projections } = compared.locked
      ? compared.value
      : await inSnapshot(db, (trx) => verifyRecords(deps, trx, false));
    const bodies = await verifyBodies(deps, db);
    printRoots(deps, roots);
    deps.print(`${documents.checked} documents were unpacked and hashed.`);
    deps.print(`${bodies.checked} bodies of CVEs were made again and compared.`);
    if (!compared.locked) deps.print('Projections were not compared: a rebuild is under way.');
    const records = { mismatches: roots.faults, listed: roots.firstFaults };
    const clean = listMismatches(deps, [documents, records, projections, bodies]);
    return clean && compared.locked ? 0 : 1;
  } finally {
    await databases.close();
  }
};

/** More are counted, not listed. */
const LISTED = 20;

interface Checked {
  readonly mismatches: number;
  /** The first of them. */
  readonly listed: readonly string[];
}

/** Documents never change, so that it does not matter when each is looked at. */
async function verifyBlobs(
  { signal, showProgress }: CommandDeps,
  db: Db,
): Promise<Checked & { readonly checked: number }> {
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

/** Each page is of one moment; a body that no longer fits is not used, and not compared. */
async function verifyBodies(
  { environment, signal, showProgress }: CommandDeps,
  db: Db,
): Promise<Checked & { readonly checked: number }> {
  let checked = 0;
  const different: string[] = [];
  for await (const page of checkCveBodies(db, bodyRelease(thisBuild(environment.COMMIT)))) {
    signal.throwIfAborted();
    checked += page.checked;
    different.push(...page.different);
    showProgress(`${checked} bodies of CVEs`);
  }
  const listed = different.slice(0, LISTED).map((id) => `the body of ${id} is not what its records come to`);
  return { checked, mismatches: different.length, listed };
}

async function verifyRecords(
  { signal, showProgress }: CommandDeps,
  trx: Transaction,
  compare: boolean,
): Promise<{ readonly roots: EvidenceRoots; readonly projections: Checked }> {
  const roots = await evidenceRoots({ signal, showProgress, listed: LISTED }, trx);
  const listed: string[] = [];
  let mismatches = 0;
  if (compare) {
    showProgress('comparing ids …');
    for await (const found of projectionMismatches(trx, LISTED)) {
      signal.throwIfAborted();
      mismatches += found.count;
      listed.push(...found.keys.map((key) => describeMismatch(found, key)));
    }
  }
  return { roots, projections: { mismatches, listed } };
}

function describeMismatch({ table, fault }: ProjectionMismatch, key: string): string {
  if (fault === 'no row') return `${key} has no row in ${table} of its newest version`;
  return `${key} has a row in ${table}, but the source has no such record now`;
}

export function printRoots({ print }: CommandDeps, { sources, root: all }: EvidenceRoots): void {
  const line = (source: string, records: unknown, live: unknown, versions: unknown, root: string) =>
    print(
      [source.padEnd(14), ...[records, live, versions].map((count) => String(count).padStart(9)), ` ${root}`].join(' '),
    );
  const sum = (count: 'records' | 'live' | 'versions') => sources.reduce((total, source) => total + source[count], 0);
  line('source', 'records', 'live', 'versions', 'root');
  for (const { source, records, live, versions, root } of sources) {
    line(source, records, live, versions, root.toString('hex'));
  }
  line('all', sum('records'), sum('live'), sum('versions'), all.toString('hex'));
}

/** Whether there are none. */
function listMismatches({ print }: CommandDeps, parts: readonly Checked[]): boolean {
  const mismatches = parts.reduce((sum, part) => sum + part.mismatches, 0);
  if (mismatches === 0) return true;
  const listed = parts.flatMap((part) => part.listed).slice(0, LISTED);
  print(`Mismatches: ${mismatches}${mismatches > listed.length ? `, of which the first ${listed.length}` : ''}`);
  for (const text of listed) print(`  ${text}`);
  return false;
}
