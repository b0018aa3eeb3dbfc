import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** What OTLP over HTTP sends as JSON, as far as tests look at it. */
const Attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.coerce.number().optional(),
    boolValue: z.boolean().optional(),
  }),
});
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: z.array(Attribute),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  readonly service: unknown;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly failed: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** All that was sent, headers aside. */
  readonly text: () => string;
  /** Of the last request. */
  readonly headers: () => Readonly<Record<string, unknown>>;
  /** Until then it takes requests and answers none. */
  answer(): void;
}

const MAX_BYTES = 64 << 20;

export async function startOtlpReceiver({ silent = false, status = 200 } = {}): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  let headers: Readonly<Record<string, unknown>> = {};
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  if (!silent) answer();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) {
      body += part;
      if (body.length > MAX_BYTES) throw new Error('more was sent than a test could mean');
    }
    ({ headers } = request);
    if (request.method === 'POST' && request.url === '/v1/traces') {
      bodies.push(body);
      spans.push(...decoded(body));
    }
    await answering;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    headers: () => headers,
    answer,
    async [Symbol.asyncDispose]() {
      answer();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function decoded(body: string): ReceivedSpan[] {
  return Sent.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = fieldsOf(resource.attributes)['service.name'];
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes, status }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
        failed: status.code === 2,
        fields: fieldsOf(attributes),
      })),
    );
  });
}

function fieldsOf(attributes: readonly z.output<typeof Attribute>[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? intValue ?? boolValue,
    ]),
  );
}
