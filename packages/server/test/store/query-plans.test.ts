import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listedVulnerabilities } from '../../src/app/cve/listed-vulnerabilities.ts';
import { sourceStatesAt } from '../../src/app/sources/source-states-at.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { affectedOfIds } from '../../src/queries/affected-of-ids.ts';
import { loadAffected } from '../../src/queries/affected-rows.ts';
import { loadAliasGroups } from '../../src/queries/alias-groups-of.ts';
import { changeExists } from '../../src/queries/change-exists.ts';
import { changeFacts } from '../../src/queries/change-facts.ts';
import { changeNumbers, changesHead, changesPending } from '../../src/queries/change-numbers.ts';
import { changesAfter } from '../../src/queries/changes.ts';
import { collectionConcerned } from '../../src/queries/collection-concerned.ts';
import { collectionPackages } from '../../src/queries/collection-packages.ts';
import { collectionPast } from '../../src/queries/collection-past.ts';
import { fittingBody, fittingDossier } from '../../src/queries/cve-body.ts';
import { cveEvidence } from '../../src/queries/cve-evidence.ts';
import { cveEvidenceAt, firstKnown } from '../../src/queries/cve-evidence-at.ts';
import { cveVersions, scoreHistory } from '../../src/queries/cve-history.ts';
import { cveStatements } from '../../src/queries/cve-statements.ts';
import { openDocuments } from '../../src/queries/documents.ts';
import { documentsOfIds } from '../../src/queries/documents-of-ids.ts';
import { exploitsOfCve } from '../../src/queries/exploits-of-cve.ts';
import { freshnessChangesKept } from '../../src/queries/freshness-changes.ts';
import { freshnessStatements } from '../../src/queries/freshness-statements.ts';
import { lastUpdates } from '../../src/queries/health/last-updates.ts';
import { issuesNaming } from '../../src/queries/issues-naming.ts';
import { toldUpTo } from '../../src/queries/mirror-versions.ts';
import { newestChange } from '../../src/queries/newest-change.ts';
import { packagePast } from '../../src/queries/package-history.ts';
import { packagesNamed } from '../../src/queries/packages-named.ts';
import { loadRecentAdvisories } from '../../src/queries/recent-advisories.ts';
import { recordDates } from '../../src/queries/record-dates.ts';
import { recordHashes } from '../../src/queries/record-hashes.ts';
import { recordsCovering } from '../../src/queries/records-covering.ts';
import { recordsStoredSince } from '../../src/queries/records-stored-since.ts';
import { scoreEvidence } from '../../src/queries/score-evidence.ts';
import { sourcesByPackage } from '../../src/queries/sources-by-package.ts';
import { subjectsOfRecords } from '../../src/queries/subjects-of-records.ts';
import { trackerAt } from '../../src/queries/tracker-at.ts';
import { trendingCandidates, versionsSince } from '../../src/queries/trending.ts';
import { upstreamCves } from '../../src/queries/upstream-cves.ts';
import { webhookStanding } from '../../src/queries/webhook-standing.ts';
import { listDeadLetters, listWebhooks } from '../../src/queries/webhooks.ts';
import { alignChangeClock } from '../../src/store/change-clock.ts';
import type { Database, Db } from '../../src/store/database.ts';
import { idsTouched, namesTouched } from '../../src/store/touched.ts';
import { createTestDatabase } from '../support/database.ts';
import { explainKeptPlan, planOf, rowsRead, type Statement, scannedWhole } from '../support/plans.ts';
import { advisoryOf, BETWEEN, cveOf, fillPlanWorld, LATELY } from '../support/worlds/plan-world.ts';

const MOST_ROWS = 10_000;

