import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSIGHTS } from '../../src/http/routes/pages/insights.ts';
import { computeAggregates } from '../../src/ingest/compute-aggregates.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { FIRST, fillAggregateWorld } from '../support/worlds/aggregate-world.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

const HOUR = 3_600_000;

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({}, async () => {});
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('pages of figures, before anything was counted', () => {
  it('say so, and draw nothing', async () => {
    for (const { topic } of INSIGHTS) {
      const { status, text } = await app.get(`/insights/${topic.id}`);

      expect([topic.id, status, text.includes('class="chart"')]).toEqual([topic.id, 200, false]);
      expect(text).toMatch(/class="unknown">[^<]+ not been (computed|read) yet\./);
    }
  });
});

describe('pages of figures', () => {
  beforeAll(async () => {
    await fillAggregateWorld(given.db);
    await putTracker(given.db, {
      issues: [
        { number: 1, cves: ['CVE-2024-1001'], packages: ['a'] },
        { number: 2, cves: ['CVE-2025-1003'], packages: ['b'], state: 'closed', closedAt: '2026-02-01T00:00:00.000Z' },
      ],
      pulls: [{ number: 11, closes: [1], createdAt: '2026-01-10T00:00:00.000Z' }],
      links: [[1, 11]],
      reached: [[11, 'nixos-unstable', '2026-01-15T00:00:00.000Z']],
      channels: [{ name: 'nixos-unstable' }, { name: 'nixos-25.11' }],
    });
    const now = () => FIRST;
    await computeAggregates({ db: given.db, now }, AbortSignal.timeout(60_000));
    app.clock.now += HOUR;
  });

  it('have the figures of the JSON that they lead to', async () => {
    const { text } = await app.get('/insights/severity');
    const { body } = await app.get('/api/v1/severity-breakdown');

    const { total, byYear } = body['data'];
    expect(text).toContain(`${total} vulnerabilities.`);
    for (const { year, total: all } of byYear) {
      expect(text).toMatch(new RegExp(`>${year}</td>.*>${all}<span class="told"> in all<`));
    }
    expect(text).toContain('/severity-breakdown">/severity-breakdown</a>');
  });

  it('say in words what they draw, and give the numbers as a table', async () => {
    for (const { topic } of INSIGHTS) {
      const { text } = await app.get(`/insights/${topic.id}`);

      // Two issues are too few to say how long a fix takes: nothing is drawn of what is not known.
      const drawn = topic.id !== 'time-to-fix';
      expect(/<div class="chart" role="img" aria-label="[^"]{40,}">/.test(text), topic.id).toBe(drawn);
      expect(text, topic.id).toContain('<h2 id="numbers">Numbers</h2>');
      expect(text, topic.id).toContain('role="columnheader"');
    }
  });

  it('are drawn on the first page too', async () => {
    const { text } = await app.get('/');

    const [, figures = ''] = text.split('id="figures"');
    expect(figures.match(/<div class="chart" role="img"/g)).toHaveLength(2);
    expect(figures).not.toContain('=>');
  });

  it('count what is open, by the rules of risk', async () => {
    const { text } = await app.get('/insights/exploit-pressure');

    expect(text).toContain('No CVE with an open issue is known to affect nixpkgs.');
    expect(text).toContain('Unknown for 1 CVE whether nixpkgs is affected: CVE-2024-1001.');
  });

  it('lead from one page to all', async () => {
    const { text } = await app.get('/insights');

    const cards = text.match(/<li><h2>.*?<\/li>/gs) ?? [];
    for (const { topic } of INSIGHTS) {
      const card = cards.find((each) => each.includes(`<a href="/insights/${topic.id}">${topic.title}</a>`));
      // With too few issues there is no time to fix, and so nothing to draw.
      if (topic.id !== 'time-to-fix') expect(card).toMatch(/class="chart" role="img" aria-label="[^"]{10,}\."/);
    }
    const ids = [...text.matchAll(/<pattern id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).not.toContain('not been computed yet');
  });

  it('are no others', async () => {
    const { status, body } = await app.get('/insights/weather');

    expect([status, body['code']]).toEqual([404, 'ROUTE_UNKNOWN']);
    expect(body['hint']).toContain('/insights/severity');
  });
});
