import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { osv } from '../../src/http/routes/packages/osv.ts';
import { packageKey } from '../../src/projections/package-name.ts';
import { openPackageApp, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

interface Query {
  readonly package?: { readonly ecosystem?: string; readonly name?: string };
  readonly version?: string;
}

interface Answer {
  readonly vulns?: readonly { readonly id: string; readonly modified?: string }[];
  readonly next_page_token?: string;
}

interface Exchange {
  readonly request: (Query & { readonly queries?: readonly Query[] }) | null;
  readonly response: (Answer & { readonly results?: readonly Answer[] }) | null;
}

interface OsvDocument {
  readonly id: string;
  readonly modified?: string;
  readonly affected?: readonly { readonly package?: { readonly ecosystem?: string; readonly name?: string } }[] | null;
}

const ECOSYSTEMS: ReadonlySet<string> = new Set(['npm', 'PyPI', 'Go', 'crates.io']);
const FILES = ['go', 'rustsec', 'pypa'];

interface Asked {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string;
  /** What osv.dev answered, and how it dated each record then. */
  readonly answered: ReadonlyMap<string, string>;
}

/** What osv.dev answered, as recorded by its own scanner's tests, against the same question put to our API. */
describe.skipIf(!hasCorpus)('recorded answers of the OSV API', () => {
  let given: PackageApp;
  const asked = new Map<string, Asked>();
  const held = new Map<string, string>();
  const everAnswered = new Set<string>();

  beforeAll(async () => {
    for await (const exchange of corpusRecords<Exchange>('osv-api/querybatch.jsonl.gz')) readExchange(exchange);
    const records = await wantedRecords();
    given = await openPackageApp(
      [osv],
      async (store, db) => {
        const all = [...records];
        for (let from = 0; from < all.length; from += 200) {
          await store.put('osv', Object.fromEntries(all.slice(from, from + 200)), SEEN);
        }
        await wasRead(db, 'osv');
      },
      { settings: { deadlineMs: 60_000 } },
    );
  }, 120_000);
  afterAll(() => given?.[Symbol.asyncDispose]());

  function readExchange({ request, response }: Exchange): void {
    const queries = request?.queries ?? (request === null ? [] : [request]);
    const results = response?.results ?? (response === null ? [] : [response]);
    queries.forEach((query, i) => {
      const { ecosystem = '', name = '' } = query.package ?? {};
      const result = results[i];
      for (const { id } of result?.vulns ?? []) everAnswered.add(id);
      if (query.version === undefined || result === undefined || result.next_page_token !== undefined) return;
      if (!ECOSYSTEMS.has(ecosystem) || name === '') return;
      const answered = new Map(result.vulns?.map(({ id, modified = '' }) => [id, modified]));
      asked.set(JSON.stringify([ecosystem, name, query.version]), {
        ecosystem,
        name,
        version: query.version,
        answered,
      });
    });
  }

  /** Records that speak of any package asked about. */
  async function wantedRecords(): Promise<ReadonlyMap<string, OsvDocument>> {
    const keyOf = (ecosystem: string, name: string) => JSON.stringify([ecosystem, packageKey(ecosystem, name).name]);
    const packages = new Set([...asked.values()].map(({ ecosystem, name }) => keyOf(ecosystem, name)));
    const records = new Map<string, OsvDocument>();
    const take = (record: OsvDocument | null) => {
      const speaks = record?.affected?.some((one) =>
        packages.has(keyOf(one.package?.ecosystem ?? '', one.package?.name ?? '')),
      );
      if (record === null || speaks !== true) return;
      records.set(record.id, record);
      held.set(record.id, record.modified ?? '');
    };
    for (const file of FILES)
      for await (const record of corpusRecords<OsvDocument>(`osv/${file}.jsonl.gz`)) take(record);
    for await (const { record } of corpusRecords<{ record: OsvDocument }>('osv/samples.jsonl.gz')) {
      if (typeof record?.id === 'string' && !held.has(record.id)) take(record);
    }
    return records;
  }

  it('are ours too, where we have the same records', async () => {
    const tally = { questions: 0, agreed: 0, changed: 0 };
    const missed: string[] = [];
    const onlyOurs: string[] = [];
    for (const { ecosystem, name, version, answered } of asked.values()) {
      const query = `ecosystem=${encodeURIComponent(ecosystem)}&version=${encodeURIComponent(version)}`;
      const { body } = await given.app.get(`/api/v1/osv/${encodeURIComponent(name)}?${query}`);
      const ids = new Set(body['data'].vulnerabilities.map(({ id }: { id: string }) => id));
      tally.questions += 1;
      for (const [id, modified] of answered) {
        if (!held.has(id)) continue;
        if (ids.has(id)) tally.agreed += 1;
        else if (held.get(id)?.slice(0, 19) !== modified.slice(0, 19)) tally.changed += 1;
        else missed.push(`${id} ${ecosystem} ${name} ${version}`);
      }
      for (const id of ids) {
        // One that no recorded answer names is newer than they are.
        if (typeof id === 'string' && !answered.has(id) && everAnswered.has(id))
          onlyOurs.push(`${id} ${name} ${version}`);
      }
    }

    console.log(`OSV API through /osv/:package: ${JSON.stringify(tally)}, ${held.size} records`);
    expect(missed).toEqual([]);
    expect(onlyOurs).toEqual([]);
    expect(tally.agreed).toBeGreaterThan(10 * tally.changed);
  }, 120_000);
});
