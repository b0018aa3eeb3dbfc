import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../app/deps.ts';
import { isReady, openReadiness } from '../app/readiness.ts';
import type { Address } from './errors/not-found.ts';
import type { Shell } from './shell.ts';

interface Verdict {
  readonly ok: boolean;
  readonly body: object;
}

/** `/livez` and `/readyz`, for orchestrators and load balancers. Neither has a rate limit. */
export function serveProbes(
  app: FastifyInstance,
  { responder }: Pick<Shell, 'responder'>,
  deps: Pick<Deps, 'databases' | 'redis'>,
): readonly Address[] {
  const readiness = openReadiness(deps);
  return [
    probe('/livez', async () => ({ ok: true, body: { status: 'ok' } })),
    probe('/readyz', async (request) => {
      const checks = await readiness();
      const ok = isReady(checks, excludedBy(request));
      return { ok, body: { status: ok ? 'ready' : 'not_ready', checks } };
    }),
  ];

  function probe(url: string, judge: (request: FastifyRequest) => Promise<Verdict>): Address {
    app.get(url, { onRequest: arrive(`GET ${url}`) }, async (request, reply) => {
      const { ok, body } = await judge(request);
      const status = ok ? 200 : 503;
      responder.sending(request, reply, status, ok);
      return reply
        .code(status)
        .headers({ 'cache-control': 'no-store', 'x-cache': 'MISS', 'x-request-id': request.id })
        .send(body);
    });
    return { method: 'GET', url };
  }
}

function arrive(name: string) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    request.arrivedAt = performance.now();
    request.routeName = name;
    done();
  };
}

/** `?exclude=database`, as Kubernetes has it for its own probes. */
function excludedBy({ query }: FastifyRequest): ReadonlySet<string> {
  return new Set([(query as { exclude?: string | string[] }).exclude ?? []].flat());
}
