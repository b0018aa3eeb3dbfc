import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { writeOciLayout } from '../../src/ingest/snapshots/oci-layout.ts';

const base = mkdtempSync(path.join(tmpdir(), 'almanac-oci-'));
afterAll(() => rmSync(base, { recursive: true }));

const PUBLISHED = new Date('2026-11-15T00:00:00Z');
const OPTIONS = { tag: 'latest', published: PUBLISHED, signal: AbortSignal.timeout(60_000) };
const FILES = {
  checkpoint: 'signed',
  'keys.json': '{}',
  'tile/0/000.p/1': 'x',
  [`object/ab/${'ab'.repeat(32)}`]: 'object',
};

function publish(name: string): string {
  const folder = path.join(base, name);
  for (const [file, text] of Object.entries({ ...FILES, 'object/ab/x.draft': 'half' })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

interface Described {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly annotations: Readonly<Record<string, string>>;
}

it('has the published files, the checkpoint last, in an artifact that every reference describes', async () => {
  const output = path.join(base, 'layout');
  const made = await writeOciLayout(publish('published'), output, OPTIONS);
  const blob = ({ digest, size }: Described) => {
    const bytes = readFileSync(path.join(output, 'blobs', digest.replace(':', '/')));
    expect([`sha256:${createHash('sha256').update(bytes).digest('hex')}`, bytes.length]).toEqual([digest, size]);
    return bytes;
  };
  const json = (name: string) => JSON.parse(readFileSync(path.join(output, name), 'utf8'));

  const index = json('index.json') as { manifests: [Described] };
  const manifest = JSON.parse(blob(index.manifests[0]).toString()) as { config: Described; layers: [Described] };
  const [layer] = manifest.layers;
  const tar = gunzipSync(blob(layer));
  const listed = execFileSync('tar', ['-t'], { input: tar, encoding: 'utf8' }).trim().split('\n');

  expect(json('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' });
  expect(index.manifests[0].annotations).toEqual({ 'org.opencontainers.image.ref.name': 'latest' });
  expect(blob(manifest.config).toString()).toBe('{}');
  expect(manifest).toMatchObject({
    artifactType: 'application/vnd.almanac.snapshot.v1',
    annotations: { 'org.opencontainers.image.created': PUBLISHED.toISOString() },
  });
  expect(layer.annotations).toEqual({
    'org.opencontainers.image.title': 'snapshot',
    'io.deis.oras.content.unpack': 'true',
    'io.deis.oras.content.digest': `sha256:${createHash('sha256').update(tar).digest('hex')}`,
  });
  expect(listed.toSorted()).toEqual(
    Object.keys(FILES)
      .map((file) => `snapshot/${file}`)
      .toSorted(),
  );
  expect(listed.at(-1)).toBe('snapshot/checkpoint');
  expect(made).toMatchObject({ digest: index.manifests[0].digest, files: 4, bytes: layer.size });
  expect(readdirSync(path.join(output, 'blobs/sha256')).every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
});

it('is the same for the same snapshot, and can be unpacked by tar', async () => {
  const folder = publish('again');
  const [one, other] = [path.join(base, 'one'), path.join(base, 'other')];

  const first = await writeOciLayout(folder, one, OPTIONS);
  const second = await writeOciLayout(folder, other, OPTIONS);
  const largest = readdirSync(path.join(one, 'blobs/sha256'))
    .map((name) => path.join(one, 'blobs/sha256', name))
    .find((file) => readFileSync(file).subarray(0, 2).toString('hex') === '1f8b');
  execFileSync('tar', ['-xzf', String(largest), '-C', base]);

  expect(second).toEqual(first);
  expect(readFileSync(path.join(base, 'snapshot/checkpoint'), 'utf8')).toBe('signed');
  expect(statSync(path.join(base, 'snapshot/keys.json')).mode & 0o777).toBe(0o644);
});

it('refuses a folder without a snapshot', async () => {
  const empty = path.join(base, 'empty');
  mkdirSync(empty);

  await expect(writeOciLayout(empty, path.join(base, 'none'), OPTIONS)).rejects.toThrow('has no snapshot');
});