const cves = Array.from({ length: 20 }, (_, i) => cveOf(5_000 + 2 * i));
const advisories = Array.from({ length: 20 }, (_, i) => advisoryOf(5_001 + 2 * i));
const recordIds = Array.from({ length: 20 }, (_, i) => 5_000 + i);
const packageIds = Array.from({ length: 20 }, (_, i) => 1_000 + i);
const names = packageIds.map((id) => `name-${id}`);
const both = [...cves, ...advisories];
const [cve = ''] = cves;
const seen = { at: BETWEEN, clock: 'true' } as const;
/** All but the last few transactions were seen. */
const LATEST = { seen: '299:299:', shift: '0', tables: '', isRebuilding: false };
const named = (db: Db) =>
  packagesNamed(db, [{ name: 'name-1000', ecosystem: 'npm' }]).then((found) => found.packages.flat());

/** How each query that takes an instant or walks history is asked. Of an array each is asked. */
const ASKED: Readonly<Record<string, readonly ((db: Db) => Promise<unknown>)[]>> = {
  'affected-of-ids.ts': [BETWEEN, seen].map(
    (at) => (db) => affectedOfIds(db, { ids: both, sources: ['osv', 'cve_list_v5'], packageIds: null, at }),
  ),
  'affected-rows.ts': [BETWEEN, seen, null].map((at) => async (db) => {
    const packages = await named(db);
    return loadAffected(db, { packages, sources: ['osv', 'cve_list_v5'], at, after: 0, limit: 2_000 });
  }),
  'alias-groups-of.ts': [BETWEEN, seen, null].map((at) => (db) => loadAliasGroups(db, both, at)),
  'change-facts.ts': [
    (db) =>
      changeFacts(
        db,
        recordIds.map((recordId) => ({ recordId, seq: 1 })),
        1_000,
      ),
  ],
  'newest-change.ts': [newestChange],
  'records-stored-since.ts': [(db) => recordsStoredSince(db, LATEST, 100_000)],
  'change-numbers.ts': [(db) => changeNumbers(db, ['osv']), changesHead, changesPending],
  'changes.ts': [(db) => changesAfter(db, null, 1_000), (db) => changesAfter(db, '250.1.1', 1_000)],
  'stated-rows.ts': [(db) => listedVulnerabilities(db, both, BETWEEN)],
  'collection-concerned.ts': [BETWEEN, null].map((at) => (db) => collectionConcerned(db, names, at)),
  'collection-packages.ts': [(db) => collectionPackages(db, names, BETWEEN)],
  'collection-past.ts': [(db) => collectionPast(db, 'name-1000')],
  'cve-evidence-at.ts': [
    (db) => cveEvidenceAt(db, cve, BETWEEN, 'known'),
    (db) => cveEvidenceAt(db, cve, BETWEEN, 'true'),
    (db) => firstKnown(db, cve),
  ],
  'cve-history.ts': [(db) => cveVersions(db, cve), (db) => scoreHistory(db, cve, '2026-03-01')],
  'cve-statements.ts': [(db) => cveStatements(db, cves, BETWEEN), (db) => cveStatements(db, cves)],
  'documents-of-ids.ts': [BETWEEN, seen].map((at) => (db) => documentsOfIds(db, both, ['osv', 'cve_list_v5'], at)),
  'exploits-of-cve.ts': [(db) => exploitsOfCve(db, cve, BETWEEN)],
  'freshness-changes.ts': [(db) => freshnessChangesKept(db, 100)],
  'health/last-updates.ts': [(db) => lastUpdates(db, [healthEntry(1_000), healthEntry(1_001)])],
  'issues-naming.ts': [(db) => issuesNaming(db, names, BETWEEN)],
  'package-history.ts': [async (db) => packagePast(db, await named(db))],
  'sources-by-package.ts': [BETWEEN, seen].map((at) => (db) => sourcesByPackage(db, packageIds, ['osv', 'nvd'], at)),
  'recent-advisories.ts': [(db) => loadRecentAdvisories(db, RECENT)],
  'record-dates.ts': [
    (db) =>
      recordDates(
        db,
        advisories.map((record) => ({ source: 'osv', record, sha256: '00'.repeat(32) })),
      ),
  ],
  'record-hashes.ts': [BETWEEN, seen].map((at) => (db) => recordHashes(db, recordIds, at)),
  'records-covering.ts': [BETWEEN, seen].map((at) => (db) => recordsCovering(db, cves, at)),
  'score-evidence.ts': [(db) => scoreEvidence(db, '2026-03-01')],
  'tracker-at.ts': [
    (db) => trackerAt(db, openDocuments(), { id: cveOf(1_000), at: BETWEEN, clock: 'known' }),
    (db) => trackerAt(db, openDocuments(), { id: cveOf(1_000), at: BETWEEN, clock: 'true' }),
  ],
  'trending.ts': [(db) => trendingCandidates(db, LATELY, 50), (db) => versionsSince(db, cves, LATELY, 1_000)],
  'source-runs-at.ts': [(db) => sourceStatesAt(db, BETWEEN)],
  'subjects-of-records.ts': [BETWEEN, seen, null].map(
    (at) => (db) => subjectsOfRecords(db, { ids: both, sources: ['osv', 'cve_list_v5'], at }),
  ),
  'upstream-cves.ts': [BETWEEN, seen].map((at) => (db) => upstreamCves(db, recordIds, at)),
  'webhook-standing.ts': [webhookStanding],
  'webhooks.ts': [(db) => listWebhooks(db, 1), (db) => listDeadLetters(db, 'wh_half', 100)],
};

