import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../../test/corpus.ts';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import type { Http } from '../source.ts';
import { kev } from './index.ts';

const URL = 'http://kev.test/feed.json';
const MIRROR = 'http://mirror.test/feed.json';
const now = () => new Date('2026-11-15T12:00:00Z');

const entry = {
  cveID: 'CVE-2021-44228',
  vendorProject: 'Apache',
  product: 'Log4j2',
  vulnerabilityName: 'Log4Shell',
  dateAdded: '2021-12-10',
  dueDate: '2021-12-24',
  requiredAction: 'Patch',
};
const catalogue = (released: string, vulnerabilities: unknown[], count = vulnerabilities.length) =>
  JSON.stringify({ catalogVersion: '2026.11.14', dateReleased: released, count, vulnerabilities }, null, 2);

type Answers = Readonly<Record<string, string | Uint8Array | number>>;

function answering(answers: Answers): Http {
  return {
    async get(url, { etag }) {
      const answer = answers[url] ?? 404;
      if (typeof answer === 'number') return httpAnswer(answer);
      if (etag === '"v1"') return httpAnswer(304, '', etag);
      return httpAnswer(200, answer, '"v1"');
    },
    download: () => Promise.reject(new Error('the catalogue is not downloaded')),
  };
}

const read = (answers: Answers, since: object | null = null) => {
  const source = kev({ url: URL, mirrorUrl: MIRROR });
  const position = since === null ? null : JSON.stringify(since);
  const deps = sourceDeps({ http: answering(answers), now });
  return Array.fromAsync(source.channels.bulk?.read(deps, position, AbortSignal.timeout(1000)) ?? []);
};

describe('kev', () => {
  it('yields what is to come, the entries with their own bytes, and then how far it got', async () => {
    const [expected, first, complete, checkpoint] = await read({
      [URL]: catalogue('2026-11-14T10:00:00.1234Z', [entry]),
    });

    expect(expected).toEqual({ expected: 1 });
    expect(first).toMatchObject({ key: 'CVE-2021-44228', parsed: { knownRansomwareCampaignUse: 'Unknown', cwes: [] } });
    expect(complete).toEqual({ complete: true });
    expect(checkpoint).toEqual({
      checkpoint: '{"etag":"\\"v1\\"","released":"2026-11-14T10:00:00.1234Z","mirrorSince":null}',
    });
  });

  it('sets bad entries aside, with their key where it can be told', async () => {
    const bad = [{ ...entry, dateAdded: 'soon' }, { cveID: 'CVE-1' }, null, 7, 'text', []];
    const items = await read({ [URL]: catalogue('2026-11-14T10:00:00Z', bad) });

    expect(items.filter((item) => 'unreadable' in item)).toHaveLength(6);
    expect(items[1]).toMatchObject({ key: 'CVE-2021-44228', unreadable: expect.stringContaining('dateAdded') });
    expect(items[2]).not.toHaveProperty('key');
  });

  it('yields nothing while the catalogue has not moved', async () => {
    const answers = { [URL]: catalogue('2026-11-14T10:00:00Z', [entry]) };

    expect(await read(answers, { etag: '"v1"', released: '2026-11-14T10:00:00Z' })).toEqual([]);
  });

  it.each([
    ['is older than the one we have', catalogue('2026-11-13T10:00:00Z', [entry]), 'is older than'],
    [
      'has fewer entries than it announces',
      catalogue('2026-11-14T10:00:00Z', [entry], 2),
      'announces 2 entries and has 1',
    ],
    ['has no date of release', '{"count":0,"vulnerabilities":[]}', 'dateReleased'],
    ['has no entries member', '{"count":0,"dateReleased":"2026-11-14T10:00:00Z"}', 'no "vulnerabilities"'],
    ['is cut', catalogue('2026-11-14T10:00:00Z', [entry]).slice(0, -20), 'malformed JSON'],
  ])('refuses a catalogue that %s', async (_name, document, message) => {
    const since = { etag: null, released: '2026-11-14T09:00:00Z' };

    await expect(read({ [URL]: document }, since)).rejects.toThrow(message);
  });

  it('reads the mirror when refused, and does not call its listing complete', async () => {
    const items = await read({ [URL]: 403, [MIRROR]: catalogue('2026-11-14T10:00:00Z', [entry]) });

    expect(items).toMatchObject([
      { expected: 1 },
      { key: 'CVE-2021-44228' },
      { checkpoint: JSON.stringify({ etag: null, released: null, mirrorSince: now().toISOString() }) },
    ]);
  });

  it('takes nothing from a mirror that runs behind', async () => {
    const answers = { [URL]: 403, [MIRROR]: catalogue('2026-11-14T10:00:00Z', [entry]) };

    expect(await read(answers, { etag: '"v0"', released: '2026-11-14T11:00:00Z' })).toEqual([
      {
        checkpoint: JSON.stringify({
          etag: '"v0"',
          released: '2026-11-14T11:00:00Z',
          mirrorSince: now().toISOString(),
        }),
      },
    ]);
  });

  it.each([
    ['a day', '2026-11-14T12:00:00.000Z', true],
    ['less than a day', '2026-11-14T12:00:00.001Z', false],
  ])('believes the mirror after %s without the original, and says so', async (_name, mirrorSince, believed) => {
    const position = { etag: '"v0"', released: '2026-11-14T09:00:00Z', mirrorSince };

    const items = await read({ [URL]: 403, [MIRROR]: catalogue('2026-11-14T10:00:00Z', [entry]) }, position);

    expect(items.some((item) => 'complete' in item)).toBe(believed);
    expect(items.flatMap((item) => ('noticed' in item ? [item.detail] : []))).toEqual(
      believed ? [`kev: kev.test answers 403: read from the mirror since ${mirrorSince}`] : [],
    );
    expect(items.at(-1)).toEqual({ checkpoint: JSON.stringify(position) });
  });

  it.each([
    ['has not moved', '"v1"', 2],
    ['has moved', '"v0"', 5],
  ])('says that it is over when the original answers again and %s', async (_name, etag, count) => {
    const position = { etag, released: '2026-11-14T09:00:00Z', mirrorSince: '2026-11-10T00:00:00.000Z' };

    const items = await read({ [URL]: catalogue('2026-11-14T10:00:00Z', [entry]) }, position);

    expect(items).toHaveLength(count);
    expect(items[0]).toEqual({ noticed: 'READ_FROM_MIRROR', detail: null });
    expect(items.at(-1)).toEqual({ checkpoint: expect.stringContaining('"mirrorSince":null') });
  });

  it('tells of the first address when both fail', async () => {
    await expect(read({ [URL]: 403, [MIRROR]: 500 })).rejects.toThrow('kev.test answers 403');
  });

  it('reads everything when the stored position is of another make', async () => {
    expect(await read({ [URL]: catalogue('2026-11-14T10:00:00Z', [entry]) }, ['"v1"'])).toHaveLength(4);
  });

  describe.skipIf(!hasCorpus)('the real catalogue', () => {
    it.each([
      ['known_exploited_vulnerabilities-2025-08.json.gz', 1404],
      ['known_exploited_vulnerabilities.json.gz', 1662],
    ])('%s is read without a single entry set aside', async (name, count) => {
      const document = gunzipSync(await readFile(corpusFile(`kev/${name}`)));

      const items = await read({ [URL]: document });

      expect(items.filter((item) => 'parsed' in item)).toHaveLength(count);
      expect(items).toHaveLength(count + 3);
    });
  });
});
