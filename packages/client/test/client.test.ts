import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getCve, getGhsa, getIssues, getRssFeed, getVulns, postIngest, postPurls } from '@almanac/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, type Wait } from '../src/index.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers each request in turn as it is told, and notes what it was asked. */
let server: Server;
let baseUrl: string;
let replies: Reply[] = [];
let asked: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly text: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      asked.push({ url: request.url ?? '', headers: request.headers, text });
      const reply = replies.shift();
      if (reply === undefined) response.writeHead(500).end('{}');
      else reply(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v1`;
});
afterEach(() => {
  replies = [];
  asked = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const waits: Wait[] = [];
function client(more: Partial<Parameters<typeof createClient>[0]> = {}): Client {
  waits.length = 0;
  return createClient({ baseUrl, random: () => 0, onWait: (wait) => waits.push(wait), ...more });
}

function says(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(status === 304 ? undefined : JSON.stringify(body));
  };
}
const answer = (data: unknown) => ({ success: true, data, timestamp: '2026-11-15T08:00:00.000Z' });
const limited = { success: false, error: 'Too many requests', code: 'RATE_LIMITED', hint: 'Wait.', requestId: 'r1' };

describe('an address', () => {
  it.each([
    [
      'a plain parameter',
      () => client().call(getCve, { params: { id: 'CVE-2024-3094' } }),
      '/api/v1/cve/CVE-2024-3094',
    ],
    [
      'a name with a slash, a query in its own order',
      () => client().call(getVulns, { params: { package: '@scope/näme' }, query: { version: '1.0+x' } }),
      '/api/v1/vulns/%40scope%2Fn%C3%A4me?version=1.0%2Bx',
    ],
    ['numbers', () => client().call(getIssues, { query: { page: 2, limit: 500 } }), '/api/v1/issues?page=2&limit=500'],
  ] as const)('has %s', async (_, ask, expected) => {
    replies = [says(200, answer(null))];

    await ask();

    expect(asked.map(({ url }) => url)).toEqual([expected]);
  });

  it('is not made without a parameter that it needs', async () => {
    await expect(client().call(getCve, { params: { id: '' } })).rejects.toThrow("The parameter 'id' is missing");
  });
});

describe('a server that asks to wait', () => {
  it('is asked again when it says, with the same body', async () => {
    replies = [says(429, limited, { 'retry-after': '0' }), says(503, limited), says(200, answer({ results: [] }))];

    const { data } = await client().call(postPurls, { body: { purls: ['pkg:npm/a@1'] } });

    expect(data).toEqual({ results: [] });
    expect(asked.map(({ text }) => text)).toEqual(Array(3).fill('{"purls":["pkg:npm/a@1"]}'));
    expect(waits).toEqual([
      { milliseconds: 0, status: 429, attempt: 1 },
      { milliseconds: 500, status: 503, attempt: 2 },
    ]);
  });

  it('for longer than we will is told to the caller, with all it says', async () => {
    replies = [says(429, limited, { 'retry-after': '3600' })];

    const failed = client().call(getCve, { params: { id: 'CVE-2024-3094' } });

    await expect(failed).rejects.toMatchObject({
      name: 'AlmanacError',
      message: 'Too many requests',
      code: 'RATE_LIMITED',
      status: 429,
      hint: 'Wait.',
      requestId: 'r1',
      retryAfter: 3600,
    });
    expect(asked).toHaveLength(1);
  });

  it('with a date is understood', async () => {
    const now = Date.parse('2026-11-15T08:00:00Z');
    replies = [says(503, limited, { 'retry-after': 'Sun, 15 Nov 2026 09:00:00 GMT' })];

    const failed = client({ now: () => now }).call(getCve, { params: { id: 'CVE-2024-3094' } });

    await expect(failed).rejects.toMatchObject({ retryAfter: 3600 });
  });

  it('is left alone when the caller gives up', async () => {
    const stop = new AbortController();
    replies = [says(429, limited, { 'retry-after': '60' })];

    const asking = client({ onWait: () => stop.abort(new Error('enough')) }).call(
      getCve,
      { params: { id: 'CVE-2024-3094' } },
      { signal: stop.signal },
    );

    await expect(asking).rejects.toThrow('enough');
  });
});

describe('what does not answer', () => {
  it('is asked again, unless the call may have changed something', async () => {
    const cut: Reply = (_, response) => response.destroy();
    replies = [cut, says(200, answer(null)), cut];
    const patient = client({ random: () => -0.49 });

    await patient.call(getCve, { params: { id: 'CVE-2024-3094' } });
    const changed = patient.call(postIngest, { params: { id: 'CVE-2024-3094' } });

    await expect(changed).rejects.toMatchObject({ code: 'UNREACHABLE', status: null });
    expect(asked).toHaveLength(3);
  });

  it('in time is said to be late', async () => {
    replies = [() => undefined];

    const late = client({ timeoutMs: 50, retries: 0 }).call(getCve, { params: { id: 'CVE-2024-3094' } });

    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it.each([
    ['an error page of a proxy', 418, '<html>'],
    ['a page with status 200', 200, '<html>'],
    ['the JSON of somebody else', 200, '{"hello":"world"}'],
    ['no object at all', 200, 'null'],
  ])('as the API does is not understood: %s', async (_, status, text) => {
    const reply: Reply = (__, response) => response.writeHead(status).end(text);
    replies = [reply, reply];
    const input = { params: { id: 'CVE-2024-3094' } };

    const refused = { code: 'NOT_UNDERSTOOD', status };
    await expect(client().call(getCve, input)).rejects.toMatchObject(refused);
    await expect(client().text(getCve, input)).rejects.toMatchObject(refused);
  });

  it('at an address without a host is said to be away', async () => {
    const lost = client({ baseUrl: '/api/v1', retries: 0 }).call(getCve, { params: { id: 'CVE-2024-3094' } });

    await expect(lost).rejects.toMatchObject({ code: 'UNREACHABLE', message: 'The API cannot be reached' });
  });
});

describe('a document', () => {
  it('is given as it was sent, and only so', async () => {
    replies = [(_, response) => response.writeHead(200).end('<rss/>')];

    expect(await client().text(getRssFeed, {})).toBe('<rss/>');
    await expect(client().call(getRssFeed, {})).rejects.toThrow('text()');
    expect(asked).toHaveLength(1);
  });
});

describe('an answer that is kept', () => {
  it('is asked for by its tag, and taken from memory when it has not changed', async () => {
    const etag = { etag: 'W/"a"' };
    replies = [
      says(200, answer({ id: 1 }), etag),
      says(304, null, etag),
      says(200, answer({ id: 2 }), { etag: 'W/"b"' }),
    ];
    const one = client();
    const ask = () => one.call(getCve, { params: { id: 'CVE-2024-3094' } });

    const answers = [await ask(), await ask(), await ask()];

    expect(answers.map(({ data }) => data)).toEqual([{ id: 1 }, { id: 1 }, { id: 2 }]);
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"a"', 'W/"a"']);
  });

  it('is not, where there is no room', async () => {
    replies = [says(200, answer(null), { etag: 'W/"a"' }), says(200, answer(null))];
    const one = client({ cacheChars: 10 });

    for (let i = 0; i < 2; i += 1) await one.call(getCve, { params: { id: 'CVE-2024-3094' } });

    expect(asked[1]?.headers['if-none-match']).toBeUndefined();
  });
});

describe('pages', () => {
  it('go on by cursor, with the key, to the end', async () => {
    replies = [
      says(200, answer({ advisories: [1], nextCursor: 'x=1' })),
      says(200, answer({ advisories: [2], nextCursor: null })),
    ];

    const found: unknown[] = [];
    for await (const { data } of client({ apiKey: 'secret' }).pages(getGhsa, { query: { severity: 'high' } })) {
      found.push(data.advisories);
    }

    expect(found).toEqual([[1], [2]]);
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/v1/ghsa?severity=high',
      '/api/v1/ghsa?severity=high&cursor=x%3D1',
    ]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', 'Bearer secret']);
  });

  it('go on by number', async () => {
    const page = (number: number) => says(200, answer({ issues: [], total: 3, page: number, pageSize: 2 }));
    replies = [page(1), page(2)];

    for await (const { data } of client().pages(getIssues, { query: { limit: 2 } })) expect(data.total).toBe(3);

    expect(asked.map(({ url }) => url)).toEqual(['/api/v1/issues?limit=2', '/api/v1/issues?limit=2&page=2']);
  });
});
