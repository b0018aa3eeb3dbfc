import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../test/corpus.ts';
import { aliasAssertions } from '../src/aliases/assertions.ts';
import { groupAliases } from '../src/aliases/groups.ts';
import { readOsv } from '../src/ranges/osv.ts';
import type { PackagePlan } from '../src/remediation/model.ts';
import { planPackage } from '../src/remediation/plan-package.ts';
import { getScheme } from '../src/versions/ecosystems.ts';
import { type CheckedCase, candidatesOf, complaintsAbout, type OsvRecord } from './remediation-checker.ts';

function planOf({ ecosystem, name, current, records, groups }: CheckedCase): PackagePlan {
  return planPackage({
    question: { package: name, version: current, ecosystem },
    collection: [],
    issues: [],
    found: records.flatMap((record) => readOsv(record).assertions.map((assertion) => ({ assertion, sha256: null }))),
    aliases: groups.map((ids) => ({ id: ids[0] ?? '', ids })),
    records: [],
    sources: [{ source: 'osv', state: 'ok' }],
  });
}

/** How an ecosystem writes a version of three numbers, and one that comes before it. */
const WRITING: readonly (readonly [ecosystem: string, release: (n: readonly number[]) => string, before: string])[] = [
  ['npm', (n) => n.join('.'), '-rc.1'],
  ['PyPI', (n) => n.join('.'), 'rc1'],
  ['Go', (n) => n.join('.'), '-rc.1'],
  ['crates.io', (n) => n.join('.'), '-beta.2'],
  ['RubyGems', (n) => n.join('.'), '.pre1'],
  ['Packagist', (n) => n.join('.'), '-beta1'],
  ['Maven', (n) => n.join('.'), '-SNAPSHOT'],
  ['NuGet', (n) => n.join('.'), '-preview1'],
  ['Hackage', (n) => n.join('.'), ''],
  ['Debian:12', (n) => `1:${n.join('.')}-1`, '~rc1'],
  ['Alpine:v3.20', (n) => `${n.join('.')}-r0`, '_rc1'],
];

const NAME = 'thing';

const madeCase: fc.Arbitrary<CheckedCase> = fc.constantFrom(...WRITING).chain(([ecosystem, release, before]) => {
  const numbers = fc.tuple(
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 2 }),
  );
  const version = fc.tuple(numbers, fc.integer({ min: 0, max: 5 })).map(([n, pre]) => {
    if (pre > 0 || before === '') return release(n);
    return before.startsWith('~') || before.startsWith('_')
      ? release(n).replace(/-/, `${before}-`)
      : `${release(n)}${before}`;
  });
  const range = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(version, version).map(([a, b]) => [{ introduced: a }, { fixed: b }]) },
    { weight: 5, arbitrary: version.map((fixed) => [{ introduced: '0' }, { fixed }]) },
    { weight: 2, arbitrary: version.map((last) => [{ introduced: '0' }, { last_affected: last }]) },
    { weight: 1, arbitrary: version.map((introduced) => [{ introduced }]) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(version, version, version, version)
        .map(([a, b, c, d]) => [{ introduced: a }, { fixed: b }, { introduced: c }, { fixed: d }]),
    },
    { weight: 1, arbitrary: fc.constant([{ introduced: '0' }, { fixed: 'not a version' }]) },
  );
  const type = ecosystem === 'npm' || ecosystem === 'Go' || ecosystem === 'crates.io' ? 'SEMVER' : 'ECOSYSTEM';
  const commits = [{ introduced: 'a'.repeat(40) }, { fixed: 'b'.repeat(40) }];
  const entry = fc.oneof(
    { weight: 8, arbitrary: range.map((events) => ({ ranges: [{ type, events }] })) },
    { weight: 2, arbitrary: fc.array(version, { minLength: 1, maxLength: 5 }).map((versions) => ({ versions })) },
    { weight: 1, arbitrary: fc.constant({ ranges: [{ type: 'GIT', events: commits }] }) },
    {
      weight: 1,
      arbitrary: range.map((events) => ({
        ranges: [
          { type: 'GIT', events: commits },
          { type, events },
        ],
      })),
    },
  );
  const made = fc.record({
    entries: fc.array(entry, { minLength: 1, maxLength: 2 }),
    gone: fc.integer({ min: 0, max: 9 }),
    joined: fc.integer({ min: 0, max: 3 }),
  });
  return fc.tuple(version, fc.array(made, { minLength: 1, maxLength: 7 })).map(([current, all]): CheckedCase => {
    const records = all.map(
      ({ entries, gone }, i): OsvRecord => ({
        id: `TEST-2026-${i}`,
        ...(gone === 0 ? { withdrawn: '2026-01-01T00:00:00Z' } : {}),
        affected: entries.map((each) => ({ package: { ecosystem, name: NAME }, ...each }) as never),
      }),
    );
    // Neighbours are joined under one CVE now and then.
    const groups: string[][] = [];
    all.forEach(({ joined }, i) => {
      const id = `TEST-2026-${i}`;
      if (joined === 0 && groups.length > 0) groups.at(-1)?.push(id);
      else groups.push([`CVE-2026-${1000 + i}`, id]);
    });
    return { ecosystem, name: NAME, current, records, groups };
  });
});