/** Files that match and are not asked here, and why. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  'affected-valid-at.ts': 'a part of affected-rows, affected-of-ids and sources-by-package',
  'held-at.ts': 'a part of the others',
  'names-among.ts': 'a part of collection-packages, collection-of-paths and issues-naming',
  'version-at.ts': 'a part of documents-of-ids and cve-evidence-at',
  'source-watch.ts': 'reads the few rows that there are of each source',
  'evidence-export.ts': 'reads the whole store, page by page',
  'evidence-records.ts': 'reads the whole store through a cursor',
  'lacking-records.ts': 'compares whole sources, once after a run',
  'mirror-versions.ts': 'reads what is not published yet through a cursor, once a day',
};

const RECENT = {
  from: LATELY,
  lateFrom: LATELY,
  severity: null,
  ecosystem: null,
  malware: false,
  offset: 0,
  limit: 20,
};

function healthEntry(recordId: number): Parameters<typeof lastUpdates>[1][number] {
  return { recordId, attribute: `name-${recordId}`, version: '5' } as Parameters<typeof lastUpdates>[1][number];
}

interface PlanStore extends AsyncDisposable {
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly statements: Statement[];
}

async function openPlanStore(records?: number): Promise<PlanStore> {
  const database = await createTestDatabase();
  const pool = openPool({ url: database.url, applicationName: 'almanac-test', max: 2, onError: () => {} });
  const statements: Statement[] = [];
  const db: Db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  await fillPlanWorld(db, records);
  // A year of hours, a change in each hundredth.
  await sql`
    insert into freshness (at, statement, changes)
    select now() - make_interval(hours => n), repeat('x', 2000),
           case when n % 100 = 0 then '[{"source":"kev","sentence":"was ok and is stale"}]'::jsonb else '[]' end
    from generate_series(1, 8760) n`.execute(db);
  await sql`analyze freshness`.execute(db);
  // One that has come half of the way.
  await sql`
    with owner as (insert into account (provider, provider_id, login, status, requested_at)
                   values ('test', 1, 'owner', 'granted', now()) returning id)
    insert into webhook (id, account_id, url, verdicts, created_at, place_tx, place_record, place_seq, place_at)
    select 'wh_half', owner.id, 'https://hooks.example', false, now(), '250', 5000, 1, ${BETWEEN} from owner`.execute(
    db,
  );
  return {
    pool,
    db,
    statements,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await database.close();
    },
  };
}

/** Statements that answer several questions of today at once. */
const TOGETHER: Readonly<Record<string, readonly ((db: Db) => Promise<unknown>)[]>> = {
  'change-exists.ts': [(db) => changeExists(db, { tx: '250', recordId: 5_000, seq: 1, observedAt: BETWEEN })],
  'cve-evidence.ts': [(db) => cveEvidence(db, cve), (db) => cveEvidence(db, cveOf(1_000))],
  'cve-body.ts': [
    (db) => fittingBody(db, cve, 'test'),
    (db) => fittingBody(db, cveOf(1_000), 'test'),
    (db) => fittingDossier(db, cve, 'test'),
  ],
  'freshness-statements.ts': [BETWEEN, null].map((before) => (db) => freshnessStatements(db, before, 48)),
  'record-links.ts': [
    async (db) => {
      const packages = await named(db);
      return loadAffected(db, { packages, sources: ['osv', 'nvd'], at: null, after: 0, limit: 2_000, links: true });
    },
  ],
  'touched.ts': [(db) => idsTouched(db, recordIds), (db) => namesTouched(db, recordIds)],
};

