import { readOsv } from '@almanac/core/ranges';
import { describe, expect, it } from 'vitest';
import type { LoadedFacts } from '../../app/judging/load-facts.ts';
import { openAttributePool } from './collection-pool.ts';

const PLACE = { partition: 'collection', bits: 0, prefix: 0 };

/** An attribute of which records say something, each about the package of this name. */
function loaded(name: string, ids: readonly string[]): LoadedFacts {
  const found = ids.flatMap((id) => {
    const affected = [{ package: { ecosystem: 'PyPI', name }, versions: ['1.0'] }];
    return readOsv({ id, modified: '2026-11-01T00:00:00Z', affected }).assertions;
  });
  return {
    ecosystems: ['PyPI'],
    packages: [{ id: 1, ecosystem: 'PyPI', release: null, vendor: null, name }],
    summaries: new Map(),
    ids: [],
    facts: {
      question: { package: name, version: null },
      collection: [],
      issues: [],
      found: found.map((assertion) => ({ assertion, sha256: null })),
      aliases: [],
      records: [],
    },
  };
}

describe('what a shard of the collection gathers', () => {
  it('is each statement once, and nothing of an attribute of which nothing is said', () => {
    const pool = openAttributePool();

    pool.add('left', loaded('left', ['PYSEC-2026-1', 'PYSEC-2026-2']));
    pool.add('left_1', loaded('left', ['PYSEC-2026-1', 'PYSEC-2026-2']));
    pool.add('silent', loaded('silent', []));

    const { attributes, statements } = pool.shard(PLACE);
    expect(attributes.map(({ attribute }) => attribute)).toEqual(['left', 'left_1']);
    expect(statements).toHaveLength(2);
  });

  it('does not depend on what was loaded together with an attribute', () => {
    const alone = openAttributePool();
    const together = openAttributePool();
    const own = loaded('left', ['PYSEC-2026-1']);
    const other = loaded('right', ['PYSEC-2026-1']);

    alone.add('left', own);
    together.add('left', { ...own, facts: { ...own.facts, found: [...own.facts.found, ...other.facts.found] } });

    expect(together.shard(PLACE)).toEqual(alone.shard(PLACE));
  });

  it('is bounded: an attribute that would exceed it has no statements, and says that there are more', () => {
    const pool = openAttributePool(2);

    pool.add('left', loaded('left', ['PYSEC-2026-1', 'PYSEC-2026-2']));
    pool.add('right', loaded('right', ['PYSEC-2026-3']));
    pool.add('left_1', loaded('left', ['PYSEC-2026-1']));

    const { attributes, statements } = pool.shard(PLACE);
    expect(attributes).toMatchObject([
      { attribute: 'left', complete: true },
      { attribute: 'right', complete: false, subjects: [] },
      { attribute: 'left_1', complete: true },
    ]);
    expect(statements).toHaveLength(2);
  });
});
