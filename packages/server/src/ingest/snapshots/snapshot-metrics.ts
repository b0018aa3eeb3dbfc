import { Gauge, type Registry } from 'prom-client';
import { lastPublished, type PublishDeps } from './publish.ts';

/** The target may be a bucket, where each look costs a request or two. */
const KEPT_MS = 60_000;

/** The age of the newest snapshot; where none was published yet, how long the process has been waiting for one. */
export function snapshotMetrics(registry: Registry, deps: Pick<PublishDeps, 'target' | 'signer' | 'now'>): void {
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
}
