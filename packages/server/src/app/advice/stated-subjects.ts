import { type AdviceSubject, type PackageFacts, preparePackage, prepareProduct } from '@almanac/core/advice';
import { identityContext, identityOf, type MatchFacts, rejectedRecord } from '@almanac/core/matching';
import { isUnbounded } from '@almanac/core/ranges';
import type { Shard } from '@almanac/core/snapshots';
import { inOneTrip } from '../../platform/db.ts';
import { packMark, toPackName } from '../../projections/pack-name.ts';
import { productKey } from '../../projections/package-name.ts';
import type { Documents } from '../../queries/documents.ts';
import { type NamedPackage, packagesNamed, toSubject } from '../../queries/packages-named.ts';
import { countStatements, readStamp } from '../../queries/statement-counts.ts';
import type { Db } from '../../store/database.ts';
import { linkedTo, packsOf } from '../judging/gather-facts.ts';
import { loadPacks } from '../packages/packs.ts';
import { patchedVersions } from '../remediation/patched-versions.ts';

/** Statements about one package or product beyond which its versions are not judged. */
export const MAX_STATEMENTS = 3_000;

/** What is loaded by: an ecosystem and a name, or a product's name and the vendors that records give for it. */
export type StatedName = Pick<AdviceSubject, 'ecosystem' | 'name' | 'vendors' | 'repackagings'>;

export type LoadedSubject<S extends StatedName = AdviceSubject> = readonly [subject: S, known: PackageFacts];

export interface StatedSubjects<S extends StatedName> {
  readonly loaded: readonly LoadedSubject<S>[];
  /** All packages and products that were looked at. */
  readonly packages: readonly number[];
  /** Of all statements about them, where it was asked for. */
  readonly stamp: string;
  /** False: a subject has more statements than are judged. */
  readonly isWhole: boolean;
}

interface Place<S extends StatedName> {
  readonly subject: S;
  readonly packages: readonly NamedPackage[];
}

interface LoadOptions {
  readonly isStamped?: boolean;
  /** Statements about all subjects together; the first subjects that fit are loaded. */
  readonly maxStatements?: number;
}

/** Loads everything that records state about packages by ecosystem and name, and about products by vendor and name. */
export async function loadStatedSubjects<S extends StatedName>(
  db: Db,
  documents: Documents,
  subjects: readonly S[],
  { isStamped = false, maxStatements = Number.POSITIVE_INFINITY }: LoadOptions = {},
): Promise<StatedSubjects<S>> {
  const names = subjects.flatMap((subject) =>
    [subject, ...subject.repackagings].map(({ ecosystem, name }) => ({ subject, ecosystem, name })),
  );
  const named = await packagesNamed(db, names);
  const packagesOf = Map.groupBy(
    names.flatMap(({ subject }, i) => (named.packages[i] ?? []).map((one) => ({ subject, one }))),
    ({ subject }) => subject,
  );
  const meant = subjects.map((subject): Place<S> => {
    const packages = (packagesOf.get(subject) ?? []).map(({ one }) => one).filter((one) => isMeant(subject, one));
    return { subject, packages };
  });
  const ids = [...new Set(meant.flatMap(({ packages }) => packages.map(({ id }) => id)))].sort((a, b) => a - b);
  // The stamp comes before the statements: one that is stored meanwhile makes it an old one.
  const [counts, stamp] = await inOneTrip(db, (trip) =>
    Promise.all([countStatements(trip, ids, MAX_STATEMENTS + 1), isStamped ? readStamp(trip, ids) : '']),
  );
  const places = meant.filter(({ packages }) => sumStatements(counts, packages) <= MAX_STATEMENTS);
  let left = maxStatements;
  const taken = places.filter(({ packages }) => {
    const statements = sumStatements(counts, packages);
    if (statements > left) return false;
    left -= statements;
    return true;
  });
  const loaded = await loadPlaces(db, documents, taken);
  const isWhole = places.length - taken.length + loaded.length === subjects.length;
  return { loaded, packages: ids, stamp, isWhole };
}

/** A record means the same product if it gives no vendor, or one like the product: `mongodb_inc` of MongoDB Server, `go-git_project`. */
function isMeant({ ecosystem, name, vendors }: StatedName, one: NamedPackage): boolean {
  if (ecosystem !== null) {
    const context = identityContext({ package: name, version: null, ecosystem }, []);
    return one.name !== '*' && identityOf(toSubject(one), context, null) !== null;
  }
  const { vendor } = one;
  if (one.ecosystem !== null) return one.name !== '*';
  const product = productKey(null, name).name;
  if (vendor === null || vendor === product || vendor === `${product}_project`) return true;
  const [brand = ''] = product.split(/[^a-z0-9]/, 1);
  if ([brand, product].some((word) => word.length >= MIN_BRAND && vendor.startsWith(word))) return true;
  return vendors.some((each) => productKey(each, name).vendor === vendor);
}

/** Shorter first words of products, such as `ios`, begin the names of too many vendors. */
const MIN_BRAND = 5;

export function sumStatements(counts: ReadonlyMap<number, number>, packages: readonly NamedPackage[]): number {
  return packages.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
}

async function loadPlaces<S extends StatedName>(
  db: Db,
  documents: Documents,
  places: readonly Place<S>[],
): Promise<LoadedSubject<S>[]> {
  const names = places.flatMap(({ packages }) => packages.map(toPackName));
  const packs = new Map<string, Shard>();
  for await (const { name, shard } of loadPacks(db, names)) packs.set(packMark(name), shard);
  if ([...packs.values()].some(({ packages }) => packages.some(({ complete }) => !complete))) return [];
  const facts = places.map(({ subject: { ecosystem, name }, packages }): MatchFacts => {
    const own = packsOf(packages, packs);
    const said = own.flatMap((pack) => pack.said);
    const groups = own.flatMap(({ shard }) => shard.groups);
    const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)));
    // Where a record is withdrawn or gives no bounds, the CVE's own record has a say.
    const open = ecosystem === null ? [] : said.filter(isUnbounded);
    const siblings = new Set(open.flatMap(({ assertion }) => groupOf.get(assertion.record.id)?.ids ?? []));
    return {
      question: { package: name, version: null, ecosystem },
      collection: [],
      issues: [],
      found: [
        ...said,
        ...linkedTo(
          siblings,
          own.map(({ shard }) => shard.linked),
        ),
      ],
      aliases: [...new Set(groupOf.values())],
      covers: new Map(own.flatMap(({ shard }) => Array.from(shard.covers))),
      records: [...new Set(own.flatMap(({ shard }) => Array.from(shard.rejected)))].map(rejectedRecord),
      sources: [],
    };
  });
  const exact = places.flatMap(({ subject }, i) => {
    const own = facts[i];
    return subject.ecosystem === null || own === undefined
      ? []
      : [{ subject, ecosystem: subject.ecosystem, facts: own }];
  });
  const patched = await patchedVersions(
    { documents },
    db,
    exact.map(({ subject: { name }, ecosystem }) => ({ ecosystem, name })),
    exact.map((each) => each.facts),
  );
  const patchedOf = new Map(exact.map(({ subject }, i) => [subject, patched[i] ?? []]));
  return places.flatMap(({ subject }, i): LoadedSubject<S>[] => {
    const own = facts[i];
    if (own === undefined) return [];
    const known = subject.ecosystem === null ? prepareProduct(own) : preparePackage(own, patchedOf.get(subject));
    return known === null ? [] : [[subject, known]];
  });
}
