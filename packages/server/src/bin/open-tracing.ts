import type { Logger } from '../platform/logger.ts';
import { type Tracing, traceWith } from '../platform/tracing.ts';
import { thisBuild } from './build.ts';
import type { Environment } from './environment.ts';

/** A receiver that is away is said once in so long. */
const SAID_EVERY_MS = 60_000;

/** Traces by OTLP where an endpoint is set; otherwise null, and the SDK is not loaded. */
export async function openTracing(environment: Environment, service: string, log: Logger): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment;
  if (endpoint === undefined) {
    traceWith(null);
    return null;
  }
  const { otlpTracing } = await import('../platform/tracing-otlp.ts');
  let said = Number.NEGATIVE_INFINITY;
  const tracing = otlpTracing({
    endpoint,
    headers: environment.OTEL_EXPORTER_OTLP_HEADERS,
    share: environment.OTEL_TRACES_SAMPLER_ARG,
    service,
    version: thisBuild(environment.COMMIT).version,
    onLost: (err) => {
      if (performance.now() - said < SAID_EVERY_MS) return;
      said = performance.now();
      log.warn({ err }, 'traces could not be sent');
    },
  });
  traceWith(tracing);
  return tracing;
}
