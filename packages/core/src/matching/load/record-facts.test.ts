import { expect, it } from 'vitest';
import type { RecordFact } from '../facts.ts';
import { packRecordFact, recordFactOf, rejectedRecord, unpackRecordFact } from './record-facts.ts';

const FULL: RecordFact = {
  source: 'advisory',
  id: 'GHSA-1',
  title: 'A hole',
  severities: recordFactOf({
    source: 'advisory',
    key: 'GHSA-1',
    value: { ghsa_id: 'GHSA-1', severity: 'high', summary: 'A hole' },
  }).severities,
  references: ['https://example.org/1'],
  rejected: false,
  homes: ['https://example.org'],
  targets: [{ product: 'harbour', target: 'wordpress' }],
  disowned: ['port'],
};

it.each<[string, RecordFact]>([
  ['whole', FULL],
  ['rejected', { ...FULL, rejected: true }],
  [
    'almost empty',
    {
      source: 'osv',
      id: 'A',
      title: null,
      severities: [],
      references: [],
      rejected: false,
      homes: [],
      targets: [],
      disowned: [],
    },
  ],
])('a fact that is %s comes out of its row as it was', (_, fact) => {
  const { source, id } = fact;

  expect(unpackRecordFact(packRecordFact(fact), { source, id, withdrawn: false })).toEqual(fact);
});

it('a fact without optional parts has them empty, and its row does not repeat its source', () => {
  const { homes: _, targets: __, disowned: ___, ...bare } = FULL;

  expect(unpackRecordFact(packRecordFact(bare), { source: 'advisory', id: 'GHSA-1', withdrawn: false })).toEqual({
    ...bare,
    homes: [],
    targets: [],
    disowned: [],
  });
  expect(FULL.severities).not.toEqual([]);
  expect(packRecordFact(FULL)).not.toContain('"source"');
});

it('a record that its source no longer lists counts as rejected', () => {
  const row = { source: 'advisory', id: 'GHSA-1' };

  expect(unpackRecordFact(packRecordFact(FULL), { ...row, withdrawn: true }).rejected).toBe(true);
  expect(rejectedRecord('CVE-2026-0001')).toMatchObject({
    source: 'cve_list_v5',
    id: 'CVE-2026-0001',
    rejected: true,
    severities: [],
    references: [],
  });
});

it('a document tells its title, addresses and whether it was rejected', () => {
  const value = {
    cveMetadata: { cveId: 'CVE-2026-0001', state: 'REJECTED' },
    containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'a slip' }] } },
  };

  expect(recordFactOf({ source: 'cve_list_v5', key: 'CVE-2026-0001', value })).toMatchObject({
    id: 'CVE-2026-0001',
    rejected: true,
  });
  expect(
    recordFactOf({
      source: 'advisory',
      key: 'GHSA-1',
      value: { ghsa_id: 'GHSA-1', summary: 'A hole', references: ['https://example.org/1'] },
    }),
  ).toMatchObject({
    title: 'A hole',
    references: ['https://example.org/1'],
    rejected: false,
  });
});
