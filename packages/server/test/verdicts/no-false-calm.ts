import type { PurlAnswer } from '@almanac/contract';
import { sourceNumber } from '../../src/projections/version.ts';
import { keepPart } from '../../src/store/source-parts.ts';
import { grantedKey } from '../support/access.ts';
import { listAffectedPurls, type OsvEntry, readDatabases } from '../support/corpus/affected-purls.ts';
import { analyze } from '../support/corpus/world.ts';
import { openCveApp } from '../support/cve-app.ts';
import { NOW, SEEN } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { checkedAt } from '../support/worlds/tracker-rows.ts';

export interface CalmCheck {
  readonly entries: number;
  readonly purls: number;
  readonly verdicts: ReadonlyMap<string, number>;
  /** Entries that no purl is asked for, by the reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Purls of affected versions that are called clean. */
  readonly calm: readonly string[];
}

const BATCH = 500;
/** Package URLs in one request. */
const PAGE = 200;

/** Asks about an affected version of every package that records name, by every purl that tools write for it. */
export async function checkFalseCalm(share: number): Promise<CalmCheck> {
  const purls = new Set<string>();
  const parts = new Map<string, number>();
  const skipped = new Map<string, number>();
  let entries = 0;
  await using world = await openCveApp({ settings: { deadlineMs: 60_000 } }, async (db) => {
    const store = projectionStore(db);
    let batch: Record<string, OsvEntry> = {};
    const seen = new Set<string>();
    for await (const record of readDatabases(share)) {
      // Samples have some records a second time, in another state.
      if (seen.has(record.id)) continue;
      seen.add(record.id);
      batch[record.id] = record;
      if (Object.keys(batch).length >= BATCH) {
        await store.put('osv', batch, SEEN);
        batch = {};
      }
      if (record.withdrawn !== undefined) continue;
      for (const entry of record.affected ?? []) {
        const written = listAffectedPurls(entry);
        if (typeof written === 'string') skipped.set(written, (skipped.get(written) ?? 0) + 1);
        else entries += 1;
        for (const purl of typeof written === 'string' ? [] : written) purls.add(purl);
        const [part] = entry.package?.ecosystem?.split(':') ?? [];
        if (part !== undefined) parts.set(part, (parts.get(part) ?? 0) + 1);
      }
    }
    await store.put('osv', batch, SEEN);
    for (const [part, size] of parts) {
      await keepPart(db, sourceNumber('osv'), { part, size, changedAt: null, pauseSeconds: null }, NOW);
    }
    await checkedAt(db, ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages'], NOW);
  });
  await analyze(world.database.url);
  const { key } = await grantedKey(world.db);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const verdicts = new Map<string, number>();
  const calm: string[] = [];
  const all = [...purls];
  for (let from = 0; from < all.length; from += PAGE) {
    const body = JSON.stringify({ purls: all.slice(from, from + PAGE) });
    const answer = await world.app.get('/api/v1/purls', { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(`/purls answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    for (const { purl, verdict, ecosystem } of (answer.body['data'] as { results: PurlAnswer[] }).results) {
      const kind = `${ecosystem?.split(':', 1)[0]} ${verdict}`;
      verdicts.set(kind, (verdicts.get(kind) ?? 0) + 1);
      if (verdict !== 'affected' && verdict !== 'unknown') calm.push(`${verdict} ${purl}`);
    }
  }
  return { entries, purls: purls.size, verdicts, skipped, calm };
}
