import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { OBJECT_LIMITS, type TreeHead } from '@almanac/core/snapshots';
import { keptHead, openSnapshot } from '@almanac/offline/browser';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_PLATFORM } from '../../../offline/src/browser/browser-platform.ts';
import { sha256AtOnce } from '../../../offline/src/browser/sha256.ts';
import { openHttpSource } from '../../../offline/src/http-source.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { openSnapshotAnswers } from '../../src/web/browser/snapshot-answers.ts';
import type { Opening } from '../../src/web/browser/snapshot-messages.ts';
import { NOW } from '../support/worlds/package-world.ts';
import { openSnapshotWorld, type SnapshotWorld } from '../support/worlds/snapshot-world.ts';

let world: SnapshotWorld;
beforeAll(async () => {
  world = await openSnapshotWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const LIMITS = { concurrency: 8, maxBytes: 1 << 20, timeoutMs: 5_000 };
const OTHER_KEY = (openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner).verifierKey;
const HARBOUR = 'pkg:npm/harbour@1.0.0';

const opening = (more: Partial<Opening> = {}): Opening => ({
  address: world.server.url,
  key: world.key,
  verified: null,
  now: NOW.getTime(),
  ...more,
});
const answers = (limits = LIMITS) =>
  openSnapshotAnswers(({ address: source, key, verified }, now) =>
    openSnapshot({ source, key, now, ...limits, cache: { read: () => verified, keep: () => true } }),
  );
const reader = (limits: Partial<typeof LIMITS> = {}) =>
  openHttpSource(world.server.url, { ...LIMITS, ...limits, now: Date.now, retry: { retries: 0, longestWaitMs: 0 } })
    .read;
const refusal = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    (error: unknown) => (error as { code?: string }).code,
  );

describe('the bounds of reading', () => {
  it('reads so many files at once and no more', async () => {
    let now = 0;
    let most = 0;
    world.server.before = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((go) => setTimeout(go, 5));
      now -= 1;
    };
    const read = reader({ concurrency: 3 });

    await Promise.all(Array.from({ length: 20 }, () => read('checkpoint', 16_384)));
    world.server.before = () => {};

    expect([most, now]).toEqual([3, 0]);
  });

  it('reads so many bytes of all files together', async () => {
    const asking = answers({ ...LIMITS, maxBytes: 500 }).ask(opening(), [HARBOUR], () => {});

    expect(await refusal(asking)).toBe('download_too_large');
  });

  it('reads no further than a file may be long', async () => {
    expect(await refusal(reader()('checkpoint', 10))).toBe('object_too_large');
  });

  it('waits no longer than it may', async () => {
    world.server.before = () => new Promise((go) => setTimeout(go, 300));
    const asking = reader({ timeoutMs: 20 })('checkpoint', 16_384);

    expect(await refusal(asking)).toBe('snapshot_unreachable');
    world.server.before = () => {};
  });

  it('unpacks no more than an object may have, and nothing that is not gzip', async () => {
    const large = gzipSync(Buffer.alloc(2_000, 32));

    expect(await BROWSER_PLATFORM.unpack(gzipSync('{"a":"é"}'), OBJECT_LIMITS.unpacked)).toBe('{"a":"é"}');
    await expect(BROWSER_PLATFORM.unpack(large, 1_999)).rejects.toThrow('too large');
    await expect(BROWSER_PLATFORM.unpack(large.subarray(0, 20), 2_000)).rejects.toThrow();
    await expect(BROWSER_PLATFORM.unpack(gzipSync(Uint8Array.of(0xff)), 2_000)).rejects.toThrow();
  });
});

