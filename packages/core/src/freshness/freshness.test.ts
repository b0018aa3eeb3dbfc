import { expect, it } from 'vitest';
import { boundRow, type FreshnessRow, freshnessChanges, printFreshness, readFreshness } from './index.ts';

const row: FreshnessRow = {
  source: 'kev',
  state: 'ok',
  ageSeconds: 600,
  checkedAt: '2026-11-15T11:50:00.000Z',
  changedAt: '2026-11-14T17:00:00.000Z',
  records: 1703,
  canaries: [{ key: 'CVE-2021-44228', outcome: 'ok' }],
  compared: { at: '2026-11-15T11:50:00.000Z', missing: 0, extra: 0, ids: [] },
  warnings: [],
};
const at = '2026-11-15T12:00:00.000Z';
const statement = (...sources: readonly FreshnessRow[]) => ({ at, sources });
const warning = { code: 'CANARY_MISSING', since: at, detail: 'CVE-2021-44228 is missing' };

it('is read as it was printed', () => {
  expect(readFreshness(printFreshness(statement(row)))).toEqual(statement(row));
});

it.each([
  ['another format', 'almanac-freshness/2\n{"at":"","sources":[]}\n'],
  ['a checkpoint', 'log.example\n4\nAAAA\n'],
  ['no JSON', 'almanac-freshness/1\n{\n'],
  ['no statement', 'almanac-freshness/1\n{"at":"2026"}\n'],
  ['more than a statement', 'almanac-freshness/1\n{"at":"","sources":[]}\nmore\n'],
])('is not read from %s', (_name, text) => {
  expect(readFreshness(text)).toBeNull();
});

it('holds so much of a source, however much there is', () => {
  const long = 'x'.repeat(5_000);
  const many = {
    ...row,
    canaries: Array.from({ length: 999 }, () => ({ key: long, outcome: 'ok' as const })),
    compared: { at, missing: 999, extra: 0, ids: Array.from({ length: 999 }, () => long) },
    warnings: Array.from({ length: 999 }, () => ({ ...warning, detail: long })),
  };

  expect(printFreshness(statement(boundRow(many))).length).toBeLessThan(9_000);
});

it.each<[string, readonly FreshnessRow[], readonly string[]]>([
  ['of age and count only', [{ ...row, ageSeconds: 4_200, records: 1704 }], []],
  ['of state', [{ ...row, state: 'stale' }], ['changed from ok to stale']],
  ['to a warning', [{ ...row, warnings: [warning] }], ['CANARY_MISSING: CVE-2021-44228 is missing']],
  ['to a new source', [row, { ...row, source: 'osv' }], ['is new (ok)']],
])('tells a change %s', (_name, sources, sentences) => {
  const changes = freshnessChanges(statement(row), statement(...sources));

  expect(changes.map(({ sentence }) => sentence)).toEqual(sentences);
});

it('tells that a warning resolved, and nothing of the first statement', () => {
  expect(freshnessChanges(statement({ ...row, warnings: [warning] }), statement(row))).toEqual([
    { source: 'kev', sentence: 'CANARY_MISSING resolved' },
  ]);
  expect(freshnessChanges(null, statement(row))).toEqual([]);
});
