import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../app/deps.ts';
import type { ChangePlace } from '../queries/newest-change.ts';
import type { Computations } from './admission/computations.ts';
import { goneSignal } from './admission/deadline.ts';
import { computeInTurn, type Following } from './admission/following.ts';
import { callerFrom } from './rate-limit/caller.ts';
import { readInput } from './request/input.ts';
import type { Responder } from './responder.ts';
import { type EventStream, openEventStream } from './response/event-stream.ts';
import type { ReadEvents, Route } from './route.ts';

interface FollowOptions {
  readonly changes: Deps['changes'];
  readonly computations: Computations;
  readonly following: Following;
  readonly responder: Responder;
}

/** Comes before the first event: how long a reader waits before it connects again. */
const RETRY = 'retry: 5000\n\n';
const HEARTBEAT = ': \n\n';
/** Between two parts that follow at once: whoever catches up does not do so with all there is. */
const PAUSE_MS = 100;

/** Answers with events until the reader leaves, is too slow, has stayed for long, or the process ends. */
export function respondWithEvents(
  { changes, computations, following, responder }: FollowOptions,
  { endpoint, events: read }: Route & { readonly events: ReadEvents },
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const input = readInput(endpoint, request);
    const caller = callerFrom(request);
    const gone = goneSignal(reply.raw);
    const header = request.headers['last-event-id'];
    const lastId = typeof header === 'string' && header !== '' ? header : undefined;
    const readNext = (state: unknown) =>
      computations.run(
        caller,
        { compute: ({ deps }) => read(deps, input, { state, lastId }), computeInThread: null },
        { gone, ownTimeout: false },
      );
    const leave = following.enter(caller);
    reply.raw.once('close', leave);
    const until = performance.now() + changes.limits.stream;
    // Before the head is sent: what is wrong with the question is answered as everywhere.
    let page = await readNext(undefined).catch((error: unknown) => {
      leave();
      throw error;
    });
    responder.sending(request, reply, 200);
    const { slow: slowMs, heartbeat } = changes.limits;
    const stream = openEventStream(request, reply, { type: endpoint.media ?? '', slowMs, signal: gone });
    if (request.method === 'HEAD') return stream.end('head');
    try {
      stream.end(await follow(stream));
    } catch {
      // The reader is gone, or something failed that it finds out when it connects again.
      if (!gone.aborted) stream.end('error');
    }

    async function follow(events: EventStream): Promise<string> {
      if (!(await events.send(RETRY + page.text))) return 'slow';
      for (;;) {
        const left = until - performance.now();
        if (changes.closing.aborted) return 'shutdown';
        if (left <= 0) return 'lifetime';
        const more = page.more;
        await changes.beyond(more ? NEVER : page.end, more ? PAUSE_MS : Math.min(left, heartbeat), gone);
        page = await computeInTurn(() => readNext(page.state), until, gone);
        if (!(await events.send(page.text === '' && !more ? HEARTBEAT : page.text))) return 'slow';
      }
    }
  };
}

/** Nothing comes after it: who waits for that waits for the time alone. */
const NEVER: ChangePlace = { tx: '9223372036854775807', recordId: 0, seq: 0, observedAt: new Date(0) };
