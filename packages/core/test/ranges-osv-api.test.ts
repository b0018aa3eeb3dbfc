import { beforeAll, describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../test/corpus.ts';
import { pep503 } from '../src/names/pep503.ts';
import { askPackage } from '../src/ranges/ask.ts';
import { evaluate } from '../src/ranges/evaluate.ts';
import type { Assertion, Evaluation } from '../src/ranges/model.ts';
import { readOsv } from '../src/ranges/osv.ts';

interface Exchange {
  request: (Query & { queries?: Query[] }) | null;
  response: (Answer & { results?: Answer[] }) | null;
}

interface Query {
  package?: { ecosystem?: string; name?: string; purl?: string };
  version?: string;
  commit?: string;
}

interface Answer {
  vulns?: { id: string; modified?: string }[];
  next_page_token?: string;
}

interface Held {
  modified: string;
  assertions: readonly Assertion[];
}

const FILES =
  'go rustsec julia haskell almalinux bitnami psf drupal homebrew malicious-packages pypa oss-fuzz r-consortium';

/** What osv.dev answered, as recorded by its own scanner's tests, against what our evaluation of the same records says. */
describe.skipIf(!hasCorpus)('recorded answers of the OSV API', () => {
  const records = new Map<string, Held[]>();
  const packages = new Map<string, { id: string; assertion: Assertion }[]>();
  const asked: { query: Query; id: string; modified: string }[] = [];
  const answers: { query: Query; ids: Set<string> }[] = [];

  beforeAll(async () => {
    const answered = new Set<string>();
    for await (const { request, response } of corpusRecords<Exchange>('osv-api/querybatch.jsonl.gz')) {
      const queries = request?.queries ?? (request === null ? [] : [request]);
      const results = response?.results ?? (response === null ? [] : [response]);
      for (const [index, query] of queries.entries()) {
        const result = results[index];
        for (const { id, modified = '' } of result?.vulns ?? []) {
          asked.push({ query, id, modified });
          answered.add(id);
        }
        const isWhole = result !== undefined && result.next_page_token === undefined;
        if (isWhole && query.version !== undefined) {
          answers.push({ query, ids: new Set(result.vulns?.map(({ id }) => id)) });
          packages.set(keyOf(query.package?.ecosystem, query.package?.name), []);
        }
      }
    }
    const hold = (record: { id?: string; modified?: string } | null) => {
      if (typeof record?.id !== 'string') return;
      const { id } = record;
      const { assertions } = readOsv(record);
      for (const assertion of assertions) {
        packages.get(keyOf(assertion.subject.ecosystem, assertion.subject.name))?.push({ id, assertion });
      }
      if (!answered.has(id)) return;
      records.set(record.id, [...(records.get(record.id) ?? []), { modified: record.modified ?? '', assertions }]);
    };
    for (const file of FILES.split(' '))
      for await (const record of corpusRecords<object>(`osv/${file}.jsonl.gz`)) hold(record);
    for await (const { record } of corpusRecords<{ record: object }>('osv/samples.jsonl.gz')) hold(record);
  });

  it('are ours too, save for causes that are known', () => {
    const tally = new Map<string, number>();
    const unexplained: string[] = [];
    let compared = 0;
    for (const { query, id, modified } of asked) {
      const versions = records.get(id);
      if (versions === undefined) continue;
      compared += 1;
      const outcomes = versions.map((held) => outcomeOf(held, query, modified));
      const best = outcomes.find((outcome) => outcome === 'agrees') ?? outcomes[0] ?? 'no record';
      tally.set(best, (tally.get(best) ?? 0) + 1);
      if (best.startsWith('UNEXPLAINED')) unexplained.push(`${id} ${JSON.stringify(query)} ${best}`);
    }

    console.log(`OSV API: ${asked.length} answered ids, ${compared} of them in the corpus`, Object.fromEntries(tally));
    expect(unexplained).toEqual([]);
    expect(tally.get('agrees')).toBeGreaterThan(0.95 * compared);
  });

  it('name no fewer records than we do, save for newer ones', () => {
    const everAnswered = new Set(asked.map(({ id }) => id));
    const onlyOurs = new Set<string>();
    const newer = new Set<string>();
    for (const { query, ids } of answers) {
      for (const { id, assertion } of packages.get(keyOf(query.package?.ecosystem, query.package?.name)) ?? []) {
        if (ids.has(id) || !ask([assertion], query).some(({ verdict }) => verdict === 'affected')) continue;
        if (everAnswered.has(id)) onlyOurs.add(`${id} ${JSON.stringify(query)}`);
        else newer.add(id);
      }
    }

    console.log(
      `OSV API: ${answers.length} whole answers; ours alone, by records in no answer at all:`,
      [...newer].join(' '),
    );
    expect([...onlyOurs]).toEqual([]);
    // A new Go record; two advisories in test data of another time; a record that was corrected after our copy of 2024.
    const explained = ['GHSA-crjg-w57m-rqqf', 'GHSA-mmwx-rj87-vfgr', 'PYSEC-2021-108'];
    expect([...newer].filter((id) => !id.startsWith('GO-2026-') && !explained.includes(id))).toEqual([]);
  });
});

function keyOf(ecosystem: string | null | undefined, name: string | undefined): string {
  return JSON.stringify([ecosystem, ecosystem === 'PyPI' ? pep503(name ?? '') : name]);
}

function outcomeOf({ assertions, modified }: Held, query: Query, answered: string): string {
  const evaluations = ask(assertions, query);
  if (evaluations.some(({ verdict }) => verdict === 'affected')) return 'agrees';
  const reasons = new Set(evaluations.map(({ proof }) => proof.reason));
  if (query.commit !== undefined || reasons.has('git_without_graph')) return 'needs the commit graph';
  if (modified.slice(0, 19) !== answered.slice(0, 19))
    return `record changed since (${[...reasons].join() || 'package not in it'})`;
  return `UNEXPLAINED ${[...reasons].join() || 'package not in the record'}`;
}

function ask(assertions: readonly Assertion[], { package: named, version, commit }: Query): Evaluation[] {
  if (commit !== undefined) return assertions.map((assertion) => evaluate(assertion, { commit }));
  if (named?.ecosystem === 'GIT')
    return assertions.map((assertion) => evaluate(assertion, { version: version ?? null }));
  const ecosystem = named?.ecosystem ?? '';
  return askPackage(assertions, { ecosystem, name: named?.name ?? '', version: version ?? null });
}
