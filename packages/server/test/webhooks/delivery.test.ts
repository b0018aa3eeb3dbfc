import { createHmac } from 'node:crypto';
import { WebhookDelivery } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { allChanges, changesFrom } from '../support/following.ts';
import { openWebhookWorld, type WebhookWorld } from '../support/webhooks.ts';
import { type ProjectionStore, projectionStore } from '../support/worlds/projection-store.ts';

let world: WebhookWorld;
let store: ProjectionStore;
let stored = 0;

beforeAll(async () => {
  world = await openWebhookWorld();
  store = projectionStore(world.worker.primary);
});
afterEach(async () => {
  await sql`update webhook set deleted_at = now() where deleted_at is null`.execute(world.worker.primary);
  await world.quiet();
});
afterAll(() => world[Symbol.asyncDispose]());

/** So many new records, in one transaction. */
async function put(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => {
    stored += 1;
    return `PYSEC-2026-${stored}`;
  });
  const affected = (id: string) => [{ package: { ecosystem: 'PyPI', name: `package-${id.at(-1)}` } }];
  const records = ids.map((id) => [id, { id, modified: '2026-03-01T00:00:00Z', affected: affected(id) }]);
  await store.put('osv', Object.fromEntries(records) as Record<string, unknown>, new Date());
}

const untilTold = (path: string, cursors: readonly string[]) =>
  vi.waitFor(() => expect(world.cursorsAt(path)).toEqual(cursors), { timeout: 20_000, interval: 10 });

describe('a delivery', () => {
  it('holds the changes of /changes in order, and is signed by the secret', async () => {
    const { secret, id, cursor: begin } = await world.register('/a');
    await put(3);
    const changes = await changesFrom(world.app, 3, begin);

    world.deliver();
    await untilTold(
      '/a',
      changes.map(({ cursor }) => cursor),
    );

    const [{ headers, body, delivery }] = world.receiver.arrived as [(typeof world.receiver.arrived)[number]];
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(headers['webhook-id']).toMatch(/^msg_[\w-]{27}$/);
    expect(headers['content-type']).toBe('application/json');
    expect(WebhookDelivery.safeParse(delivery).error).toBeUndefined();
    expect(delivery.data).toEqual({ webhook: id, changes, cursor: changes.at(-1)?.cursor });
  });

  it('has what passes the filters alone, and the webhook moves past the rest', async () => {
    const filtered = await world.register('/filtered', { packages: 'pkg:pypi/package-1' });
    const begin = filtered.cursor;
    const judged = await world.register('/judged', { packages: 'pkg:pypi/package-1@1.0', verdicts: true });
    const none = await world.register('/none', { exploited: true });
    await put(10);
    const all = await changesFrom(world.app, 10, begin);
    const passing = await allChanges(world.app, begin, '&packages=pkg:pypi/package-1');
    const verdicts = await allChanges(world.app, begin, '&packages=pkg:pypi/package-1@1.0&verdicts=true');

    world.deliver();
    await untilTold(
      '/filtered',
      passing.map(({ cursor }) => cursor),
    );
    await untilTold(
      '/judged',
      verdicts.map(({ cursor }) => cursor),
    );

    expect([passing.length, verdicts.length]).toEqual([1, 1]);
    await vi.waitFor(
      async () => {
        const places = await Promise.all(
          [filtered, judged, none].map(async (one) => (await world.shown(one)).webhook.cursor),
        );
        expect(new Set(places)).toEqual(new Set([all.at(-1)?.cursor]));
      },
      { timeout: 20_000, interval: 20 },
    );
    expect(world.cursorsAt('/none')).toEqual([]);
  });

  it('is repeated as it was until it succeeds, also when more has come meanwhile', async () => {
    const webhook = await world.register('/a');
    const begin = webhook.cursor;
    let failures = 3;
    world.receiver.behave = () => ({ status: failures-- > 0 ? 503 : 200 });
    await put(2);
    await changesFrom(world.app, 2, begin);
    world.deliver({ delayMs: 100, mostDelayMs: 100 });
    await vi.waitFor(() => expect(world.receiver.arrived.length).toBeGreaterThan(0), { timeout: 20_000, interval: 5 });

    await put(2);
    const all = (await changesFrom(world.app, 4, begin)).map(({ cursor }) => cursor);
    await untilTold('/a', all);

    const ids = world.receiver.arrived.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(world.receiver.arrived.slice(0, 4).map(({ delivery }) => delivery.data.changes.length)).toEqual([
      2, 2, 2, 2,
    ]);
    await vi.waitFor(async () =>
      expect((await world.shown(webhook)).webhook).toMatchObject({
        state: 'active',
        delivered: 4,
        attempts: 0,
        reason: null,
      }),
    );
  });

  it('that fails waits no longer for the failures of those before it, which succeeded in the end', async () => {
    const webhook = await world.register('/a');
    const failed = new Set<string>();
    const shown: number[] = [];
    world.receiver.behave = ({ delivery: { data } }) => {
      if (failed.has(data.cursor)) return {};
      failed.add(data.cursor);
      return { status: 503 };
    };
    await put(14);
    const all = (await changesFrom(world.app, 14, webhook.cursor)).map(({ cursor }) => cursor);

    const deliveries = world.deliver({ batch: 1, mostDelayMs: 3_600_000 });
    await vi.waitFor(
      async () => {
        shown.push((await world.shown(webhook)).webhook.attempts);
        expect(world.cursorsAt('/a')).toEqual(all);
      },
      { timeout: 20_000, interval: 10 },
    );
    await deliveries.stop();

    expect(failed.size).toBe(14);
    expect(Math.max(...shown)).toBeLessThanOrEqual(1);
  });

  it('goes to the list of the dead when the address refuses it time after time, and the next one follows', async () => {
    const webhook = await world.register('/a');
    const begin = webhook.cursor;
    await put(2);
    const dead = (await changesFrom(world.app, 2, begin)).map(({ cursor }) => cursor);
    world.receiver.behave = ({ delivery }) => ({ status: delivery.data.cursor === dead.at(-1) ? 422 : 200 });
    world.deliver({ batch: 2 });
    await vi.waitFor(async () => expect((await world.shown(webhook)).deadLetters).toHaveLength(1), { timeout: 20_000 });

    await put(1);
    const all = (await changesFrom(world.app, 3, begin)).map(({ cursor }) => cursor);
    await untilTold('/a', all);

    const { deadLetters } = await world.shown(webhook);
    expect(deadLetters).toMatchObject([
      { reason: 'answered with status 422', changes: 2, after: webhook.cursor, cursor: dead.at(-1) },
    ]);
    expect(world.receiver.arrived.filter(({ delivery }) => delivery.data.cursor === dead.at(-1))).toHaveLength(5);
    const metrics = await world.metrics();
    expect(metrics).toContain('almanac_webhook_attempts_total{outcome="dead"} 1\n');
    expect(metrics).toContain('almanac_webhook_dead_letters 1\n');
    expect(metrics).toMatch(/^almanac_webhook_lag_seconds \d/m);
  });
});

