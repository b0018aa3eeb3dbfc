import { corpusRecords } from '../../../test/corpus.ts';
import { type AliasAssertion, aliasAssertions } from '../src/aliases/assertions.ts';
import { type AliasGroup, groupAliases } from '../src/aliases/groups.ts';
import { ecosystemPlace } from '../src/collection/ecosystem-place.ts';
import { guessedName } from '../src/collection/guessed-name.ts';
import { makersOf } from '../src/collection/makers.ts';
import { patchedCves } from '../src/collection/patched-cves.ts';
import type { CollectionFact, FoundAssertion, KnownSubject, MatchFacts, RecordFact } from '../src/matching/facts.ts';
import { factOfRecord } from '../src/matching/load/record-facts.ts';
import { candidatesOf, productName } from '../src/matching/resolve/candidates.ts';
import { pep503 } from '../src/names/pep503.ts';
import { list, member, text } from '../src/ranges/untyped.ts';
import type { RecordSource } from '../src/records/model.ts';
import { readVulnerabilityRecord } from '../src/records/read-record.ts';

/** What the corpus says, by the names that records use. */
export interface World {
  readonly found: ReadonlyMap<string, readonly FoundAssertion[]>;
  readonly records: ReadonlyMap<string, readonly RecordFact[]>;
  readonly groups: ReadonlyMap<string, AliasGroup>;
  readonly covers: ReadonlyMap<string, readonly string[]>;
}

const OSV_FILES =
  'almalinux bitnami drupal go haskell homebrew julia malicious-packages oss-fuzz psf pypa r-consortium rustsec'.split(
    ' ',
  );

export async function readWorld(): Promise<World> {
  const found = new Map<string, FoundAssertion[]>();
  const records = new Map<string, RecordFact[]>();
  const said: AliasAssertion[] = [];
  const covers = new Map<string, readonly string[]>();
  const add = (source: RecordSource, key: string, value: unknown) => {
    const record = readVulnerabilityRecord({ source, key, value });
    for (const assertion of record.statements) push(found, keyOf(assertion.subject.name), { assertion, sha256: null });
    push(records, key, factOfRecord(record));
  };
  for await (const value of corpusRecords<unknown>('cve-list/records.jsonl.gz')) {
    add('cve_list_v5', text(member(member(value, 'cveMetadata'), 'cveId')) ?? '', value);
  }
  for await (const value of corpusRecords<unknown>('nvd/records.jsonl.gz')) {
    add('nvd', text(member(member(value, 'cve'), 'id')) ?? '', value);
  }
  for await (const value of corpusRecords<unknown>('nvd/anchore-overrides.jsonl.gz')) {
    add('nvd_overrides', text(member(member(value, '_annotation'), 'cve_id')) ?? '', value);
  }
  for (const file of OSV_FILES) {
    for await (const value of corpusRecords<unknown>(`osv/${file}.jsonl.gz`)) {
      const id = text(member(value, 'id')) ?? '';
      add('osv', id, value);
      const texts = (name: string) => list(member(value, name)).flatMap((each) => text(each) ?? []);
      said.push(...aliasAssertions('osv', { id, aliases: texts('aliases') }));
      const upstream = texts('upstream').filter((each) => each.startsWith('CVE-'));
      if (upstream.length > 0) covers.set(id, upstream);
    }
  }
  const groups = groupAliases(said, new Set()).filter(({ tooLarge }) => !tooLarge);
  return {
    found,
    records,
    covers,
    groups: new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const))),
  };
}

interface CorpusPackage {
  readonly name: string;
  readonly drv: string;
  readonly version: string | null;
  readonly homepage: string | readonly string[] | null;
  readonly position: string | null;
  readonly patches: readonly string[];
}

/** Every package of the collection that has a version. */
export async function* readCollection(): AsyncGenerator<CollectionFact & { readonly version: string }> {
  for await (const { name, drv, version, homepage, position, patches } of corpusRecords<CorpusPackage>(
    'nixpkgs/packages-2025-09.jsonl.gz',
  )) {
    if (version === null || version === '') continue;
    const links = homepage === null ? [] : [homepage].flat();
    const place = ecosystemPlace(name);
    const derivation = drv.slice(HASH_LENGTH);
    const named = derivation.endsWith(`-${version}`)
      ? derivation.slice(0, -version.length - 1)
      : guessedName(derivation).pname;
    yield {
      attribute: name,
      pname: named,
      channel: 'nixpkgs-unstable',
      version,
      ecosystem: place?.ecosystem ?? null,
      ecosystemName: place?.name ?? null,
      cpes: [],
      purls: [],
      makers: makersOf({ links, position }),
      homepage: links[0] ?? null,
      knownVulnerabilities: [],
      patched: patchedCves(patches),
    };
  }
}

/** The hash before a derivation's name, and its hyphen. */
const HASH_LENGTH = 33;

/** What there is to know about one package, as the service would gather it. */
export function factsAbout(world: World, entry: CollectionFact): MatchFacts {
  const question = { package: entry.attribute, version: entry.version };
  const names = new Set(candidatesOf(question, [entry]).map(({ name }) => keyOf(name)));
  const found = [...names].flatMap((name) => world.found.get(name) ?? []);
  const ids = new Set(found.map(({ assertion }) => assertion.record.id));
  const groups = new Set([...ids].flatMap((id) => world.groups.get(id) ?? []));
  for (const { ids: others } of groups) for (const id of others) ids.add(id);
  return {
    question,
    collection: [entry],
    issues: [],
    found,
    aliases: [...groups],
    covers: world.covers,
    records: [...ids].flatMap((id) => world.records.get(id) ?? []),
    sources: ['cve_list_v5', 'nvd', 'osv', 'packages'].map((source) => ({ source, state: 'ok' })),
    speakers: found.map(({ assertion: { subject, record } }): KnownSubject => ({ subject, sources: [record.source] })),
  };
}

function keyOf(name: string): string {
  return pep503(productName(name));
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [item]);
  else known.push(item);
}
