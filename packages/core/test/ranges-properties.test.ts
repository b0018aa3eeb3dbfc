import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAdvisory } from '../src/ranges/advisory.ts';
import { askPackage, askProduct } from '../src/ranges/ask.ts';
import { readCve } from '../src/ranges/cve.ts';
import { evaluate } from '../src/ranges/evaluate.ts';
import { freeform } from '../src/ranges/freeform.ts';
import type { Question, Reading, Verdict } from '../src/ranges/model.ts';
import { readNvd } from '../src/ranges/nvd.ts';
import { readOsv } from '../src/ranges/osv.ts';
import { alpine } from '../src/versions/alpine.ts';
import { debian } from '../src/versions/debian.ts';
import { go } from '../src/versions/go.ts';
import { maven } from '../src/versions/maven.ts';
import { pypi } from '../src/versions/pypi.ts';
import { rpm } from '../src/versions/rpm.ts';
import { rubygems } from '../src/versions/rubygems.ts';
import type { VersionScheme } from '../src/versions/scheme.ts';
import { semver } from '../src/versions/semver.ts';
import { semverLike } from '../src/versions/semver-like.ts';

const RUNS = { numRuns: 1000 };

/** Few versions, so that events often stand at the same one. */
const numbers = fc.tuple(fc.nat(2), fc.nat(1)).map(([major, minor]) => `${major}.${minor}.0`);

function versionsOf(scheme: VersionScheme, suffixes: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(numbers, fc.constantFrom('', '', ...suffixes))
    .map((parts) => parts.join(''))
    .filter((version) => scheme.isValid(version));
}

const ECOSYSTEMS: readonly [ecosystem: string, scheme: VersionScheme, suffixes: readonly string[]][] = [
  ['npm', semver, ['-rc.1', '-alpha', '+build']],
  ['Go', go, ['-rc.1', '-0.20240101000000-abcdefabcdef', '+incompatible']],
  ['PyPI', pypi, ['rc1', '.dev1', '.post1', '+local']],
  ['Maven', maven, ['-alpha-1', '-SNAPSHOT', '.Final']],
  ['Debian:12', debian, ['~rc1', '-1', '-1+deb12u1']],
  ['AlmaLinux:9', rpm, ['~rc1', '-1.el9', '^git1']],
  ['Alpine:v3.20', alpine, ['_rc1', '-r1', '_p1']],
  ['RubyGems', rubygems, ['.rc1', '.pre']],
];

