import { BREAKAGES, repology as repologyTwin, smallWorld, startTwin } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { sourceDeps } from '../../../test/support/source-deps.ts';
import { openHttpClient } from '../../platform/http-client.ts';
import { repologySource } from './index.ts';

const signal = AbortSignal.timeout(60_000);

async function opened(quirks = {}) {
  const twin = await startTwin(repologyTwin(smallWorld, quirks));
  const source = repologySource({ url: twin.url, contact: 'https://almanac.example/contact' });
  const http = openHttpClient({ allow: source.upstreams, userAgent: 'node', tries: 1 });
  const deps = sourceDeps({ http });
  return {
    twin,
    source,
    fetchOne: (key: string) => source.fetchOne?.(deps, key, signal),
    async [Symbol.asyncDispose]() {
      await http.close();
      await twin[Symbol.asyncDispose]();
    },
  };
}

describe('a project', () => {
  it('is fetched by its name, by an agent that says who it is', async () => {
    await using given = await opened();

    const record = await given.fetchOne('ruby:tarn-archive');

    expect(record).toMatchObject({ key: 'ruby:tarn-archive', parsed: { length: 4 } });
    expect(given.twin.requests.at(-1)?.headers['user-agent']).toContain('+https://almanac.example/contact');
  });

  it('has the same content in whatever order its packages come', async () => {
    await using given = await opened();

    const first = await given.fetchOne('python');
    given.twin.clock.advance(1_000);
    const second = await given.fetchOne('python');

    const [before, after] = [first, second] as { readonly value: unknown; readonly raw: Uint8Array }[];
    expect(after?.value).toEqual(before?.value);
    expect(after?.raw).not.toEqual(before?.raw);
  });

  it.each(['no-such-thing', '.', '..', 'x'.repeat(300), '\ud800', '__proto__', '../projects/', '%2e%2e'])(
    '%j is absent, and no other address is asked',
    async (name) => {
      await using given = await opened();

      expect(await given.fetchOne(name)).toBe('absent');
      for (const { path } of given.twin.requests) expect(path).toMatch(/^\/api\/v1\/project\/[^/]+$/);
    },
  );

  it.each([403, 404, 429, 500])('is not taken for unknown because of a %i', async (status) => {
    await using given = await opened();
    given.twin.faults.set({ kind: 'status', status });

    await expect(given.fetchOne('python')).rejects.toThrow(`repology: answers ${status}`);
  });

  it.each(['html', 'garbage'] as const)('is unreadable when it is %s', async (kind) => {
    await using given = await opened();
    given.twin.faults.set({ kind });

    expect(await given.fetchOne('python')).toMatchObject({ unreadable: expect.any(String), key: 'python' });
  });

  it.each(BREAKAGES)('is read as far as it can be with one bad row: %s', async (way) => {
    await using given = await opened();
    given.twin.faults.set({ kind: 'malformed_record', way });

    const record = await given.fetchOne('python');

    const whole = way === 'syntax' || way === 'invalid_utf8' || way === 'deep_nesting';
    expect(record).toHaveProperty(whole ? 'unreadable' : 'parsed');
  });

  it('is read again from what was set aside', async () => {
    await using given = await opened();
    const { source, twin } = given;
    const raw = Buffer.from(await (await fetch(`${twin.url}/api/v1/project/lantern`, AGENT)).arrayBuffer());

    expect(source.reread?.({ raw, key: 'lantern', now: new Date() })).toMatchObject({ key: 'lantern' });
    expect(source.reread?.({ raw: Buffer.from('[]'), key: 'lantern', now: new Date() })).toHaveProperty('unreadable');
  });
});

const AGENT = { headers: { 'user-agent': 'test of Almanac' } };

describe('the project of an attribute', () => {
  it.each([
    ['imagemagick6', { state: 'imagemagick' }],
    ['spindleTools', { state: 'spindle\nspindle-tools' }],
    ['nothing', 'absent'],
    ['a&name=b#c', 'absent'],
  ])('%s', async (attribute, state) => {
    await using given = await opened();

    expect(await given.fetchOne(`nix_unstable:${attribute}`)).toEqual(state);
    expect(given.twin.requests).toHaveLength(1);
  });

  it('is not believed when it leads elsewhere', async () => {
    await using given = await opened();
    given.twin.faults.set({ kind: 'redirect', to: 'http://169.254.169.254/api/v1/project/python' });

    await expect(given.fetchOne('nix_unstable:imagemagick6')).rejects.toThrow('repology: answers 302');
  });
});
