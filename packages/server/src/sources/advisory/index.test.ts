import { fromRecords, smallWorld } from '@almanac/twins';
import { afterEach, describe, expect, it } from 'vitest';
import { advisoryAt, ghsa, isComplete, keysOf, type OverTwin, overTwin, setAsideIn } from './test/over-twin.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-09-15T09:30:00Z');

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

async function start(...given: Parameters<typeof overTwin>): Promise<OverTwin> {
  return open.use(await overTwin(...given));
}

async function filled(...given: Parameters<typeof overTwin>): Promise<OverTwin> {
  const over = await start(...given);
  await over.read('bulk');
  return over;
}

/** Seconds before the start; the longer ago the smaller the number. */
const ago = (seconds: number) => new Date(START - seconds * 1000).toISOString().replace('.000Z', 'Z');
const many = (count: number, type = 'reviewed') =>
  fromRecords(Array.from({ length: count }, (_, n) => advisoryAt(n, ago((count - n) * 60), { type })));

const position = (over: OverTwin, channel: 'bulk' | 'delta') => JSON.parse(over.positions.get(channel) ?? 'null');

describe('what it sends', () => {
  it('names itself and the version of the API, and no credentials where there are none', async () => {
    const over = await filled(smallWorld);

    expect(over.twin.requests[0]?.headers).toMatchObject({
      'user-agent': 'Almanac/test',
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    });
    expect(over.twin.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(over.source.upstreams[0]?.limit).toEqual({ requests: 60, seconds: 3600 });
  });

  it('shows a token, and then asks more often', async () => {
    const over = await filled(smallWorld, { token: 'a-token' });

    expect(over.twin.requests[0]?.headers['authorization']).toBe('Bearer a-token');
    expect(over.source.upstreams[0]?.limit).toEqual({ requests: 5000, seconds: 3600 });
  });
});

describe('sweep', () => {
  it('finds a change that the listing of changes never had, and calls nothing removed', async () => {
    const changedAt = ago(-HOUR / 1000);
    const changed = advisoryAt(1, ago(60), { updated: changedAt });
    const feed = fromRecords([advisoryAt(1, ago(60)), advisoryAt(2, ago(60)), changed]);
    const over = await filled(feed, { token: 't' });
    const later = ago(-DAY / 1000);
    over.positions.set('delta', JSON.stringify({ unreviewed: later, reviewed: later, malware: later }));
    over.twin.clock.advance(30 * DAY);

    const delta = await over.read('delta');
    const sweep = await over.read('sweep');

    expect(keysOf(delta)).toEqual([]);
    expect(keysOf(sweep)).toEqual([ghsa(1), ghsa(2)]);
    expect(over.stored.get(ghsa(1))?.modified).toEqual(new Date(changedAt));
    expect(isComplete(sweep)).toBe(false);
  });

  it('that was broken off continues, but not a month later', async () => {
    const over = await start(many(150), { token: 't' });
    over.twin.faults.set({ kind: 'status', status: 404, after: 2 });
    await expect(over.read('sweep')).rejects.toThrow('404');
    over.twin.faults.clear();
    const broken = over.positions.get('sweep') ?? '';

    over.twin.clock.advance(DAY);
    const next = keysOf(await over.read('sweep'));
    over.positions.set('sweep', broken);
    over.twin.clock.advance(30 * DAY);
    const monthLater = keysOf(await over.read('sweep'));

    expect([next.length, monthLater.length]).toEqual([51, 150]);
  });

  it('needs a token', async () => {
    const over = await start(many(1));

    expect(Object.keys(over.source.channels)).toEqual(['bulk', 'delta']);
  });
});

describe('bulk', () => {
  it('yields the advisories of all three types, with their own bytes', async () => {
    const over = await start(smallWorld);

    const items = await over.read('bulk');

    expect(keysOf(items)).toHaveLength(20);
    // Unreviewed, malware and withdrawn.
    for (const id of ['GHSA-9vfw-jx34-p568', 'GHSA-x5c4-6mfp-8rvw', 'GHSA-p8q7-xc9f-3hjm']) {
      expect(over.stored.has(id)).toBe(true);
    }
    const one = over.stored.get('GHSA-p8q7-xc9f-3hjm');
    expect(one).toMatchObject({ withdrawn: true, modified: new Date('2026-08-16T09:15:00Z') });
    expect(over.stored.get('GHSA-9vfw-jx34-p568')).toMatchObject({ withdrawn: false });
    const text = Buffer.from(one?.raw ?? []).toString();
    expect(text).toMatch(/^\{"ghsa_id":"GHSA-p8q7-xc9f-3hjm".*\}$/);
    expect(JSON.parse(text)).toEqual(one?.value);
  });

  it('says that it was everything there was, and where the deltas begin', async () => {
    const over = await start(smallWorld);

    const items = await over.read('bulk');

    expect(items.at(-3)).toEqual({ complete: true, asOf: new Date(START) });
    const began = '2026-09-15T09:30:00Z';
    expect(position(over, 'delta')).toEqual({ unreviewed: began, reviewed: began, malware: began });
  });

  it('walks page after page, oldest first', async () => {
    const over = await start(many(250));

    const items = await over.read('bulk');

    expect(keysOf(items)).toEqual(Array.from({ length: 250 }, (_, n) => ghsa(n)));
    expect(over.twin.requests.map(({ path }) => new URL(path, over.twin.url).searchParams.get('type'))).toEqual([
      'unreviewed',
      'reviewed',
      'reviewed',
      'reviewed',
      'malware',
    ]);
  });

  it('goes on after its budget was spent, and then does not call itself complete', async () => {
    const over = await start(many(450), { budget: 4 });

    await expect(over.read('bulk')).rejects.toThrow('the budget is spent until 2026-09-15T10:30:00.000Z');
    const between = position(over, 'bulk');
    over.twin.clock.advance(HOUR);
    const items = await over.read('bulk');

    expect(between).toEqual({ began: '2026-09-15T09:30:00.000Z', type: 'reviewed', from: ago(151 * 60) });
    expect(keysOf(items)).toEqual(Array.from({ length: 151 }, (_, n) => ghsa(299 + n)));
    expect(isComplete(items)).toBe(false);
    expect(over.stored.size).toBe(450);
    expect(position(over, 'delta').reviewed).toBe('2026-09-15T09:30:00Z');
  });

  it('starts again once it has come to its end', async () => {
    const over = await filled(many(150));

    expect(keysOf(await over.read('bulk'))).toHaveLength(150);
  });

  it('yields once what is reviewed while it reads, whether it has read it before or not', async () => {
    const updated = new Date(START + 60_000).toISOString();
    const reviewed = (n: number) => advisoryAt(n, ago((150 - n) * 60), { type: 'reviewed', updated });
    const unreviewed = Array.from({ length: 150 }, (_, n) =>
      advisoryAt(n, ago((150 - n) * 60), { type: 'unreviewed' }),
    );
    const over = await start(fromRecords([...unreviewed, reviewed(3), reviewed(140)]));

    const items = await over.read('bulk', (item) => {
      if ('parsed' in item && item.key === ghsa(99)) over.twin.clock.advance(120_000);
    });

    expect(keysOf(items).sort()).toEqual(Array.from({ length: 150 }, (_, n) => ghsa(n)).sort());
    expect(over.stored.get(ghsa(3))?.parsed).toMatchObject({ type: 'unreviewed' });
    await over.read('delta');
    expect(over.stored.get(ghsa(3))?.parsed).toMatchObject({ type: 'reviewed' });
  });

  it('refuses a database without a single advisory', async () => {
    const over = await start(smallWorld);
    over.twin.faults.set({ kind: 'empty_feed' });

    await expect(over.read('bulk')).rejects.toThrow('no advisory is listed');
  });
});

describe('delta', () => {
  it('brings what changed, of every type, and asks for no more than the overlap', async () => {
    const over = await filled(smallWorld);
    over.twin.clock.advance(30 * HOUR);

    const items = await over.read('delta');

    expect(keysOf(items)).toEqual([
      'GHSA-2f5c-4m6p-7rvx',
      'GHSA-3g6f-5p7q-8vw2',
      'GHSA-4h7g-6q8r-9wx3',
      'GHSA-5j8h-7r9v-cx24',
      'GHSA-w4x3-5jcm-7qrv',
    ]);
    expect(over.twin.requests).toHaveLength(6);
    expect(over.twin.requests.at(-1)?.path).toContain('modified=%3E%3D2026-09-15T08%3A30%3A00Z');
    expect(position(over, 'delta')).toEqual({
      unreviewed: '2026-09-15T09:30:00Z',
      reviewed: '2026-09-16T15:30:00Z',
      malware: '2026-09-15T09:30:00Z',
    });
  });

  it('reads the last hour again, for what a searched listing shows late', async () => {
    const late = { ...advisoryAt(2, ago(40 * 60)), at: new Date(START + 60_000).toISOString() };
    const over = await filled(fromRecords([advisoryAt(1, ago(50 * 60)), late]));
    over.twin.clock.advance(30 * 60_000);

    expect(keysOf(await over.read('delta'))).toEqual([ghsa(1), ghsa(2)]);
  });

  it('goes on after its budget was spent', async () => {
    const later = (n: number) => new Date(START + n * 1000).toISOString().replace('.000Z', 'Z');
    const over = await filled(
      fromRecords([advisoryAt(0, ago(60)), ...Array.from({ length: 350 }, (_, n) => advisoryAt(n + 1, later(n + 1)))]),
      { budget: 6 },
    );
    over.twin.clock.advance(HOUR - 1);
    await expect(over.read('delta')).rejects.toThrow('answers 403');
    over.twin.clock.advance(1);

    await over.read('delta');

    expect(over.stored.size).toBe(351);
  });

  it('moves no further than now for dates that lie ahead', async () => {
    const over = await filled(smallWorld);
    over.twin.faults.set({ kind: 'future_dates', ms: 400 * 24 * HOUR });

    await over.read('delta');

    expect(position(over, 'delta').reviewed).toBe('2026-09-15T09:30:00Z');
  });

  it('reads everything when the stored position is of another make', async () => {
    const over = await filled(smallWorld);
    over.positions.set('delta', '2026-09-15T09:30:00Z');

    expect(keysOf(await over.read('delta'))).toHaveLength(20);
  });

  it('marks what was taken back', async () => {
    const over = await filled(smallWorld);
    over.twin.clock.advance(HOUR);
    over.twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    const items = await over.read('delta');

    expect(items.filter((item) => 'parsed' in item && item.withdrawn)).toHaveLength(21);
  });
});

describe('one advisory', () => {
  it.each(['GHSA-2c4f-7hpq-9wxm', 'ghsa-2C4F-7hpq-9wxm', 'GHSA-9vfw-jx34-p568', 'GHSA-x5c4-6mfp-8rvw'])(
    'is found as %s',
    async (id) => {
      const over = await filled(smallWorld);

      const found = await over.fetchOne(id);

      const key = `GHSA${id.slice(4).toLowerCase()}`;
      expect(found).toMatchObject({ key, value: over.stored.get(key)?.value });
    },
  );

  it.each(['GHSA-2222-2222-2222', 'CVE-2025-91801', 'GHSA-../../user', ''])('%j is absent', async (id) => {
    const over = await start(smallWorld);

    expect(await over.fetchOne(id)).toBe('absent');
  });

  it.each([
    [404, 'answers 404'],
    [403, 'answers 403'],
    [500, 'answers 500'],
  ])('is not absent because somebody in between answers %i', async (status, message) => {
    const over = await start(smallWorld);
    over.twin.faults.set({ kind: 'status', status });

    await expect(over.fetchOne('GHSA-2222-2222-2222')).rejects.toThrow(message);
  });

  it('that cannot be read is set aside under its key', async () => {
    const over = await start(smallWorld);
    over.twin.faults.set({ kind: 'malformed_record', way: 'syntax', record: 'GHSA-2c4f-7hpq-9wxm' });

    expect(await over.fetchOne('GHSA-2c4f-7hpq-9wxm')).toMatchObject({
      key: 'GHSA-2c4f-7hpq-9wxm',
      unreadable: expect.any(String),
    });
  });
});

describe('an advisory that is bad', () => {
  const victim = 'GHSA-2c4f-7hpq-9wxm';

  it.each(['wrong_type', 'missing_field', 'null_record', 'deep_nesting', 'invalid_utf8'] as const)(
    '(%s) is set aside; the others are read',
    async (way) => {
      const over = await start(smallWorld);
      over.twin.faults.set({ kind: 'malformed_record', way, record: victim });

      const items = await over.read('bulk');

      expect(keysOf(items)).toHaveLength(19);
      expect(setAsideIn(items)).toHaveLength(1);
    },
  );

  it('keeps its key where that can be told', async () => {
    const { id, record } = advisoryAt(1, ago(60));
    const over = await start(fromRecords([advisoryAt(0, ago(60)), { id, record: { ...record, updated_at: 'soon' } }]));

    const [bad] = setAsideIn(await over.read('bulk'));

    expect(bad).toMatchObject({ key: ghsa(1), unreadable: expect.stringContaining('updated_at') });
  });
});

describe('an advisory of a type that nobody knows', () => {
  const haunted = advisoryAt(7, ago(60), { type: 'haunted' });
  const notice = {
    noticed: 'UNKNOWN_FORM',
    detail: `${haunted.id} is of the type "haunted", which is not listed`,
  };

  it.each(['bulk', 'delta'] as const)('is read and noticed where a listing has it: %s', async (channel) => {
    const over = await start(fromRecords([advisoryAt(6, ago(90)), haunted]), { strays: true });

    const items = await over.read(channel);

    expect(keysOf(items)).toEqual([ghsa(6), haunted.id]);
    expect(items).toContainEqual(notice);
  });

  it('is noticed where somebody asks for it, although no listing has it', async () => {
    const over = await filled(fromRecords([advisoryAt(6, ago(90)), haunted]));

    const found = await over.fetchOne(haunted.id);
    const usual = await over.fetchOne(ghsa(6));

    expect(over.stored.has(haunted.id)).toBe(false);
    expect(found).toMatchObject({ key: haunted.id, odd: notice });
    expect(usual).not.toHaveProperty('odd');
  });
});