describe('the evaluator equals a naive reading', () => {
  it.each(ECOSYSTEMS)('of OSV events in %s', (ecosystem, scheme, suffixes) => {
    const version = versionsOf(scheme, suffixes);
    const introduced = fc.oneof(fc.constant('0'), version).map((introduced) => ({ introduced }));
    const event = fc.oneof(
      { weight: 4, arbitrary: introduced },
      { weight: 4, arbitrary: version.map((fixed) => ({ fixed })) },
      { weight: 2, arbitrary: version.map((last_affected) => ({ last_affected })) },
      { weight: 1, arbitrary: version.map((limit) => ({ limit })) },
    );
    const events = fc.tuple(introduced, fc.array(event, { maxLength: 9 })).map(([first, rest]) => rest.concat(first));
    fc.assert(
      fc.property(fc.array(events, { minLength: 1, maxLength: 3 }), version, (ranges, version) => {
        const type = ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM';
        const affected = [{ package: { ecosystem, name: 'p' }, ranges: ranges.map((events) => ({ type, events })) }];
        const [evaluation] = askPackage(readOsv({ id: 'X-1', affected }).assertions, { ecosystem, name: 'p', version });

        expect(evaluation?.verdict).toBe(naiveOsv(scheme, ranges, version) ? 'affected' : 'not_affected');
      }),
      RUNS,
    );
  });

  it.each([
    ['semver', semverLike, ['-rc.1', '-alpha']],
    ['custom', freeform, ['-rc1', 'a', 'b', ' Update 1', '(3)']],
  ] as const)('of CVE entries of type %s', (versionType, scheme, suffixes) => {
    const version = versionsOf(scheme, suffixes).filter((version) => !version.includes(' '));
    const status = fc.constantFrom('affected', 'unaffected', 'unknown');
    const entry = fc
      .record({ version, end: fc.option(version), inclusive: fc.boolean(), status })
      .filter(({ version, end, inclusive }) => {
        const order = end === null ? -1 : scheme.compare(version, end);
        return order < 0 || (order === 0 && inclusive);
      });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), status, version, (entries, defaultStatus, version) => {
        const versions = entries.map(({ version, end, inclusive, status }) => ({
          version,
          status,
          versionType,
          ...(end === null ? {} : { [inclusive ? 'lessThanOrEqual' : 'lessThan']: end }),
        }));
        const affected = [{ vendor: 'v', product: 'p', defaultStatus, versions }];
        const { assertions } = readCve({ cveMetadata: { cveId: 'CVE-2024-1' }, containers: { cna: { affected } } });
        const [evaluation] = askProduct(assertions, { vendor: 'v', product: 'p', version });

        const holds = entries.find((entry) => naiveEntry(scheme, entry, version));
        const expected =
          holds?.status ?? (entries.length === 0 && defaultStatus !== 'affected' ? 'unknown' : defaultStatus);
        expect(evaluation?.verdict).toBe(VERDICTS[expected]);
      }),
      RUNS,
    );
  });

  it('of advisory expressions', () => {
    const version = versionsOf(semverLike, ['-rc.1', '-alpha']);
    const comparison = fc.record({
      operator: fc.constantFrom('<', '<=', '=', '>=', '>'),
      bound: version,
      space: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(comparison, { minLength: 1, maxLength: 3 }), version, (comparisons, version) => {
        const range = comparisons
          .map(({ operator, bound, space }) => `${operator}${space ? ' ' : ''}${bound}`)
          .join(', ');
        const vulnerabilities = [{ package: { ecosystem: 'npm', name: 'p' }, vulnerable_version_range: range }];
        const [evaluation] = askPackage(readAdvisory({ vulnerabilities }).assertions, {
          ecosystem: 'npm',
          name: 'p',
          version,
        });

        const holds = comparisons.every(({ operator, bound }) =>
          SIGNS[operator]?.includes(semverLike.compare(version, bound)),
        );
        // Comparisons that no version at all satisfies are a mistake of the record: unknown.
        if (evaluation?.proof.reason === 'malformed') expect(holds).toBe(false);
        else expect(evaluation?.verdict).toBe(holds ? 'affected' : 'not_affected');
      }),
      RUNS,
    );
  });
});

const VERDICTS: Readonly<Record<string, Verdict>> = {
  affected: 'affected',
  unaffected: 'not_affected',
  unknown: 'unknown',
};

const SIGNS: Readonly<Record<string, readonly number[]>> = {
  '<': [-1],
  '<=': [-1, 0],
  '=': [0],
  '>=': [0, 1],
  '>': [1],
};

/** The algorithm of the OSV schema, "Evaluation", word for word. */
function naiveOsv(scheme: VersionScheme, ranges: readonly Record<string, string>[][], version: string): boolean {
  return ranges.some((events) => {
    const limits = events.flatMap(({ limit }) => limit ?? []);
    if (limits.length > 0 && !limits.some((limit) => scheme.compare(version, limit) < 0)) return false;
    let vulnerable = false;
    for (const event of naiveSort(scheme, events)) {
      const at = Object.values(event)[0] ?? '';
      if ('introduced' in event && (at === '0' || scheme.compare(version, at) >= 0)) vulnerable = true;
      if ('fixed' in event && scheme.compare(version, at) >= 0) vulnerable = false;
      if ('last_affected' in event && scheme.compare(version, at) > 0) vulnerable = false;
    }
    return vulnerable;
  });
}

/** Takes the lowest event out, again and again. */
function naiveSort(scheme: VersionScheme, events: readonly Record<string, string>[]): Record<string, string>[] {
  const rest = [...events];
  const sorted: Record<string, string>[] = [];
  const kinds = ['introduced', 'last_affected', 'fixed', 'limit'];
  const isLower = (a: Record<string, string>, b: Record<string, string>) => {
    if (a['introduced'] === '0' || b['introduced'] === '0') return b['introduced'] !== '0';
    const order = scheme.compare(Object.values(a)[0] ?? '', Object.values(b)[0] ?? '');
    if (order !== 0) return order < 0;
    return kinds.indexOf(Object.keys(a)[0] ?? '') < kinds.indexOf(Object.keys(b)[0] ?? '');
  };
  while (rest.length > 0) {
    const lowest = rest.reduce((best, event) => (isLower(event, best) ? event : best));
    sorted.push(...rest.splice(rest.indexOf(lowest), 1));
  }
  return sorted;
}

