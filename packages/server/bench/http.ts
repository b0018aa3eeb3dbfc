import { sideBySide } from './side-by-side.ts';

/** `npm run bench http`: the HTTP shell beside bare Fastify doing the same work. */
export async function benchHttp(redisUrl: string): Promise<void> {
  await sideBySide({
    subject: new URL('http-subject.ts', import.meta.url),
    args: [redisUrl],
    pairs: [
      { name: '(a) cached answer, limiter aside', bare: 'bare fastify', ours: 'cached answer' },
      { name: '(b) cached answer, shared limit', bare: 'bare fastify, one INCR', ours: 'cached answer, shared limit' },
      { name: '(c) shared-cache answer', bare: 'bare fastify, one GET', ours: 'shared-cache answer' },
    ],
  });
}
