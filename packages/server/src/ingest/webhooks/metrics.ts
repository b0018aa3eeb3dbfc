import { Counter, Gauge, type Registry } from 'prom-client';
import { webhookStanding } from '../../queries/webhook-standing.ts';
import type { Db } from '../../store/database.ts';
import type { DeliverDeps } from './deliver.ts';

const STATES = ['active', 'failing', 'off'] as const;

/** Counters are of this process, gauges of the database. */
export function webhookMetrics(registry: Registry, db: Db): DeliverDeps['onAttempt'] {
  const registers = [registry];
  const attempts = new Counter({
    name: 'almanac_webhook_attempts_total',
    help: 'Deliveries to webhooks that were tried in this process, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const changes = new Counter({
    name: 'almanac_webhook_changes_total',
    help: 'Changes that these delivered',
    registers,
  });
  let reading: Promise<void> | null = null;
  /** The registry asks all gauges at once: the first that is asked reads the database, the others wait for it. */
  const collect = () => (reading ??= show().finally(() => (reading = null)));
  const webhooks = new Gauge({
    name: 'almanac_webhooks',
    help: 'Webhooks by state',
    labelNames: ['state'],
    registers,
    collect,
  });
  const dead = new Gauge({
    name: 'almanac_webhook_dead_letters',
    help: 'Deliveries that were given up',
    registers,
    collect,
  });
  const lag = new Gauge({
    name: 'almanac_webhook_lag_seconds',
    help: 'Since the oldest change that some webhook has yet to come to',
    registers,
    collect,
  });

  async function show(): Promise<void> {
    const standing = await webhookStanding(db).catch(() => null);
    if (standing === null) return;
    for (const state of STATES) webhooks.set({ state }, standing[state]);
    dead.set(standing.deadLetters);
    lag.set(standing.lagSeconds);
  }

  return (outcome, delivered) => {
    attempts.inc({ outcome });
    if (outcome === 'delivered') changes.inc(delivered);
  };
}
