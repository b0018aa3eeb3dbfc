import type { Registry } from 'prom-client';
import { openChangeLog } from '../app/changes/change-log.ts';
import { openSourceStates } from '../app/sources/source-states.ts';
import { type Deliveries, startDeliveries } from '../ingest/webhooks/deliveries.ts';
import { openJudgingBudget } from '../ingest/webhooks/judging-budget.ts';
import { webhookMetrics } from '../ingest/webhooks/metrics.ts';
import { USUAL_DELIVERY } from '../ingest/webhooks/settings.ts';
import type { Logger } from '../platform/logger.ts';
import { openDocuments } from '../queries/documents.ts';
import type { AlmanacDatabases } from '../store/database.ts';
import { dataSelection, type Environment, receiversOf } from './environment.ts';

const HOUR_MS = 3_600_000;

/** The part of a worker that posts to webhooks. */
export function openDeliveries(
  environment: Environment,
  given: {
    readonly databases: AlmanacDatabases;
    readonly log: Logger;
    readonly registry: Registry;
    readonly version: string;
  },
): Deliveries {
  const { databases, log, registry, version } = given;
  const receivers = receiversOf(environment, version);
  const documents = openDocuments();
  const changes = openChangeLog(databases, documents);
  const deliveries = startDeliveries({
    databases,
    documents,
    changes,
    sourceStates: openSourceStates(databases, Date.now, dataSelection(environment)),
    signal: new AbortController().signal,
    receivers,
    judging: openJudgingBudget(),
    log,
    now: () => new Date(),
    onAttempt: webhookMetrics(registry, databases.primary),
    settings: {
      ...USUAL_DELIVERY,
      concurrency: environment.WEBHOOK_CONCURRENCY,
      batch: environment.WEBHOOK_BATCH,
      timeoutMs: environment.WEBHOOK_TIMEOUT_MS,
      giveUpMs: environment.WEBHOOK_GIVE_UP_HOURS * HOUR_MS,
    },
  });
  return {
    async stop() {
      await deliveries.stop();
      changes.close();
      await receivers.close();
    },
  };
}
