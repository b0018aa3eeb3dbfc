import type { SourceId } from '@almanac/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentOverHttp } from '../support/agent.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { openTwoPaths, type TwoPaths } from '../support/cve-bodies.ts';
import { byId, NOW, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const FIRST = 'CVE-2026-44228';
const NEXT = 'CVE-2026-45046';
const PURL = 'pkg:npm/beacon@2.14.1';
const HOUR = 3_600_000;

const says = (id: string, cve: string, range: { readonly introduced?: string; readonly fixed: string }) =>
  osvSays(id, [{ ecosystem: 'npm', name: 'beacon', ...range }], { aliases: [cve] });

let given: CveApp;
let paths: TwoPaths;
let now = NOW.getTime();
beforeAll(async () => {
  given = await openCveApp({ now: () => now, siteUrl: 'http://localhost' }, async (db) => {
    const store = projectionStore(db);
    await store.put('osv', byId(says('GHSA-2222-3333-4444', FIRST, { fixed: '2.15.0' })), SEEN);
    for (const source of ['osv', 'cve_list_v5', 'nvd', 'kev', 'advisory'] as const) await wasRead(db, source);
  });
  paths = await openTwoPaths(given.db, given.database.url, () => now);
  await paths.fill();
});
afterAll(async () => {
  await paths?.[Symbol.asyncDispose]();
  await given?.[Symbol.asyncDispose]();
});

async function post(path: string, body: object) {
  const answer = await given.app.get(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.body['data'];
}

/** The version that each interface recommends to whoever has 2.14.1. */
async function askAll(): Promise<Record<string, unknown>> {
  const dossier = (await given.app.get(`/api/v1/cve/${FIRST}/dossier`)).body;
  const stored = (await paths.stored.get(`/api/v1/cve/${FIRST}/dossier`)).body;
  const page = (await given.app.get(`/${FIRST}`)).text;
  const agent = await agentOverHttp(new URL('/mcp', given.app.url));
  const told = await agent.callTool({ name: 'check_purls', arguments: { purls: [PURL] } });
  await agent.close();
  const rows = (told.structuredContent as { results: { advice: { target: string } }[] }).results;
  const feed = (await given.app.get(`/my/feed.json?packages=${encodeURIComponent(PURL)}`)).text;
  return {
    dossier: dossier['agentHints'].advice.subjects[0].targets[0].version,
    stored: stored['agentHints'].advice.subjects[0].targets[0].version,
    page: /Upgrade beacon to ([\d.]+\d)/.exec(page)?.[1],
    purls: (await post('/purls', { purls: [PURL] })).results[0].advice.target,
    plan: (await post('/remediation/plan', { packages: [PURL] })).plans[0].advice.target,
    my: (await post('/my', { packages: [PURL] })).rows[0].advice.target,
    feed: /Upgrade beacon to ([\d.]+\d)/.exec(feed)?.[1],
    agent: rows[0]?.advice.target,
  };
}

const every = (version: string) =>
  Object.fromEntries(
    ['dossier', 'stored', 'page', 'purls', 'plan', 'my', 'feed', 'agent'].map((name) => [name, version]),
  );

it('a record that makes a recommended version affected changes what every interface recommends', async () => {
  const put = (source: SourceId, records: Readonly<Record<string, unknown>>) =>
    projectionStore(given.db).put(source, records, new Date(now));

  expect(await askAll()).toEqual(every('2.15.0'));

  await put('osv', byId(says('GHSA-5555-6666-7777', NEXT, { introduced: '2.15.0', fixed: '2.16.0' })));
  now += HOUR;

  expect(await askAll()).toEqual(every('2.16.0'));
  const { agentHints } = (await given.app.get(`/api/v1/cve/${FIRST}/dossier`)).body;
  expect(agentHints.advice.sentence).toBe(`Upgrade beacon to 2.16.0. 2.15.0 fixes this one but has ${NEXT} (high).`);
  expect(agentHints.knownFixedVersions).toMatchObject([{ version: '2.15.0', alsoAffectedBy: [{ id: NEXT }] }]);
});
