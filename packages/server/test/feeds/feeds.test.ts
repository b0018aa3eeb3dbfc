import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atom } from '../../src/http/routes/feeds/atom.ts';
import { rss } from '../../src/http/routes/feeds/rss.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { type FindingWorld, findingWorld, madeCve, madeKev, madeOsv } from '../support/worlds/finding-world.ts';
import { parseXml, type XmlElement } from '../support/xml-check.ts';

let world: FindingWorld;
let app: TestApp;

const at = new Date('2026-11-01T00:00:00Z');
const NASTY = '<script>alert(1)</script> ]]> & \u0001\u202e';

beforeAll(async () => {
  world = await findingWorld();
  const many = Array.from({ length: 120 }, (_, i) => {
    const id = `CVE-2026-${2_000 + i}`;
    const published = new Date(Date.UTC(2026, 5, 1) + i * 3_600_000).toISOString();
    return [id, madeCve(id, { title: `Number ${i}`, description: `Flaw ${i}`, published })] as const;
  });
  const records = {
    ...Object.fromEntries(many),
    'CVE-2026-1000': madeCve('CVE-2026-1000', {
      title: NASTY,
      description: NASTY,
      severity: 'critical',
      product: 'Thing',
      published: '2026-10-01T00:00:00Z',
    }),
    'CVE-2026-1001': madeCve('CVE-2026-1001', { description: 'From the future', published: '2099-01-01T00:00:00Z' }),
  };
  const osv = {
    'GHSA-2222-2222-2222': madeOsv('GHSA-2222-2222-2222', {
      summary: 'In a package',
      ecosystem: 'npm',
      name: '@scope/Thing',
      published: '2026-09-01T00:00:00Z',
    }),
    'MAL-2026-1': madeOsv('MAL-2026-1', {
      summary: 'Malicious',
      ecosystem: 'npm',
      name: 'bad',
      published: '2026-10-02T00:00:00Z',
    }),
  };
  await world.store.put('cve_list_v5', records, at);
  await world.store.put('osv', osv, at);
  await world.store.put('kev', { 'CVE-2026-2000': madeKev('CVE-2026-2000') }, at);
  app = await testApp({ routes: [rss, atom], databaseUrl: world.database.url });
});
afterAll(async () => {
  await app.close();
  await world[Symbol.asyncDispose]();
});

const all = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name);
const one = (element: XmlElement, name: string): XmlElement => {
  const found = all(element, name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0] as XmlElement;
};
const textOf = (element: XmlElement, name: string) => one(element, name).text;

