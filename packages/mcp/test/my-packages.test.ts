import type { AnswerOf } from '@almanac/client';
import { exampleAnswer, postMyPackages } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import type { Call } from '../src/index.ts';
import { connected, textOf } from './support/connected.ts';

const EXAMPLE = exampleAnswer(postMyPackages) as AnswerOf<typeof postMyPackages>;
const [ROW] = EXAMPLE.data.rows;

async function use(args: Record<string, unknown>, data: Partial<typeof EXAMPLE.data> = {}) {
  const asked: unknown[] = [];
  const call: Call = async ({ id }, { body }) => {
    asked.push([id, body]);
    return { ...EXAMPLE, data: { ...EXAMPLE.data, ...data } } as never;
  };
  const client = await connected(call);
  const result = await client.callTool({ name: 'my_packages', arguments: args });
  await client.close();
  return { ...result, asked, text: textOf(result.content) };
}

describe('my_packages', () => {
  it('answers worst first, each with its next step', async () => {
    const { asked, structuredContent } = await use({ list: ['pkg:npm/lodash@4.17.20'] });

    expect(asked).toEqual([['postMyPackages', { packages: ['pkg:npm/lodash@4.17.20'] }]]);
    expect(structuredContent).toMatchObject({
      sentence: '1 of 1 package needs attention.',
      rows: [
        {
          package: 'lodash',
          verdict: 'affected',
          findings: [{ id: 'CVE-2021-23337', kev: false, fixedIn: '4.17.21' }],
          next: 'Upgrade lodash to 4.17.21. npm install lodash@4.17.21',
        },
      ],
      withheld: null,
    });
  });

  it('asks for the packages of a maintainer, and says what was not checked', async () => {
    const totals = { packages: 121, affected: 1, unknown: 120, notAffected: 0, noneKnown: 0 };

    const { asked, structuredContent } = await use({ maintainer: 'keeper' }, { left: 120, totals });

    expect(asked).toEqual([['postMyPackages', { maintainer: 'keeper' }]]);
    expect(structuredContent).toMatchObject({
      caution: expect.stringContaining('120 of 121 could not be checked'),
      withheld: { count: 120 },
    });
  });

  it('says what to write instead of a name that the collection does not have', async () => {
    const rows = [
      {
        ...ROW,
        asked: 'log4j',
        ecosystem: null,
        version: null,
        verdict: 'unknown',
        unknownReasons: ['package_unknown'],
        suggestions: [{ entry: 'pkg:maven/log4j/log4j', ecosystem: 'Maven' }],
        findings: [],
        fix: null,
      },
    ];

    const { structuredContent } = await use({ list: ['log4j'] }, { rows: rows as never });

    expect(structuredContent).toMatchObject({
      rows: [{ next: 'In other ecosystems: pkg:maven/log4j/log4j@VERSION.' }],
    });
  });

  it('names what may apply where the version is missing', async () => {
    const rows = [{ ...ROW, verdict: 'unknown', unknownReasons: ['version_missing'], fix: null, version: null }];

    const { structuredContent } = await use({ list: ['lodash'] }, { rows: rows as never });

    expect(structuredContent).toMatchObject({
      rows: [
        {
          findings: [{ id: 'CVE-2021-23337' }],
          next: 'CVE-2021-23337 (high) may apply. Add the version: name@version.',
        },
      ],
    });
  });

  it.each([
    ['neither', {}],
    ['both', { list: ['curl'], maintainer: 'keeper' }],
    ['an empty list', { list: [] }],
    ['too many', { list: Array.from({ length: 1_001 }, (_, i) => `p${i}`) }],
  ])('%s is refused before anything is asked', async (_, args) => {
    const { isError, asked, text } = await use(args);

    expect({ isError, asked, code: JSON.parse(text).error.code }).toEqual({
      isError: true,
      asked: [],
      code: 'INVALID_PARAMETER',
    });
  });
});
