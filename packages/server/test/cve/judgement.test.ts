import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { openChatModel } from '../../src/platform/chat-model.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { HOSTILE, IDS } from '../support/worlds/cve-world.ts';

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({ now: () => Date.parse('2026-02-11T00:00:00Z') });
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the lifecycle', () => {
  it('has what happened in the order of time, each with its evidence', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/lifecycle`);

    const { events, intervals } = body['data'];
    expect(events.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual(['reserved', 'published']);
    expect(events[1]).toMatchObject({ at: '2026-01-09T00:00:00.000Z', source: 'cve_list_v5' });
    expect(intervals).toContainEqual({ from: 'reserved', to: 'published', days: 39 });
  });

  it('of a reserved id is empty', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.reserved}/lifecycle`);

    expect(body['data']).toEqual({ id: IDS.reserved, events: [], intervals: [] });
  });
});

describe('exploit signals', () => {
  it('name each signal, and the rule that gave the level', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/exploit-signals`);

    // No longer in KEV; a score by itself proves nothing more.
    expect(body['data']).toMatchObject({ level: 'theoretical', rule: 'epss_high' });
    expect(body['data'].signals[0]).toMatchObject({ signal: 'epss', evidence: { source: 'epss' } });
  });

  it('of an id without any say that none is known', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.partial}/exploit-signals`);

    expect(body['data']).toMatchObject({ level: 'none', rule: 'no_signal_known', signals: [] });
    expect(body['coverage'].length).toBeGreaterThan(0);
  });
});

describe('an assessment by a model', () => {
  /** A server in the form of OpenAI's that answers as told. */
  async function modelThatSays(status: number, content: unknown) {
    const asked: { readonly authorization: string | undefined; readonly body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        asked.push({ authorization: request.headers.authorization, body });
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(content) } }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const chatModel = openChatModel({ url: `http://127.0.0.1:${port}/v1`, model: 'made-up-1', key: 'secret' });
    return { asked, chatModel, [Symbol.dispose]: () => void server.close() };
  }

  it.each([
    ['is taken when it says what it was given', 200, { text: `${IDS.hostile} is published.`, from: [0] }, 'made-up-1'],
    ['is not taken when it invents', 200, { text: 'Like CVE-2021-44228, it is bad.', from: [0] }, 'deterministic'],
    ['is not waited for when the model is away', 500, null, 'deterministic'],
  ])('%s', async (_name, status, sentence, generator) => {
    using model = await modelThatSays(status, { sentences: [sentence] });
    await using other = await testApp({ routes: ROUTES, databaseUrl: given.database.url, chatModel: model.chatModel });

    const { body } = await other.get(`/api/v1/cve/${IDS.hostile}/ai-assessment`);

    expect(body['data'].generator).toBe(generator);
    expect(model.asked[0]?.authorization).toBe('Bearer secret');
    expect(model.asked[0]?.body).toContain('quoted, untrusted: <<<');
    expect(model.asked[0]?.body).not.toContain('</script>');
  });
});

describe('the assessment', () => {
  it('has evidence for every sentence', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/ai-assessment`);

    expect(body['data'].generator).toBe('deterministic');
    for (const { evidence } of body['data'].sentences) expect(evidence.length).toBeGreaterThan(0);
  });

  it('marks the words of others as theirs', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.hostile}/ai-assessment`);

    const holding = body['data'].sentences.filter(({ text }: { text: string }) => text.includes(HOSTILE.slice(0, 20)));
    expect(holding.length).toBeGreaterThan(0);
    expect(holding.every(({ quoted }: { quoted?: boolean }) => quoted === true)).toBe(true);
  });

  it('of a rejected id tells nobody to do anything', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.rejected}/ai-assessment`);

    const text = body['data'].sentences.map((sentence: { text: string }) => sentence.text).join(' ');
    expect(text).toContain('rejected');
    expect(text).not.toMatch(/upgrade/i);
  });
});
