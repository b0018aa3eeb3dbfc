import { describe, expect, it } from 'vitest';
import { readOsv } from '../../ranges/osv.ts';
import type { MatchFacts } from '../facts.ts';
import { recordFactOf } from '../load/record-facts.ts';
import { buildVersionGrid } from './version-grid.ts';

interface Line {
  readonly introduced: string;
  readonly fixed?: string;
}

function record(id: string, lines: readonly Line[]) {
  const ranges = lines.map(({ introduced, fixed }) => ({
    type: 'SEMVER',
    events: [{ introduced }, ...(fixed === undefined ? [] : [{ fixed }])],
  }));
  return { id, affected: [{ package: { ecosystem: 'npm', name: 'lamp' }, ranges }] };
}

function factsOf(records: readonly ReturnType<typeof record>[]): MatchFacts {
  return {
    question: { package: 'lamp', version: null, ecosystem: 'npm' },
    collection: [],
    issues: [],
    found: records.flatMap((one) => readOsv(one).assertions.map((assertion) => ({ assertion, sha256: null }))),
    records: records.map((one) => recordFactOf({ source: 'osv', key: one.id, value: one })),
    aliases: [],
    sources: [{ source: 'osv', state: 'ok' }],
  };
}

const build = (records: readonly ReturnType<typeof record>[], used: readonly string[]) =>
  buildVersionGrid(factsOf(records), used);

describe('a grid of versions and vulnerabilities', () => {
  it('has the versions in use and the fixed ones, newest first, each judged for each vulnerability', () => {
    const grid = build(
      [
        record('GHSA-aaaa-aaaa-aaaa', [{ introduced: '0', fixed: '1.10.0' }]),
        record('GHSA-bbbb-bbbb-bbbb', [{ introduced: '1.5.0', fixed: '2.0.0' }]),
      ],
      ['1.9.0'],
    );

    expect(grid).toEqual({
      versions: ['2.0.0', '1.10.0', '1.9.0'],
      rows: [
        { id: 'GHSA-aaaa-aaaa-aaaa', cells: ['not_affected', 'not_affected', 'affected'] },
        { id: 'GHSA-bbbb-bbbb-bbbb', cells: ['not_affected', 'affected', 'affected'] },
      ],
      left: 0,
    });
  });

  it('has a row for a vulnerability that affects a version in use, however many others there are', () => {
    const others = Array.from({ length: 20 }, (_, i) =>
      record(`GHSA-${String(i).padStart(4, '2')}-aaaa-aaaa`, [{ introduced: '0', fixed: '1.0.0' }]),
    );
    const grid = build([...others, record('GHSA-zzzz-zzzz-zzzz', [{ introduced: '0', fixed: '2.0.0' }])], ['1.9.0']);

    expect([grid.rows[0]?.id, grid.rows.length, grid.left]).toEqual(['GHSA-zzzz-zzzz-zzzz', 15, 6]);
  });

  it('shows a version that cannot be compared as unknown', () => {
    const grid = build([record('GHSA-aaaa-aaaa-aaaa', [{ introduced: '0', fixed: '1.10.0' }])], ['not a version']);

    expect(grid.rows[0]?.cells).toContain('unknown');
  });

  it('is bounded, and counts what it leaves out', () => {
    const records = Array.from({ length: 40 }, (_, i) =>
      record(`GHSA-aaaa-aaaa-${String(i).padStart(4, '0')}`, [{ introduced: '0', fixed: `${i + 1}.0.0` }]),
    );

    const { versions, rows, left } = build(records, ['0.5.0']);

    expect([versions.length, rows.length, left]).toEqual([12, 15, 25]);
    expect(versions).toContain('0.5.0');
  });

  it('is empty without records', () => {
    expect(build([], ['1.0.0'])).toEqual({ versions: ['1.0.0'], rows: [], left: 0 });
  });
});
