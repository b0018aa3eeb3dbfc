import type { HttpAnswer } from '../../src/platform/http-client.ts';
import type { SourceDeps } from '../../src/sources/source.ts';

/** What a source is given, for a test of the source alone; whatever the test does not expect to be asked for throws. */
export function sourceDeps(given: Partial<SourceDeps>): SourceDeps {
  const unexpected = async (url: string) => Promise.reject(new Error(`${url} was asked for`));
  return {
    http: { get: unexpected, download: unexpected },
    held: async () => new Map(),
    now: () => new Date('2026-11-15T12:00:00Z'),
    log: { info: () => {}, warn: () => {} },
    ...given,
  };
}

export function httpAnswer(status: number, body: string | Uint8Array = '', etag: string | null = null): HttpAnswer {
  return { status, etag, lastModified: null, headers: new Map(), body: Buffer.from(body as string) };
}