describe('a webhook', () => {
  it('is switched off by 410, and goes on where it was when it is registered again', async () => {
    const webhook = await world.register('/a');
    const begin = webhook.cursor;
    world.receiver.behave = () => ({ status: 410 });
    await put(2);
    const all = (await changesFrom(world.app, 2, begin)).map(({ cursor }) => cursor);
    world.deliver();

    await vi.waitFor(
      async () =>
        expect((await world.shown(webhook)).webhook).toMatchObject({
          state: 'off',
          reason: 'answered with status 410',
        }),
      { timeout: 20_000 },
    );
    world.receiver.behave = () => ({});
    await world.register('/again', { after: (await world.shown(webhook)).webhook.cursor });
    await untilTold('/again', all);
    expect(world.receiver.arrived.filter(({ path }) => path === '/a')).toHaveLength(1);
  });

  it('that has failed for a day misses nothing; one that fails for longer is switched off, and says why', async () => {
    const webhook = await world.register('/a');
    const begin = webhook.cursor;
    const lost = await world.register('/lost');
    world.receiver.behave = () => ({ status: 500 });
    await put(1);
    await changesFrom(world.app, 1, begin);
    const deliveries = world.deliver();
    await vi.waitFor(async () => expect((await world.shown(lost)).webhook.attempts).toBeGreaterThan(1), {
      timeout: 20_000,
    });
    expect((await world.shown(webhook)).webhook).toMatchObject({
      state: 'failing',
      reason: 'answered with status 500',
    });
    await deliveries.stop();
    await put(5);
    const all = (await changesFrom(world.app, 6, begin)).map(({ cursor }) => cursor);
    await sql`update webhook set failing_since = failing_since - interval '1 day'`.execute(world.worker.primary);
    world.receiver.behave = ({ path }) => ({ status: path === '/lost' ? 500 : 200 });

    world.deliver({ giveUpMs: 12 * 3_600_000 });
    await untilTold('/a', all);

    await vi.waitFor(async () =>
      expect((await world.shown(lost)).webhook).toMatchObject({
        state: 'off',
        reason: 'failed for too long: answered with status 500',
        cursor: lost.cursor,
      }),
    );
  });

  it('is told nothing once it is deleted, or its account has lost its access', async () => {
    const ended = await world.register('/ended');
    const begin = ended.cursor;
    const revoked = await world.register('/revoked');
    await world.register('/a');
    await world.app.get(`/api/v1/webhooks/${ended.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ended.key}` },
    });
    await sql`
      with other as (insert into account (provider, provider_id, login, status, requested_at)
                     values ('x', 1, 'x', 'revoked', now()) returning id)
      update webhook set account_id = other.id from other where webhook.id = ${revoked.id}`.execute(
      world.worker.primary,
    );
    await put(1);
    const all = (await changesFrom(world.app, 1, begin)).map(({ cursor }) => cursor);

    world.deliver();
    await untilTold('/a', all);

    expect(world.receiver.arrived.map(({ path }) => path)).toEqual(['/a']);
  });

  it('is never delivered to a private address, looked up or written as numbers, nor to where a redirect leads', async () => {
    const webhook = await world.register('/a');
    const begin = webhook.cursor;
    const named = await world.register('/named');
    const written = await world.register('/written');
    world.receiver.behave = () => ({ status: 307, headers: { location: `${world.receiver.url}/other` } });
    const move = (id: string, url: string) =>
      sql`update webhook set url = ${url} where id = ${id}`.execute(world.worker.primary);
    await move(named.id, 'https://rebound.example.org/');
    await move(written.id, 'https://169.254.169.254/latest');
    await put(1);
    await changesFrom(world.app, 1, begin);

    world.deliver({}, (_host, _options, callback) => callback(null, [{ address: '10.0.0.7', family: 4 }]));

    await vi.waitFor(
      async () => {
        const shown = await Promise.all([webhook, named, written].map((one) => world.shown(one)));
        expect(shown.map(({ webhook: { state, reason } }) => `${state}: ${reason}`)).toEqual([
          'failing: answered with status 307',
          'failing: rebound.example.org does not lead to a public address',
          'failing: 169.254.169.254 does not lead to a public address',
        ]);
      },
      { timeout: 20_000 },
    );
    expect(world.receiver.arrived.filter(({ path }) => path !== '/a')).toEqual([]);
  });
});
