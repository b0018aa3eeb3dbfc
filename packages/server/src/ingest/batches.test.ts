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
    for await (const step of inBatches(source(items, failure), { items: 2, bytes: 10 })) {
      if ('records' in step) {
        const keys = [...step.records.map(({ key }) => key), ...step.unreadable.map(({ key = '' }) => `!${key}`)];
        const { checkpoint, channel = '' } = step.checkpoint ?? {};
        seen.push(checkpoint === undefined ? keys : [...keys, `${channel}@${checkpoint}`]);
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

  it('gathers no more than so many bytes', async () => {
    const large = { ...record('a'), raw: new Uint8Array(10) };

    expect(await steps([large, record('b')])).toEqual([['a'], ['b']]);
  });

  it('counts what is known to be what we have, lists it, and tells of it now and then', async () => {
    const page = (from: number) => Array.from({ length: 1_000 }, (_, i) => String(from + i));
    const pages = Array.from({ length: 41 }, (_, i): SourceItem<null> => ({ unchanged: page(i * 1_000) }));
    const counts: number[] = [];
    let listed = 0;

    for await (const step of inBatches(source([...pages, { complete: true }]), { items: 2, bytes: 10 })) {
      if ('records' in step) counts.push(step.unchanged);
      else if ('listed' in step) listed = step.listed.size;
    }

    expect({ counts, listed }).toEqual({ counts: [20_000, 20_000, 1_000], listed: 41_000 });
  });

  it('sets aside what comes under a key that was known to be what we have', async () => {
    expect(await steps([{ unchanged: ['a'] }, record('a'), record('b')])).toEqual([['b', '!a']]);
  });

  it('leaves the position of another channel', async () => {
    expect(await steps([record('a'), { checkpoint: '1', channel: 'delta' }])).toEqual([['a', 'delta@1']]);
  });

  it('lists what is there without having been fetched', async () => {
    const items = [{ present: 'a' }, record('b'), { complete: true } as const];

    expect(await steps(items)).toEqual([['b'], { listed: ['a', 'b'], anonymous: 0 }]);
  });

  it('begins a new listing after that of a part', async () => {
    const part = (within: string): SourceItem<null> => ({ complete: true, within });
    const items = [record('a/1'), bad(), part('a/'), record('b/1'), part('b/')];

    expect(await steps(items)).toEqual([
      ['a/1', '!'],
      { listed: ['a/1'], anonymous: 1 },
      ['b/1'],
      { listed: ['b/1'], anonymous: 0 },
    ]);
  });

  it('takes the first of two records with one key', async () => {
    expect(await steps(['a', 'a', 'b'].map(record))).toEqual([['a', '!a'], ['b']]);
  });
});
