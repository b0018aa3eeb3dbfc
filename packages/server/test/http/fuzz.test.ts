import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { countingRoute, echoRoute, postRoute } from '../support/routes.ts';
import { exchange, statusesIn } from '../support/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    routes: [countingRoute(), echoRoute, postRoute],
    settings: { timeouts: { headersMs: 200, requestMs: 300, connectionMs: 1_000 } },
  });
});
afterAll(() => app.close());

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT'];
const place = fc.constantFrom(
  '/',
  '/api/v1/',
  '/api/v1/count?',
  '/api/v1/echo/',
  '/api/v1/echo/a?ecosystem=',
  '/api/v1/post',
);
/** What may stand in a request line, with more of what means something there than chance would bring. */
const address = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '%',
        '%2',
        '%2f',
        '%00',
        '%ff',
        '/',
        '//',
        '..',
        '?',
        '&',
        '=',
        '#',
        ';',
        '*',
        ':',
        '[',
        '__proto__',
      ),
      visible(),
    ),
  )
  .map((parts) => parts.join(''));

describe('whatever is sent', () => {
  it('as an address, one answer comes back and it is no fault of ours', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...METHODS), place, address, async (method, start, rest) => {
      const answer = await exchange(
        app.url,
        `${method} ${start}${rest} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );

      expect(statusesIn(answer)).toHaveLength(1);
      expect(statusesIn(answer)[0]).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('as a header, one answer comes back and it is no fault of ours', async () => {
    const names = [
      'If-None-Match',
      'Accept-Encoding',
      'X-Request-Id',
      'X-Forwarded-For',
      'Range',
      'Expect',
      'Content-Type',
    ];
    const value = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''));
    const property = fc.asyncProperty(fc.constantFrom(...names), value, async (name, text) => {
      const answer = await exchange(
        app.url,
        `GET /api/v1/count HTTP/1.1\r\nHost: x\r\n${name}: ${text}\r\nConnection: close\r\n\r\n`,
      );

      expect(statusesIn(answer).filter((status) => status !== 100)).toHaveLength(1);
      expect(Math.max(...statusesIn(answer))).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('as a body, one answer comes back and it is no fault of ours', async () => {
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.record({ names: fc.anything() }).map((value) => JSON.stringify(value)),
    );
    const property = fc.asyncProperty(body, async (text) => {
      const answer = await app.get('/api/v1/post', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text ?? '',
      });

      expect([200, 400]).toContain(answer.status);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('as bytes, nothing falls over', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      // Ended with what completes a request line and headers, so that no one waits for more.
      const answer = await exchange(app.url, Buffer.concat([bytes, Buffer.from('\r\n\r\n')])).catch(() => '');

      for (const status of statusesIn(answer)) expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 100 });

    expect((await app.get('/api/v1/count')).status).toBe(200);
  });
});

function visible(): fc.Arbitrary<string> {
  return fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
}
