import type { RecordChange, Webhook } from '@almanac/contract';
import { Registry } from 'prom-client';
import { openChangeLog } from '../../src/app/changes/change-log.ts';
import { openSourceStates } from '../../src/app/sources/source-states.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { type Deliveries, startDeliveries } from '../../src/ingest/webhooks/deliveries.ts';
import { openJudgingBudget } from '../../src/ingest/webhooks/judging-budget.ts';
import { webhookMetrics } from '../../src/ingest/webhooks/metrics.ts';
import type { DeliverySettings } from '../../src/ingest/webhooks/settings.ts';
import type { Resolve } from '../../src/platform/http-client-address.ts';
import { openReceivers } from '../../src/platform/receivers.ts';
import { openDocuments } from '../../src/queries/documents.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { grantedKey } from './access.ts';
import { type TestApp, testApp } from './app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from './database.ts';
import { silentLog } from './kills/worker-kill.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** As a deployment has it, in small. */
const SETTINGS: DeliverySettings = {
  concurrency: 8,
  batch: 100,
  timeoutMs: 2_000,
  giveUpMs: 3_600_000,
  pollMs: 20,
  delayMs: 10,
  mostDelayMs: 40,
};

/** An API, a receiver and a database; deliveries begin when a test says so. */
export interface WebhookWorld extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly worker: AlmanacDatabases;
  readonly app: TestApp;
  readonly receiver: Receiver;
  /** Of an account that has room for it. */
  register(path: string, body?: object): Promise<Webhook & { readonly secret: string; readonly key: string }>;
  shown(webhook: { readonly id: string; readonly key: string }): Promise<{ webhook: Webhook; deadLetters: unknown[] }>;
  deliver(settings?: Partial<DeliverySettings>, resolve?: Resolve): Deliveries;
  /** As Prometheus would see them. */
  metrics(): Promise<string>;
  /** Ends all deliveries, and forgets what has arrived. */
  quiet(): Promise<void>;
  /** The cursors of the changes that came to a path, in the order of arrival; of repetitions the first counts. */
  cursorsAt(path: string): string[];
}

const PER_ACCOUNT = 10;

export async function openWebhookWorld(): Promise<WebhookWorld> {
  const database = await createTestDatabase();
  const worker = openTestDatabases(database.url, { role: 'almanac_worker' });
  const receiver = await startReceiver();
  const hosts = new Set(['127.0.0.1']);
  const receivers = openReceivers({ hosts, userAgent: 'Almanac/test' });
  const app = await testApp({ routes: ROUTES, databaseUrl: database.url, receivers });
  const documents = openDocuments();
  const registry = new Registry();
  const onAttempt = webhookMetrics(registry, worker.primary);
  const running = new Set<Deliveries>();
  const opened: (() => Promise<void>)[] = [];
  const accounts: Promise<{ key: string }>[] = [];
  let registered = 0;

  return {
    database,
    worker,
    app,
    receiver,
    async register(path, body = {}) {
      const account = Math.floor(registered / PER_ACCOUNT);
      registered += 1;
      const { key } = await (accounts[account] ??= grantedKey(worker.primary));
      const answer = await app.get('/api/v1/webhooks', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `${receiver.url}${path}`, ...body }),
      });
      if (answer.status !== 201) throw new Error(answer.text);
      return { ...(answer.body['data'] as Webhook & { secret: string }), key };
    },
    async shown({ id, key: own }) {
      const answer = await app.get(`/api/v1/webhooks/${id}`, { headers: { authorization: `Bearer ${own}` } });
      return answer.body['data'] as { webhook: Webhook; deadLetters: unknown[] };
    },
    deliver(settings = {}, resolve) {
      const own = openReceivers({ hosts, userAgent: 'Almanac/test', ...(resolve === undefined ? {} : { resolve }) });
      const changes = openChangeLog(worker, documents);
      const deliveries = startDeliveries({
        databases: worker,
        documents,
        changes,
        sourceStates: openSourceStates(worker, Date.now),
        signal: new AbortController().signal,
        receivers: own,
        judging: openJudgingBudget({ rest: 0, accountMs: 60_000 }),
        settings: { ...SETTINGS, ...settings },
        log: silentLog,
        now: () => new Date(),
        onAttempt,
      });
      running.add(deliveries);
      opened.push(async () => {
        changes.close();
        await own.close();
      });
      return deliveries;
    },
    cursorsAt(path) {
      const told = receiver.arrived.filter((one) => one.path === path).flatMap(({ delivery }) => delivery.data.changes);
      return [...new Set(told.map(({ cursor }: RecordChange) => cursor))];
    },
    metrics: () => registry.metrics(),
    quiet,
    async [Symbol.asyncDispose]() {
      await quiet();
      await app.close();
      await receivers.close();
      await receiver[Symbol.asyncDispose]();
      await worker.close();
      await database.close();
    },
  };

  async function quiet(): Promise<void> {
    await Promise.all([...running].map((deliveries) => deliveries.stop()));
    for (const close of opened) await close();
    running.clear();
    opened.length = 0;
    receiver.arrived.length = 0;
    receiver.behave = () => ({});
  }
}
