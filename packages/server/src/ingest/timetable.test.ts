import { parseCronItems } from 'graphile-worker';
import { expect, it } from 'vitest';
import { SOURCE_CATALOGUE } from '../sources/catalogue.ts';
import { ENABLED_SOURCES } from '../sources/index.ts';
import { openFeeds } from './feeds.ts';
import { timetable } from './timetable.ts';

const DAY_MINUTES = 24 * 60;

const url = 'http://upstream.test/';
const feeds = openFeeds({
  cve_list_v5: { rawUrl: url, releasesUrl: url, archiveUrls: [url] },
  cve_services: { url },
  osv: { bucketUrl: url, apiUrl: url },
  advisory: { url },
  nvd: { url },
  epss: { url, apiUrl: url },
  kev: { url },
  nixpkgs: { url },
  repology: { url, contact: undefined },
  channels: { url, releasesUrl: url, statusUrl: url, channels: [] },
  packages: { url, releasesUrl: url, channels: [] },
  dependencies: { url },
  metasploit: { url },
  nuclei: { url },
  exploitdb: { url },
});

it('reads every enabled source at least as often as its info says, and no other', () => {
  const perDay = new Map<string, number>();
  for (const { identifier, match } of parseCronItems(timetable(feeds))) {
    const [source = ''] = identifier.split(':');
    perDay.set(source, Math.max(perDay.get(source) ?? 0, minutesOfADay().filter(match).length));
  }

  const promised = SOURCE_CATALOGUE.filter(
    ({ id, cadenceSeconds }) => ENABLED_SOURCES.has(id) && cadenceSeconds !== null,
  );
  expect([...perDay.keys()].sort()).toEqual(promised.map(({ id }) => id).sort());
  for (const { id, cadenceSeconds } of promised) {
    expect(perDay.get(id)).toBeGreaterThanOrEqual((DAY_MINUTES * 60) / (cadenceSeconds ?? 0));
  }
});

function minutesOfADay() {
  return Array.from({ length: DAY_MINUTES }, (_, i) => ({
    min: i % 60,
    hour: Math.floor(i / 60),
    date: 15,
    month: 9,
    dow: 2,
  }));
}
