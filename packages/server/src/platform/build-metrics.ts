import { Gauge, type Registry } from 'prom-client';

/** Which release runs where, as a metric that is always 1. */
export function buildMetrics(
  registry: Registry,
  { version, commit }: { readonly version: string; readonly commit: string | null },
): void {
  const labelNames = ['version', 'commit', 'node'];
  const info = new Gauge({
    name: 'almanac_build_info',
    help: 'The release that runs',
    labelNames,
    registers: [registry],
  });
  info.set({ version, commit: commit ?? '', node: process.versions.node }, 1);
}
