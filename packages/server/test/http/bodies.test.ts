import { connect, type Socket } from 'node:net';
import { endpoint } from '@almanac/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { rawBodyRoute, route } from '../../src/http/route.ts';
import type { HttpSettings } from '../../src/http/settings.ts';
import type { Db } from '../../src/store/database.ts';
import { grantedKey } from '../support/access.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { ROOMY } from '../support/roomy.ts';

const MIB = 1 << 20;
const FEW = { ...ROOMY, uploads: { withoutKey: 1, withKey: 2 } };

const about = { area: 'meta', summary: 'Takes a body', data: z.looseObject({}), cache: 0, rate: 'general' } as const;
const plain = route(
  endpoint({
    id: 'testPlain',
    method: 'POST',
    path: '/plain',
    ...about,
    body: z.looseObject({}),
    bodyLimit: 20 * MIB,
    example: {},
  }),
  async () => ({ data: {} }),
);
const document = rawBodyRoute(
  endpoint({
    id: 'testDocument',
    method: 'POST',
    path: '/document',
    ...about,
    body: z.looseObject({}),
    rawBody: { media: [], limit: 20 * MIB, limitWithoutKey: 2 * MIB },
    example: {},
  }),
  async (_deps, { body }) => {
    if (body.includes('work')) await new Promise<void>((resolve) => (release = resolve));
    return {
      chunks: [Buffer.from('{"success":true,"data":{},"timestamp":"2026-11-15T08:00:00.000Z"}')],
      type: 'application/json',
    };
  },
);
/** Ends the document that is worked on. */
let release: (() => void) | undefined;

let app: TestApp;
let database: TestDatabase;
let db: Db;
let closeDb: () => Promise<void>;
const open: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ primary: db, close: closeDb } = openTestDatabases(database.url, { max: 2 }));
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await app.close();
});
afterAll(async () => {
  await closeDb();
  await database.close();
});

async function start(settings: Partial<HttpSettings> = {}): Promise<void> {
  app = await testApp({
    routes: [plain, document],
    databaseUrl: database.url,
    settings: { trustedProxies: ['127.0.0.1'], callerBudgets: FEW, ...settings },
  });
}

describe('JSON that is read with its request', () => {
  it.each<[string, string, number]>([
    ['a long list of names', `{"names":[${'"a",'.repeat(50_000)}"a"]}`, 200],
    ['empty objects', `{"more":[${'{"constructor":[[]]},'.repeat(1_000)}{}]}`, 400],
    ['nested lists', `{"more":${'['.repeat(3_000)}${']'.repeat(3_000)}}`, 400],
  ])('may be long, but not of many parts: %s', async (_name, body, status) => {
    await start();

    const headers = { 'content-type': 'application/json' };
    const answer = await app.get('/api/v1/plain', { method: 'POST', headers, body });

    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body['error']).toBe('The body contains more than 2000 objects and arrays');
  });
});