function naiveEntry(
  scheme: VersionScheme,
  entry: { version: string; end: string | null; inclusive: boolean },
  version: string,
): boolean {
  const fromStart = scheme.compare(version, entry.version);
  if (entry.end === null) return fromStart === 0;
  const fromEnd = scheme.compare(version, entry.end);
  return fromStart >= 0 && (fromEnd < 0 || (fromEnd === 0 && entry.inclusive));
}

const TEMPLATES: readonly [string, (record: unknown) => Reading, object][] = [
  [
    'OSV',
    (record) => readOsv(record),
    {
      id: 'X-1',
      withdrawn: null,
      affected: [
        {
          package: { ecosystem: 'npm', name: 'p' },
          ranges: [
            { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.0' }] },
            { type: 'GIT', events: [{ introduced: 'a'.repeat(40) }] },
          ],
          versions: ['1.0.0'],
          database_specific: { last_known_affected_version_range: '< 2.0.0' },
        },
      ],
    },
  ],
  [
    'CVE',
    readCve,
    {
      cveMetadata: { cveId: 'CVE-2024-1', state: 'PUBLISHED' },
      containers: {
        cna: {
          affected: [
            {
              vendor: 'v',
              product: 'p',
              collectionURL: 'https://pypi.org',
              packageName: 'p',
              defaultStatus: 'unaffected',
              versions: [
                {
                  version: '1',
                  lessThan: '2',
                  status: 'affected',
                  versionType: 'custom',
                  changes: [{ at: '1.5', status: 'unaffected' }],
                },
                { version: '3', lessThanOrEqual: '3.*', status: 'affected', versionType: 'git' },
              ],
            },
          ],
        },
        adp: [{ cpeApplicability: [{ nodes: [{ cpeMatch: [{ criteria: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' }] }] }] }],
      },
    },
  ],
  [
    'advisory',
    readAdvisory,
    {
      ghsa_id: 'GHSA-0000-0000-0000',
      withdrawn_at: null,
      vulnerabilities: [{ package: { ecosystem: 'npm', name: 'p' }, vulnerable_version_range: '>= 1, < 2' }],
    },
  ],
  [
    'NVD',
    readNvd,
    {
      cve: {
        id: 'CVE-2024-1',
        vulnStatus: 'Analyzed',
        configurations: [
          {
            operator: 'AND',
            negate: false,
            nodes: [
              {
                operator: 'OR',
                negate: false,
                cpeMatch: [{ vulnerable: true, criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', versionEndExcluding: '2' }],
              },
              {
                operator: 'OR',
                negate: false,
                cpeMatch: [{ vulnerable: false, criteria: 'cpe:2.3:o:v:os:-:*:*:*:*:*:*:*' }],
              },
            ],
          },
        ],
      },
    },
  ],
];

describe('never throws', () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom('__proto__', '*', '0', '< ', '1 - ', 'all', 'v', '(', 'cpe:2.3:a:'),
  );
  const json = fc.oneof(
    fc.jsonValue(),
    texts,
    fc.constantFrom(null, 0, true, '', [], {}, [null], [[]], { __proto__: null }),
  );
  const question = fc.record<Question>({ version: fc.option(texts), commit: fc.option(texts) });

  it.each(TEMPLATES)('on %s records with a wrong value at any path', (_name, read, template) => {
    const paths = pathsOf(template);
    fc.assert(
      fc.property(fc.nat(paths.length - 1), json, question, (index, value, question) => {
        const { assertions } = read(replaced(template, paths[index] ?? [], value));

        for (const assertion of assertions) expect(VERDICT_NAMES).toContain(evaluate(assertion, question).verdict);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(TEMPLATES)('on anything in place of %s records', (_name, read) => {
    fc.assert(
      fc.property(fc.oneof(json, fc.anything()), (value) => {
        expect(Array.isArray(read(value).assertions)).toBe(true);
      }),
      RUNS,
    );
  });
});

const VERDICT_NAMES: readonly Verdict[] = ['affected', 'not_affected', 'unknown'];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) };
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}
