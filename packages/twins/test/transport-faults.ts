import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { TRANSPORT_FAULTS } from '../src/frame/fault.ts';
import type { Twin } from '../src/frame/twin.ts';

type Check = (twin: Twin, path: string) => Promise<void>;

/** What a client sees of each fault on the way, whatever the twin. */
const CHECKS: Readonly<Record<(typeof TRANSPORT_FAULTS)[number], Check>> = {
  async latency(twin, path) {
    twin.faults.set({ kind: 'latency', ms: 200 });

    const first = await Promise.race([fetch(twin.url + path).then(() => 'answer'), sleep(20, 'nothing yet')]);

    expect(first).toBe('nothing yet');
  },
  async status(twin, path) {
    twin.faults.set({ kind: 'status', status: 429, retryAfter: 30 });

    const response = await fetch(twin.url + path);

    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
  },
  async reset(twin, path) {
    twin.faults.set({ kind: 'reset' });

    await expect(fetch(twin.url + path)).rejects.toThrow('fetch failed');
    expect(twin.requests.at(-1)).toMatchObject({ status: null, faults: ['reset'] });
  },
  async stall(twin, path) {
    twin.faults.set({ kind: 'stall' });

    const response = await fetch(twin.url + path);

    expect(response.status).toBe(200);
    expect(await Promise.race([response.text(), sleep(50, 'silence')])).toBe('silence');
  },
  async truncation(twin, path) {
    const whole = await bytes(twin, path);
    twin.faults.set({ kind: 'truncation' });
    await expect(bytes(twin, path)).rejects.toThrow();

    twin.faults.set({ kind: 'truncation', announce: 'half' });

    expect(await bytes(twin, path)).toEqual(whole.subarray(0, Math.floor(whole.length / 2)));
  },
  async html(twin, path) {
    twin.faults.set({ kind: 'html' });

    const response = await fetch(twin.url + path);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('<!doctype html>');
  },
  async blocked(twin, path) {
    twin.faults.set({ kind: 'blocked' });

    const response = await fetch(twin.url + path);

    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toContain('text/html');
  },
  async empty(twin, path) {
    twin.faults.set({ kind: 'empty' });

    const response = await fetch(twin.url + path);

    expect([response.status, await response.text()]).toEqual([200, '']);
  },
  async token_refused(twin, path) {
    const headers = { authorization: 'Bearer expired' };
    for (const status of [401, 403, 404] as const) {
      twin.faults.set({ kind: 'token_refused', status });
      expect((await fetch(twin.url + path, { headers })).status).toBe(status);
    }

    // The identity provider asks for a token.
    expect([200, 401]).toContain((await fetch(twin.url + path)).status);
  },
  async page_size(twin, path) {
    const withPage = (size: number) => fetch(`${twin.url}${path}${path.includes('?') ? '&' : '?'}size=${size}`);
    twin.faults.set({ kind: 'page_size', param: 'size', max: 1_000 });

    expect((await withPage(1_001)).status).toBe(404);
    expect(await (await withPage(1_001)).text()).toBe('');
  },
  async garbage(twin, path) {
    twin.faults.set({ kind: 'garbage' });

    const response = await fetch(twin.url + path);

    expect(response.headers.get('content-type')).toBe('application/json');
    await expect(response.json()).rejects.toThrow(SyntaxError);
  },
  async redirect(twin, path) {
    twin.faults.set({ kind: 'redirect', to: 'http://169.254.169.254/latest/meta-data' });

    const response = await fetch(twin.url + path, { redirect: 'manual' });

    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'http://169.254.169.254/latest/meta-data',
    ]);
  },
  async clock_skew(twin, path) {
    twin.faults.set({ kind: 'clock_skew', ms: 86_400_000 });

    const response = await fetch(twin.url + path);

    expect(Date.parse(response.headers.get('date') ?? '')).toBe(
      Math.floor(twin.clock.now() / 1000) * 1000 + 86_400_000,
    );
  },
};

/** One test for each fault on the way to `path`. */
export function showsTransportFaults(start: () => Promise<Twin>, path: string): void {
  it.each(Object.entries(CHECKS))('%s on the way', async (_, check) => {
    await using twin = await start();

    await check(twin, path);
  });
}

async function bytes(twin: Twin, path: string): Promise<Buffer> {
  const response = await fetch(twin.url + path, { headers: { 'accept-encoding': 'identity' } });
  return Buffer.from(await response.arrayBuffer());
}
