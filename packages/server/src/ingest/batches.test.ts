import { describe, expect, it } from 'vitest';
import type { SourceItem } from '../sources/source.ts';
import { inBatches } from './batches.ts';

const raw = new Uint8Array();
const record = (key: string): SourceItem<null> => ({ key, raw, value: null, parsed: null });
const bad = (key?: string): SourceItem<null> =>
  key === undefined ? { unreadable: 'bad', raw } : { unreadable: 'bad', raw, key };

async function* source(items: readonly SourceItem<null>[], failure?: Error) {
  yield* items;
  if (failure !== undefined) throw failure;
}

/** Short forms: the keys of a batch, `!` for what could not be read. */
async function steps(items: readonly SourceItem<null>[], failure?: Error): Promise<unknown[]> {
  const seen: unknown[] = [];
  try {
    for await (const step of inBatches(source(items, failure), 2)) {
      if ('records' in step) {
        const keys = [...step.records.map(({ key }) => key), ...step.unreadable.map(({ key = '' }) => `!${key}`)];
        seen.push(step.checkpoint === null ? keys : [...keys, `@${step.checkpoint}`]);
      } else seen.push('listed' in step ? { listed: [...step.listed], anonymous: step.anonymous } : step);
    }
  } catch (error) {
    seen.push((error as Error).message);
  }
  return seen;
}

describe('inBatches', () => {
  it('gathers so many at a time, and what is left at the end', async () => {
    expect(await steps(['a', 'b', 'c'].map(record))).toEqual([['a', 'b'], ['c']]);
  });

  it('puts a checkpoint with what came before it', async () => {
    expect(await steps([record('a'), { checkpoint: '1' }, { checkpoint: '2' }])).toEqual([['a', '@1'], ['@2']]);
  });

  it('tells of a whole listing after its last batch', async () => {
    const items = [{ expected: 3 }, record('a'), bad('b'), bad(), { complete: true } as const];

    expect(await steps(items)).toEqual([{ expected: 3 }, ['a', '!b'], ['!'], { listed: ['a', 'b'], anonymous: 1 }]);
  });

  it('hands out what came before a failure, then fails', async () => {
    expect(await steps(['a', 'b', 'c'].map(record), new Error('gone'))).toEqual([['a', 'b'], ['c'], 'gone']);
  });

  it('takes the first of two records with one key', async () => {
    expect(await steps(['a', 'a', 'b'].map(record))).toEqual([['a', '!a'], ['b']]);
  });
});
