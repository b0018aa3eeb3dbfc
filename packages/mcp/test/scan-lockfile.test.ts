import type { AnswerOf } from '@almanac/client';
import { exampleAnswer, type PurlAnswer, postPurls } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import type { Call } from '../src/index.ts';
import { connected, textOf } from './support/connected.ts';

const EXAMPLE = exampleAnswer(postPurls) as AnswerOf<typeof postPurls>;
const [AFFECTED] = EXAMPLE.data.results as [PurlAnswer];
const CLEAN: Omit<PurlAnswer, 'purl'> = {
  status: 'ok',
  verdict: 'none_known',
  verdictReason: 'No record',
  total: 0,
  matches: [],
};

interface Brief {
  readonly totals: Readonly<Record<string, number>>;
  readonly results: readonly { readonly purl: string; readonly verdict: string }[];
  readonly caution: string | null;
}

function rowOf(purl: string): PurlAnswer {
  return { ...(purl.includes('/bad@') ? AFFECTED : CLEAN), purl };
}

/** Scans with a service that has a record for `bad` alone, and keeps what it was asked. */
async function scan(file_name: string, text: string, detail = 'brief') {
  const asked: string[][] = [];
  const call: Call = async (_endpoint, { body }) => {
    const { purls } = body as { purls: string[] };
    asked.push(purls);
    return { ...EXAMPLE, data: { results: purls.map(rowOf) } } as never;
  };
  const client = await connected(call);
  const result = await client.callTool({ name: 'scan_lockfile', arguments: { file_name, text, detail } });
  await client.close();
  return { ...result, asked, brief: result.structuredContent as Brief, text: textOf(result.content) };
}

function packageLock(...names: readonly string[]): string {
  const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }]));
  return JSON.stringify({ lockfileVersion: 3, packages });
}

describe('scan_lockfile', () => {
  it('looks up every package once and answers the affected first', async () => {
    const { asked, brief } = await scan('web/package-lock.json', packageLock('good', 'bad', 'good/node_modules/bad'));

    expect(asked).toEqual([['pkg:npm/good@1.0.0', 'pkg:npm/bad@1.0.0']]);
    expect(brief).toMatchObject({
      file: { kind: 'package-lock.json v3' },
      totals: { packages: 2, affected: 1, unknown: 0, none_known: 1, not_affected: 0, skipped: 0 },
      results: [
        { purl: 'pkg:npm/bad@1.0.0', verdict: 'affected', matches: [{ id: AFFECTED.matches[0]?.id }] },
        { purl: 'pkg:npm/good@1.0.0', verdict: 'none_known' },
      ],
    });
  });

  it('what has no package URL is unknown, with its reason', async () => {
    const components = [{ type: 'library', name: 'ours', version: '2' }];
    const text = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components });

    const { asked, brief } = await scan('bom.json', text);

    expect(asked).toEqual([]);
    expect(brief).toMatchObject({
      totals: { packages: 1, unknown: 1 },
      results: [{ purl: 'ours@2', verdict: 'unknown', verdictReason: expect.stringContaining('no package URL') }],
      caution: expect.stringContaining('1 of 1 could not be checked'),
    });
  });

  it('asks twice at most: what is beyond is unknown', async () => {
    const names = Array.from({ length: 2_500 }, (_, i) => `package-${i}==1.0`);

    const { asked, brief } = await scan('requirements.txt', names.join('\n'));

    expect(asked.map(({ length }) => length)).toEqual([999, 999]);
    expect(brief).toMatchObject({
      totals: { packages: 2_500, unknown: 502, none_known: 1_998 },
      results: expect.arrayContaining([expect.objectContaining({ unknownReasons: ['limit_reached'] })]),
      caution: expect.stringContaining('502 of 2500 could not be checked'),
    });
  });

  it('a file without packages is not called clean', async () => {
    const { asked, brief } = await scan('package-lock.json', packageLock());

    expect(asked).toEqual([]);
    expect(brief).toMatchObject({
      totals: { packages: 0 },
      results: [],
      caution: expect.stringMatching(/no packages/),
    });
  });

  it('in full it adds the file to the answer of the API', async () => {
    const { structuredContent } = await scan('package-lock.json', packageLock('bad'), 'full');

    expect(structuredContent).toMatchObject({
      detail: 'full',
      answer: {
        success: true,
        data: { results: [{ purl: 'pkg:npm/bad@1.0.0' }] },
        file: { kind: 'package-lock.json v3' },
      },
    });
  });

  it.each([
    ['a lockfile of another tool', 'bun.lockb', 'bun', /writes a bun\.lock/],
    ['no lockfile', 'notes.txt', 'hello', /Supported files: package-lock\.json/],
    ['broken JSON', 'package-lock.json', '{', /JSON/],
    ['more text than is read', 'requirements.txt', '#'.repeat(200_001), /text/],
  ])('%s is refused before anything is asked', async (_, name, text, words) => {
    const { isError, asked, ...result } = await scan(name, text);

    const { error } = JSON.parse(result.text) as { error: { code: string; message: string; hint: string } };
    expect({ isError, asked, code: error.code }).toEqual({ isError: true, asked: [], code: 'INVALID_PARAMETER' });
    expect(error.message).toMatch(words);
    expect(error.hint).toMatch(/file/i);
  });
});
