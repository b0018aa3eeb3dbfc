import type { Db } from '../../../src/store/database.ts';
import type { CorpusWorld } from '../corpus/world.ts';
import { change } from '../worlds/aggregate-world.ts';
import { NOW } from '../worlds/package-world.ts';
import type { Agreement } from './index.ts';
import { allPages, answered, inPages, type Json, type Told } from './interfaces.ts';
import type { AskedPair, CollectionPair } from './pairs.ts';
import type { References } from './share.ts';

const AT_ONCE = 500;

/**
 * The corpus has no dependencies: each attribute of the collection at the version that it carries is made to need two others, as in a heap, so
 * that all of them lie behind the first, and each has one direct dependent and as many in all as it is deep.
 */
export async function putDependencies(db: Db, carried: readonly CollectionPair[]): Promise<void> {
  const evaluated = carried.map(({ attribute }, i) => {
    const inputs = [2 * i + 1, 2 * i + 2].flatMap((place) => carried[place]?.attribute ?? []);
    const value = { attribute, system: 'x86_64-linux', name: attribute, sameAs: null, inputs, unnamed: 0 };
    return [`x86_64-linux/${attribute}`, value] as const;
  });
  for (const some of inPages(evaluated, AT_ONCE)) await change(db, 'dependencies', Object.fromEntries(some), NOW);
}

/** Every finding behind the first of them, with its path; and how many are behind each. */
export async function compareTransitive(
  world: CorpusWorld,
  agreement: Agreement,
  carried: readonly CollectionPair[],
  references: References,
): Promise<void> {
  const name = '/graph/package/:name/transitive';
  const [first] = carried;
  if (first === undefined) return;
  const root = `/api/v1/graph/package/${encodeURIComponent(first.attribute)}/transitive?size=5000&limit=500`;
  const all = await allPages(world, root, 'findings');
  const { dependencies, truncated } = (await answered(world.get(root), root)).body['data'];
  agreement.expectSame(name, first, 'reached', carried.length, dependencies.reached);
  agreement.expectSame(name, first, 'truncated', false, truncated);
  const byAttribute = Map.groupBy(all, ({ attribute }) => attribute as string);
  carried.forEach((pair, place) => {
    const own = byAttribute.get(pair.attribute) ?? [];
    const affected = (references.get(pair)?.findings ?? []).filter(({ status }) => status === 'affected');
    const known = new Map(affected.map((finding) => [finding.id, finding]));
    agreement.expectSame(name, pair, 'findings', [...known.keys()].sort(), own.map(({ id }) => String(id)).sort());
    const way = wayTo(place).map((each) => carried[each]?.attribute);
    for (const { id, version, path, severity, confidence, fixedIn, sources } of own) {
      const same = known.get(id);
      agreement.expectSame(
        name,
        pair,
        id,
        [pair.version, way, ...['severity', 'confidence', 'fixedIn', 'sources'].map((member) => same?.[member])],
        [version, path, severity, confidence, fixedIn, sources],
      );
    }
  });
}

/** Places from the first to this one. */
function wayTo(place: number): number[] {
  return place === 0 ? [0] : [...wayTo(Math.floor((place - 1) / 2)), place];
}

/** How many need the package at this place: one directly, and all before it on the way. */
export function dependentsAt(place: number): { readonly direct: number; readonly transitive: number } {
  const way = wayTo(place);
  return { direct: Math.min(1, way.length - 1), transitive: way.length - 1 };
}

/** What records assert of the exact name: verdict and reasons are those of the package, and each vulnerability is judged as there. */
export async function compareAsserted(
  world: CorpusWorld,
  agreement: Agreement,
  pair: AskedPair,
  reference: Told,
): Promise<void> {
  const name = '/graph/package/:name/vulns';
  const asked = askedName(pair, reference);
  if (asked === null) return;
  const query = new URLSearchParams({ version: pair.version, limit: '500', ...asked.query });
  const path = `/api/v1/graph/package/${encodeURIComponent(asked.name)}/vulns?${query.toString()}`;
  const { body } = await answered(world.get(path), path);
  agreement.expectSame(name, pair, 'verdict', reference.about['verdict'], body['verdict']);
  agreement.expectSame(name, pair, 'unknownReasons', reference.about['unknownReasons'], body['unknownReasons']);
  const known = new Map(reference.findings.map((finding) => [finding.id, finding]));
  for (const { id, verdict, severity } of body['data'].vulnerabilities as Json[]) {
    const same = known.get(id);
    agreement.expectSame(name, pair, `${id} verdict`, same?.['status'] === 'affected', verdict === 'affected');
    // A rating of 0 is none for a match.
    if (same !== undefined)
      agreement.expectSame(name, pair, `${id} severity`, same['severity'], severity === 'none' ? null : severity);
  }
}

function askedName(pair: AskedPair, { parsed }: Told): { name: string; query: Record<string, string> } | null {
  if (pair.kind === 'collection') return { name: pair.attribute, query: {} };
  return parsed?.ecosystem == null ? null : { name: parsed.package, query: { ecosystem: parsed.ecosystem } };
}
