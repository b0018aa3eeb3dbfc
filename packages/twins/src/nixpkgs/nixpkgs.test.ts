import { expect, it } from 'vitest';
import { stillClock } from '../frame/clock.ts';
import { startTwin, USUAL_START } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { generated } from '../generator/generated.ts';
import { smallWorld } from '../world/small-world.ts';
import { worldOf } from '../world/world.ts';
import { nixpkgs, TRACKER_PATH } from './nixpkgs.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LABEL = 'labels=1.severity%3A%20security';
const ISSUES = `${TRACKER_PATH}/issues`;

interface Item {
  readonly number: number;
  readonly state: string;
  readonly updated_at: string;
  readonly pull_request?: { readonly merged_at: string | null };
}

interface Event {
  readonly event: string;
  readonly source?: { readonly issue: Item & { readonly repository: { readonly full_name: string } } };
}

const ask = async (twin: Twin, path: string, headers: Record<string, string> = {}) =>
  fetch(twin.url + path, { headers: { authorization: 'Bearer any', ...headers }, redirect: 'manual' });
const json = async <T>(twin: Twin, path: string) => (await (await ask(twin, path)).json()) as T;
const numbers = async (twin: Twin, query: string) =>
  (await json<Item[]>(twin, `${ISSUES}?per_page=100&${query}`)).map(({ number }) => number);

it('lists open issues alone unless asked, pull requests among them', async () => {
  await using twin = await startTwin(nixpkgs(smallWorld));

  const usual = await json<Item[]>(twin, ISSUES);
  const all = await json<Item[]>(twin, `${ISSUES}?state=all&per_page=1000`);

  expect(usual.every(({ state }) => state === 'open')).toBe(true);
  expect(all.some(({ state }) => state === 'closed')).toBe(true);
  expect(all.filter(({ pull_request }) => pull_request !== undefined).length).toBeGreaterThan(5);
  expect(all.find(({ number }) => number === 410_150)?.pull_request?.merged_at).toMatch(/Z$/);
});

it('filters by label and date, sorts, and pages with links', async () => {
  await using twin = await startTwin(nixpkgs(smallWorld));

  const labelled = await numbers(twin, `state=all&${LABEL}`);
  const both = await numbers(twin, `state=all&${LABEL},severity%3A%20critical`);
  const recent = await json<Item[]>(twin, `${ISSUES}?state=all&since=2026-09-01T00:00:00Z&sort=updated&direction=asc`);
  const first = await ask(twin, `${ISSUES}?state=all&per_page=2`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = (await (await fetch(next)).json()) as Item[];

  expect(labelled).not.toContain(411_011);
  expect(labelled).toContain(408_505);
  expect(both).toEqual([411_202]);
  expect(recent.map(({ updated_at }) => updated_at)).toEqual(recent.map(({ updated_at }) => updated_at).toSorted());
  expect(recent.length).toBeLessThan(labelled.length);
  expect(second).toHaveLength(2);
  expect((await ask(twin, `${ISSUES}?sort=colour`)).status).toBe(422);
});

it('takes an issue without its label out of the filtered listing, and says so nowhere', async () => {
  await using twin = await startTwin(nixpkgs(smallWorld));
  const before = await numbers(twin, `state=all&${LABEL}`);

  twin.clock.advance(27 * HOUR);

  expect(before).toContain(410_707);
  expect(await numbers(twin, `state=all&${LABEL}`)).not.toContain(410_707);
  expect(await numbers(twin, 'state=all&since=2026-09-16T10:00:00Z')).toContain(410_707);
});

it('answers 410 for a deleted issue and 301 for a transferred one', async () => {
  await using twin = await startTwin(nixpkgs(smallWorld));
  twin.clock.advance(2 * DAY);

  const moved = await ask(twin, `${ISSUES}/410809`);
  const there = (await (await fetch(moved.headers.get('location') ?? '')).json()) as Item;

  expect((await ask(twin, `${ISSUES}/410808`)).status).toBe(410);
  expect(moved.status).toBe(301);
  expect(there).toMatchObject({ number: 77, repository_url: expect.stringContaining('nixos-homepage') });
  expect(await numbers(twin, 'state=all')).not.toEqual(expect.arrayContaining([410_808]));
  expect((await ask(twin, `${ISSUES}/1`)).status).toBe(404);
});

it('dates the end of an issue by the last time that it was closed, not by one to come', async () => {
  const step = (daysAgo: number, state: 'open' | 'closed') => ({ at: { daysAgo, hour: 8 }, set: { state } });
  const first = { title: 'buoy sinks', body: null, labels: [], state: 'open' as const };
  const story = [{ at: { daysAgo: 9 }, set: first }, step(5, 'closed'), step(3, 'open'), step(2, 'closed')] as const;
  const issue = { number: 1, author: 'ada', story: [...story, step(-1, 'open'), step(-2, 'closed')] as const };
  const world = worldOf([{ id: 'CVE-2026-10000', shows: [], assigner: 'tidewater', issues: [issue] }]);
  await using twin = await startTwin(nixpkgs(world));

  const { closed_at: closedAt } = await json<{ closed_at: string }>(twin, `${ISSUES}/1`);

  expect(closedAt).toBe('2026-09-13T08:00:00Z');
});

it('has every mention in the timeline, also those that mean nothing here', async () => {
  await using twin = await startTwin(nixpkgs(smallWorld));

  const events = await json<Event[]>(twin, `${ISSUES}/410101/timeline`);
  const sources = events.flatMap(({ source }) => (source === undefined ? [] : [source.issue]));

  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['labeled', 'cross-referenced', 'closed']));
  expect(new Set(sources.map(({ repository }) => repository.full_name))).toEqual(
    new Set(['NixOS/nixpkgs', 'brook/nixpkgs', 'somebody/dotfiles']),
  );
  expect(sources.filter(({ pull_request }) => pull_request === undefined)).toHaveLength(1);
});

