import { BREAKAGES, fromRecords, generated } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { corpusLines, hasCorpus } from '../../../../../test/corpus.ts';
import { nvdItem } from './record.ts';
import { bench, idOf, many, record } from './test/bench.ts';

describe('nvd records', () => {
  it('that are rejected are marked as taken back', async () => {
    await using one = await bench(generated({ seed: 3, count: 100 }));
    one.twin.faults.set({ kind: 'mass_withdrawal', share: 0.5 });

    const { items } = await one.read('bulk');

    const rejected = items.filter((item) => 'parsed' in item && JSON.stringify(item.value).includes('"Rejected"'));
    expect(rejected.length).toBeGreaterThan(20);
    expect(items.filter((item) => 'parsed' in item && item.withdrawn)).toEqual(rejected);
  });

  it('keep members that no schema knows', async () => {
    await using one = await bench(fromRecords(many(3)));
    one.twin.faults.set({ kind: 'schema_addition' });

    const { items } = await one.read('bulk');

    expect(items.find((item) => 'parsed' in item)).toMatchObject({
      parsed: { novelField: {}, cve: { novelField: {} } },
    });
  });

  it.each(BREAKAGES.filter((way) => way !== 'syntax'))('are read though one is broken by %s', async (way) => {
    await using one = await bench(fromRecords(many(20)));
    one.twin.faults.set({ kind: 'malformed_record', way, record: idOf(7) });

    const { items, keys, offered } = await one.read('bulk');

    const readable = ['lone_surrogate', 'huge_number', 'duplicate_key'].includes(way);
    expect(items.filter((item) => 'unreadable' in item)).toHaveLength(readable ? 0 : 1);
    expect(keys).toHaveLength(readable ? 20 : 19);
    expect(offered).not.toBeNull();
  });

  it.each([
    ['2024-10-18T12:52:33.507', '2024-10-18T12:52:33.507Z'],
    ['2024-10-18T12:52:33.507Z', '2024-10-18T12:52:33.507Z'],
    ['2024-10-18T12:52:33', '2024-10-18T12:52:33.000Z'],
    ['yesterday', undefined],
    ['2024-13-18T12:52:33', undefined],
  ])('dated %s are of that time in UTC', (modified, instant) => {
    const value = { cve: { id: idOf(1), lastModified: modified } };

    const item = nvdItem({ bytes: new Uint8Array(), value });

    expect('parsed' in item && item.modified?.toISOString()).toBe(instant);
  });

  it.skipIf(!hasCorpus)('of real life are all readable', async () => {
    const items = [];
    for await (const line of corpusLines('nvd/records.jsonl.gz')) {
      items.push(nvdItem({ bytes: Buffer.from(line), value: JSON.parse(line) }));
    }

    expect(items).toHaveLength(17_817);
    expect(items.filter((item) => 'unreadable' in item || item.modified === undefined)).toEqual([]);
    expect(items.filter((item) => 'parsed' in item && item.withdrawn)).toHaveLength(209);
  });
});

describe('nvd, one record', () => {
  it('is fetched by its id', async () => {
    await using one = await bench(fromRecords(many(3)));

    expect(await one.fetchOne('cve-2026-00002')).toMatchObject({ key: idOf(2), parsed: { cve: { id: idOf(2) } } });
  });

  it.each([{}, { unknownIs404: true }])('is absent where there is none (%o)', async (quirks) => {
    await using one = await bench(fromRecords([record({ id: idOf(1) })]), quirks);

    expect(await one.fetchOne('CVE-2026-77777')).toBe('absent');
    expect(await one.fetchOne('GHSA-aaaa-bbbb-cccc')).toBe('absent');
  });

  it('is not absent because the key was refused', async () => {
    await using one = await bench(fromRecords(many(3)), { keys: ['another'] });

    expect(await one.fetchOne(idOf(1))).toMatchObject({ key: idOf(1) });
  });

  it('is set aside under its id when it is broken', async () => {
    await using one = await bench(fromRecords(many(3)));
    one.twin.faults.set({ kind: 'malformed_record', way: 'wrong_type', record: idOf(1) });

    expect(await one.fetchOne(idOf(1))).toMatchObject({ key: idOf(1), unreadable: expect.any(String) });
  });
});
