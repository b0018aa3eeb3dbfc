import { Counter, Gauge, type Registry } from 'prom-client';
import { lastPublished, type PublishDeps } from './publish.ts';

/** The target may be a bucket, where each look costs a request or two. */
const KEPT_MS = 60_000;

/** Is told how each publication ended. */
export interface SnapshotMetrics {
  published(seconds: number, addedBytes: number): void;
  failed(): void;
}

/** The age of the newest snapshot, or how long the process has waited for the first; and how the publications of this process ended. */
export function snapshotMetrics(
  registry: Registry,
  deps: Pick<PublishDeps, 'target' | 'signer' | 'now'>,
): SnapshotMetrics {
  const started = deps.now();
  let last: { readonly at: number; readonly published: Date } | null = null;
  const gauge: Gauge = new Gauge({
    name: 'almanac_snapshot_age_seconds',
    help: 'Since the newest snapshot was published',
    registers: [registry],
    async collect() {
      const at = performance.now();
      if (last === null || at - last.at >= KEPT_MS) {
        // A target that cannot be read leaves the age that was known, which grows.
        const published = await lastPublished(deps).catch(() => last?.published ?? null);
        last = { at, published: published ?? started };
      }
      gauge.set((deps.now().getTime() - last.published.getTime()) / 1_000);
    },
  });
  const registers = [registry];
  const publications = new Counter({
    name: 'almanac_snapshot_publications_total',
    help: 'Snapshots that this process has published or failed to publish',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['published', 'failed']) publications.inc({ outcome }, 0);
  const duration = new Gauge({
    name: 'almanac_snapshot_duration_seconds',
    help: 'How long the last publication took',
    registers,
  });
  const bytes = new Counter({
    name: 'almanac_snapshot_bytes_total',
    help: 'Bytes of files that publications have added',
    registers,
  });
  return {
    published(seconds, addedBytes) {
      publications.inc({ outcome: 'published' });
      duration.set(seconds);
      bytes.inc(addedBytes);
    },
    failed: () => publications.inc({ outcome: 'failed' }),
  };
}