describe('Atom', () => {
  it('has what RFC 4287 asks for, the newest hundred, and the newest change as its own', async () => {
    const { headers, text } = await app.get('/api/v1/feed/atom');

    const feed = parseXml(text);
    const entries = all(feed, 'entry');
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect([feed.name, feed.attributes.get('xmlns')]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect([textOf(feed, 'id'), textOf(feed, 'title')]).toEqual([
      'http://api.test/api/v1/feed/atom',
      'Almanac: vulnerabilities',
    ]);
    expect(textOf(one(feed, 'author'), 'name')).toBe('Almanac');
    const links = all(feed, 'link').map(({ attributes }) => [attributes.get('rel'), attributes.get('href')]);
    expect(links).toEqual([
      ['self', 'http://api.test/api/v1/feed/atom'],
      ['alternate', 'http://api.test'],
    ]);
    expect(entries).toHaveLength(100);
    expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(100);
    expect(textOf(feed, 'updated')).toBe('2026-10-01T00:00:00.000Z');
    const published = entries.map((entry) => textOf(entry, 'published'));
    expect(published).toEqual(published.toSorted().toReversed());
    for (const entry of entries) {
      expect(textOf(entry, 'updated')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect([one(entry, 'title').attributes.get('type'), one(entry, 'summary').attributes.get('type')]).toEqual([
        'text',
        'text',
      ]);
    }
  });

  it('shows text of others as text', async () => {
    const feed = parseXml((await app.get('/api/v1/feed/atom?severity=critical')).text);

    const [entry] = all(feed, 'entry');
    expect([textOf(entry!, 'id'), textOf(entry!, 'title'), textOf(entry!, 'summary')]).toEqual([
      'http://api.test/CVE-2026-1000',
      'CVE-2026-1000 (critical): <script>alert(1)</script> ]]> & ',
      '<script>alert(1)</script> ]]> & ',
    ]);
  });
});

describe('RSS', () => {
  it('has what RSS 2.0 asks for', async () => {
    const { headers, text } = await app.get('/api/v1/feed/rss');

    const root = parseXml(text);
    const channel = one(root, 'channel');
    const items = all(channel, 'item');
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect([root.name, root.attributes.get('version')]).toEqual(['rss', '2.0']);
    expect([textOf(channel, 'title'), textOf(channel, 'link')]).toEqual([
      'Almanac: vulnerabilities',
      'http://api.test',
    ]);
    expect(textOf(channel, 'description')).not.toBe('');
    expect(one(channel, 'atom:link').attributes.get('href')).toBe('http://api.test/api/v1/feed/rss');
    expect(textOf(channel, 'lastBuildDate')).toBe('Thu, 01 Oct 2026 00:00:00 GMT');
    expect(items).toHaveLength(100);
    for (const item of items) {
      expect(textOf(item, 'guid')).toBe(textOf(item, 'link'));
      expect(new Date(textOf(item, 'pubDate')).toUTCString()).toBe(textOf(item, 'pubDate'));
    }
  });

  it('holds text of others as HTML that shows it, not as HTML', async () => {
    const root = parseXml((await app.get('/api/v1/feed/rss?severity=critical')).text);

    const [item] = all(one(root, 'channel'), 'item');
    expect(textOf(item!, 'description')).toBe('&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp; ');
  });
});

describe('both', () => {
  it.each([
    ['?severity=critical', ['CVE-2026-1000']],
    ['?kev=true', ['CVE-2026-2000']],
    ['?ecosystem=NPM', ['GHSA-2222-2222-2222']],
    ['?ecosystem=npm&malware=true', ['MAL-2026-1', 'GHSA-2222-2222-2222']],
    ['?package=@SCOPE/thing', ['GHSA-2222-2222-2222']],
    ['?package=thing', ['CVE-2026-1000']],
    ['?package=nothing', []],
  ])('%s', async (query, expected) => {
    const [atomFeed, rssFeed] = await Promise.all(
      ['atom', 'rss'].map((form) => app.get(`/api/v1/feed/${form}${query}`)),
    );

    const entries = all(parseXml(atomFeed!.text), 'entry').map((entry) => textOf(entry, 'id'));
    const items = all(one(parseXml(rssFeed!.text), 'channel'), 'item').map((item) => textOf(item, 'guid'));
    expect(entries).toEqual(expected.map((id) => `http://api.test/${id}`));
    expect(items).toEqual(entries);
  });

  it.each(['atom', 'rss'])('%s is 304 to a reader that has it, also after it was made again', async (form) => {
    const first = await app.get(`/api/v1/feed/${form}?kev=true`);
    const etag = first.headers.get('etag') ?? '';
    const kept = await app.get(`/api/v1/feed/${form}?kev=true`, { headers: { 'if-none-match': etag } });
    app.clock.now += 3_600_000;
    const again = await app.get(`/api/v1/feed/${form}?kev=true`, { headers: { 'if-none-match': etag } });

    expect([first.status, kept.status, kept.text]).toEqual([200, 304, '']);
    expect([again.status, again.headers.get('x-cache')]).toEqual([304, 'MISS']);
  });

  it.each(['?severity=worst', '?kev=maybe', '?package='])('%s is refused', async (query) => {
    expect((await app.get(`/api/v1/feed/rss${query}`)).status).toBe(400);
  });
});