/** A plan that is kept for any values may take a walk through a whole small table for cheap. */
const STORES = [
  { store: 'a store of a million rows', records: 100_000, explain: planOf, except: [] as readonly string[] },
  {
    store: 'a small store, with plans kept for any values',
    records: 14_000,
    explain: explainKeptPlan,
    // What changed within some days is a good part of a small store.
    except: ['trending.ts'],
  },
];

describe.each(STORES)(
  'queries about the past, and of many things at once, in $store',
  ({ records, explain, except }) => {
    const questions = Object.entries({ ...ASKED, ...TOGETHER }).flatMap(([file, asks]) =>
      asks.flatMap((ask, i) => (except.includes(file) ? [] : [{ file, i, ask }])),
    );
    let store: PlanStore;
    beforeAll(async () => {
      store = await openPlanStore(records);
    }, 120_000);
    afterAll(() => store?.[Symbol.asyncDispose]());

    it.each(questions)('$file ($i) uses indexes and reads few rows', async ({ ask }) => {
      const { db, pool, statements } = store;
      statements.length = 0;
      await ask(db);
      const executed = statements.splice(0);

      expect(executed).not.toEqual([]);
      for (const statement of executed) {
        const plan = await explain(pool, statement);
        expect(scannedWhole(plan), statement.sql).toEqual([]);
        expect(rowsRead(plan), statement.sql).toBeLessThan(MOST_ROWS);
      }
    });

    it.each([
      ['the change clock', alignChangeClock],
      ['the mirror', toldUpTo],
    ])('%s finds the newest version in an index', async (_name, ask) => {
      const read = await store.db.transaction().execute(async (trx) => {
        await ask(trx);
        const { rows } = await sql<{ count: number }>`
          select seq_tup_read as count from pg_stat_xact_user_tables where relname = 'version'`.execute(trx);
        return rows;
      });

      expect(read).toEqual([{ count: 0 }]);
    });
  },
);

describe('queries about the past', () => {
  it('are all in the table', async () => {
    const folder = path.resolve(import.meta.dirname, '../../src/queries');
    const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
    const found = await Promise.all(
      files.map(async (name) => (asksThePast(await readFile(path.join(folder, name), 'utf8')) ? [name] : [])),
    );

    expect(found.flat().toSorted()).toEqual([...Object.keys(ASKED), ...Object.keys(NOT_ASKED)].toSorted());
  });
});

/** Takes an instant, reads versions other than the current one, or reads a table of times without asking for what holds now. */
function asksThePast(text: string): boolean {
  const takesInstant = /\bat\??: (?:Date|Moment)\b|\b(?:heldAt|everHeld)\b|known_to (?:is not null|>)/.test(text);
  const walksVersions =
    /\b(?:from|join) version\b/.test(text) &&
    /order by (?:version\.)?seq|observed_at [<>]|\btx [<>]|seq = 1|seq > 1|\blag\(/.test(text);
  const readsTimes =
    /\b(?:from|join) (?:affected|alias_assertion|relation|kev|exploit|collection_package)\b/.test(text) &&
    !text.includes('known_to is null');
  return takesInstant || walksVersions || readsTimes;
}
