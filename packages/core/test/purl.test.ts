import { beforeAll, describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../test/corpus.ts';
import { buildPurl, printPurl } from '../src/purl/build.ts';
import { canonicalPurl, parsePurl } from '../src/purl/parse.ts';
import type { PurlParts } from '../src/purl/purl.ts';
import { getPurlType, PURL_TYPES } from '../src/purl/types.ts';

interface SuiteTest {
  readonly file: string;
  readonly description: string;
  readonly test_type: 'parse' | 'build' | 'validate';
  readonly input: unknown;
  readonly expected_output?: unknown;
  readonly expected_failure: boolean;
}

interface TypeDefinition {
  readonly type: string;
  readonly namespace_definition: { readonly requirement: string };
}

/** https://github.com/package-url/purl-spec/tree/main/tests */
describe.skipIf(!hasCorpus)('the purl conformance suite', () => {
  let tests: SuiteTest[] = [];

  beforeAll(async () => {
    tests = await Array.fromAsync(corpusRecords<SuiteTest>('purl/tests.jsonl.gz'));
  });

  it.each(['parse', 'build', 'validate'] as const)('passes every %s test', (kind) => {
    const chosen = tests.filter((test) => test.test_type === kind);

    const failed = chosen.filter((test) => !passes(test)).map((test) => `${test.file}: ${JSON.stringify(test.input)}`);

    console.log(`purl ${kind}: ${chosen.length - failed.length} of ${chosen.length}`);
    expect(failed).toEqual([]);
    expect(chosen.length).toBeGreaterThan(170);
  });

  it('knows every registered type and its rule about namespaces', async () => {
    const definitions = await Array.fromAsync(corpusRecords<TypeDefinition>('purl/type-definitions.jsonl.gz'));

    const registered = definitions.map(({ type }) => type).toSorted();
    const differing = definitions.filter(
      (given) => getPurlType(given.type).namespace !== given.namespace_definition.requirement,
    );

    expect(PURL_TYPES.map(({ type }) => type).toSorted()).toEqual(registered);
    // Go alone, for pkg:golang/stdlib.
    expect(differing.map(({ type }) => type)).toEqual(['golang']);
  });
});

function passes(test: SuiteTest): boolean {
  const outcome = run(test);
  if (test.expected_failure) return outcome === null;
  return JSON.stringify(outcome) === JSON.stringify(sorted(test.expected_output));
}

function run(test: SuiteTest): unknown {
  if (test.test_type === 'validate') return canonicalPurl(test.input as string);
  if (test.test_type === 'build') {
    const { purl } = buildPurl(test.input as PurlParts);
    return purl === null ? null : printPurl(purl);
  }
  const purl = parsePurl(test.input as string);
  return purl === null
    ? null
    : sorted({ ...purl, qualifiers: Object.keys(purl.qualifiers).length === 0 ? null : purl.qualifiers });
}

/** Keys in one order, at both levels, so that texts compare. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
