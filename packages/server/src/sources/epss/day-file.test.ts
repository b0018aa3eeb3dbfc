import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import { fetchDay } from './day-file.ts';

const DAY = '2026-11-14';
const packed = gzipSync(`#model_version:v1,score_date:${DAY}T00:00:00Z\ncve,epss,percentile\nCVE-2021-0001,0.5,0.9\n`);

it.each([true, false])(
  'a day file is parsed only if its bytes are new (stored: %s), and counts the same',
  async (held) => {
    const asked: string[] = [];
    const http = { ...sourceDeps({}).http, get: async () => httpAnswer(200, packed) };
    const holds = async (key: string, raw: Uint8Array) => {
      asked.push(`${key} ${packed.equals(raw)}`);
      return held;
    };

    const found = await fetchDay({ http, holds }, 'https://epss.test', DAY, AbortSignal.timeout(1_000));

    expect(asked).toEqual([`${DAY} true`]);
    expect('read' in (found?.record ?? {})).toBe(held);
    expect(found?.file).toMatchObject({ scoreDate: DAY, modelVersion: 'v1', count: 1, bad: 0 });
  },
);