describe('bodies that are announced and held back', () => {
  it('are refused beyond the one that a caller may have under way, and nothing is reserved for them', async () => {
    await start();

    const first = silent('/api/v1/plain', 10 * MIB);
    await reserved(10 * MIB - 1);
    const others = await Promise.all(Array.from({ length: 30 }, () => silent('/api/v1/plain', 10 * MIB).answer));

    for (const answer of others) {
      expect(answer).toContain('HTTP/1.1 429 ');
      expect(answer).toMatch(/\r\nretry-after: 5\r\n/);
      expect(answer).toContain('"details":{"budget":"uploads","scope":"caller","limit":1,"retryAfter":5}');
    }
    expect(await bytesHeld()).toBe(10 * MIB - 1);
    first.socket.destroy();
    await reserved(0);
  });

  it('are given room again when they have arrived and were answered', async () => {
    await start();
    const body = JSON.stringify({ text: 'x'.repeat(MIB) });

    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await send('/api/v1/plain', body)).status);

    expect(statuses).toEqual([200, 200, 200]);
    await reserved(0);
  });

  it('are bounded for all callers together, with a part for those who have a key', async () => {
    await start({ memoryBudget: 16 * MIB });
    const { key } = await grantedKey(db);

    silent('/api/v1/plain', 10 * MIB, 'X-Forwarded-For: 192.0.2.1');
    await reserved(10 * MIB - 1);
    const other = await silent('/api/v1/plain', 5 * MIB, 'X-Forwarded-For: 192.0.2.2').answer;
    silent('/api/v1/plain', 5 * MIB, `Authorization: Bearer ${key}`);
    await reserved(15 * MIB - 2);
    const small = await send('/api/v1/plain', '{}', { 'x-forwarded-for': '192.0.2.3' });

    expect(other).toContain('HTTP/1.1 503 ');
    expect(other).toContain('"code":"OVERLOADED"');
    expect(other).toContain('"details":{"budget":"memory","scope":"process","limit":16777216,"retryAfter":5}');
    expect([small.status, small.body['details'].budget]).toEqual([503, 'memory']);
  });

  it('reserve what has arrived, and keep no other body out', async () => {
    await start({ memoryBudget: 16 * MIB });

    silent('/api/v1/plain', 10 * MIB, 'X-Forwarded-For: 192.0.2.1', 1);
    await reserved(1);
    const other = await send('/api/v1/plain', JSON.stringify({ text: 'x'.repeat(5 * MIB) }), {
      'x-forwarded-for': '192.0.2.2',
    });

    expect(other.status).toBe(200);
  });

  it('of a document are smaller without a key', async () => {
    await start();

    const tooLarge = await silent('/api/v1/document', 2 * MIB + 1, 'X-Forwarded-For: 192.0.2.9').answer;

    expect(tooLarge).toContain('HTTP/1.1 413 ');
    expect(tooLarge).toContain(`With an API key up to ${20 * MIB} bytes are taken.`);
  });

  it('of documents take no place: two are for callers with a key, one is for all', async () => {
    await start({ maxDocuments: 3 });
    const { key } = await grantedKey(db);
    const slow = [1, 2, 3, 4].map((host) => silent('/api/v1/document', 200, `X-Forwarded-For: 192.0.2.${host}`, 1));
    await reserved(slow.length);

    expect((await send('/api/v1/document', '{}', { 'x-forwarded-for': '192.0.2.9' })).status).toBe(200);

    const working = send('/api/v1/document', '{"work":1}', { 'x-forwarded-for': '192.0.2.10' });
    await vi.waitFor(() => expect(release).toBeDefined());
    const second = await send('/api/v1/document', '{}', { 'x-forwarded-for': '192.0.2.11' });
    const keyed = await send('/api/v1/document', '{}', { authorization: `Bearer ${key}` });
    release?.();

    expect((await working).status).toBe(200);
    expect(keyed.status).toBe(200);
    expect([second.status, second.body['details']]).toEqual([
      503,
      { budget: 'documents', scope: 'process', limit: 3, retryAfter: 5 },
    ]);
  });
});

describe('bodies of unknown length', () => {
  const chunk = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`;

  it('are counted as they arrive', async () => {
    await start({ memoryBudget: 8 * MIB });

    const { socket } = silent('/api/v1/plain', null, 'X-Forwarded-For: 192.0.2.1');
    socket.write(chunk.repeat(3));
    await reserved(3 * MIB);
    const sameCaller = silent('/api/v1/plain', null, 'X-Forwarded-For: 192.0.2.1');
    sameCaller.socket.write(chunk);
    const other = silent('/api/v1/plain', null, 'X-Forwarded-For: 192.0.2.2');
    other.socket.write(chunk.repeat(4));

    expect(await sameCaller.answer).toContain('"budget":"uploads"');
    expect(await other.answer).toContain('"budget":"memory"');
    expect(await other.answer).toMatch(/\r\nconnection: close\r\n/i);
    await reserved(3 * MIB);
  });

  it('are refused beyond the limit of a caller without a key', async () => {
    await start();

    const { socket, answer } = silent('/api/v1/document', null);
    socket.write(chunk.repeat(3));

    expect(await answer).toContain('HTTP/1.1 413 ');
    await reserved(0);
  });

  it('are read like others', async () => {
    await start();

    const { socket, answer } = silent('/api/v1/plain', null, 'Connection: close');
    socket.end('2\r\n{}\r\n0\r\n\r\n');

    expect(await answer).toContain('HTTP/1.1 200 ');
  });
});

/** Announces so many bytes, or none, and sends all but the last one, or fewer. */
function silent(path: string, bytes: number | null, header = 'X-Forwarded-For: 192.0.2.1', sent = (bytes ?? 1) - 1) {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  const length = bytes === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n${length}\r\n\r\n`);
  if (bytes !== null) socket.write(Buffer.alloc(sent, 0x20));
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      // The end of a JSON body.
      if (/\r\n\r\n.*\}$/s.test(text)) resolve(text);
    });
    socket.on('error', () => resolve(text));
  });
  return { socket, answer };
}

function send(path: string, body: string, headers: Record<string, string> = {}) {
  return app.get(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

async function bytesHeld(): Promise<number> {
  const metric = await app.registry.getSingleMetric('almanac_http_memory_bytes')!.get();
  return metric.values[0]?.value ?? Number.NaN;
}

async function reserved(bytes: number): Promise<void> {
  await vi.waitFor(async () => expect(await bytesHeld()).toBe(bytes), { timeout: 5_000 });
}