it('shows a fix on its way: merged, in master, in the channels', async () => {
  await using twin = await startTwin(nixpkgs(smallWorld));
  const pull = async () =>
    json<{ merged_at: string | null; merge_commit_sha: string }>(twin, `${TRACKER_PATH}/pulls/411360`);
  const status = async (head: string) => {
    const { merge_commit_sha: commit } = await pull();
    return (await json<{ status: string }>(twin, `${TRACKER_PATH}/compare/${head}...${commit}`)).status;
  };
  const before = await pull();
  twin.clock.advance(25 * HOUR);

  expect(before.merged_at).toBeNull();
  expect((await pull()).merged_at).not.toBeNull();
  expect((await pull()).merge_commit_sha).not.toBe(before.merge_commit_sha);
  expect([await status('master'), await status('nixos-unstable'), await status('nixos-26.05')]).toEqual([
    'behind',
    expect.stringMatching(/ahead|diverged/),
    'diverged',
  ]);
  twin.clock.advance(4 * DAY);
  expect([await status('nixos-unstable'), await status('nixos-26.05')]).toEqual(['behind', 'diverged']);
  expect((await ask(twin, `${TRACKER_PATH}/compare/${'0'.repeat(40)}...master`)).status).toBe(404);
});

it('is asked conditionally, at no cost with a token, and refuses those who ask too often', async () => {
  await using twin = await startTwin(nixpkgs(smallWorld, { budget: 1, refuseWith: 429 }));
  const first = await ask(twin, ISSUES);
  const same = await ask(twin, ISSUES, { 'if-none-match': first.headers.get('etag') ?? '' });
  const anonymous = async () => fetch(twin.url + ISSUES);
  await anonymous();

  expect([same.status, same.headers.get('x-ratelimit-remaining')]).toEqual([304, '4998']);
  expect((await anonymous()).status).toBe(429);
  expect((await ask(twin, ISSUES, { 'x-github-api-version': '2020-01-01' })).status).toBe(410);
});

it('has as many issues of a generated world as asked for, with believable dates', async () => {
  const world = generated({ seed: 5, count: 900, issues: 300 });
  const clock = stillClock(USUAL_START);
  clock.advance(30 * DAY);
  await using twin = await startTwin(nixpkgs(world), { clock });
  const found: (Item & { created_at: string })[] = [];
  for (let page = 1; page <= 10; page += 1) {
    found.push(...(await json<typeof found>(twin, `${ISSUES}?state=all&per_page=100&page=${page}`)));
  }

  const gone = [...world.entries()].flatMap(({ issues = [] }) => issues).filter(({ story }) => story.at(-1)?.set.gone);
  const issues = found.filter(({ pull_request }) => pull_request === undefined);
  const pulls = found.filter(({ pull_request }) => pull_request !== undefined);
  expect(issues.length + gone.length).toBe(300);
  expect(pulls.length).toBeGreaterThan(150);
  expect(pulls.filter(({ pull_request }) => pull_request?.merged_at).length).toBeGreaterThan(100);
  for (const { created_at, updated_at } of found) expect(created_at <= updated_at).toBe(true);
});
