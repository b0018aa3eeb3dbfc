import { judgeByShard } from '@almanac/core/snapshots';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { vulnerabilitySummaries } from '../../../src/app/cve/vulnerability-summaries.ts';
import { buildPacks, idsIn } from '../../../src/app/packages/build-packs.ts';
import { type ExactQuestion, packAsked, type SetResult } from '../../../src/app/packages/judge-packs.ts';
import { loadPacks } from '../../../src/app/packages/packs.ts';
import { fillPacks } from '../../../src/ingest/fill-packs.ts';
import { distinctPacks, type PackName, packMark } from '../../../src/projections/pack-name.ts';
import type { Db } from '../../../src/store/database.ts';
import { inSnapshot } from '../../../src/store/in-snapshot.ts';
import { openTestDatabases } from '../database.ts';
import { seeded } from '../kills/random.ts';
import { osvSays, SEEN } from './package-world.ts';
import { projectionStore } from './projection-store.ts';

const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'nvd_overrides'].map((source) => ({ source, state: 'ok' }));
const PACKAGES = 12;
const PACKER = 'almanac-test-packer';
/** The packer's connections are killed so often. */
const KILL_MS = 150;

export interface PackAnswer {
  readonly question: ExactQuestion;
  readonly result: SetResult;
}

export const askNpm = (name: string, version: string | null = '1.5.0'): ExactQuestion => ({
  package: name,
  ecosystem: 'npm',
  version,
});

/** Judges by the packs that are kept and current. */
export async function judgeKept(db: Db, questions: readonly ExactQuestion[]): Promise<PackAnswer[]> {
  const answers: PackAnswer[] = [];
  const names = questions.map(packAsked);
  for await (const { name, shard, isBuilt } of loadPacks(db, names)) {
    if (isBuilt) continue;
    for (const question of questions.filter((_, i) => isSame(names[i], name))) {
      answers.push({ question, result: judgeByShard(shard, question, SOURCES) });
    }
  }
  return answers;
}

/** Judges by packs that are built from rows. */
export async function judgeBuilt(db: Db, questions: readonly ExactQuestion[]): Promise<PackAnswer[]> {
  const answers: PackAnswer[] = [];
  const names = questions.map(packAsked);
  for await (const { name, shard } of buildPacks(db, distinctPacks(names))) {
    const summaries = await vulnerabilitySummaries(db, idsIn([shard]));
    for (const question of questions.filter((_, i) => isSame(names[i], name))) {
      answers.push({ question, result: judgeByShard({ ...shard, summaries }, question, SOURCES) });
    }
  }
  return answers;
}

function isSame(a: PackName | undefined, b: PackName): boolean {
  return a !== undefined && packMark(a) === packMark(b);
}

export function told(result: SetResult | undefined) {
  const { matches, otherMatches, verdict, verdictReason, unknownReasons, lookedUp } = result ?? {};
  return { matches, otherMatches, verdict, verdictReason, unknownReasons, lookedUp };
}

/**
 * Compares packs with the rows of the same moment while two writers change records, and a packer, whose connections are killed, makes
 * packs. `read` may be a standby's.
 */
export async function churnPacks(given: {
  readonly url: string;
  readonly db: Db;
  readonly read: Db;
  readonly forMs: number;
}): Promise<{ readonly current: number; readonly outdated: number }> {
  const { url, db, read, forMs } = given;
  const signal = AbortSignal.timeout(forMs + 60_000);
  const store = projectionStore(db);
  const random = seeded(20_261_119);
  const pick = (count: number) => Math.floor(random() * count);
  const until = Date.now() + forMs;
  let minutes = 0;
  const later = () => new Date(SEEN.getTime() + (minutes += 1) * 60_000);
  async function write(): Promise<void> {
    while (Date.now() < until) {
      const id = `GHSA-${pick(15)}`;
      const affected = [{ ecosystem: 'npm', name: `package-${pick(PACKAGES)}`, fixed: `${1 + pick(3)}.0.0` }];
      const cve = `CVE-2026-100${pick(8)}`;
      const joins = [{}, { aliases: [cve] }, { aliases: [`GHSA-${pick(15)}`] }, { upstream: [cve] }][pick(4)];
      const withdrawn = pick(6) === 0 ? { withdrawn: '2026-10-02T00:00:00Z' } : {};
      const record = pick(8) === 0 ? null : osvSays(id, affected, { ...joins, ...withdrawn });
      const state = pick(2) === 0 ? 'REJECTED' : 'PUBLISHED';
      const rejected = { cveMetadata: { cveId: cve, state }, containers: { cna: { affected: [] } } };
      if (pick(5) === 0) await store.put('cve_list_v5', { [cve]: rejected }, later());
      else await store.put('osv', { [id]: record }, later());
    }
  }
  const packer = openTestDatabases(url, { role: 'almanac_worker', applicationName: PACKER, max: 1 });
  let killed = 0;
  async function make(): Promise<void> {
    while (Date.now() < until) {
      await fillPacks(packer.primary, signal).catch(() => {
        killed += 1;
      });
    }
  }
  async function kill(): Promise<void> {
    while (Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, KILL_MS));
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like ${`${PACKER}%`} and datname = current_database()`.execute(killer.primary);
    }
  }
  const killer = openTestDatabases(url, { max: 1 });
  const compared = { current: 0, outdated: 0 };
  async function compare(): Promise<void> {
    const asked = Array.from({ length: PACKAGES }, (_, i) => askNpm(`package-${i}`));
    while (Date.now() < until) {
      const { packed, rows } = await inSnapshot(read, async (trx) => ({
        packed: await judgeKept(trx, asked),
        rows: await judgeBuilt(trx, asked),
      }));
      const byName = new Map(packed.map((one) => [one.question, one.result]));
      for (const { question, result } of rows) {
        const pack = byName.get(question);
        compared[pack === undefined ? 'outdated' : 'current'] += 1;
        if (pack !== undefined) expect(told(pack), question.package).toEqual(told(result));
      }
    }
  }
  try {
    await Promise.all([write(), write(), make(), kill(), compare()]);
  } finally {
    await Promise.all([packer.close(), killer.close()]);
  }
  expect(killed).toBeGreaterThan(0);
  return compared;
}
