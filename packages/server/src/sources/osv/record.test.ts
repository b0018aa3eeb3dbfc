import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusLines, corpusRecords, hasCorpus } from '../../../../../test/corpus.ts';
import { osvItem } from './record.ts';

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const record = { id: 'GO-2026-1', modified: '2026-09-15T09:30:00Z' };

describe('recordOf', () => {
  it('keeps the bytes and every member', () => {
    const raw = bytes(' {"id" : "GO-2026-1","modified":"2026-09-15T09:30:00.123456789Z","novel":[1]}\n');

    expect(osvItem(raw, 'GO-2026-1')).toEqual({
      key: 'GO-2026-1',
      raw,
      value: { id: 'GO-2026-1', modified: '2026-09-15T09:30:00.123456789Z', novel: [1] },
      parsed: { id: 'GO-2026-1', modified: '2026-09-15T09:30:00.123456789Z', novel: [1] },
      modified: new Date('2026-09-15T09:30:00.123Z'),
      withdrawn: false,
    });
  });

  it.each([
    ['a date', '2026-01-01T00:00:00Z', true],
    ['null', null, false],
    ['nothing', '', false],
  ])('takes `withdrawn` of %s for what it means', (_name, withdrawn, expected) => {
    expect(osvItem(bytes({ ...record, withdrawn }), 'GO-2026-1')).toMatchObject({ withdrawn: expected });
  });

  it.each([
    ['has no date', { id: 'GO-2026-1' }, 'modified'],
    ['has a date in words', { ...record, modified: 'yesterday' }, 'expected a date'],
    ['has a day that does not exist', { ...record, modified: '2026-13-01T00:00:00Z' }, 'expected a date'],
    ['has another id', { ...record, id: 'GO-2026-2' }, 'the file of GO-2026-1 holds GO-2026-2'],
    ['has an id of another case', { ...record, id: 'go-2026-1' }, 'holds go-2026-1'],
    ['is a list', [record], 'expected object'],
    ['is cut', '{"id":"GO-2026-1"', 'ends within a value'],
  ])('sets aside under its name what %s', (_name, value, reason) => {
    expect(osvItem(bytes(value), 'GO-2026-1')).toMatchObject({
      unreadable: expect.stringContaining(reason),
      key: 'GO-2026-1',
    });
  });

  it('names no key where the file has no name that could be one', () => {
    expect(osvItem(bytes(record), '__proto__')).not.toHaveProperty('key');
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
        expect(osvItem(raw, 'GO-2026-1')).toHaveProperty('unreadable');
      }),
    );
  });
});

describe.skipIf(!hasCorpus)('real records', () => {
  it.each([
    'go',
    'rustsec',
    'julia',
    'haskell',
    'almalinux',
    'bitnami',
    'psf',
    'drupal',
    'homebrew',
    'malicious-packages',
  ])('of %s are read without a single one set aside', async (name) => {
    const bad: string[] = [];
    let read = 0;
    for await (const line of corpusLines(`osv/${name}.jsonl.gz`)) {
      const { id } = JSON.parse(line) as { id: string };
      if ('unreadable' in osvItem(bytes(line), id)) bad.push(id);
      read += 1;
    }

    expect(bad).toEqual([]);
    expect(read).toBeGreaterThan(10);
  });

  it('of the samples are read, but for those that are bad on purpose', async () => {
    const bad: string[] = [];
    for await (const { path, record } of corpusRecords<{ path: string; record: { id?: string } }>(
      'osv/samples.jsonl.gz',
    )) {
      if ('unreadable' in osvItem(bytes(record), record.id ?? '')) bad.push(path);
    }
    // The id of one is empty, that of the other is `ALIAS`.
    expect(bad).toEqual(['external/cmd/ids/testdata/TEST-0000-def.json', 'gcp/website/testdata/osv/ALIAS.json']);
  });
});
