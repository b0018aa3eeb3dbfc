import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OpenSpan, Tracing, SpanKind as TracingKind } from './tracing.ts';

export interface OtlpOptions {
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sampling ratio of traces, from 0 to 1. */
  readonly share: number;
  readonly service: string;
  readonly version: string;
  readonly onLost: (error: Error | undefined) => void;
}

/** Limits the memory while the receiver is away. Further spans are dropped. */
export const MAX_QUEUE = 2_048;
/** Also delays the process's exit if the receiver hangs. */
const SEND_TIMEOUT_MS = 3_000;

const KINDS: Readonly<Record<TracingKind, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/** Uses the official SDK. Loaded only if tracing is configured. */
export function otlpTracing(options: OtlpOptions): Tracing {
  const { endpoint, headers, share, service, version } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 1_000, attributeCountLimit: 32 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, options.onLost),
        maxQueueSize: MAX_QUEUE,
        exportTimeoutMillis: SEND_TIMEOUT_MS + 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer('almanac', version);
  const current = new AsyncLocalStorage<Span>();
  const parent = () => {
    const span = current.getStore();
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  };

  return {
    open(name, kind, attributes) {
      return opened(tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent()), current);
    },
    ended(name, kind, attributes, milliseconds, failed) {
      if (current.getStore() === undefined) return;
      const startTime = Date.now() - milliseconds;
      opened(tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime }, parent()), current).end({ failed });
    },
    close: () => provider.shutdown().catch(() => {}), // already reported as lost
  };
}

function opened(span: Span, current: AsyncLocalStorage<Span>): OpenSpan {
  return {
    within: (work) => current.run(span, work),
    end({ name, fields, failed = false } = {}) {
      if (name !== undefined) span.updateName(name);
      if (fields !== undefined) span.setAttributes(fields);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function telling(exporter: SpanExporter, onLost: OtlpOptions['onLost']): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) onLost(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
