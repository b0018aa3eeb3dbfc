import { advisoryText, cveIdAt, cveText, ecosystemsOf, type WorldSize } from '@almanac/twins';
import { sql } from 'kysely';
import { rebuildProjections } from '../src/ingest/rebuild-projections.ts';
import { gatherWords } from '../src/store/search-words.ts';
import { openTestDatabases } from '../test/support/database.ts';
import { fill } from './ingest.ts';
import type { Sent } from './ingest-records.ts';

/** When the world began, and when a usual day and a day of churn wrote records again. */
type Moments = Parameters<typeof cveText>[2];

export const BEGUN: Moments = { began: Date.now(), day: null, churn: null };
const LONG = 3_600_000;

/** Records of the CVE list, with these numbers. */
export function cvesOf(size: WorldSize, from: number, count: number): Sent[] {
  return someCves(size, following(from, count), BEGUN);
}

export function someCves(size: WorldSize, indexes: readonly number[], moments: Moments): Sent[] {
  return indexes.map((index) => ({ key: cveIdAt(index), raw: Buffer.from(cveText(size, index, moments)) }));
}

/** Records of OSV, with these numbers. Those past the size of the world are of npm. */
export function advisoriesOf(size: WorldSize, from: number, count: number): Sent[] {
  return someAdvisories(size, following(from, count), BEGUN);
}

export function someAdvisories(size: WorldSize, indexes: readonly number[], moments: Moments): Sent[] {
  const ecosystems = ecosystemsOf(size);
  return indexes.map((index) => {
    const text = advisoryText(size, ecosystems, index, moments);
    return { key: (JSON.parse(text) as { id: string }).id, raw: Buffer.from(text) };
  });
}

export function following(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

/** Names that records of npm give, each number of them as often as it comes, spread over the whole ecosystem. */
export function namesOf(size: WorldSize, count: number): string[] {
  const ecosystems = ecosystemsOf(size);
  const npm = ecosystems.find(({ name }) => name === 'npm');
  if (npm === undefined) throw new Error('the world has no npm');
  return Array.from({ length: count }, (_, i) => {
    const index = npm.from + Math.floor((i * (npm.to - npm.from)) / count);
    const { affected } = JSON.parse(advisoryText(size, ecosystems, index, BEGUN)) as {
      affected: readonly { package: { name: string } }[];
    };
    return affected[0]?.package.name ?? '';
  });
}

/** A store as a deployment has it once its first fill is over and its tables were counted. */
export async function fillWorld(url: string, size: WorldSize): Promise<void> {
  const owner = openTestDatabases(url, { statementTimeoutMs: 0 });
  const { primary: db, pool } = owner;
  const now = () => new Date();
  try {
    // In an empty store it takes no time, and says that what is filled from now on is of this release.
    await rebuildProjections({ db, pool, now }, 'outdated', AbortSignal.timeout(LONG));
    await fill(url, 'cve_list_v5', cvesOf(size, 0, size.cves));
    await fill(url, 'osv', advisoriesOf(size, 0, size.advisories));
    await gatherWords({ db, now }, AbortSignal.timeout(LONG));
    // Of sources that are past their time every lookup would ask for newer records.
    await sql`
      insert into run (source, channel, state, started_at, finished_at, live)
      select id, 'delta', 'ok', now(), now(), 1 from source`.execute(db);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await owner.close();
  }
}
