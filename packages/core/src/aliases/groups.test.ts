import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { type AliasAssertion, aliasAssertions, type NamesAliases } from './assertions.ts';
import { groupAliases } from './groups.ts';

const none: ReadonlySet<string> = new Set();

function says(id: string, alias: string, asserter = 'osv'): AliasAssertion {
  return { asserter, id, alias };
}

const id = fc.integer({ min: 0, max: 12 }).map((number) => `ID-${number}`);
const assertion = fc.record({ asserter: fc.constantFrom('osv', 'advisory'), id, alias: id });
const assertionSet = fc.array(assertion, { maxLength: 25 });

function chain(length: number): AliasAssertion[] {
  return Array.from({ length: length - 1 }, (_, index) => says(`X-${index}`, `X-${index + 1}`));
}

describe('aliasAssertions', () => {
  it('reads aliases alone, in normal form, and leaves out what is no id', () => {
    const record = {
      id: 'ghsa-8R3F-844c-mc37',
      aliases: ['cve-2024-24786', ' CVE-2024-24786,', 'https://x.test/a', 'GHSA-8r3f-844c-mc37'],
      related: ['CVE-2024-1'],
      upstream: ['CVE-2024-2'],
    };

    expect(aliasAssertions('osv', record)).toEqual([says('GHSA-8r3f-844c-mc37', 'CVE-2024-24786')]);
  });

  it('takes a null list for none', () => {
    expect(aliasAssertions('osv', { id: 'GO-2024-1', aliases: null })).toEqual([]);
  });
});

describe('groupAliases', () => {
  it('joins through a common alias and names the group by its CVE', () => {
    const groups = groupAliases(
      [says('GHSA-a', 'CVE-2024-1'), says('GO-2024-9', 'GHSA-a'), says('PYSEC-1', 'CVE-2024-2')],
      none,
    );

    expect(groups.map(({ id, ids }) => [id, ids])).toEqual([
      ['CVE-2024-1', ['CVE-2024-1', 'GHSA-a', 'GO-2024-9']],
      ['CVE-2024-2', ['CVE-2024-2', 'PYSEC-1']],
    ]);
  });

  it('keeps who said it, once for each source', () => {
    const [group] = groupAliases(
      [says('A-1', 'B-1', 'osv'), says('A-1', 'B-1', 'osv'), says('A-1', 'B-1', 'advisory')],
      none,
    );

    expect(group?.assertions.map(({ asserter }) => asserter)).toEqual(['advisory', 'osv']);
  });

  it('flags what the other side’s own record does not return', () => {
    const [group] = groupAliases([says('A-1', 'B-1'), says('B-1', 'C-1'), says('C-1', 'B-1')], new Set(['B-1', 'C-1']));

    expect(group?.oneSided).toEqual([says('A-1', 'B-1')]);
  });

  it('does not expect an answer from a record it does not hold', () => {
    expect(groupAliases([says('A-1', 'B-1')], none)[0]?.oneSided).toEqual([]);
  });

  it('flags a group of more than 32 ids', () => {
    expect(groupAliases(chain(32), none)[0]?.tooLarge).toBe(false);
    expect(groupAliases(chain(33), none)[0]?.tooLarge).toBe(true);
  });

  it('does not depend on order, and parts again what was retracted', () => {
    fc.assert(
      fc.property(assertionSet, (assertions) => {
        expect(groupAliases(assertions.toReversed(), none)).toEqual(groupAliases(assertions, none));
      }),
    );
    const both = [says('A-1', 'B-1'), says('B-1', 'C-1')];
    expect(groupAliases(both.slice(0, 1), none).flatMap(({ ids }) => ids)).not.toContain('C-1');
  });
});

describe.skipIf(!hasCorpus)('aliases of real advisories', () => {
  it('groups them without a chain that is too long', async () => {
    const assertions: AliasAssertion[] = [];
    for (const database of ['go', 'rustsec', 'julia', 'pypa', 'bitnami', 'haskell', 'psf']) {
      for await (const record of corpusRecords<NamesAliases>(`osv/${database}.jsonl.gz`))
        assertions.push(...aliasAssertions('osv', record));
    }

    const groups = groupAliases(assertions, none);

    expect(assertions.length).toBeGreaterThan(15_000);
    expect(groups.filter(({ tooLarge }) => tooLarge).map((group) => group.id)).toEqual([]);
  });
});