describe('answers from a snapshot', () => {
  it('are given after signature, log and hashes are right, by paths that name no package', async () => {
    world.server.asked.length = 0;
    const purls = Array.from({ length: 200 }, (_, i) => `pkg:npm/harbour@1.${i}.0`);
    const done: number[] = [];

    const { answers: all, snapshot, coverage } = await answers().ask(opening(), purls, (some) => done.push(some));

    expect(all.map(({ purl }) => purl)).toEqual(purls);
    expect(all.filter(({ verdict }) => verdict === 'affected')).toHaveLength(4);
    expect(done).toEqual([0, 64, 128, 192]);
    expect(snapshot).toMatchObject({ origin: 'almanac.example/log', published: NOW.toISOString(), head: { size: 1 } });
    expect(coverage.coverage).toContainEqual(expect.objectContaining({ source: 'nixpkgs', state: 'not_configured' }));
    expect(
      world.server.asked.filter((path) => !/^(checkpoint|tile\/[\w./]+|object\/\w\w\/\w{64})$/.test(path)),
    ).toEqual([]);
    expect(new Set(world.server.asked).size).toBe(world.server.asked.length);
  });

  it('rest on one snapshot until it expires', async () => {
    const asked = answers();
    const first = await asked.ask(opening(), [HARBOUR], () => {});
    world.server.asked.length = 0;
    const again = await asked.ask(opening(), [HARBOUR], () => {});

    expect([again.snapshot, world.server.asked]).toEqual([first.snapshot, []]);
    const late = opening({ now: NOW.getTime() + 49 * 3_600_000 });
    expect(await refusal(asked.ask(late, [HARBOUR], () => {}))).toBe('snapshot_expired');
    expect(await refusal(asked.proof(late, HARBOUR))).toBe('snapshot_expired');
  });

  it.each<[string, () => Partial<Opening>, string]>([
    ['the log was longer before', () => ({ verified: { size: 9, root: new Uint8Array(32) } }), 'log_rolled_back'],
    ['the log was another one', () => ({ verified: { size: 1, root: new Uint8Array(32) } }), 'log_forked'],
    ['the key is another one', () => ({ key: OTHER_KEY }), 'signature_missing'],
    ['it is past its time', () => ({ now: NOW.getTime() + 49 * 3_600_000 }), 'snapshot_expired'],
    ['nobody is there', () => ({ address: 'http://127.0.0.1:9' }), 'snapshot_unreachable'],
  ])('are none where %s', async (_name, more, code) => {
    expect(await refusal(answers().ask(opening(more()), [HARBOUR], () => {}))).toBe(code);
  });

  it('are none where any file that is read is missing, cut, altered or of another length', async () => {
    const { server } = world;
    server.asked.length = 0;
    await answers().ask(opening(), [HARBOUR, 'pkg:npm/anchor@1.0.0'], () => {});
    const read = [...server.asked];
    const fetched = await Promise.all(
      read.map(async (path) => new Uint8Array(await (await fetch(`${server.url}/${path}`)).arrayBuffer())),
    );

    const codes = new Set<string | null | undefined>();
    for (const [i, path] of read.entries()) {
      const bytes = fetched[i] ?? new Uint8Array();
      const altered = Uint8Array.from(bytes, (byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte));
      for (const wrong of [null, altered, bytes.subarray(1), new Uint8Array()]) {
        server.replaced.set(path, wrong);
        const code = await refusal(answers().ask(opening(), [HARBOUR, 'pkg:npm/anchor@1.0.0'], () => {}));
        expect([path, code]).toEqual([path, expect.any(String)]);
        codes.add(code);
      }
      server.replaced.delete(path);
    }

    expect(read.length).toBeGreaterThan(6);
    for (const code of ['object_missing', 'object_altered', 'object_truncated', 'tile_missing', 'note_malformed']) {
      expect(codes).toContain(code);
    }
  });

  it('say of what a snapshot lacks that nobody covers it', async () => {
    const purls = ['pkg:nix/hello@1', 'pkg:generic/thing@1', 'no purl'];

    const { answers: all } = await answers().ask(opening(), purls, () => {});

    expect(all.map(({ verdict, status, unknownReasons }) => [verdict, status, unknownReasons?.join()])).toEqual([
      ['unknown', 'ok', 'not_covered'],
      ['unknown', 'not_covered', 'not_covered'],
      ['unknown', 'invalid', 'not_covered'],
    ]);
  });

  it('tell how CVEs are exploited', async () => {
    const known = await answers().exploitation(opening(), ['CVE-2026-54321', 'CVE-2026-12345']);

    expect([...known]).toEqual([
      ['CVE-2026-54321', { kev: true, epss: 0.42, epssKnown: true }],
      ['CVE-2026-12345', { kev: false, epss: null, epssKnown: true }],
    ]);
  });
});

describe('the head that is kept', () => {
  const head = (size: number): TreeHead => ({ size, root: Uint8Array.from({ length: 32 }, (_, i) => i + size) });
  const inMemory = () => {
    const texts = new Map<string, string>();
    return {
      texts,
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
    };
  };

  it('is the longest, for the one key', () => {
    const kept = keptHead(inMemory);
    const storage = inMemory();
    const lasting = keptHead(() => storage);

    expect(kept.read('key')).toBeNull();
    expect([lasting.keep('key', head(5)), lasting.keep('key', head(3)), lasting.read('key')]).toEqual([
      true,
      true,
      head(5),
    ]);
    expect([lasting.read('other'), lasting.keep('other', head(1)), lasting.read('other')]).toEqual([
      null,
      true,
      head(1),
    ]);
  });

  it.each(['', '{}', '[]', '["key","5","00"]', '["key",5,"00"]', '["key",-0.5,null]'])('is none in %j', (text) => {
    const storage = inMemory();
    storage.texts.set('almanac-snapshot-log', text);
    const kept = keptHead(() => storage);

    expect([kept.read('key'), kept.keep('key', head(2)), kept.read('key')]).toEqual([null, true, head(2)]);
  });

  it('is not kept where storage is full or forbidden, and nothing breaks', () => {
    const full = keptHead(() => ({
      getItem: () => null,
      setItem() {
        throw new Error('QuotaExceededError');
      },
    }));
    const forbidden = keptHead(() => {
      throw new Error('SecurityError');
    });

    expect([full.keep('key', head(1)), full.read('key')]).toEqual([false, null]);
    expect([forbidden.keep('key', head(1)), forbidden.read('key')]).toEqual([false, null]);
  });
});

it('hashes as everybody does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(7), (bytes, from) => {
      const part = bytes.subarray(from);
      expect(Buffer.from(sha256AtOnce(part)).toString('hex')).toBe(createHash('sha256').update(part).digest('hex'));
    }),
  );
});