describe('plans, held against an independent checker', () => {
  it('clear, open nothing, and have no smaller candidate, on 1,000 generated cases', () => {
    const seen = new Map<string, number>();

    fc.assert(
      fc.property(madeCase, (given) => {
        const plan = planOf(given);
        seen.set(plan.status, (seen.get(plan.status) ?? 0) + 1);

        expect(complaintsAbout(given, plan)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    for (const status of ['fix', 'partial', 'no_fix', 'clean']) expect(seen.get(status) ?? 0).toBeGreaterThan(20);
  });

  it('would be found out if they were not the smallest, opened something or kept quiet', () => {
    let tried = 0;

    fc.assert(
      fc.property(madeCase, (given) => {
        const plan = planOf(given);
        if (plan.status !== 'fix') return;
        tried += 1;
        const others = candidatesOf(given, given.records).filter((version) => !isSame(given, version, plan.target));

        for (const target of [...others, null]) expect(complaintsAbout(given, { ...plan, target })).not.toEqual([]);
        expect(complaintsAbout(given, { ...plan, clears: plan.clears.slice(1) })).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
    expect(tried).toBeGreaterThan(5);
  });

  it.skipIf(!hasCorpus)('clear, open nothing, and have no smaller candidate, on 50 real packages', async () => {
    const cases = await realCases(50);

    const checked = cases.map((given) => {
      const plan = planOf(given);
      const of = `${given.ecosystem} ${given.name}@${given.current}`;
      return { of, status: plan.status, wrong: complaintsAbout(given, plan) };
    });

    expect(checked).toHaveLength(50);
    expect(checked.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    expect(checked.filter(({ status }) => status === 'fix').length).toBeGreaterThan(20);
    expect(new Set(cases.map(({ ecosystem }) => ecosystem)).size).toBeGreaterThan(6);
  });
});

function isSame({ ecosystem }: CheckedCase, a: string, b: string | null): boolean {
  return b !== null && getScheme(ecosystem).scheme?.compare(a, b) === 0;
}

const FILES = ['go', 'pypa', 'rustsec', 'haskell', 'julia', 'drupal', 'r-consortium', 'samples'];

/** By rule: of each ecosystem in turn the packages with the most records, at the first version of the middle third. */
async function realCases(count: number): Promise<CheckedCase[]> {
  const byPackage = new Map<string, Map<string, OsvRecord>>();
  const said = [];
  for (const file of FILES) {
    for await (const line of corpusRecords<OsvRecord & { record?: OsvRecord; aliases?: string[] }>(
      `osv/${file}.jsonl.gz`,
    )) {
      const record = line.record ?? line;
      if (typeof record.id !== 'string' || !Array.isArray(record.affected)) continue;
      const { aliases } = record as { aliases?: unknown };
      const texts = Array.isArray(aliases) ? aliases.filter((each) => typeof each === 'string') : [];
      said.push(...aliasAssertions('osv', { id: record.id, aliases: texts }));
      for (const { package: named } of record.affected) {
        if (named?.ecosystem === undefined || getScheme(named.ecosystem).scheme === null) continue;
        const key = JSON.stringify([named.ecosystem, named.name]);
        byPackage.set(key, (byPackage.get(key) ?? new Map<string, OsvRecord>()).set(record.id, record));
      }
    }
  }
  const groups = groupAliases(said, new Set()).filter(({ tooLarge }) => !tooLarge);
  const groupOf = new Map(groups.flatMap(({ ids }) => ids.map((id) => [id, ids] as const)));
  const many = [...byPackage]
    .filter(([, records]) => records.size >= 2 && records.size <= 15)
    .toSorted(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1))
    .map(([key, records]) => ({ named: JSON.parse(key) as [string, string], records: [...records.values()] }));
  const turns = [...Map.groupBy(many, ({ named: [ecosystem] }) => ecosystem.split(':', 1)[0]).values()];
  const chosen: CheckedCase[] = [];
  for (let i = 0; chosen.length < count && i < count; i += 1) {
    for (const own of turns) {
      const given = own[i] === undefined ? null : caseOf(own[i]?.named ?? ['', ''], own[i]?.records ?? [], groupOf);
      if (given !== null && chosen.length < count) chosen.push(given);
    }
  }
  return chosen;
}

/** Null where its records name no version. What they say of other packages is left out: some name hundreds. */
function caseOf(
  [ecosystem, name]: readonly [string, string],
  all: readonly OsvRecord[],
  groupOf: ReadonlyMap<string, readonly string[]>,
): CheckedCase | null {
  const isOwn = (named: { ecosystem: string; name: string } | undefined) =>
    named?.ecosystem === ecosystem && named.name === name;
  const records = all.map((record) =>
    Object.assign({}, record, { affected: record.affected?.filter((entry) => isOwn(entry.package)) }),
  );
  const groups = [...new Set(records.flatMap(({ id }) => (groupOf.has(id) ? [groupOf.get(id) ?? []] : [])))];
  const given = { ecosystem, name, current: '', records, groups };
  const named = candidatesOf(given, records);
  const current = named[Math.floor(named.length / 3)];
  return current === undefined ? null : { ...given, current };
}
