import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ZipEntry, zip } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import type { Download } from '../../platform/http-client.ts';
import type { GetOptions } from '../../platform/http-client-request.ts';
import { ForbiddenArchive } from '../../platform/zip.ts';
import { materialise, type SourceDeps, UnexpectedUpstream } from '../source.ts';
import { nvdOverrides } from './index.ts';

const source = nvdOverrides({ url: 'http://upstream.test/main.zip' });
const CONFIGURATION = {
  nodes: [{ operator: 'OR', cpeMatch: [{ criteria: 'cpe:2.3:a:harbour:harbour:*:*:*:*:*:*:*:*', vulnerable: true }] }],
};
const override = (id: string) =>
  Buffer.from(JSON.stringify({ _annotation: { cve_id: id }, cve: { configurations: [CONFIGURATION] } }, null, 2));
const entry = (id: string, data = override(id)): ZipEntry => ({
  name: `nvd-data-overrides-main/data/${id.split('-')[1]}/${id}.json`,
  data,
});

interface Upstream {
  readonly status?: number;
  readonly since?: string;
  readonly unchanged?: SourceDeps['unchanged'];
}

/** Reads an archive whose tag is `"v1"` with the source, records and all. */
async function read(archive: Buffer, { status = 200, since, unchanged }: Upstream = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'nvd-overrides-test-'));
  const file = {
    path: path.join(folder, 'file'),
    size: archive.length,
    sha256: createHash('sha256').update(archive).digest('hex'),
  };
  await writeFile(file.path, archive);
  const download = async (_url: string, options: GetOptions): Promise<Download> => {
    const answer = httpAnswer(options.etag === '"v1"' ? 304 : status, '', '"v1"');
    return { ...answer, file: answer.status === 200 ? file : null, [Symbol.asyncDispose]: async () => {} };
  };
  const deps = sourceDeps({ http: { ...sourceDeps({}).http, download }, ...(unchanged && { unchanged }) });
  try {
    const items = source.channels.bulk?.read(deps, since ?? null, AbortSignal.timeout(20_000)) ?? [];
    return (await Array.fromAsync(items)).map((item) => materialise(item));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('nvd_overrides', () => {
  it('yields the files by their CVEs, with their own bytes, and then how far it got', async () => {
    const items = await read(
      zip([
        { name: 'nvd-data-overrides-main/', data: Buffer.alloc(0), method: 'stored' },
        { name: 'nvd-data-overrides-main/README.md', data: Buffer.from('# Overrides') },
        { name: 'nvd-data-overrides-main/schema/overrides.schema.json', data: Buffer.from('{}') },
        entry('CVE-2024-1001'),
        entry('CVE-2026-1002'),
      ]),
    );

    expect(items).toEqual([
      { expected: 5 },
      expect.objectContaining({
        key: 'CVE-2024-1001',
        raw: override('CVE-2024-1001'),
        value: { _annotation: { cve_id: 'CVE-2024-1001' }, cve: { configurations: [CONFIGURATION] } },
      }),
      expect.objectContaining({ key: 'CVE-2026-1002', raw: override('CVE-2026-1002') }),
      { expected: 2 },
      { complete: true },
      { checkpoint: '"v1"' },
    ]);
  });

  it('takes a file that brings references alone', async () => {
    const data = Buffer.from('{"_annotation":{"cve_id":"CVE-2024-1001"},"cve":{"references":[]}}');

    expect(await read(zip([entry('CVE-2024-1001', data)]))).toContainEqual(
      expect.objectContaining({ key: 'CVE-2024-1001', raw: data }),
    );
  });

  it('yields nothing where the archive has not changed', async () => {
    expect(await read(zip([entry('CVE-2024-1001')]), { since: '"v1"' })).toEqual([]);
  });

  it('does not unpack what it has', async () => {
    const unchanged = async () => new Set(['CVE-2024-1001']);

    const items = await read(zip([entry('CVE-2024-1001'), entry('CVE-2024-1002')]), { unchanged });

    expect(items).toMatchObject([
      { expected: 2 },
      { unchanged: ['CVE-2024-1001'] },
      { key: 'CVE-2024-1002' },
      { complete: true },
      { checkpoint: '"v1"' },
    ]);
  });

  it('sets bad files aside, under their names where these can be told', async () => {
    const items = await read(
      zip([
        entry('CVE-2024-1001', override('CVE-2024-9999')),
        entry('CVE-2024-1002', Buffer.from('<!doctype html>')),
        entry('CVE-2024-1003', Buffer.from('{"_annotation":{"cve_id":"CVE-2024-1003"}}')),
        entry('CVE-2024-1004', Buffer.from('{"cve":{}}')),
        entry('CVE-2024-1005', Buffer.from('{"_annotation":{"cve_id":"CVE-2024-1005"},"cve":{"configurations":{}}}')),
        entry('CVE-2099-1006'),
        entry('CVE-2024-1007'),
      ]),
    );

    expect(items).toMatchObject([
      { expected: 7 },
      { key: 'CVE-2024-1001', unreadable: 'the file is about "CVE-2024-9999"', raw: override('CVE-2024-9999') },
      { key: 'CVE-2024-1002', unreadable: expect.stringMatching(/./) },
      { key: 'CVE-2024-1003', unreadable: expect.stringContaining('cve') },
      { key: 'CVE-2024-1004', unreadable: expect.stringContaining('_annotation') },
      { key: 'CVE-2024-1005', unreadable: expect.stringContaining('configurations') },
      { unreadable: 'no id of this form and year is handed out' },
      { key: 'CVE-2024-1007', value: {} },
      { complete: true },
      { checkpoint: '"v1"' },
    ]);
    expect(items[6]).not.toHaveProperty('key');
  });

  it('does not unpack a file that is larger than a record may be', async () => {
    const items = await read(zip([entry('CVE-2024-1001', Buffer.alloc((8 << 20) + 1)), entry('CVE-2024-1002')]));

    expect(items.slice(1, 3)).toMatchObject([
      { key: 'CVE-2024-1001', unreadable: 'larger than 8388608 bytes', raw: Buffer.from('CVE-2024-1001') },
      { key: 'CVE-2024-1002', value: {} },
    ]);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html>')],
    ['a cut archive', zip([entry('CVE-2024-1001')]).subarray(0, 200)],
    ['a spoilt archive', zip([{ ...entry('CVE-2024-1001'), claims: { crc: 1 } }])],
    ['a file outside of the archive', zip([{ ...entry('CVE-2024-1001'), name: '../CVE-2024-1001.json' }])],
    ['a link', zip([{ ...entry('CVE-2024-1001'), mode: 0o120777 }])],
  ])('is not complete with %s', async (_, archive) => {
    await expect(read(archive)).rejects.toThrow(ForbiddenArchive);
  });

  it('takes nothing from an answer without an archive', async () => {
    await expect(read(Buffer.alloc(0), { status: 404 })).rejects.toThrow(UnexpectedUpstream);
    await expect(read(Buffer.alloc(0), { status: 404 })).rejects.toThrow('nvd_overrides: upstream.test answers 404');
  });
});
