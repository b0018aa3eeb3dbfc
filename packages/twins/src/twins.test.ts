import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ADVISORIES_PATH } from './advisory/advisory.ts';
import { RELEASES_PATH } from './cve-list/release-routes.ts';
import { CVE_ID_PATH } from './cve-services/cve-services.ts';
import { EPSS_API_PATH } from './epss/epss.ts';
import { stillClock } from './frame/clock.ts';
import { generated } from './generator/generated.ts';
import { KEV_FEED_PATH } from './kev/kev.ts';
import { NVD_PATH } from './nvd/nvd.ts';
import { OTHER_TWINS, startTwins, TWIN_IDS, TWINS, type TwinId } from './twins.ts';
import { smallWorld } from './world/small-world.ts';

it('has a folder with a README for every twin, and a twin for every such folder', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`${import.meta.dirname}/${entry.name}`).includes('README.md'))
    .map(({ name }) => name);

  expect(folders.toSorted()).toEqual([...TWIN_IDS.map((id) => TWINS[id].folder), ...OTHER_TWINS].toSorted());
});

it('names each definition by its source id', () => {
  expect(TWIN_IDS.map((id) => TWINS[id].define(smallWorld).source)).toEqual([...TWIN_IDS]);
});

it('runs all on one clock', async () => {
  const clock = stillClock('2026-09-15T09:30:00Z');
  await using twins = await startTwins(smallWorld, { clock });

  twins.kev.clock.advance(3_600_000);
  const [release] = (await (await fetch(`${twins.cve_list_v5.url}${RELEASES_PATH}?per_page=1`)).json()) as [
    { tag_name: string },
  ];

  expect(release.tag_name).toBe('cve_2026-09-15_1000Z');
});

it('serves a generated world as it serves the small one', async () => {
  await using twins = await startTwins(generated({ seed: 3, count: 2000 }), {
    clock: stillClock('2026-09-15T09:30:00Z'),
  });

  const catalogue = (await (await fetch(twins.kev.url + KEV_FEED_PATH)).json()) as { count: number };
  const delta = (await (await fetch(`${twins.cve_list_v5.url}/CVEProject/cvelistV5/main/cves/delta.json`)).json()) as {
    new: { githubLink: string }[];
    updated: { githubLink: string }[];
  };
  const [changed] = [...delta.new, ...delta.updated];
  const record = await fetch(changed?.githubLink ?? '');

  expect(catalogue.count).toBeGreaterThan(0);
  expect(record.status).toBe(200);
});

it('has something of a generated world in every twin', async () => {
  await using twins = await startTwins(generated({ seed: 3, count: 3000 }), {
    clock: stillClock('2026-09-15T15:30:00Z'),
  });
  const text = async (id: TwinId, path: string) => (await fetch(twins[id].url + path)).text();

  const rows = (await text('osv', '/modified_id.csv')).trim().split('\n');
  const [, record = ''] = rows[0]?.split(',') ?? [];
  const page = JSON.parse(await text('nvd', `${NVD_PATH}?resultsPerPage=3`)) as { totalResults: number };
  const scores = JSON.parse(await text('epss', EPSS_API_PATH)) as { total: number; data: { cve: string }[] };
  const advisories = JSON.parse(await text('advisory', ADVISORIES_PATH)) as { cve_id: string }[];
  const state = JSON.parse(await text('cve_services', CVE_ID_PATH + advisories[0]?.cve_id)) as { state: string };

  expect(new Set(rows.map((row) => row.split(/[,/]/)[1]))).toEqual(
    new Set(['Alpine', 'Debian', 'GIT', 'npm', 'PyPI', 'Maven', 'Go', 'Packagist', 'NuGet', 'crates.io', 'RubyGems']),
  );
  expect(JSON.parse(await text('osv', `/${record}.json`))).toMatchObject({ modified: rows[0]?.split(',')[0] });
  expect(page.totalResults).toBeGreaterThan(2500);
  expect(scores.total).toBeGreaterThan(2500);
  expect(state.state).toBe('PUBLISHED');
});

it('stops the others when one cannot start', async () => {
  await using first = await startTwins(smallWorld, { clock: stillClock(0) });
  const taken = Number(new URL(first.kev.url).port);

  await expect(startTwins(smallWorld, { clock: stillClock(0), ports: { kev: taken } })).rejects.toThrow('EADDRINUSE');
});
